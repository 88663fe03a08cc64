/** The areas of texts that belong to a game, and the one that a game's texts are in. No imports: the build reads this, too. */
export const AREAS = ['rattus', 'cartus'] as const

export const areaOf = (game: string): (typeof AREAS)[number] => (game === 'cartus' ? 'cartus' : 'rattus')

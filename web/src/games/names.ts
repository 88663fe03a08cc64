/** Written by `make types` from rattus.games. Do not edit. */

export const GAMES = ['rattus', 'africanus', 'cartus'] as const
export type GameName = (typeof GAMES)[number]

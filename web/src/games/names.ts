/** Written by `make types` from rattus.games. Do not edit. */

export const GAMES = ['rattus', 'africanus', 'cartus'] as const
export type GameName = (typeof GAMES)[number]

export const PLAYERS: Record<GameName, { from: number; to: number }> = {
  rattus: { from: 2, to: 4 },
  africanus: { from: 2, to: 6 },
  cartus: { from: 2, to: 5 },
}

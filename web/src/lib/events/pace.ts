/** How long each event is shown. */

export const PACES = ['step', 'calm', 'normal', 'quick', 'off'] as const
export type Pace = (typeof PACES)[number]

/** Milliseconds at `calm`, `normal` and `quick`, movement included. At `step` the movement is that of `normal`, then it waits. */
export type Times = readonly [calm: number, normal: number, quick: number]

export const NO_TIME: Times = [0, 0, 0]

/** The times of the design. Nothing that another person does is under 1200 ms at `normal`. */
export const TIMES = {
  turn: [1000, 600, 250],
  card: [2000, 1300, 600],
  cubes: [2200, 1400, 650],
  rat: [2000, 1300, 550],
  walk: [1000, 600, 300],
  stand: [1300, 800, 350],
  turned: [2600, 1700, 750],
  /** With the token before it: the face, the verdict and the first loss together. */
  firstLoss: [1600, 1000, 450],
  loss: [800, 500, 200],
  region: [1100, 700, 300],
  building: [2000, 1300, 600],
  /** Part of an action that has its time already: a card drawn by a supply, a card turned before it is scored. */
  part: [700, 500, 200],
  score: [2600, 1600, 750],
  nun: [2600, 1600, 800],
  death: [2800, 1800, 900],
  end: [2000, 1400, 700],
} as const satisfies Record<string, Times>

export const sum = (...all: readonly Times[]): Times =>
  [0, 1, 2].map((pace) => all.reduce((total, times) => total + times[pace]!, 0)) as unknown as Times

export function timeAt(pace: Pace, [calm, normal, quick]: Times): number {
  return { step: normal, calm, normal, quick, off: 0 }[pace]
}

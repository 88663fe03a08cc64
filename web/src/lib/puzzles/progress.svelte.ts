/** The puzzles that were solved on this device, and the puzzles of the day, by their dates. */

import { PRODUCT } from '../product'

/** Found alone, or looked up. What came first stays. */
export type Result = 'found' | 'shown'

interface Progress {
  puzzles: Record<string, Result>
  days: Record<string, Result>
}

const PLACE = `${PRODUCT}.puzzles`
const MOST_DAYS = 400

function stored(): Progress {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Progress> | null
    return { puzzles: { ...found?.puzzles }, days: { ...found?.days } }
  } catch {
    return { puzzles: {}, days: {} }
  }
}

let progress = $state.raw<Progress>(stored())

export const resultOf = (puzzle: string): Result | null => progress.puzzles[puzzle] ?? null
export const resultOn = (day: string): Result | null => progress.days[day] ?? null

/** Note how a puzzle ended; with its day if it is the puzzle of today. */
export function note(puzzle: string, result: Result, day: string | null): void {
  const { puzzles, days } = stored() // another window may have solved one
  const dated = day ? { ...days, [day]: days[day] ?? result } : days
  const newest = Object.entries(dated).sort(([one], [other]) => (one < other ? 1 : -1))
  progress = { puzzles: { ...puzzles, [puzzle]: puzzles[puzzle] ?? result }, days: Object.fromEntries(newest.slice(0, MOST_DAYS)) }
  try {
    localStorage.setItem(PLACE, JSON.stringify(progress))
  } catch {
    // no room on this device: it lasts as long as the page
  }
}

const dayBefore = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

/** How many days in a row the puzzle was found, until today, or until yesterday if today's is still open. */
export function streak(today: string): number {
  let day = resultOn(today) ? today : dayBefore(today)
  let length = 0
  while (resultOn(day) === 'found') {
    length += 1
    day = dayBefore(day)
  }
  return length
}

/** The courses as the server lists them: where a step is, and which comes next. */

import type { ChapterEntry, CourseEntry, GameName } from '../net/protocol'

export interface Spot {
  course: CourseEntry
  chapter: ChapterEntry
  /** The place of the step in its chapter, from 0. */
  place: number
}

export type IsDone = (game: GameName, step: string) => boolean

export const stepsOf = (course: CourseEntry): string[] => course.chapters.flatMap((chapter) => chapter.steps.map(({ id }) => id))

export function find(courses: readonly CourseEntry[], game: GameName, step: string): Spot | null {
  const course = courses.find((each) => each.game === game)
  for (const chapter of course?.chapters ?? []) {
    const place = chapter.steps.findIndex(({ id }) => id === step)
    if (place >= 0) return { course: course!, chapter, place }
  }
  return null
}

/** The step after this one; null after the last. */
export function following(course: CourseEntry, step: string): string | null {
  const steps = stepsOf(course)
  return steps[steps.indexOf(step) + 1] ?? null
}

/** Where to go on in a course, or in a chapter of it: the first step that is not done, or else the first. */
export function nextIn(game: GameName, steps: readonly string[], isDone: IsDone): string {
  return steps.find((step) => !isDone(game, step)) ?? steps[0]!
}

/** The steps whose worked example belongs to a rule, those that are mainly about it first. */
export function examplesOf(course: CourseEntry | undefined, rule: string): string[] {
  const all = course?.chapters.flatMap((chapter) => chapter.steps) ?? []
  return all
    .filter(({ rules }) => rules.includes(rule))
    .sort((one, other) => one.rules.indexOf(rule) - other.rules.indexOf(rule))
    .map(({ id }) => id)
}

export const pathTo = (game: GameName, step: string): string => `/learn/${game}/${step}`

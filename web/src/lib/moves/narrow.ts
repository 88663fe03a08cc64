/**
 * From all legal moves to one, step by step. What is chosen is a list of words; a choice is the next one. Boards and
 * buttons work on the same `Narrowing`, so that a click on a region and a press on a button are the same thing.
 */

import { parse, type Kind, type Path } from './parse'

/** What has been chosen so far: the verb, or null while that is open, and the words behind it. */
export interface Chosen {
  verb: string | null
  args: string[]
}

export interface Choice {
  kind: Kind
  token: string
  /** What is chosen after taking this, including the forced choices that follow. */
  then: Chosen
  /** The move, if only one is left. */
  move: string | null
  /** All moves that are still possible then. */
  moves: string[]
}

export interface Narrowing {
  chosen: Chosen
  choices: Choice[]
  /** The move that the choices so far make, if any. More may still be added to it: `king gallia diplomat`. */
  move: string | null
  /** Nothing is left to choose. */
  complete: boolean
}

export const NOTHING: Chosen = { verb: null, args: [] }

export function narrow(legal: readonly string[], chosen: Chosen = NOTHING): Narrowing {
  const paths = legal.map(parse)
  const fitting = paths.filter((path) => fits(path, chosen))
  if (!fitting.length) return chosen === NOTHING ? nothing : narrow(legal, NOTHING)
  const choices = nextOf(fitting, chosen)
  const exact = fitting.find((path) => length(path) === chosen.args.length && chosen.verb !== null)
  return { chosen, choices, move: exact?.move ?? null, complete: choices.length === 0 && !!exact }
}

const nothing: Narrowing = { chosen: NOTHING, choices: [], move: null, complete: false }

/**
 * Take a thing, by a click on the board: `italia`, `gallia.1`, `church-3`. While the verb is open the thing may be the
 * first word behind any verb. Null if no legal move has it next.
 */
export function take(legal: readonly string[], chosen: Chosen, thing: string): Chosen | null {
  const words = /^[a-z]+\.\d$/.test(thing) ? thing.split('.') : [thing]
  const next: Chosen = { verb: chosen.verb, args: [...chosen.args, ...words] }
  const asVerb: Chosen = { verb: thing, args: chosen.args }
  for (const candidate of chosen.verb === null ? [next, asVerb] : [next]) {
    const fitting = legal.map(parse).filter((path) => fits(path, candidate))
    if (fitting.length) return advance(fitting, candidate)
  }
  return null
}

/** One step back: before the last choice that had alternatives. */
export function back(legal: readonly string[], chosen: Chosen): Chosen {
  let now: Chosen = chosen
  while (now.args.length || now.verb !== null) {
    now = now.args.length ? { verb: now.verb, args: now.args.slice(0, -1) } : NOTHING
    const fitting = legal.map(parse).filter((path) => fits(path, now))
    if (nextOf(fitting, now).length > 1) return now
  }
  return NOTHING
}

/** Whether anything has been chosen that one can step back from. */
export const isOpen = (chosen: Chosen): boolean => chosen.verb === null && chosen.args.length === 0

/** The things that can be taken next, of one kind: which regions to light up, which cards. */
export function targets(narrowing: Narrowing, kind: Kind): string[] {
  return narrowing.choices.filter((choice) => choice.kind === kind).map((choice) => choice.token)
}

/** While the verb is open: the first words behind any of them, so that a board can light up all that can be clicked. */
export function firstThings(legal: readonly string[], kind: Kind): string[] {
  const found = legal.map(parse).map((path) => path.steps[1])
  return [...new Set(found.filter((step) => step?.kind === kind).map((step) => step!.token))]
}

const length = (path: Path): number => path.steps.length - 1

function fits(path: Path, chosen: Chosen): boolean {
  if (chosen.verb !== null && path.steps[0]!.token !== chosen.verb) return false
  return chosen.args.length <= length(path) && chosen.args.every((word, place) => path.steps[place + 1]!.token === word)
}

/**
 * The verb is asked for first, then word by word. Where only one verb has words behind it, and the others are `pass`,
 * `done` and the like, all are offered side by side.
 */
function nextOf(fitting: Path[], chosen: Chosen): Choice[] {
  if (chosen.verb !== null) return choicesAt(fitting, chosen, chosen.args.length + 1)
  const ended = fitting.filter((path) => length(path) === chosen.args.length)
  const going = fitting.filter((path) => length(path) > chosen.args.length)
  const verbs = new Set(going.map((path) => path.steps[0]!.token))
  if (verbs.size !== 1 || ended.some((path) => verbs.has(path.steps[0]!.token))) return choicesAt(fitting, chosen, 0)
  const [verb = null] = verbs
  return [...choicesAt(going, { verb, args: chosen.args }, chosen.args.length + 1), ...choicesAt(ended, chosen, 0)]
}

function choicesAt(fitting: Path[], chosen: Chosen, place: number): Choice[] {
  const groups = new Map<string, Path[]>()
  for (const path of fitting) {
    const step = path.steps[place]
    if (step) groups.set(step.token, [...(groups.get(step.token) ?? []), path])
  }
  return [...groups].map(([token, paths]) => {
    const one = paths[0]!
    const taken: Chosen = place === 0 ? { verb: token, args: chosen.args } : { verb: chosen.verb, args: [...chosen.args, token] }
    return {
      kind: one.steps[place]!.kind,
      token,
      then: advance(paths, taken),
      move: paths.length === 1 ? one.move : null,
      moves: paths.map((path) => path.move),
    }
  })
}

/** Take forced choices until there is more than one option. */
function advance(fitting: Path[], chosen: Chosen): Chosen {
  const verbs = new Set(fitting.map((path) => path.steps[0]!.token))
  if (chosen.verb === null && verbs.size > 1) return chosen
  const verb = chosen.verb ?? fitting[0]!.steps[0]!.token
  const args = [...chosen.args]
  for (;;) {
    const next = new Set(fitting.map((path) => path.steps[args.length + 1]?.token))
    const [only] = next
    if (next.size !== 1 || only === undefined) return { verb, args }
    args.push(only)
  }
}

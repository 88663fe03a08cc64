/** Legal moves are lines of text (docs/formats.md). Here they become paths: one word for each step of a decision. */

import { verbOf } from '../net/vocabulary.svelte'

export type Kind =
  'verb' | 'region' | 'slot' | 'token' | 'amount' | 'weight' | 'class_card' | 'region_card' | 'place' | 'nun' | 'card' | 'seat' | 'word'

export interface Step {
  kind: Kind
  token: string
}

export interface Path {
  move: string
  steps: Step[]
}

export function parse(move: string): Path {
  const [verb = '', ...args] = move.split(' ')
  const shape = (verbOf(verb)?.arguments ?? []) as Kind[] // `slot` is one word, `gallia.1`, but two steps: the region, then one of its rats
  const steps: Step[] = [{ kind: 'verb', token: verb }]
  args.forEach((token, place) => {
    const kind = shape[place] ?? 'word'
    const [region = '', slot] = token.split('.')
    if (kind === 'slot' && slot !== undefined) steps.push({ kind: 'region', token: region }, { kind: 'slot', token: slot })
    else steps.push({ kind, token })
  })
  return { move, steps }
}

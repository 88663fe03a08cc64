/** What a click means and what is highlighted, computed from the legal moves and the choices so far. */

import { back, firstThings, isOpen, narrow, take, targets, type Chosen } from '$lib/moves/narrow'
import { parse } from '$lib/moves/parse'
import type { View } from '$lib/net/protocol'
import { cardOf, limitOf } from '$lib/net/vocabulary.svelte'

export interface Clicked {
  chosen: Chosen
  /** The same thing was clicked again and makes the move. */
  move: string | null
}

const lastOf = (chosen: Chosen): string | undefined => chosen.args.at(-1) ?? chosen.verb ?? undefined

/**
 * A click on a region, a card or a token. It is chosen if it can come next. A click on what is chosen deselects it, or
 * makes the move if it completes one. What was possible at an earlier step replaces the choice there. Null: not possible.
 */
export function click(legal: readonly string[], chosen: Chosen, clicked: string): Clicked | null {
  // the question which rat to turn has slot numbers only: there is one region
  const [, slot] = clicked.split('.')
  const thing = slot && legal.includes(`reveal ${slot}`) ? slot : clicked
  const narrowing = narrow(legal, chosen)
  if (!isOpen(chosen) && narrowing.move && thing === lastOf(chosen)) return { chosen, move: narrowing.move }
  const cover = coverWith(legal, chosen, thing)
  if (cover) return { chosen: cover, move: null }
  for (let now = chosen; ; now = back(legal, now)) {
    const taken = take(legal, now, thing)
    if (taken) return { chosen: taken, move: null }
    if (isOpen(now)) return null
    const before = back(legal, now)
    if (holds(now, thing) && !holds(before, thing)) return { chosen: before, move: null }
  }
}

const holds = ({ verb, args }: Chosen, thing: string): boolean =>
  verb === thing || args.includes(thing) || (args.join('.').includes(thing) && thing.includes('.'))

/** A click on a region card chooses the class card it covers as well; another click goes to the next class card. */
function coverWith(legal: readonly string[], chosen: Chosen, card: string): Chosen | null {
  if (!card.includes(':')) return null
  const cards = legal
    .map((move) => move.split(' '))
    .filter(([verb, , laid]) => verb === 'protect' && laid === card)
    .map(([, covered]) => covered!)
  if (!cards.length || (chosen.verb === 'protect' && chosen.args.length === 1)) return null
  const now = chosen.args[1] === card ? cards.indexOf(chosen.args[0]!) : -1
  return { verb: 'protect', args: [cards[(now + 1) % cards.length]!, card] }
}

export interface Marks {
  /** Regions that are lit: the targets of the chosen action, or of the one that is due. */
  legal: ReadonlySet<string>
  /** Regions that can be taken now, by whatever action. */
  open: ReadonlySet<string>
  /** Regions that are part of what is chosen. */
  chosen: ReadonlySet<string>
  /** `gallia.1`: rats that can be taken now, or are. */
  slots: ReadonlySet<string>
  chosenSlots: ReadonlySet<string>
  cards: ReadonlySet<string>
  chosenCards: ReadonlySet<string>
  hand: ReadonlySet<string>
}

/** The verbs that a phase asks for; their targets are lit before those of class cards. */
const DUE = ['place', 'plague', 'spread', 'settle', 'caravan', 'ravage', 'grow']

/**
 * While nothing is chosen only the targets of one action are lit: of the only one, or of the one that is due. While a class
 * card can be taken the cards are due, and the map is not lit.
 */
function dueThings(legal: readonly string[]): string[] {
  if (legal.some((move) => move.startsWith('take '))) return []
  const verbs = new Set(legal.filter((move) => parse(move).steps[1]?.kind === 'region').map((move) => move.split(' ')[0]!))
  const verb = verbs.size > 1 ? DUE.find((each) => verbs.has(each)) : [...verbs][0]
  return firstThings(
    legal.filter((move) => move.split(' ')[0] === verb),
    'region',
  )
}

export function marks(legal: readonly string[], chosen: Chosen, ravaged: string): Marks {
  const open = isOpen(chosen)
  let narrowing = narrow(legal, chosen)
  const { complete } = narrowing
  if (complete) narrowing = narrow(legal, back(legal, chosen)) // the alternatives to the last choice
  const start = isOpen(narrowing.chosen)
  const lit = start ? dueThings(legal) : targets(narrowing, 'region')
  const fitting = legal.map(parse).filter(({ steps }) => !narrowing.chosen.verb || steps[0]!.token === narrowing.chosen.verb)
  const verbs = new Set(legal.map((move) => move.split(' ')[0]!))
  const example = legal.find((move) => fits(move, chosen)) ?? ''
  const steps = open ? [] : parse(example).steps.slice(1, chosen.args.length + 1)

  const slots = new Set<string>()
  const chosenSlots = new Set<string>()
  for (const path of fitting) {
    const [, first, second] = path.steps
    if (first?.kind === 'token') slots.add(`${ravaged}.${first.token}`)
    if (second?.kind !== 'slot' || first?.kind !== 'region') continue
    const { verb, args } = narrowing.chosen
    const asked = verb !== null || verbs.size === 1 || (verbs.size === 2 && verbs.has('pass'))
    if (asked && (!args.length || (args.length === 1 && args[0] === first.token))) slots.add(`${first.token}.${second.token}`)
  }
  steps.forEach((each, place) => {
    if (each.kind === 'slot') chosenSlots.add(`${steps[place - 1]!.token}.${each.token}`)
    if (each.kind === 'token') chosenSlots.add(`${ravaged}.${each.token}`)
  })

  const isCard = (word: string | null): word is string => word !== null && cardOf(word)?.kind === 'class_card'
  const cards = start ? [...firstThings(legal, 'class_card'), ...[...verbs].filter(isCard)] : targets(narrowing, 'class_card')
  const chosenRegions = steps.length
    ? steps.filter((each) => each.kind === 'region').map((each) => each.token)
    : open
      ? []
      : chosen.args.slice(0, 1)
  const hand = legal.flatMap((move) =>
    parse(move)
      .steps.filter((each) => each.kind === 'region_card')
      .map((each) => each.token),
  )
  return {
    legal: new Set(lit),
    open: new Set(start ? firstThings(legal, 'region') : lit),
    chosen: new Set(chosenRegions),
    slots,
    chosenSlots,
    hand: new Set(hand),
    cards: new Set(cards),
    chosenCards: new Set([
      ...(isCard(chosen.verb) ? [chosen.verb] : []),
      ...steps.filter((each) => each.kind === 'class_card' || each.kind === 'region_card').map((each) => each.token),
    ]),
  }
}

function fits(move: string, { verb, args }: Chosen): boolean {
  const [first, ...rest] = parse(move).steps.map((step) => step.token)
  return (verb === null || verb === first) && args.every((word, place) => rest[place] === word)
}

/** What the chosen move would change, to be shown faintly before it is made. */
export interface Ghost {
  what: 'cubes' | 'rat' | 'pawn' | 'caravan' | 'diplomat'
  region: string
  number: number
  /** Where it comes from, if from the map. */
  from: string | null
  slot?: number
}

export function ghosts(chosen: Chosen, view: Pick<View, 'game' | 'players'>): Ghost[] {
  const { verb, args } = chosen
  const [a = '', b = '', c = ''] = args
  if (!verb || !a) return []
  const one = (what: Ghost['what'], region: string, number = 1, from: string | null = null, slot = 0): Ghost[] =>
    region ? [{ what, region, number, from, slot }] : []
  switch (verb) {
    case 'settle':
      return one('cubes', a, limitOf(view.game, 'settlers', view.players))
    case 'place':
      return b ? one('cubes', a, Number(b)) : []
    case 'peasant':
    case 'explore':
    case 'grow':
      return one('cubes', a)
    case 'merchant':
      return one('cubes', b, Number(c) || 1, a)
    case 'king':
      return one('cubes', 'palace', 1, a)
    case 'monk':
      return one('rat', c, 1, a, Number(b) - 1)
    case 'spread':
      return one('rat', a)
    case 'plague':
    case 'knight':
      return one('pawn', a)
    case 'caravan':
      return one('caravan', a)
    case 'trader':
      return one('caravan', b || a)
    case 'sultan':
      return one('diplomat', a)
    default:
      return []
  }
}

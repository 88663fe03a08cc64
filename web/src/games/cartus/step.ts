/** The view after an event, computed from public information. Pure; after a batch the server's view replaces it. */

import type { Colour, GameEvent, View } from '$lib/net/protocol'
import type { BuildingCard } from '../words'
import {
  asCartus,
  asView,
  entryOf,
  isPopulation,
  influenceOf,
  laidBy,
  sorted,
  without,
  type Cartus,
  type CartusView,
  type Entrant,
} from './view'

type Change = Partial<Cartus & Pick<CartusView, 'first' | 'to_move' | 'phase'> & { replacing: boolean }>
type Step = (view: CartusView, event: GameEvent, seat: Colour) => Change

const fewer = <Thing>(pile: Thing[] | number, number = 1): Thing[] | number => (Array.isArray(pile) ? pile.slice(number) : pile - number)
const text = (event: GameEvent, field: string): string | null => (event[field] ?? null) as string | null
const number = (event: GameEvent, field: string): number => Number(event[field] ?? 0)

function gain(view: CartusView, seat: Colour, card: string | null, hands = view.hands): Cartus['hands'] {
  const hand = hands[seat] ?? 0
  return { ...hands, [seat]: Array.isArray(hand) ? (card ? sorted([...hand, card]) : hand) : hand + 1 }
}

function lose(view: CartusView, seat: Colour, card: string | null, hands = view.hands): Cartus['hands'] {
  const hand = hands[seat] ?? 0
  return { ...hands, [seat]: Array.isArray(hand) ? (card ? without(hand, card) : hand.slice(0, -1)) : hand - 1 }
}

/** Where cards go when they leave: discards or stacks (C25). */
function putAway(view: CartusView, cards: readonly (string | null)[]): Pick<Cartus, 'discards' | 'stacks'> {
  const stacks = { ...view.stacks }
  const population: string[] = []
  for (const card of cards) {
    if (card === null) continue
    if (isPopulation(card)) population.push(card)
    else stacks[card] = (stacks[card] ?? 0) + 1
  }
  return { stacks, discards: population.length ? sorted([...view.discards, ...population]) : view.discards }
}

const addRats = (view: CartusView, changes: Partial<Record<Colour, number>>): Cartus['rats'] => {
  const rats = { ...view.rats }
  for (const [seat, more] of Object.entries(changes)) {
    const known = rats[seat as Colour] ?? null
    if (known !== null) rats[seat as Colour] = known + more // null: this table hides the number of rats, so it is not computed either
  }
  return rats
}

/** Moves the disc to its new field, on top of the stack: it ranks behind those that were there (C17). */
export function climbed(ranks: readonly [Colour, number][], seat: Colour, points: number): [Colour, number][] {
  if (points <= 0) return [...ranks]
  const now = (ranks.find(([colour]) => colour === seat)?.[1] ?? 0) + points
  const others = ranks.filter(([colour]) => colour !== seat)
  const place = others.findIndex(([, value]) => value < now)
  return others.toSpliced(place < 0 ? others.length : place, 0, [seat, now])
}

const climb = (view: CartusView, seat: Colour, name: string, points: number): Cartus['influence'] => ({
  ...view.influence,
  [name]: climbed(view.influence[name] ?? [], seat, points),
})

const change = (view: CartusView, seat: Colour, how: (entry: Entrant) => Partial<Entrant>): Entrant[] =>
  view.entered.map((entry) => (entry.seat === seat ? { ...entry, ...how(entry) } : entry))

const RESOLVE = { phase: 'resolve', pending: null } as const

const STEPS: Record<string, Step> = {
  opened: (view, event) => {
    const { replacing } = view as CartusView & { replacing?: boolean }
    const row = [...view.row]
    row[number(event, 'place') - 1] = event['building_card'] as unknown as BuildingCard
    return { row, replacing: false, ...(replacing ? { replacement: fewer(view.replacement) } : { buildings: fewer(view.buildings) }) }
  },
  replaced: (view, event) => {
    const card = event['building_card'] as unknown as BuildingCard
    const replacement = Array.isArray(view.replacement) ? [...view.replacement, card] : view.replacement + 1
    return { row: view.row.slice(0, number(event, 'place') - 1), returned: [...view.returned, card], replacement, replacing: true }
  },
  supplied: (_, __, seat) => ({ phase: 'supply', to_move: seat, pending: null }),
  drew: (view, event, seat) => ({ deck: fewer(view.deck), hands: gain(view, seat, text(event, 'card')) }),
  shuffled: (_, event) => ({ deck: number(event, 'cards'), discards: [] }),
  freed: (view, event, seat) => ({ rats: addRats(view, { [seat]: -number(event, 'rats') }) }),
  looked: (view, event, seat) => {
    const place = number(event, 'nun_place')
    const looked = [...(view.looked[seat] ?? []), place].toSorted((a, b) => a - b)
    return {
      pending: null,
      to_move: seat,
      looked: { ...view.looked, [seat]: looked },
      nuns: view.nuns.with(place - 1, text(event, 'card') ?? view.nuns[place - 1] ?? null),
    }
  },
  passed: (view, _, seat) => ({ hands: lose(view, seat, 'pass'), ...putAway(view, ['pass']) }),
  entered: (view, event, seat) => {
    const own = Array.isArray(view.hands[seat])
    const entry: Entrant = { seat, building: number(event, 'place'), cards: own ? [] : 0, shown: false, strength: own ? 0 : null }
    return { phase: 'enter', to_move: seat, pending: null, entered: [...view.entered, entry] }
  },
  laid: (view, event, seat) => {
    const card = text(event, 'card')
    const lay = ({ cards, strength }: Entrant): Partial<Entrant> =>
      Array.isArray(cards) && card
        ? { cards: [...cards, card], strength: strength === null ? null : strength + influenceOf(card) }
        : { cards: laidBy({ cards } as Entrant) + 1 }
    return { entered: change(view, seat, lay), hands: lose(view, seat, card) }
  },
  announced: () => ({ pending: null }),
  showed: (view, event, seat) => {
    const card = text(event, 'card')
    const turn = ({ cards }: Entrant): Partial<Entrant> => {
      const list: (string | null)[] = Array.isArray(cards) ? cards : Array.from({ length: cards }, () => null)
      const hidden = list.indexOf(null)
      return { shown: true, cards: hidden < 0 ? list : list.with(hidden, card) }
    }
    return { ...RESOLVE, entered: change(view, seat, turn) }
  },
  scored: (view, event, seat) => ({
    ...RESOLVE,
    influence: climb(view, seat, text(event, 'class') ?? '', number(event, 'influence')),
    rats: addRats(view, { [seat]: number(event, 'rats') }),
    entered: change(view, seat, ({ cards }) => ({
      shown: true,
      strength: number(event, 'influence'),
      cards: Array.isArray(cards) ? cards : [],
    })),
  }),
  robbed: () => RESOLVE,
  gave: (view, event, seat) => {
    const card = text(event, 'card')
    return { pending: null, hands: gain(view, event['to_seat'] as Colour, card, lose(view, seat, card)) }
  },
  infested: (view, event, seat) => ({ ...RESOLVE, rats: addRats(view, { [seat]: -1, [event['victim_seat'] as Colour]: 1 }) }),
  premium: (_, __, seat) => ({ premium: seat }),
  crowned: (view, event, seat) => ({ influence: climb(view, seat, text(event, 'class') ?? '', 1) }),
  acted: (_, __, seat) => ({ ...RESOLVE, to_move: seat }),
  skipped: (_, __, seat) => ({ ...RESOLVE, to_move: seat }),
  took: (view, event, seat) => {
    const card = text(event, 'card') ?? ''
    return { hands: gain(view, seat, card), stacks: { ...view.stacks, [card]: (view.stacks[card] ?? 1) - 1 } }
  },
  earned: (view, event, seat) => {
    const has = view.points[seat] ?? 0
    const value = event['value'] === null ? null : number(event, 'value')
    const points = Array.isArray(has) ? (value === null ? has : [...has, value].toSorted((a, b) => a - b)) : has + 1
    return { tokens: fewer(view.tokens), points: { ...view.points, [seat]: points } }
  },
  discarded: (view, event, seat) => ({
    pending: null,
    hands: lose(view, seat, text(event, 'card')),
    ...putAway(view, [text(event, 'card')]),
  }),
  left: (view, _, seat) => {
    const cards = entryOf(view, seat)?.cards
    return { ...putAway(view, Array.isArray(cards) ? cards : []), entered: change(view, seat, () => ({ cards: [] })) }
  },
  next: (view, event, seat) => ({
    phase: 'supply',
    pending: null,
    round: number(event, 'round'),
    first: seat,
    to_move: seat,
    entered: [],
    used: [...view.used, ...view.row],
    row: [],
    ...('premium' in view ? { premium: null } : {}),
  }),
  turned: (view, event) => ({
    phase: 'nuns',
    to_move: null,
    pending: null,
    nuns: (view.phase === 'nuns' ? view.nuns : view.nuns.map(() => null)).with(number(event, 'nun_place') - 1, text(event, 'card')),
  }),
  ended: () => ({ phase: 'over', to_move: null, pending: null }),
}

export function step(view: View, event: GameEvent): View {
  const how = STEPS[event.event]
  if (!how) return view
  const now = asCartus(view)
  return asView({ ...now, ...how(now, event, event.seat as Colour) })
}

/** The events that change the view. */
export const STEPPED = Object.keys(STEPS)

/** The view after an event, computed from the view before. Pure; after a batch the server's view replaces it. */

import { COLOURS, type Colour, type GameEvent, type View } from '$lib/net/protocol'
import { cardOfEvent } from '$lib/net/vocabulary.svelte'
import type { Face } from '../words'
import { positionOf, viewOf, type Cubes, type Land, type Position } from './position'

/** What an event of these games may carry. */
export interface Happened {
  event: string
  seat: Colour | null
  region?: string
  from_region?: string
  over_region?: string
  from_seat?: Colour | null
  card?: string
  cubes?: number
  slot?: number | string
  other_slot?: number | string
  face?: Face | null
  bites?: boolean
  weight?: number
  symbol?: string
  region_card?: string | null
  cards?: number
  reason?: string
}
export const happened = (event: GameEvent): Happened => event as unknown as Happened

/** Slots are counted from 1; an event may name one as `gallia.2` or as 2. */
export const slotOf = (slot: number | string | undefined): number =>
  Number(
    String(slot ?? 1)
      .split('.')
      .at(-1),
  ) - 1

export function step(view: View, event: GameEvent): View {
  const position = positionOf(view)
  const next = after(position, happened(event))
  const used = cardOfEvent(view.game, event.event)
  return viewOf(used && !next.used.includes(used) ? { ...next, used: [...next.used, used] } : next)
}

function after(position: Position, event: Happened): Position {
  const { seat, region = '', from_region: from = '' } = event
  switch (event.event) {
    case 'settled':
    case 'placed':
      return { ...add(position, region, seat, event.cubes ?? 1), placed: position.placed || event.event === 'placed' }
    case 'farmed':
    case 'grew':
    case 'explored':
      return add(position, region, seat, 1)
    case 'lost':
      return add(position, region, seat, -(event.cubes ?? 1))
    case 'shipped':
      return add(add(position, from, seat, -(event.cubes ?? 1)), region, seat, event.cubes ?? 1)
    case 'shipped_diplomat':
      return post(
        post(add(add(position, from, seat, -(event.cubes ?? 1)), region, seat, event.cubes ?? 1), from, seat, false),
        region,
        seat,
        true,
      )
    case 'crowned':
      return { ...add(position, region, seat, -1), palace: more(position.palace, seat, 1) }
    case 'crowned_diplomat':
      return {
        ...post(add(position, region, seat, -1), region, seat, false),
        palace: more(position.palace, seat, 1),
        palace_diplomats: more(position.palace_diplomats ?? {}, seat, 1),
      }
    case 'appointed':
      return post(position, region, seat, true)
    case 'dismissed':
      return post(position, region, seat, false)
    case 'took':
      return { ...position, taken: true, classes: { ...position.classes, [event.card ?? '']: seat } }
    case 'carried':
      return carry(position, from, slotOf(event.slot), region)
    case 'looked':
      return look(position, region, slotOf(event.slot), seat, event.face ?? null)
    case 'swapped':
      return swap(position, from, slotOf(event.slot), region, slotOf(event.other_slot))
    case 'moved':
      return { ...position, plague: region, phase: 'plague' }
    case 'rode':
      return { ...position, plague: region }
    case 'infested':
      return { ...land(position, region, (old) => ({ ...old, rats: [...old.rats, null] })), supply: less(position.supply) }
    case 'ravaged':
      return {
        ...position,
        phase: position.phase === 'last_round' ? 'final_ravage' : position.phase,
        to_move: position.phase === 'last_round' ? seat : position.to_move,
        ravage: { region, weight: event.weight ?? 0, covered: {} },
      }
    case 'turned':
      return {
        ...withoutRat(position, region, slotOf(event.slot)),
        turned: event.face ? [...position.turned, event.face] : position.turned,
      }
    case 'camped':
    case 'travelled':
      return { ...position, caravan: region }
    case 'drew':
    case 'showed':
      return { ...position, pile: less(position.pile ?? 0) }
    case 'held':
      return {
        ...position,
        hands: { ...position.hands, ...(seat ? { [seat]: gained(position.hands?.[seat], event.region_card ?? null) } : {}) },
      }
    case 'covered':
      return cover(position, event)
    case 'thrown':
      return { ...position, discards: [...(position.discards ?? []), event.region_card ?? ''] }
    case 'shuffled':
      return { ...position, pile: event.cards ?? 0, discards: [] }
    case 'next':
      return {
        ...position,
        turn: seat ?? position.turn,
        to_move: seat,
        phase: 'turn',
        taken: false,
        placed: false,
        used: [],
        ravage: null,
        pending: null,
        turns: position.turns + Number(position.phase === 'plague'),
      }
    case 'last_call':
      return {
        ...position,
        phase: 'last_round',
        turns: position.turns + 1,
        to_move: beside(position, seat),
        taken: false,
        placed: false,
        used: [],
        ravage: null,
        pending: null,
      }
    case 'passed':
      return { ...position, used: [], to_move: beside(position, seat), pending: null }
    case 'ended':
      return { ...position, phase: 'over', to_move: null, ravage: null, pending: null }
    default:
      return position // forced, kept, weighed, accepted, declined: nothing on the board changes
  }
}

/** The player to the right: the last round goes counter-clockwise (R35). */
function beside({ players }: Position, seat: Colour | null): Colour | null {
  return seat && COLOURS[(COLOURS.indexOf(seat) + players - 1) % players]!
}

function land(position: Position, region: string, change: (land: Land) => Land): Position {
  const old = position.regions[region]
  return old ? { ...position, regions: { ...position.regions, [region]: change(old) } } : position
}

function more(cubes: Cubes, seat: Colour | null, number: number): Cubes {
  if (!seat) return cubes
  const { [seat]: old = 0, ...others } = cubes
  return old + number > 0 ? { ...others, [seat]: old + number } : others
}

const less = <Many extends number | unknown[]>(many: Many): Many =>
  (typeof many === 'number' ? Math.max(0, many - 1) : many.slice(1)) as Many

const add = (position: Position, region: string, seat: Colour | null, number: number): Position =>
  land(position, region, (old) => ({ ...old, cubes: more(old.cubes, seat, number) }))

const post = (position: Position, region: string, seat: Colour | null, stays: boolean): Position =>
  land(position, region, (old) => {
    const others = (old.diplomats ?? []).filter((each) => each !== seat)
    return { ...old, diplomats: stays && seat ? [...others, seat] : others }
  })

/** Moves the knowledge of tokens along with them: tokens are named by their place, which changes. */
function rename(position: Position, name: (region: string, slot: number) => string | null): Position {
  const known = Object.fromEntries(
    Object.entries(position.known).map(([seat, slots]) => [
      seat,
      slots!.flatMap((slot) => name(slot.split('.')[0]!, Number(slot.split('.')[1])) ?? []),
    ]),
  )
  return { ...position, known }
}

function withoutRat(position: Position, region: string, slot: number): Position {
  const moved = land(position, region, (old) => ({ ...old, rats: old.rats.filter((_, place) => place !== slot) }))
  return rename(moved, (where, number) =>
    where !== region || number - 1 < slot ? `${where}.${number}` : number - 1 === slot ? null : `${where}.${number - 1}`,
  )
}

function carry(position: Position, from: string, slot: number, region: string): Position {
  const rat = position.regions[from]?.rats[slot] ?? null
  const knowing = Object.entries(position.known)
    .filter(([, slots]) => slots!.includes(`${from}.${slot + 1}`))
    .map(([seat]) => seat)
  const moved = land(withoutRat(position, from, slot), region, (old) => ({ ...old, rats: [...old.rats, rat] }))
  const name = `${region}.${moved.regions[region]?.rats.length ?? 0}`
  return {
    ...moved,
    known: Object.fromEntries(
      Object.entries(moved.known).map(([seat, slots]) => [seat, knowing.includes(seat) ? [...slots!, name] : slots]),
    ),
  }
}

function look(position: Position, region: string, slot: number, seat: Colour | null, face: Face | null): Position {
  const seen = face
    ? land(position, region, (old) => ({ ...old, rats: old.rats.map((rat, place) => (place === slot ? face : rat)) }))
    : position
  if (!seat) return seen
  const name = `${region}.${slot + 1}`
  return { ...seen, known: { ...seen.known, [seat]: [...new Set([...(seen.known[seat] ?? []), name])] } }
}

function swap(position: Position, from: string, slot: number, region: string, other: number): Position {
  const [one, two] = [position.regions[from]?.rats[slot] ?? null, position.regions[region]?.rats[other] ?? null]
  const put = (now: Position, where: string, place: number, rat: Face | null) =>
    land(now, where, (old) => ({ ...old, rats: old.rats.map((each, at) => (at === place ? rat : each)) }))
  const [here, there] = [`${from}.${slot + 1}`, `${region}.${other + 1}`]
  return rename(put(put(position, from, slot, two), region, other, one), (where, number) => {
    const name = `${where}.${number}`
    return name === here ? there : name === there ? here : name
  })
}

function gained(hand: string[] | number | undefined, card: string | null): string[] | number {
  return Array.isArray(hand) ? (card ? [...hand, card] : hand) : (hand ?? 0) + 1
}

function cover(position: Position, { seat, card = '', region_card: laid }: Happened): Position {
  const hand = seat && position.hands?.[seat]
  const rest = Array.isArray(hand) ? hand.toSpliced(hand.indexOf(laid ?? ''), 1) : Math.max(0, (hand || 0) - 1)
  const ravage = position.ravage && { ...position.ravage, covered: { ...position.ravage.covered, [card]: laid ?? '' } }
  return { ...position, ravage, hands: { ...position.hands, ...(seat ? { [seat]: rest } : {}) } }
}

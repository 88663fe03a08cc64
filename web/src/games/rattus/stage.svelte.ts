/** What the map shows while an event is on the stage: lit regions, moving pieces, the token that turns, cards that change hands. */

import type { Beat, Stage } from '$lib/events/player'
import { COLOURS, type Colour, type GameEvent, type View } from '$lib/net/protocol'
import type { TableStore } from '$lib/net/table.svelte'
import type { Face } from '../words'
import { outlines, type Lie, type Point } from './map'
import { positionOf, type Position } from './position'
import { happened, slotOf, step, type Happened } from './step'
import { isAct, isFinale, route, stops, timeOf } from './timing'

export interface Flight {
  id: number
  what: 'cube' | 'rat' | 'pawn' | 'caravan' | 'eye' | 'diplomat'
  colour: Colour | null
  path: Point[]
  length: number
  delay: number
  /** A cube that dies: it turns grey and fades. */
  dies: boolean
}

/** A turned token, shown at its place although it has left the view. */
export interface Coin {
  region: string
  slot: number
  face: Face
  bites: boolean
}

/** A card on its way from one place of the page to another. */
export interface Slip {
  id: number
  card: string | null
  from: DOMRect
  to: DOMRect
  length: number
}

/** Where something came or went, and the way it took. */
export interface Mark {
  at: Point
  from: Point | null
  isLoss: boolean
}

/** Pieces that are still moving and are not drawn at their place yet. */
export interface Lifted {
  cubes: Record<string, Partial<Record<Colour, number>>>
  rats: ReadonlySet<string>
  pawn: boolean
  caravan: boolean
}
const NOTHING: Lifted = { cubes: {}, rats: new Set(), pawn: false, caravan: false }

/** After these the token that was turned stays on show. */
const WITH_COIN = new Set(['lost', 'dismissed', 'covered', 'accepted', 'forced'])
const PLAGUE = new Set(['moved', 'rode', 'ravaged', 'turned', 'lost', 'dismissed'])

let number = 0

export class RattusStage implements Stage {
  flights = $state.raw<Flight[]>([])
  coin = $state.raw<Coin | null>(null)
  slips = $state.raw<Slip[]>([])
  lifted = $state.raw<Lifted>(NOTHING)
  marks = $state.raw<Mark[]>([])
  /** The regions of the event; all else is dimmed while there are some. */
  lit = $state.raw<readonly string[]>([])
  /** Dimmed a little more. */
  isPlague = $state(false)
  /** How long the token takes to turn. */
  turning = $state(0)
  /** How the map lies on the page now; the board keeps it up to date. */
  lie: Lie | null = null
  map: SVGSVGElement | null = null
  private landing: ReturnType<typeof setTimeout> | undefined

  readonly time = timeOf
  readonly isAct = isAct
  readonly stops = stops
  readonly step = step

  animate(event: GameEvent, { motion, signal }: Beat, _: View, after: View): void {
    this.clear()
    if (!WITH_COIN.has(event.event)) this.coin = null
    const told = happened(event)
    this.lit = [told.from_region, told.over_region, told.region].filter((region): region is string => !!region && region in outlines)
    this.isPlague = isFinale(after) || PLAGUE.has(event.event)
    this.turning = motion
    if (told.event === 'turned' && told.face)
      this.coin = { region: told.region!, slot: slotOf(told.slot), face: told.face, bites: !!told.bites }
    if (!this.lie || !this.map) return
    this.show(told, motion, positionOf(after), this.lie)
    if (motion <= 0) return
    // moving pieces have arrived; the region stays lit until the next event
    this.landing = setTimeout(() => this.land(), motion + 40)
    signal.addEventListener('abort', () => this.land(), { once: true })
  }

  /** Clears the stage. Pieces that are still moving may arrive. */
  rest(): void {
    this.coin = null
    this.lit = []
    this.marks = []
    this.isPlague = false
  }

  private land(): void {
    this.flights = []
    this.slips = []
    this.lifted = NOTHING
  }

  private clear(): void {
    clearTimeout(this.landing)
    this.land()
    this.lit = []
    this.marks = []
  }

  private show(event: Happened, length: number, position: Position, { places }: Lie): void {
    const { seat, region = '', from_region: from = '' } = event
    const ringed = (where: string): Point => (where === 'palace' ? places.palace : places.regions[where]!.cells)[COLOURS.indexOf(seat!)]!
    const newest = (where: string): string => `${where}.${position.regions[where]?.rats.length ?? 0}`
    switch (event.event) {
      case 'settled':
      case 'placed':
      case 'farmed':
      case 'grew':
      case 'explored':
        return this.cubes(seat!, event.cubes ?? (event.event === 'settled' ? 2 : 1), [this.home(seat), ringed(region)], length, region)
      case 'shipped':
      case 'shipped_diplomat':
        return this.cubes(seat!, event.cubes ?? 1, [ringed(from), ringed(region)], length, region)
      case 'crowned':
      case 'crowned_diplomat':
        return this.cubes(seat!, 1, [ringed(region), ringed('palace')], length, 'palace')
      case 'lost':
        return this.cubes(seat!, event.cubes ?? 1, [ringed(region), this.home(seat)], length, null)
      case 'appointed':
        this.marks = [{ at: ringed(region), from: null, isLoss: false }]
        return this.fly('diplomat', [this.home(seat), ringed(region)], length)
      case 'dismissed':
        this.marks = [{ at: ringed(region), from: null, isLoss: true }]
        return
      case 'infested':
        this.marks = [{ at: this.rat(newest(region)), from: null, isLoss: false }]
        return this.fly('rat', [this.corner(), this.rat(newest(region))], length, { rats: new Set([newest(region)]) })
      case 'carried': {
        const [start, end] = [this.rat(`${from}.${slotOf(event.slot) + 1}`), this.rat(newest(region))]
        this.marks = [{ at: end, from: start, isLoss: false }]
        return this.fly('rat', [start, end], length, { rats: new Set([newest(region)]) })
      }
      case 'swapped': {
        const [here, there] = [`${from}.${slotOf(event.slot) + 1}`, `${region}.${slotOf(event.other_slot) + 1}`]
        const [one, two] = [this.rat(here), this.rat(there)]
        this.marks = [
          { at: one, from: two, isLoss: false },
          { at: two, from: null, isLoss: false },
        ]
        this.fly('rat', [one, two], length, { rats: new Set([here, there]) })
        return this.fly('rat', [two, one], length, { rats: new Set([here, there]) })
      }
      case 'looked': {
        const spot = this.rat(`${region}.${slotOf(event.slot) + 1}`)
        this.marks = [{ at: spot, from: null, isLoss: false }]
        return this.fly('eye', [spot], length)
      }
      case 'moved':
      case 'rode': {
        const way = route(from, region, (each) => each in position.regions).map((each) => places.regions[each]!.pawn)
        this.marks = way.slice(1).map((point, nth) => ({ at: point, from: way[nth]!, isLoss: false }))
        return this.fly('pawn', way, length, { pawn: true })
      }
      case 'camped':
        return this.fly('caravan', [this.home(seat), places.regions[region]!.caravan], length, { caravan: true })
      case 'travelled': {
        const way = [from, event.over_region!, region].map((each) => places.regions[each]!.caravan)
        this.marks = way.slice(1).map((point, nth) => ({ at: point, from: way[nth]!, isLoss: false }))
        return this.fly('caravan', way, length, { caravan: true })
      }
      case 'took':
        return this.slip(event.card!, event.from_seat ? tile(event.from_seat) : cardOnPage(event.card!), tile(seat), length)
      case 'drew':
      case 'showed':
      case 'held':
        return this.slip(null, boxOf('.supply'), tile(seat), length)
      case 'covered':
        return this.slip(null, tile(seat), cardOnPage(event.card!), length)
      case 'thrown':
        return this.slip(null, tile(seat), boxOf('.supply'), length)
    }
  }

  /** Cubes that come to a place, or die. */
  private cubes(colour: Colour, count: number, path: [Point, Point], length: number, to: string | null): void {
    const dies = to === null
    this.marks = [{ at: dies ? path[0] : path[1], from: dies ? path[1] : path[0], isLoss: dies }]
    if (length <= 0) return
    const seen = Math.min(count, 6)
    const gap = Math.min(90, length / (seen + 3))
    this.flights = Array.from({ length: seen }, (_, place) => ({
      id: ++number,
      what: 'cube' as const,
      colour,
      path,
      length: length - gap * (seen - 1),
      delay: gap * place,
      dies,
    }))
    if (to) this.lifted = { ...NOTHING, cubes: { [to]: { [colour]: count } } }
  }

  private fly(what: Flight['what'], path: Point[], length: number, lifted: Partial<Lifted> = {}): void {
    if (length <= 0) return
    this.flights = [...this.flights, { id: ++number, what, colour: null, path, length, delay: 0, dies: false }]
    this.lifted = { ...NOTHING, ...lifted }
  }

  private slip(card: string | null, from: DOMRect | null, to: DOMRect | null, length: number): void {
    if (from && to && length > 0) this.slips = [{ id: ++number, card, from, to, length }]
  }

  /** Where a token lies: `gallia.2`. */
  private rat(name: string): Point {
    const [region = '', slot = '1'] = name.split('.')
    const { rats } = this.lie!.places.regions[region]!
    return rats[Number(slot) - 1] ?? rats[0]!
  }

  /** Where the stock of a seat is: under its name at the edge of the map. */
  private home(seat: Colour | null): Point {
    const [x, y, w] = this.box()
    const bar = tile(seat)
    const map = this.map!.getBoundingClientRect()
    return bar && map.width
      ? [x + Math.max(0.03, Math.min(0.97, (bar.left + bar.width / 2 - map.left) / map.width)) * w, y]
      : [x + w / 2, y]
  }

  /** Where the supply of rats is. */
  private corner(): Point {
    const [x, y] = this.box()
    return [Math.max(x + 40, 440), y + 50]
  }

  private box(): [number, number, number, number] {
    return this.lie!.viewBox.split(' ').map(Number) as [number, number, number, number]
  }
}

const boxOf = (selector: string): DOMRect | null => {
  const found = [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect()).find((box) => box.width > 0)
  return found ?? null
}
const tile = (seat: Colour | null): DOMRect | null => (seat ? boxOf(`.players > li:nth-child(${COLOURS.indexOf(seat) + 1})`) : null)
const cardOnPage = (card: string): DOMRect | null => boxOf(`[data-card="${card}"]`)

const stages = new WeakMap<TableStore, RattusStage>()

/** The stage of a table; map and cards share it. */
export function stageOf(store: TableStore): RattusStage {
  let stage = stages.get(store)
  if (!stage) stages.set(store, (stage = new RattusStage()))
  return stage
}

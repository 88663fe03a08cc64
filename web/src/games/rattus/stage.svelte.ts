/** What moves on the map while events are played: pieces in flight, the coin that turns, cards that change hands. */

import type { Beat, Stage } from '$lib/events/player'
import { COLOURS, type Colour, type GameEvent, type View } from '$lib/net/protocol'
import type { TableStore } from '$lib/net/table.svelte'
import type { Face } from '$lib/words'
import { isBeside, neighbours, type Lie, type Point } from './map'
import { positionOf, type Position } from './position'
import { happened, slotOf, step, type Happened } from './step'

export interface Flight {
  id: number
  what: 'cube' | 'rat' | 'pawn' | 'caravan' | 'eye' | 'diplomat'
  colour: Colour | null
  path: Point[]
  length: number
  delay: number
  /** Goes grey and fades: a cube that dies. */
  dies: boolean
}

/** A token that is being turned, large enough to read. */
export interface Coin {
  id: number
  at: Point
  face: Face
  bites: boolean | null
  length: number
}

/** A card on its way from one place of the page to another. */
export interface Slip {
  id: number
  card: string | null
  from: DOMRect
  to: DOMRect
  length: number
}

/** Pieces that are in the air and not in their place. */
export interface Lifted {
  cubes: Record<string, Partial<Record<Colour, number>>>
  rats: ReadonlySet<string>
  pawn: boolean
  caravan: boolean
}
const NOTHING: Lifted = { cubes: {}, rats: new Set(), pawn: false, caravan: false }

/** After these the coin that was turned stays on show. */
const WITH_COIN = new Set(['lost', 'dismissed', 'covered', 'accepted', 'forced'])

let number = 0

export class RattusStage implements Stage {
  flights = $state.raw<Flight[]>([])
  coin = $state.raw<Coin | null>(null)
  slips = $state.raw<Slip[]>([])
  lifted = $state.raw<Lifted>(NOTHING)
  /** The number of the event that is being shown; all before it have been. */
  played = $state(0)
  /** The map darkens a little while the plague moves. */
  dark = $state(false)
  /** How the map lies on the page now; the board keeps it up to date. */
  lie: Lie | null = null
  map: SVGSVGElement | null = null

  animate(event: GameEvent, beat: Beat, view: View): void {
    this.clear()
    this.played = event.number
    if (!WITH_COIN.has(event.event)) this.coin = null
    if (!this.lie || !this.map) return
    beat.signal.addEventListener('abort', () => this.rest(), { once: true })
    this.show(happened(event), beat.length, positionOf(view), this.lie)
  }

  step(view: View, event: GameEvent): View {
    this.clear()
    return step(view, event)
  }

  /** Nothing is in the air. */
  rest(): void {
    this.clear()
    this.coin = null
  }

  private clear(): void {
    this.flights = []
    this.slips = []
    this.lifted = NOTHING
    this.dark = false
  }

  private show(event: Happened, length: number, position: Position, { places, unit }: Lie): void {
    const { seat, region = '', from_region: from = '' } = event
    const ringed = (where: string): Point => (where === 'palace' ? places.palace : places.regions[where]!.cells)[COLOURS.indexOf(seat!)]!
    const newest = (): Point => places.regions[region]!.rats[Math.min(2, position.regions[region]?.rats.length ?? 0)]!
    switch (event.event) {
      case 'settled':
      case 'placed':
      case 'farmed':
      case 'grew':
      case 'explored':
        return this.cubes(seat!, event.cubes ?? 1, [this.home(seat), ringed(region)], length)
      case 'shipped':
      case 'shipped_diplomat':
        this.lifted = { ...NOTHING, cubes: { [from]: { [seat!]: event.cubes ?? 1 } } }
        return this.cubes(seat!, event.cubes ?? 1, [ringed(from), ringed(region)], length)
      case 'crowned':
      case 'crowned_diplomat':
        this.lifted = { ...NOTHING, cubes: { [region]: { [seat!]: 1 } } }
        return this.cubes(seat!, 1, [ringed(region), ringed('palace')], length)
      case 'lost':
        this.lifted = { ...NOTHING, cubes: { [region]: { [seat!]: event.cubes ?? 1 } } }
        return this.cubes(seat!, event.cubes ?? 1, [ringed(region), this.home(seat)], length, true)
      case 'appointed':
        return this.fly('diplomat', [this.home(seat), ringed(region)], length)
      case 'infested':
        return this.fly('rat', [this.corner(), newest()], length)
      case 'carried':
        this.lifted = { ...NOTHING, rats: new Set([`${from}.${slotOf(event.slot) + 1}`]) }
        return this.fly('rat', [this.rat(from, event.slot), newest()], length)
      case 'swapped': {
        const [one, two] = [this.rat(from, event.slot), this.rat(region, event.other_slot)]
        this.lifted = { ...NOTHING, rats: new Set([`${from}.${slotOf(event.slot) + 1}`, `${region}.${slotOf(event.other_slot) + 1}`]) }
        this.fly('rat', [one, two], length)
        return this.fly('rat', [two, one], length)
      }
      case 'looked':
        if (event.face) this.coin = { id: ++number, at: this.rat(region, event.slot), face: event.face, bites: null, length }
        else this.fly('eye', [this.rat(region, event.slot)], length)
        return
      case 'turned':
        this.lifted = { ...NOTHING, rats: new Set([`${region}.${slotOf(event.slot) + 1}`]) }
        if (event.face) this.coin = { id: ++number, at: this.inside(this.beside(region, this.rat(region, event.slot), unit), 62 * unit), face: event.face, bites: !!event.bites, length }
        return
      case 'moved':
      case 'rode':
        this.dark = true
        this.lifted = { ...NOTHING, pawn: true }
        return this.fly('pawn', route(from, region, (each) => each in position.regions).map((each) => places.regions[each]!.pawn), length)
      case 'ravaged':
        this.dark = true
        return
      case 'camped':
        return this.fly('caravan', [this.home(seat), places.regions[region]!.caravan], length)
      case 'travelled':
        this.lifted = { ...NOTHING, caravan: true }
        return this.fly('caravan', [from, event.over_region!, region].map((each) => places.regions[each]!.caravan), length)
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

  private cubes(colour: Colour, count: number, path: Point[], length: number, dies = false): void {
    const gap = Math.min(60, length / 6)
    this.flights = Array.from({ length: Math.min(count, 6) }, (_, place) => ({ id: ++number, what: 'cube' as const, colour, path, length: length - gap * (Math.min(count, 6) - 1), delay: gap * place, dies }))
  }

  private fly(what: Flight['what'], path: Point[], length: number): void {
    this.flights = [...this.flights, { id: ++number, what, colour: null, path, length, delay: 0, dies: false }]
  }

  private slip(card: string | null, from: DOMRect | null, to: DOMRect | null, length: number): void {
    if (from && to) this.slips = [{ id: ++number, card, from, to, length }]
  }

  private rat(region: string, slot: number | string | undefined): Point {
    const { rats } = this.lie!.places.regions[region]!
    return rats[slotOf(slot)] ?? rats[0]!
  }

  /** Where the stock of a seat is: under its name at the edge of the map. */
  private home(seat: Colour | null): Point {
    const [x, y, w] = this.box()
    const bar = tile(seat)
    const map = this.map!.getBoundingClientRect()
    return bar && map.width ? [x + Math.max(0.03, Math.min(0.97, (bar.left + bar.width / 2 - map.left) / map.width)) * w, y] : [x + w / 2, y]
  }

  /** Where the supply of rats is. */
  private corner(): Point {
    const [x, y] = this.box()
    return [Math.max(x + 40, 440), y + 50]
  }

  /** Beside the cubes that it bites, so that they can be seen to go. */
  private beside(region: string, [x, y]: Point, unit: number): Point {
    const { cells } = this.lie!.places.regions[region]!
    const [cx, cy] = [(cells[0]![0] + cells.at(-1)![0]) / 2, (cells[0]![1] + cells.at(-1)![1]) / 2]
    const [dx, dy] = [x - cx, y - cy]
    const far = Math.max(Math.hypot(dx, dy), 78 * unit) / (Math.hypot(dx, dy) || 1)
    return [cx + dx * far, cy + dy * far]
  }

  private inside([x, y]: Point, margin: number): Point {
    const [left, top, w, h] = this.box()
    return [Math.max(left + margin, Math.min(left + w - margin, x)), Math.max(top + margin, Math.min(top + h - margin, y))]
  }

  private box(): [number, number, number, number] {
    return this.lie!.viewBox.split(' ').map(Number) as [number, number, number, number]
  }
}

/** The regions that the pawn passes, the shortest way. */
export function route(from: string, to: string, among: (region: string) => boolean): string[] {
  if (isBeside(from, to) || from === to) return [from, to]
  const ways: string[][] = [[from]]
  const reached = new Set([from])
  for (const way of ways) {
    for (const next of neighbours(way.at(-1)!)) {
      if (next === to) return [...way, to]
      if (!among(next) || reached.has(next)) continue
      reached.add(next)
      ways.push([...way, next])
    }
  }
  return [from, to]
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

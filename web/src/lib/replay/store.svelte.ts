/** A replay: the same store as at a table, without legal moves and without a connection to the server. */

import { timeAt, type Times } from '../events/pace'
import { EventPlayer } from '../events/player'
import type { Colour, Moment, Table, You } from '../net/protocol'
import { getMoments, seeTable } from '../net/rest'
import type { Chosen } from '../moves/narrow'
import { explained } from '../net/position.svelte'
import { TableStore, type Explained } from '../net/table.svelte'
import { isStill, settings } from '../settings.svelte'
import { Moments } from './moments'

export type Light = 'seen' | 'everything'
const PAUSE = 650 // between two moves
const STILL = 1500 // with animations off
const NEWS = 5000 // between two checks for new moves

export class ReplayStore extends TableStore {
  /** The move that is shown, and how many there are. */
  at = $state(0)
  total = $state(0)
  /** All moments from the start that are known. */
  known = $state.raw<Moment[]>([])
  complete = $state(false)
  running = $state(false)
  /** How many times as fast as at `normal`. */
  speed = $state(1)
  light = $state<Light>('seen')
  /** Whose cards are shown, where all are open; null is one's own, or those of whoever is to move. */
  eyes = $state<Colour | null>(null)
  trouble = $state.raw<unknown>(null)
  seen = $state.raw<{ you: You; table: Table } | null>(null)

  override readonly player = new EventPlayer({
    show: (view, told, moment) => {
      this.shown = view
      this.moment = moment
      if (told !== null) this.told = told
    },
    hold: (times) => this.hold(times),
    waits: () => false,
    isStill,
    turned: (now) => (this.playing = now !== 'idle'),
  })
  private readonly books: Partial<Record<Light, Moments>> = {}
  private seat: Colour | null = null // who moved
  private wanted = 0
  private gone = false

  constructor(
    id: string,
    key: string,
    readonly match: number,
  ) {
    super(id, key)
    this.line = 'live'
  }

  override get colour(): Colour | null {
    return this.eyes ?? super.colour ?? (this.light === 'everything' ? (this.view?.to_move ?? this.seat) : null)
  }
  protected override hold(times: Times): number {
    return settings.pace === 'off' ? -1 : timeAt('normal', times) / this.speed
  }
  override left(): null {
    return null
  }
  protected override reasonsFor(thing: string, chosen: Chosen): Promise<Explained | null> {
    return explained(this.state, this.colour, thing, chosen)
  }
  override start(): () => void {
    return () => {
      this.gone = true
      this.pause()
    }
  }
  override get isOver(): boolean {
    const seen = this.seen?.table
    return !!seen && (seen.status === 'over' || this.number < seen.match)
  }
  get number(): number {
    return this.match || (this.seen?.table.match ?? 1)
  }
  /** The moments at which a turn, or a round, begins. */
  turns = $derived(this.known.filter((moment) => moment.events.some((event) => event.event === 'next')).map((moment) => moment.moves))

  /** Find the table and show a moment of it; the rest is fetched while it is looked at. */
  async open(move: number): Promise<void> {
    try {
      const seen = await seeTable(this.id, this.key)
      this.seen = seen
      this.here = { type: 'here', chairs: seen.table.chairs.map((chair) => chair.chair), watching: 0 }
      if (this.isOver && seen.you.role !== 'chair') this.light = 'everything'
      await this.go(move)
      await this.fetchRest()
      void this.follow()
    } catch (trouble) {
      this.trouble = trouble
    }
  }

  /** While the match is running, append new moments. */
  private async follow(): Promise<void> {
    while (!this.isOver) {
      await sleep(NEWS)
      if (this.gone) return
      try {
        this.seen = await seeTable(this.id, this.key)
        await this.book.news()
        await this.fetchRest()
      } catch {
        // the server is unreachable for now: the known moments can still be shown
      }
    }
  }

  async turnLight(light: Light): Promise<void> {
    this.light = light
    if (light === 'seen') this.eyes = null
    this.known = []
    this.complete = false
    await this.go(this.at)
    await this.fetchRest()
  }

  /** Show the moment after this many moves. A single step forward is animated, any other jump is not. */
  async go(move: number): Promise<void> {
    const wanted = (this.wanted = Math.max(0, this.complete ? Math.min(move, this.total) : move))
    const light = this.light
    const moment = await this.book.at(wanted)
    if (this.gone || this.wanted !== wanted || this.light !== light || !moment || !this.seen) return
    const isNext = this.state !== null && moment.moves === this.at + 1
    const events = this.known
      .filter((each) => each.moves < moment.moves)
      .flatMap((each) => each.events)
      .concat(moment.events)
    this.at = this.wanted = moment.moves
    this.seat = moment.seat
    this.state = {
      number: 0,
      you: this.seen.you,
      table: this.seen.table,
      view: moment.view,
      legal: [],
      moves: moment.moves,
      undo: null,
      events,
      chat: [],
    } as unknown as NonNullable<TableStore['state']>
    if (isNext) this.player.play({ events: moment.events, view: moment.view })
    else this.player.replace(moment.view, events.at(-1) ?? null)
  }

  step(by: number): void {
    this.player.finish()
    this.pause()
    // relative to the last requested moment, so that a second key press during a fetch counts too
    void this.try(this.go(this.wanted + by))
  }
  jump(move: number): void {
    this.player.finish()
    this.pause()
    void this.try(this.go(move))
  }
  /** Go to the start of the previous or the next turn. */
  turn(by: 1 | -1): void {
    const next = by > 0 ? this.turns.find((move) => move > this.wanted) : this.turns.findLast((move) => move < this.wanted)
    this.jump(next ?? (by > 0 ? this.total : 0))
  }

  pause(): void {
    this.running = false
  }
  async run(): Promise<void> {
    if (this.running) return this.pause()
    this.running = true
    if (this.at >= this.total) await this.try(this.go(0))
    while (this.running && this.at < this.total) {
      const before = this.at
      await this.try(this.go(this.at + 1))
      if (this.at === before) break
      while (this.running && this.player.isPlaying) await sleep(40)
      if (this.running) await sleep((settings.pace === 'off' ? STILL : PAUSE) / this.speed)
    }
    this.running = false
  }

  private get book(): Moments {
    const light = this.light
    const book = (this.books[light] ??= new Moments(
      (first, last) => getMoments(this.id, this.key, this.number, first, last, light === 'everything'),
      () => {
        if (this.light !== light) return
        this.total = this.books[light]?.moves ?? 0
        this.known = this.books[light]?.prefix ?? []
      },
    ))
    return book
  }

  private async fetchRest(): Promise<void> {
    const book = this.book
    await book.rest()
    if (book !== this.book || this.gone) return
    this.known = book.prefix
    this.total = book.moves
    this.complete = true
  }

  private async try(what: Promise<void>): Promise<void> {
    await what.catch((trouble: unknown) => {
      this.trouble = trouble
      this.wanted = this.at
    })
  }
}

const sleep = (time: number): Promise<void> => new Promise((done) => setTimeout(done, time))

/**
 * Advances the shown state to the server's state, event by event.
 *
 * Everything on the page reads the shown state: board, counters, log, stage line, prompt. Each event changes all of them in
 * one frame and then holds the stage for its time. Only the reader can shorten that: by a skip, or the pace `off`.
 */

import type { GameEvent, View } from '../net/protocol'
import { NO_TIME, type Times } from './pace'

export interface Beat {
  /** How long this event holds the stage, in milliseconds. */
  length: number
  /** How long the animation may take; 0 for a still picture. */
  motion: number
  /** Aborted when the reader skips: jump to the end. */
  signal: AbortSignal
}

/** `this` event, the rest of the `turn`, `all` until something is asked of the reader. */
export type Skip = 'this' | 'turn' | 'all'

export interface Stage {
  /** The view after an event, computed from the view before. Pure; after the last event it is replaced by the server's view. */
  step?(view: View, event: GameEvent): View
  /** How long an event is shown; nothing for one that changes nothing a reader can see. `before` is the one before it. */
  time?(event: GameEvent, view: View, before: GameEvent | null): Times
  /** Whether the reader who caused the event has already seen it. */
  isAct?(event: GameEvent): boolean
  /** Whether skipping, which began at `from`, ends before this event. `view` is the one before it. */
  stops?(skip: Skip, event: GameEvent, view: View, from: GameEvent): boolean
  /** Animate the event. Called in the frame in which the view changes from the one before to the one after. */
  animate?(event: GameEvent, beat: Beat, before: View, after: View): void
}

export interface Batch {
  events: GameEvent[]
  view: View
  /** The reader's own move. */
  mine?: boolean
}

/** An event on the stage, with the views around it and what follows from it in the same batch. */
export interface Moment {
  event: GameEvent
  before: View
  after: View
  following: readonly GameEvent[]
  /** It follows from the reader's own move. */
  mine: boolean
}

export interface Host {
  /** Called for each change: the view, the number of the last event that may be told (null: as before), and what is on the stage. */
  show(view: View | null, told: number | null, moment: Moment | null): void
  /** The time an event takes at the reader's pace; below 0 nothing is animated. */
  hold(times: Times): number
  /** Whether it waits for a tap after each event. */
  waits(): boolean
  /** Whether things move, or are shown as still pictures. */
  isStill(): boolean
  /** `playing` while there is something to see, `waiting` while it waits for a tap. */
  turned?(now: 'idle' | 'playing' | 'waiting'): void
  heard?(event: GameEvent): void
}

/** How long the reader's own move is animated before its consequences are shown. */
const OWN = 320
/** The largest share of an event's time that is animation. */
const MOTION = 0.62
const LONGEST_MOTION = 1100

export class EventPlayer {
  private stage: Stage = {}
  private queue: Batch[] = []
  private place = 0 // events of the first batch that have been shown
  private view: View | null = null
  private moment: Moment | null = null
  private skipping: Skip | null = null
  private from: GameEvent | null = null // what was on the stage when it began
  private life = 0 // the id of the running loop; older loops end
  private running = false
  private control = new AbortController()

  constructor(private readonly host: Host) {}

  /** Register the board that is on the page now. Returns a function that unregisters it. */
  enter(stage: Stage): () => void {
    this.stage = stage
    return () => {
      if (this.stage !== stage) return
      this.finish()
      this.stage = {}
    }
  }

  get isPlaying(): boolean {
    return this.running
  }

  /** Show a new state without animating anything. `last` is the last event before it. */
  replace(view: View | null, last: GameEvent | null = null): void {
    this.clear()
    this.skipping = null
    this.moment = last && view ? { event: last, before: view, after: view, following: [], mine: false } : null
    this.turn(view, last?.number ?? 0)
  }

  play(batch: Batch): void {
    if (!batch.events.length && !this.running) return this.turn(batch.view, null)
    this.queue.push(batch)
    if (!this.view || this.host.hold([1, 1, 1]) < 0 || !this.stage.time) return this.finish()
    if (!this.running) void this.run()
  }

  /** Show the latest state at once. */
  finish(): void {
    const rest = this.queue.flatMap((batch, nth) => batch.events.slice(nth ? 0 : this.place))
    const last = this.queue.at(-1)
    // What happens while the board is still being loaded is not shown, but told, as all that happened before.
    const told = this.stage.time ? rest.findLast((event) => this.timeOf(event, null) !== NO_TIME) : rest.at(-1)
    this.clear()
    if (!last) return
    if (told) this.moment = { event: told, before: last.view, after: last.view, following: [], mine: false }
    this.turn(last.view, rest.at(-1)?.number ?? null)
  }

  /** Skip what is on the stage, the turn, or all until something is asked. */
  skip(what: Skip): void {
    if (!this.running) return
    this.skipping = what
    this.from = this.moment?.event ?? null
    this.control.abort()
  }

  /** Continue with the next event, after the tap that it waits for. */
  goOn(): void {
    this.control.abort()
  }

  /** Stop skipping: something is asked of the reader. */
  arrive(): void {
    this.skipping = null
  }

  private clear(): void {
    this.queue = []
    this.place = 0
    this.life += 1
    this.control.abort()
    if (this.running) {
      this.running = false
      this.host.turned?.('idle')
    }
  }

  private async run(): Promise<void> {
    const life = ++this.life
    this.running = true
    this.host.turned?.('playing')
    while (this.queue.length) {
      const batch = this.queue[0]!
      const event = batch.events[this.place]
      if (event) {
        const shown = this.perform(batch, event)
        if (shown) await shown
        if (life !== this.life) return
      } else {
        this.queue.shift()
        this.place = 0
        this.turn(batch.view, null)
      }
    }
    if (this.skipping === 'this') this.skipping = null
    this.running = false
    this.host.turned?.('idle')
  }

  /** Show an event. Returns nothing to wait for if it takes no time. */
  private perform(batch: Batch, event: GameEvent): Promise<void> | null {
    const before = this.view!
    const previous = batch.events[this.place - 1] ?? null
    const isFirst = !batch.events.slice(0, this.place).some((each) => this.timeOf(each, null) !== NO_TIME)
    this.place += 1
    const isLast = this.place === batch.events.length
    const after = isLast ? batch.view : this.stepped(before, event)
    const times = this.timeOf(event, previous)
    if (times === NO_TIME) return (this.turn(after, event.number), null)
    if (this.skipping && this.isEnd(this.skipping, event, before)) this.skipping = null
    this.moment = { event, before, after, following: batch.events.slice(this.place), mine: !!batch.mine }
    if (this.skipping) return (this.turn(after, event.number), null)
    const isOwn = !!batch.mine && (isFirst || !!this.stage.isAct?.(event))
    const length = isOwn ? (isLast ? 0 : OWN) : this.host.hold(times)
    const control = (this.control = new AbortController())
    const motion = this.host.isStill() ? 0 : isOwn ? OWN : Math.min(LONGEST_MOTION, length * MOTION)
    this.host.heard?.(event)
    try {
      this.stage.animate?.(event, { length: length || OWN, motion, signal: control.signal }, before, after)
    } catch (error) {
      console.error(error) // a failing animation must not stop the game
    }
    this.turn(after, event.number)
    return length > 0 ? this.holdOn(length, !isOwn && this.host.waits(), control.signal) : null
  }

  private async holdOn(length: number, waits: boolean, signal: AbortSignal): Promise<void> {
    await wait(length, signal)
    if (waits && !signal.aborted) {
      this.host.turned?.('waiting')
      await wait(Infinity, signal)
      if (this.running) this.host.turned?.('playing')
    }
    await seen(signal)
  }

  private isEnd(skip: Skip, event: GameEvent, view: View): boolean {
    return this.stage.stops && this.from ? this.stage.stops(skip, event, view, this.from) : skip === 'this'
  }

  private timeOf(event: GameEvent, before: GameEvent | null): Times {
    const times = this.view && this.stage.time?.(event, this.view, before)
    return times && times[1] > 0 ? times : NO_TIME
  }

  private stepped(view: View, event: GameEvent): View {
    try {
      return this.stage.step?.(view, event) ?? view
    } catch (error) {
      console.error(error)
      return view
    }
  }

  private turn(view: View | null, told: number | null): void {
    this.view = view
    this.host.show(view, told, this.moment)
  }
}

function wait(length: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) return done()
    const timer = length === Infinity ? undefined : setTimeout(done, length)
    signal.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true })
  })
}

/** Waits while the page is hidden, so that the reader misses nothing. */
function seen(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (!document.hidden || signal.aborted) return done()
    const look = () => {
      if (document.hidden && !signal.aborted) return
      document.removeEventListener('visibilitychange', look)
      done()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', look, { once: true })
  })
}

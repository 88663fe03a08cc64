/**
 * Plays what happened, event by event, and always ends at the server's view.
 *
 * A board gives a `Stage`. For each event the player asks `step` for the view after it and `animate` to show it; both
 * may be left out. A click, a key, a new batch that comes too soon, a speed of 0 or reduced motion finish at once.
 */

import type { GameEvent, View } from '../net/protocol'

export interface Beat {
  /** How long this event takes, in milliseconds, at the speed that is set. */
  length: number
  /** Ends when the reader skips: jump to the end. */
  signal: AbortSignal
}

export interface Stage {
  /** Move the pieces of this event. The view that is shown is still the one before it. */
  animate?(event: GameEvent, beat: Beat, view: View): Promise<void> | void
  /** The view after an event, as far as it can be told from the view before. Pure; the last one is replaced by the server's. */
  step?(view: View, event: GameEvent): View
}

export interface Batch {
  events: GameEvent[]
  view: View
}

/** `beat-1` to `beat-4` of tokens.css. */
export const BEATS = { 1: 120, 2: 240, 3: 480, 4: 900 } as const
const LENGTH: Partial<Record<string, number>> = {
  moved: BEATS[3], rode: BEATS[3], travelled: BEATS[3], looked: BEATS[3], turned: BEATS[4], ravaged: BEATS[3], lost: BEATS[3], scored: BEATS[3], died: BEATS[4],
  next: 0, forced: 0, ended: 0, left: 0, accepted: 0, announced: BEATS[1],
}
const LATE = 4 // beats after which an animation is given up
const TOO_MANY = 40 // events at once are news of long ago: not worth waiting for

export class EventPlayer {
  private stage: Stage = {}
  private running: AbortController | null = null
  private queue: Batch[] = []
  private shown: View | null = null

  constructor(
    private readonly show: (view: View | null) => void,
    private readonly speed: () => number,
    private readonly busy: (busy: boolean) => void = () => {},
    private readonly heard: (event: GameEvent) => void = () => {},
  ) {}

  /** The board that is on the page now. Returns how to leave. */
  enter(stage: Stage): () => void {
    this.stage = stage
    return () => {
      if (this.stage !== stage) return
      this.skip()
      this.stage = {}
    }
  }

  get isPlaying(): boolean {
    return this.running !== null
  }

  /** Everything is new: show it, play nothing. */
  replace(view: View | null): void {
    this.queue = []
    this.stop()
    this.turn(view)
  }

  play(batch: Batch): void {
    if (!batch.events.length) return this.queue.length || this.running ? void this.queue.push(batch) : this.turn(batch.view)
    this.queue.push(batch)
    if (this.speed() === 0 || !this.shown || batch.events.length > TOO_MANY || document.hidden) return this.skip()
    if (!this.running) void this.run()
  }

  /** Finish at once what is running and what waits. */
  skip(): void {
    const last = this.queue.at(-1)
    this.queue = []
    this.stop()
    if (last) this.turn(last.view)
  }

  private async run(): Promise<void> {
    const control = new AbortController()
    this.running = control
    this.busy(true)
    while (this.queue.length && !control.signal.aborted) {
      const batch = this.queue[0]!
      await this.perform(batch, control.signal)
      if (control.signal.aborted) break
      this.queue.shift()
      this.turn(batch.view)
    }
    if (this.running === control) this.stop()
  }

  private stop(): void {
    if (!this.running) return
    this.running.abort()
    this.running = null
    this.busy(false)
  }

  private async perform(batch: Batch, signal: AbortSignal): Promise<void> {
    for (const event of batch.events) {
      if (signal.aborted || !this.shown) return
      const length = (LENGTH[event.event] ?? BEATS[2]) / (this.speed() || 1)
      this.heard(event)
      try {
        const done = this.stage.animate?.(event, { length, signal }, this.shown)
        if (this.stage.animate) await wait(length, signal)
        await Promise.race([done, wait(length * LATE, signal)])
        if (!signal.aborted && this.stage.step) this.turn(this.stage.step(this.shown, event))
      } catch (error) {
        console.error(error) // an animation that fails must not stop the game
      }
    }
  }

  private turn(view: View | null): void {
    this.shown = view
    this.show(view)
  }
}

function wait(length: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted || length <= 0) return done()
    const timer = setTimeout(done, length)
    signal.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true })
  })
}

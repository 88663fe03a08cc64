/** The moments of a match, fetched in pages and cached. Pure except for the fetch function that it is given. */

import type { Moment } from '../net/protocol'

export const PAGE = 50

export interface Answer {
  moves: number
  moments: Moment[]
}

export class Moments {
  /** The moments by number; holes where nothing was fetched yet. */
  readonly known: Moment[] = []
  /** How many moves there are, as far as is known. */
  moves = 0
  private readonly running = new Map<number, Promise<void>>()

  constructor(
    private readonly fetch: (first: number, last: number) => Promise<Answer>,
    private readonly changed: () => void = () => {},
  ) {}

  /** The moment after this many moves, or the last one if there are fewer. */
  async at(move: number): Promise<Moment | null> {
    const wanted = Math.max(0, Math.floor(move) || 0)
    if (!this.known[wanted]) await this.page(wanted)
    if (!this.known[wanted] && this.moves < wanted) await this.page(this.moves)
    return this.known[Math.min(wanted, this.moves)] ?? null
  }

  /** All of them, page by page, until there are no more. */
  async rest(): Promise<void> {
    for (;;) {
      const next = this.first
      if (next > this.moves) return
      await this.page(next)
      if (this.first === next) return // the server has no more
    }
  }

  /** From the start, without a hole. */
  get prefix(): Moment[] {
    return this.known.slice(0, this.first)
  }

  /** Fetch the moments after the last known one. */
  async news(): Promise<void> {
    await this.page(this.known.length)
    await this.rest()
  }

  private get first(): number {
    const hole = this.known.findIndex((moment) => moment === undefined)
    return hole < 0 ? this.known.length : hole
  }

  private page(move: number): Promise<void> {
    const first = Math.floor(move / PAGE) * PAGE
    const before = this.running.get(first)
    if (before) return before
    const asked = this.fetch(first, first + PAGE - 1)
      .then(({ moves, moments }) => {
        for (const moment of moments) this.known[moment.moves] = moment
        // a record that was brought in counts no moves of its own: there is more where a page is full
        const seen = moments.length === PAGE ? first + PAGE : first + moments.length - 1
        this.moves = Math.max(this.moves, moves, moments.length ? seen : 0)
        if (moments.length < PAGE) this.moves = Math.max(moves, this.known.length - 1, 0)
        this.changed()
      })
      .finally(() => this.running.delete(first))
    this.running.set(first, asked)
    return asked
  }
}

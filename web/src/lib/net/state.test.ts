import { describe, expect, it } from 'vitest'
import type { GameEvent, PublicEntry, ServerMessage, StateMessage, Table, UpdateMessage, View } from './protocol'
import { apply, type TableState } from './state'

/** Random numbers that are the same every time. */
export function dice(seed: number): (sides: number) => number {
  let at = seed * 2654435761 + 1
  return (sides) => {
    at = (Math.imul(at ^ (at >>> 15), 2246822519) + 0x9e3779b9) | 0
    return ((at ^ (at >>> 13)) >>> 0) % sides
  }
}

const table = (round: number): Table => ({ id: 'T', game: 'rattus', status: 'playing', match: round }) as Table
const view = (round: number): View => ({ game: 'rattus', phase: `p${round}` }) as unknown as View
const mark = (number: number): string => `m${number}`

/** A fake server that behaves as docs/server.md describes. */
class Model {
  history: StateMessage[] = []
  happened: PublicEntry[] = [] // happened[n] led to history[n]
  fresh: GameEvent[][] = []
  private eventNumber = 0

  constructor(private readonly roll: (sides: number) => number) {
    this.history.push({
      type: 'state',
      number: 1,
      mark: mark(1),
      you: { role: 'chair', chair: 1, seat: 'red' },
      table: table(0),
      view: null,
      legal: [],
      moves: 0,
      undo: null,
      events: [],
      chat: [],
    })
    this.happened.push({ number: 1, at: 0, kind: 'made' })
    this.fresh.push([])
  }

  get last(): StateMessage {
    return this.history.at(-1)!
  }

  happen(): void {
    const number = this.last.number + 1
    const kind = this.roll(10)
    let next: StateMessage = { ...this.last, number, mark: mark(number) }
    let event: PublicEntry = { number, at: number, kind: 'move', seat: 'red' }
    let fresh: GameEvent[] = []
    if (kind < 6) {
      fresh = Array.from({ length: this.roll(4) }, () => ({
        number: (this.eventNumber += 1),
        after: next.moves + 1,
        event: 'placed',
        seat: 'red',
      }))
      next = {
        ...next,
        view: view(number),
        legal: this.roll(2) ? [`settle r${number}`] : [],
        moves: next.moves + 1,
        events: [...next.events, ...fresh],
      }
    } else if (kind < 8) {
      event = { number, at: number, kind: 'chat', seat: 'red', chair: 1, text: `hello ${number}`, phrase: null }
      next = { ...next, chat: [...next.chat, event].slice(-100) }
    } else if (kind === 8) {
      event = { number, at: number, kind: 'chair', chair: 2 }
      next = { ...next, table: table(number) }
    } else {
      event = { number, at: number, kind: 'undone', seat: 'red', to: 0 }
      next = { ...next, view: view(number), legal: [], moves: 0, events: [], table: table(number) }
      this.eventNumber = 0
    }
    this.history.push(next)
    this.happened.push(event)
    this.fresh.push(fresh)
  }

  /** The changes since a number: an update if possible, otherwise the whole state. */
  since(have: number): ServerMessage {
    const missed = this.happened.filter((each) => each.number > have)
    if (have < 1 || missed.some((each) => each.kind === 'undone' || each.kind === 'begun')) return this.last
    const before = this.history.find((each) => each.number === have)
    if (!before) return this.last
    const message: UpdateMessage = {
      type: 'update',
      since: have,
      number: this.last.number,
      mark: this.last.mark,
      happened: missed,
      events: this.fresh.slice(have).flat(),
    }
    if (this.last.view && this.last.view !== before.view) Object.assign(message, { view: this.last.view })
    if (this.last.legal !== before.legal) message.legal = this.last.legal
    if (this.last.moves !== before.moves) message.moves = this.last.moves
    if (this.last.table !== before.table) message.table = this.last.table
    return message
  }
}

const asState = ({ type: _, ...rest }: StateMessage) => rest

describe('messages on a bad line', () => {
  it.each(Array.from({ length: 150 }, (_, seed) => seed))('never give a wrong state (%i)', (seed) => {
    const roll = dice(seed)
    const model = new Model(roll)
    let state: TableState | null = null
    const underway: ServerMessage[] = [model.last]

    const deliver = (message: ServerMessage) => {
      const known = state?.number ?? 0
      const applied = apply(state, structuredClone(message))
      state = applied.state
      if (applied.sync !== null) underway.push(model.since(applied.sync))
      if (state) {
        expect(state.number).toBeGreaterThanOrEqual(known)
        expect(state).toEqual(asState(model.history[state.number - 1]!))
      }
    }

    for (let step = 0; step < 120; step += 1) {
      const before = model.last.number
      const whatHappens = roll(5)
      if (whatHappens < 3) {
        model.happen()
        underway.push(model.since(before)) // the news
        if (roll(4) === 0) underway.push(underway.at(-1)!) // doubled
        if (roll(4) === 0) underway.pop() // lost
      } else if (whatHappens === 3) underway.push({ type: 'tick', number: model.last.number, at: 0 })
      while (underway.length > 3 || (underway.length && roll(2))) {
        deliver(underway.splice(roll(3) ? 0 : roll(underway.length), 1)[0]!) // mostly in order
      }
    }
    underway.sort(() => roll(3) - 1)
    while (underway.length) deliver(underway.shift()!)
    deliver({ type: 'tick', number: model.last.number, at: 0 })
    while (underway.length) deliver(underway.shift()!)
    expect(state).toEqual(asState(model.last))
  })
})

describe('apply', () => {
  const model = new Model(dice(3))
  const first = apply(null, model.last).state!

  it('asks for everything where nothing is known', () => {
    expect(apply(null, { type: 'tick', number: 4, at: 0 }).sync).toBe(0)
    expect(apply(null, { type: 'update', since: 3, number: 4, mark: mark(4), happened: [] })).toMatchObject({ state: null, sync: 0 })
  })
  it('keeps what an update leaves out', () => {
    const { state, fresh } = apply(first, { type: 'update', since: 1, number: 2, mark: mark(2), happened: [], legal: ['pass'] })
    expect(state).toMatchObject({ number: 2, legal: ['pass'], moves: 0, table: first.table })
    expect(fresh).toEqual([])
  })
  it('ignores what is old and asks for what is missing', () => {
    expect(apply(first, { type: 'update', since: 0, number: 1, mark: mark(1), happened: [] })).toMatchObject({ state: first, sync: null })
    expect(apply(first, { type: 'update', since: 2, number: 3, mark: mark(3), happened: [] })).toMatchObject({ state: first, sync: 1 })
    expect(apply(first, { type: 'tick', number: 1, at: 0 }).sync).toBeNull()
    expect(apply(first, { type: 'tick', number: 2, at: 0 }).sync).toBe(1)
  })
  it('takes no event whose number does not follow', () => {
    const known = { ...first, events: [{ number: 7, after: 1, event: 'placed', seat: 'red' as const }] }
    const message: UpdateMessage = {
      type: 'update',
      since: 1,
      number: 2,
      mark: mark(2),
      happened: [],
      events: [{ number: 9, after: 2, event: 'placed', seat: 'red' }],
    }
    expect(apply(known, message)).toMatchObject({ state: known, sync: 0 })
  })
})

describe('a state that comes again', () => {
  const event = (number: number, more: object = {}): GameEvent => ({ number, after: number, event: 'placed', seat: 'red', ...more })
  const message = (number: number, events: GameEvent[], match = 1): StateMessage => ({
    type: 'state',
    number,
    mark: mark(number),
    you: { role: 'chair', chair: 1, seat: 'red' },
    table: table(match),
    view: view(number),
    legal: [],
    moves: number,
    undo: null,
    events,
    chat: [],
  })
  const known = apply(null, message(2, [event(1), event(2, { card: null })])).state

  it('goes on from what is known: the rest can be shown', () => {
    const { replaced, fresh, state } = apply(known, message(4, [event(1), event(2, { card: null }), event(3), event(4)]))
    expect([replaced, fresh.map((each) => each.number), state?.number]).toEqual([false, [3, 4], 4])
  })
  it('goes on where something hidden is told by now', () => {
    expect(apply(known, message(3, [event(1), event(2, { card: 'church-3' }), event(3)])).fresh).toHaveLength(1)
  })
  it('is another story where something was taken back, or another match has begun', () => {
    expect(apply(known, message(3, [event(1)])).replaced).toBe(true)
    expect(apply(known, message(3, [event(1), event(2, { seat: 'blue' }), event(3)])).replaced).toBe(true)
    expect(apply(known, message(3, [event(1), event(2, { card: null }), event(3)], 2)).replaced).toBe(true)
    expect(apply(null, message(3, [event(1)])).replaced).toBe(true)
  })
})

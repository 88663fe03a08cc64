import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Live, SILENCE, UNANSWERED, type Line, type Listener, type World } from './live'
import { PROTOCOL, type ClientMessage, type ServerMessage, type StateMessage, type Table } from './protocol'
import { Refusal } from './rest'

class FakeSocket {
  readyState = 0
  sent: ClientMessage[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  send(text: string) {
    this.sent.push(JSON.parse(text) as ClientMessage)
  }
  close() {
    this.readyState = 3
  }
  open() {
    this.readyState = 1
    this.onopen?.()
  }
  say(message: ServerMessage) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  drop(code = 1006) {
    this.readyState = 3
    this.onclose?.({ code })
  }
}

const full = (number: number): StateMessage => ({
  type: 'state',
  number,
  mark: `m${number}`,
  you: { role: 'chair', chair: 1, seat: 'red' },
  table: { id: 'T' } as Table,
  view: null,
  legal: [],
  moves: 0,
  undo: null,
  events: [],
  chat: [],
})

let sockets: FakeSocket[]
let lines: Line[]
let ids: number
let listener: Listener
let world: World
let live: Live
const socket = () => sockets.at(-1)!
const greet = (number = 17) => {
  socket().open()
  socket().say(full(number))
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllTimers()
  sockets = []
  lines = []
  ids = 0
  listener = { line: (line) => lines.push(line), applied: vi.fn(), here: vi.fn(), marked: vi.fn(), error: vi.fn() }
  world = {
    open: () => (sockets.push(new FakeSocket()), socket() as unknown as WebSocket),
    random: () => 1,
    after: (milliseconds, then) => {
      const timer = setTimeout(then, milliseconds)
      return () => clearTimeout(timer)
    },
    id: () => `id${(ids += 1)}`,
  }
  live = new Live('ws://here/api/live', 'T', 'KEY', listener, world)
  live.start()
})

describe('a line', () => {
  it('says hello, and later what it has', () => {
    greet()
    expect(socket().sent).toEqual([{ type: 'hello', protocol: PROTOCOL, table: 'T', key: 'KEY' }])
    expect(live.line).toBe('live')
    socket().drop()
    expect(live.line).toBe('lost')
    vi.advanceTimersByTime(500)
    socket().open()
    expect(socket().sent).toEqual([{ type: 'hello', protocol: PROTOCOL, table: 'T', key: 'KEY', have: 17, mark: 'm17' }])
    socket().say({ type: 'update', since: 17, number: 17, mark: 'm17', happened: [] })
    expect(lines).toEqual(['live', 'lost', 'live'])
  })

  it('waits twice as long each time, up to a limit, and begins anew after a success', () => {
    greet()
    const waits: number[] = []
    for (let attempt = 0; attempt < 8; attempt += 1) {
      socket().drop()
      const before = sockets.length
      let waited = 0
      while (sockets.length === before) {
        vi.advanceTimersByTime(100)
        waited += 100
      }
      waits.push(waited)
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16000, 20000, 20000])
    greet(18)
    socket().drop()
    vi.advanceTimersByTime(500)
    expect(sockets).toHaveLength(10)
  })

  it('takes silence for a dead line', () => {
    greet()
    vi.advanceTimersByTime(SILENCE - 1)
    socket().say({ type: 'tick', number: 17, at: 0 })
    vi.advanceTimersByTime(SILENCE - 1)
    expect(live.line).toBe('live')
    const dead = socket()
    vi.advanceTimersByTime(1)
    expect(live.line).toBe('lost')
    vi.advanceTimersByTime(500)
    expect(sockets).toHaveLength(2)
    dead.say(full(99)) // messages of an abandoned socket are ignored
    expect(live.state?.number).toBe(17)
  })

  it('notices a dead line sooner while a request waits for its answer', () => {
    greet()
    void live.request({ type: 'hint' }).catch(() => {}) // a bot may think for long
    vi.advanceTimersByTime(UNANSWERED)
    expect(live.line).toBe('live')
    void live.request({ type: 'undo' }).catch(() => {})
    vi.advanceTimersByTime(UNANSWERED - 1)
    void live.request({ type: 'undo' }).catch(() => {}) // asking again does not put it off
    expect(live.line).toBe('live')
    vi.advanceTimersByTime(1)
    expect(live.line).toBe('lost')
  })

  it('is patient again once its requests are answered', () => {
    greet()
    void live.request({ type: 'undo' })
    const sent = socket().sent.at(-1) as { id: string }
    socket().say({ type: 'done', id: sent.id, number: 18 })
    vi.advanceTimersByTime(SILENCE - 1)
    expect(live.line).toBe('live')
  })

  it('asks once for what it missed', () => {
    greet()
    const gap: ServerMessage = { type: 'update', since: 19, number: 20, mark: 'm20', happened: [] }
    socket().say(gap)
    socket().say(gap)
    expect(socket().sent.slice(1)).toEqual([{ type: 'sync', have: 17, mark: 'm17' }])
    socket().say({ type: 'tick', number: 20, at: 0 })
    expect(socket().sent.slice(1)).toHaveLength(2)
    socket().say(full(20))
    expect(live.state?.number).toBe(20)
  })

  it('wakes at once when the network is back', () => {
    greet()
    socket().drop()
    live.wake()
    expect(sockets).toHaveLength(2)
    live.wake()
    vi.advanceTimersByTime(5000)
    expect(sockets).toHaveLength(2)
  })

  it('survives nonsense', () => {
    greet()
    socket().onmessage?.({ data: 'nonsense' })
    expect(live.line).toBe('live')
  })
})

describe('requests', () => {
  it('are answered by their id', async () => {
    greet()
    const answer = live.request({ type: 'move', move: 'settle gallia', after: 0 })
    expect(socket().sent.at(-1)).toEqual({ type: 'move', move: 'settle gallia', after: 0, id: 'id1' })
    socket().say({ type: 'done', id: 'other', number: 1 })
    socket().say({ type: 'done', id: 'id1', number: 18 })
    await expect(answer).resolves.toMatchObject({ number: 18 })
    expect(live.unanswered).toBe(0)
  })

  it('that were not answered are sent again, with the same id, in order, after the welcome', async () => {
    greet()
    const first = live.request({ type: 'chat', text: 'one' })
    const second = live.request({ type: 'undo' })
    socket().drop()
    const third = live.request({ type: 'chat', text: 'three' }) // while it is lost
    vi.advanceTimersByTime(500)
    socket().open()
    expect(socket().sent).toHaveLength(1)
    socket().say(full(18))
    expect(
      socket()
        .sent.slice(1)
        .map((message) => 'id' in message && message.id),
    ).toEqual(['id1', 'id2', 'id3'])
    for (const id of ['id2', 'id1', 'id3']) socket().say({ type: 'done', id, number: 19 })
    await Promise.all([first, second, third])
  })

  it('that are refused say why', async () => {
    greet()
    const answer = live.request({ type: 'move', move: 'pass', after: 3 })
    socket().say({ type: 'refused', id: 'id1', code: 'late', why: 'the game has gone on' })
    await expect(answer).rejects.toMatchObject({ code: 'late' })
    await expect(answer).rejects.toBeInstanceOf(Refusal)
  })
})

describe('a refusal', () => {
  it.each([1008])('ends it (%i)', async (code) => {
    const answer = live.request({ type: 'hint' })
    socket().open()
    socket().drop(code)
    expect(live.line).toBe('refused')
    await expect(answer).rejects.toMatchObject({ code: 'not_found' })
    vi.advanceTimersByTime(100_000)
    expect(sockets).toHaveLength(1)
  })
  it.each(['not_found', 'other_rules', 'outdated'] as const)('in words ends it too, but not after the welcome: %s', (code) => {
    greet()
    socket().say({ type: 'error', code: 'malformed', why: 'id' })
    expect(live.line).toBe('live')
    expect(listener.error).toHaveBeenCalledOnce()
    const other = new Live('', 'T', 'WRONG', listener, world)
    other.start()
    socket().open()
    socket().say({ type: 'error', code, why: 'no such table' })
    expect(other.line).toBe('refused')
  })
  it('for a restart is none', () => {
    greet()
    socket().drop(1012)
    expect(live.line).toBe('lost')
    vi.advanceTimersByTime(500)
    expect(sockets).toHaveLength(2)
  })
})

it('stops for good', async () => {
  greet()
  const answer = live.request({ type: 'hint' })
  live.stop()
  await expect(answer).rejects.toMatchObject({ code: 'offline' })
  vi.advanceTimersByTime(100_000)
  expect(sockets).toHaveLength(1)
})

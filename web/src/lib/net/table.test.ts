import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LANGUAGES, textOf } from '../i18n/index.svelte'
import { toasts } from '../toasts.svelte'
import { CODES, type StateMessage } from './protocol'
import { TableStore } from './table.svelte'

/** A fake server of one table: it records what is sent, and sends what a test tells it to. */
class FakeSocket {
  static last: FakeSocket
  readyState = 1
  sent: Record<string, unknown>[] = []
  onopen = () => {}
  onmessage: (event: { data: string }) => void = () => {}
  onclose = () => {}
  constructor() {
    FakeSocket.last = this
    queueMicrotask(() => this.onopen())
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close(): void {}
  say(message: object): void {
    this.onmessage({ data: JSON.stringify(message) })
  }
  get moves(): unknown[] {
    return this.sent.filter(({ type }) => type === 'move').map(({ move }) => move)
  }
}

const state = (number: number, moves: number, legal: string[]): StateMessage => ({
  type: 'state',
  number,
  mark: `m${number}`,
  moves,
  legal,
  undo: null,
  events: [],
  chat: [],
  you: { role: 'chair', chair: 1, seat: 'red' },
  table: {
    id: 't',
    game: 'cartus',
    status: 'playing',
    match: 1,
    commitment: null,
    options: {},
    sitter: 'normal',
    hide_rats: false,
    hints: false,
    rated: false,
    open: null,
    daily: null,
    chairs: [],
    asked: null,
    clock: null,
    watched: false,
    closed: false,
    outcome: null,
    seed: null,
    salt: null,
  },
  view: { game: 'cartus', players: 2, options: {}, first: 'red', to_move: 'red', phase: 'enter', pending: null },
})
const settled = () => new Promise((done) => setTimeout(done))

it.each(LANGUAGES)('has a sentence for every error of the server, in %s', (language) => {
  for (const code of CODES) expect(textOf(`common.trouble.${code}`, language), code).toMatch(/^[A-Z].*[.}]$/)
})

it('tells of a computer player that failed', async () => {
  vi.stubGlobal('WebSocket', FakeSocket)
  const store = new TableStore('t', 'k')
  const stop = store.start()
  await settled()
  FakeSocket.last.say(state(1, 0, []))
  FakeSocket.last.say({
    type: 'update',
    since: 1,
    number: 2,
    happened: [{ number: 2, at: 0, kind: 'move', seat: 'yellow', fault: 'it died' }],
  })
  await settled()
  expect(toasts().map(({ text, kind }) => [text, kind])).toEqual([['yellow could not decide, so a random move was made.', 'trouble']])
  stop()
  vi.unstubAllGlobals()
})

it.each([
  ['gave_up', 'yellow has left; a computer takes over.'],
  ['clock', 'yellow has run out of time; a computer takes over.'],
  ['removed', 'The host has removed yellow; a computer takes over.'],
])('tells why a computer takes over: %s', async (why, text) => {
  vi.stubGlobal('WebSocket', FakeSocket)
  const store = new TableStore('t', 'k')
  const stop = store.start()
  await settled()
  FakeSocket.last.say(state(1, 0, []))
  FakeSocket.last.say({
    type: 'update',
    since: 1,
    number: 2,
    mark: 'm2',
    happened: [{ number: 2, at: 0, kind: 'left', seat: 'yellow', why }],
  })
  await settled()
  expect(toasts().map((toast) => toast.text)).toContain(text)
  stop()
  vi.unstubAllGlobals()
})

describe('moves that belong together', () => {
  let store: TableStore
  let stop: () => void
  let [number, made] = [1, 0]
  /** The server takes the last move, and these can be made then. */
  async function answer(legal: string[]): Promise<void> {
    const { id } = FakeSocket.last.sent.at(-1)!
    FakeSocket.last.say(state((number += 1), (made += 1), legal))
    FakeSocket.last.say({ type: 'done', id, number })
    await settled()
  }
  beforeEach(async () => {
    vi.stubGlobal('WebSocket', FakeSocket)
    ;[number, made] = [1, 0]
    store = new TableStore('t', 'k')
    stop = store.start()
    await settled()
    FakeSocket.last.say(state(1, 0, ['enter 1', 'enter 2']))
    await settled()
  })
  afterEach(() => {
    stop()
    vi.unstubAllGlobals()
  })

  it('are sent one after the other, and end as it is asked', async () => {
    store.moves(['enter 1', 'play joker', 'done'])
    await settled()
    await answer(['play joker', 'done'])
    expect(FakeSocket.last.moves).toEqual(['enter 1', 'play joker'])
    await answer(['done']) // only the hand makes it the only answer: it was confirmed along with the cards
    expect(FakeSocket.last.moves).toEqual(['enter 1', 'play joker', 'done'])
  })
  it('are not ended where nothing is asked any more', async () => {
    store.moves(['enter 1', 'play joker', 'done'])
    await settled()
    await answer(['play joker', 'done'])
    await answer([])
    FakeSocket.last.say(state((number += 1), (made += 1), ['discard joker', 'done'])) // a later question of its own
    await settled()
    expect(FakeSocket.last.moves).toEqual(['enter 1', 'play joker'])
  })
  it('are not continued after a move of somebody else', async () => {
    store.moves(['enter 1', 'play joker', 'done'])
    await settled()
    made += 1
    await answer(['play joker', 'done'])
    expect(FakeSocket.last.moves).toEqual(['enter 1'])
  })
  it('are never sent by themselves, also where there is one answer only', async () => {
    FakeSocket.last.say(state((number += 1), 0, ['done']))
    await settled()
    expect(FakeSocket.last.moves).toEqual([])
    expect(store.legal).toEqual(['done'])
  })
})

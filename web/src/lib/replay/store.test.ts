import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Moment, Table, You } from '../net/protocol'
import { settings } from '../settings.svelte'
import { ReplayStore } from './store.svelte'

const LENGTH = 70
let asked: string[] = []
let status: Table['status'] = 'over'
let you: You = { role: 'chair', chair: 2, seat: 'yellow' }

function moment(moves: number, open: boolean): Moment {
  const events =
    moves % 10 === 0
      ? [{ number: moves, after: moves, event: 'next', seat: 'red' as const }]
      : [{ number: moves, after: moves, event: 'placed', seat: 'red' as const, region: 'gallia', cubes: 1 }]
  return { moves, seat: 'red', events, view: { game: 'rattus', players: 2, open, at: moves, to_move: 'red' } as unknown as Moment['view'] }
}

function answer(address: string): unknown {
  const url = new URL(address, 'http://x')
  if (!url.pathname.endsWith('/moments'))
    return {
      you,
      table: {
        id: 'T',
        game: 'rattus',
        status,
        match: 1,
        chairs: [
          { chair: 1, seat: 'red', holder: 'person', name: 'Anna' },
          { chair: 2, seat: 'yellow', holder: 'bot', name: null },
        ],
      },
    }
  asked.push(url.search)
  const [first, last] = [Number(url.searchParams.get('first')), Number(url.searchParams.get('last'))]
  const open = url.searchParams.get('everything') === 'true'
  return {
    match: 1,
    moves: LENGTH,
    moments: Array.from({ length: Math.max(0, Math.min(last, LENGTH) - first + 1) }, (_, place) => moment(first + place, open)),
  }
}

beforeEach(() => {
  asked = []
  status = 'over'
  you = { role: 'chair', chair: 2, seat: 'yellow' }
  settings.pace = 'off'
  vi.stubGlobal('fetch', (address: string) => Promise.resolve({ ok: true, json: () => Promise.resolve(answer(address)) }))
})
afterEach(() => vi.unstubAllGlobals())
const settle = () => new Promise((done) => setTimeout(done, 5))

describe('a replay', () => {
  it('opens at a moment, knows all the others soon, and has no legal moves', async () => {
    const store = new ReplayStore('T', 'K', 1)
    await store.open(60)
    expect([store.at, store.total, store.complete, store.known.length]).toEqual([60, LENGTH, true, LENGTH + 1])
    expect(asked.length).toBe(2)
    expect(store.legal).toEqual([])
    expect(store.isMyTurn).toBe(false)
    expect(store.shown).toMatchObject({ at: 60, open: false })
    expect(store.nameOf('red')).toBe('Anna')
  })

  it('steps, jumps, and goes from turn to turn, and never past its ends', async () => {
    const store = new ReplayStore('T', 'K', 1)
    await store.open(0)
    for (const [act, at] of [
      [() => store.step(1), 1],
      [() => store.step(-5), 0],
      [() => store.jump(900), LENGTH],
      [() => store.turn(-1), 60],
      [() => store.turn(-1), 50],
      [() => store.turn(1), 60],
      [() => store.step(1), 61],
    ] as const) {
      act()
      await settle()
      expect(store.at).toBe(at)
      expect(store.shown).toMatchObject({ at })
    }
  })

  it('counts every one of several steps made at once', async () => {
    const store = new ReplayStore('T', 'K', 1)
    await store.open(0)
    for (const by of [1, 1, 1, -1, 1]) store.step(by)
    await settle()
    expect(store.at).toBe(3)
    store.turn(1)
    store.turn(1)
    await settle()
    expect(store.at).toBe(20)
  })

  it('shows everything after the end, over any shoulder', async () => {
    const store = new ReplayStore('T', 'K', 1)
    await store.open(3)
    expect(store.colour).toBe('yellow')
    await store.turnLight('everything')
    expect(store.shown).toMatchObject({ at: 3, open: true })
    store.eyes = 'red'
    expect(store.colour).toBe('red')
    await store.turnLight('seen')
    expect(store.colour).toBe('yellow')
    expect(store.shown).toMatchObject({ open: false })
  })

  it('is open to who has the link to watch, but not while the game is played', async () => {
    you = { role: 'watch', chair: null, seat: null }
    const over = new ReplayStore('T', 'K', 0)
    await over.open(0)
    expect(over.light).toBe('everything')
    status = 'playing'
    const running = new ReplayStore('T', 'K', 0)
    await running.open(0)
    expect([running.light, running.isOver, running.colour]).toEqual(['seen', false, null])
  })

  it('says what is wrong', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve({ ok: false, status: 404, json: () => Promise.resolve({ code: 'not_found', why: 'no' }) }))
    const store = new ReplayStore('T', 'K', 1)
    await store.open(0)
    expect(store.trouble).toMatchObject({ code: 'not_found' })
  })
})

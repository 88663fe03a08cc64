import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { GameEvent, View } from '../net/protocol'
import { NO_TIME, TIMES, timeAt, type Pace } from './pace'
import { EventPlayer, type Moment, type Stage } from './player'

const view = (phase: string) => ({ phase }) as unknown as View
const event = (number: number, name = 'placed'): GameEvent => ({ number, after: number, event: name, seat: 'yellow' })
const many = (first: number, last: number, name = 'placed') =>
  Array.from({ length: last - first + 1 }, (_, place) => event(first + place, name))

let frames: { phase: string | null; told: number | null; at: number }[]
let states: string[]
let pace: Pace
let still: boolean
let moment: Moment | null
let player: EventPlayer
const stage: Stage = {
  time: (each) => (each.event === 'silent' ? NO_TIME : TIMES.cubes),
  step: (_, each) => view(`after ${each.number}`),
  stops: (skip, each) => skip === 'this' || (skip === 'turn' && each.event === 'next'),
  isAct: (each) => each.event === 'placed',
}

afterEach(() => void vi.useRealTimers())
beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  frames = []
  states = []
  pace = 'normal'
  still = false
  player = new EventPlayer({
    show: (now, told, on) => {
      moment = on
      frames.push({ phase: now?.phase ?? null, told, at: Date.now() })
    },
    hold: (times) => (pace === 'off' ? -1 : timeAt(pace, times)),
    waits: () => pace === 'step',
    isStill: () => still,
    turned: (now) => states.push(now),
  })
  player.replace(view('start'))
  frames = []
})
const phases = () => frames.map(({ phase }) => phase)

it('shows every event in order, each in its own time, however many there are', async () => {
  player.enter(stage)
  player.play({ events: many(1, 100), view: view('end') })
  await vi.advanceTimersByTimeAsync(200_000)
  expect(frames.filter(({ told }) => told !== null).map(({ told }) => told)).toEqual(many(1, 100).map(({ number }) => number))
  expect(phases().slice(0, 2)).toEqual(['after 1', 'after 2'])
  expect(phases().at(-1)).toBe('end')
  frames.slice(1, 100).forEach(({ at }, place) => expect(at - frames[place]!.at).toBe(TIMES.cubes[1]))
  expect(player.isPlaying).toBe(false)
  expect(states).toEqual(['playing', 'idle'])
})

it('ends at the view of the server with the last event, not after it', () => {
  player.enter(stage)
  player.play({ events: [event(1)], view: view('end') })
  expect(frames).toEqual([{ phase: 'end', told: 1, at: 0 }])
})

it('tells on the stage what happened before the board was there', () => {
  player.play({ events: [event(1), event(2)], view: view('end') })
  expect(frames).toEqual([{ phase: 'end', told: 2, at: 0 }])
  expect(moment).toMatchObject({ event: { number: 2 } })
})

it('changes view, log and stage in one frame', () => {
  player.enter(stage)
  player.play({ events: [event(1), event(2)], view: view('end') })
  expect(frames).toEqual([{ phase: 'after 1', told: 1, at: 0 }])
  expect(moment).toMatchObject({
    event: { number: 1 },
    before: { phase: 'start' },
    after: { phase: 'after 1' },
    following: [{ number: 2 }],
  })
})

it('takes what comes meanwhile after what it has', async () => {
  player.enter(stage)
  player.play({ events: many(1, 3), view: view('one') })
  await vi.advanceTimersByTimeAsync(2000)
  player.play({ events: many(4, 5), view: view('two') })
  player.play({ events: [], view: view('three') })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(phases().filter((phase, place, all) => phase !== all[place - 1])).toEqual(['after 1', 'after 2', 'one', 'after 4', 'two', 'three'])
})

it.each(['calm', 'quick'] as const)('has its times at %s', async (name) => {
  pace = name
  player.enter(stage)
  player.play({ events: many(1, 3), view: view('end') })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(frames[1]!.at).toBe(timeAt(name, TIMES.cubes))
})

it('waits for a tap at the pace step', async () => {
  pace = 'step'
  player.enter(stage)
  player.play({ events: many(1, 3), view: view('end') })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(phases()).toEqual(['after 1'])
  expect(states.at(-1)).toBe('waiting')
  player.goOn()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(phases()).toEqual(['after 1', 'after 2'])
  player.goOn()
  await vi.advanceTimersByTimeAsync(60_000)
  player.goOn()
  await vi.advanceTimersByTimeAsync(1)
  expect(states.at(-1)).toBe('idle')
})

it('shows all at once at the pace off, and where there is no board', () => {
  pace = 'off'
  player.enter(stage)
  player.play({ events: many(1, 3), view: view('end') })
  expect(frames).toEqual([{ phase: 'end', told: 3, at: 0 }])
  expect(moment?.event.number).toBe(3)
  const other = new EventPlayer({
    show: (now, told) => frames.push({ phase: now!.phase, told, at: 0 }),
    hold: () => 1,
    waits: () => false,
    isStill: () => false,
  })
  other.replace(view('start'))
  other.play({ events: many(1, 3), view: view('more') })
  expect(frames.at(-1)).toMatchObject({ phase: 'more', told: 3 })
})

it('keeps the times where nothing moves', async () => {
  still = true
  const motions: number[] = []
  player.enter({ ...stage, animate: (_, { motion }) => void motions.push(motion) })
  player.play({ events: many(1, 2), view: view('end') })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(motions).toEqual([0, 0])
  expect(frames[1]!.at).toBe(TIMES.cubes[1])
})

it('passes over what has nothing to show, in the same frame', async () => {
  player.enter(stage)
  player.play({ events: [event(1, 'silent'), event(2), event(3, 'silent'), event(4)], view: view('end') })
  expect(frames.map(({ told, at }) => [told, at])).toEqual([
    [1, 0],
    [2, 0],
  ])
  await vi.advanceTimersByTimeAsync(TIMES.cubes[1])
  expect(frames.slice(2).map(({ told, at }) => [told, at])).toEqual([
    [3, 1400],
    [4, 1400],
  ])
})

it('skips this, the turn, and all until something is asked', async () => {
  player.enter(stage)
  player.play({ events: [...many(1, 4), event(5, 'next'), ...many(6, 8)], view: view('one') })
  player.skip('this')
  await vi.advanceTimersByTimeAsync(1)
  expect(frames.map(({ told }) => told)).toEqual([1, 2])
  player.skip('turn')
  await vi.advanceTimersByTimeAsync(1)
  expect(frames.at(-1)).toMatchObject({ told: 5, phase: 'after 5' })
  player.skip('all')
  await vi.advanceTimersByTimeAsync(1)
  expect(phases().at(-1)).toBe('one')
  expect(player.isPlaying).toBe(false)
  player.play({ events: many(9, 10), view: view('two') }) // still skipping to the reader's turn
  await vi.advanceTimersByTimeAsync(1)
  expect(phases().at(-1)).toBe('two')
  player.arrive()
  player.play({ events: many(11, 12), view: view('three') })
  await vi.advanceTimersByTimeAsync(1)
  expect(frames.at(-1)).toMatchObject({ told: 11 })
})

it('does not make a reader wait for what they did themselves', async () => {
  player.enter(stage)
  player.play({ events: [event(1)], view: view('mine'), mine: true })
  expect(player.isPlaying).toBe(false)
  player.play({ events: [event(2), event(3, 'turned'), event(4, 'lost')], view: view('end'), mine: true })
  await vi.advanceTimersByTimeAsync(400)
  expect(frames.at(-1)).toMatchObject({ told: 3 })
  await vi.advanceTimersByTimeAsync(TIMES.cubes[1] - 100)
  expect(frames.at(-1)).toMatchObject({ told: 3 })
})

it('survives a board that fails, and one that leaves', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  const leave = player.enter({
    ...stage,
    animate: () => {
      throw new Error('no')
    },
    step: () => {
      throw new Error('no')
    },
  })
  player.play({ events: many(1, 2), view: view('end') })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(phases().at(-1)).toBe('end')
  expect(quiet).toHaveBeenCalled()
  player.play({ events: many(3, 4), view: view('later') })
  leave()
  expect(phases().at(-1)).toBe('later')
  expect(player.isPlaying).toBe(false)
})

it('replaces everything', async () => {
  player.enter(stage)
  player.play({ events: many(1, 5), view: view('old') })
  await vi.advanceTimersByTimeAsync(1)
  player.replace(view('undone'), event(1))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(frames.at(-1)).toMatchObject({ phase: 'undone', told: 1 })
  expect(player.isPlaying).toBe(false)
})

it('waits while nobody looks at the page', async () => {
  player.enter(stage)
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  player.play({ events: many(1, 3), view: view('end') })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(phases()).toEqual(['after 1'])
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(1)
  expect(phases()).toEqual(['after 1', 'after 2'])
  hidden.mockRestore()
})

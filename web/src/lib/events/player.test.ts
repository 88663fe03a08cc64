import { beforeEach, expect, it, vi } from 'vitest'
import type { GameEvent, View } from '../net/protocol'
import { EventPlayer } from './player'

const view = (phase: string) => ({ phase }) as unknown as View
const event = (number: number, name = 'placed'): GameEvent => ({ number, after: number, event: name, seat: 'red' })

let shown: (string | null)[]
let speed: number
let player: EventPlayer

beforeEach(() => {
  vi.useFakeTimers()
  shown = []
  speed = 1
  player = new EventPlayer((now) => shown.push(now ? now.phase : null), () => speed)
  player.replace(view('start'))
})

it('animates event by event and ends at the view of the server', async () => {
  const animated: number[] = []
  player.enter({ animate: (each) => void animated.push(each.number), step: (_, each) => view(`after ${each.number}`) })
  player.play({ events: [event(1), event(2)], view: view('end') })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(animated).toEqual([1, 2])
  expect(shown).toEqual(['start', 'after 1', 'after 2', 'end'])
  expect(player.isPlaying).toBe(false)
})

it('can be skipped', async () => {
  const signals: boolean[] = []
  player.enter({ animate: (_, { signal }) => new Promise((done) => signal.addEventListener('abort', () => (signals.push(true), done()))) })
  player.play({ events: [event(1), event(2)], view: view('one') })
  player.play({ events: [event(3)], view: view('two') })
  await vi.advanceTimersByTimeAsync(10)
  player.skip()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(signals).toEqual([true])
  expect(shown.at(-1)).toBe('two')
  player.play({ events: [], view: view('three') })
  expect(shown.at(-1)).toBe('three')
})

it('shows at once when motion is off, or nobody animates', async () => {
  speed = 0
  player.play({ events: [event(1)], view: view('end') })
  expect(shown).toEqual(['start', 'end'])
  speed = 1
  player.play({ events: [event(2)], view: view('more') })
  await vi.advanceTimersByTimeAsync(1)
  expect(shown.at(-1)).toBe('more')
})

it('survives a board that fails, and one that leaves', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  const leave = player.enter({ animate: () => { throw new Error('no') } })
  player.play({ events: [event(1)], view: view('end') })
  await vi.advanceTimersByTimeAsync(1000)
  expect(shown.at(-1)).toBe('end')
  expect(quiet).toHaveBeenCalled()
  leave()
  player.play({ events: [event(2)], view: view('later') })
  await vi.advanceTimersByTimeAsync(1000)
  expect(shown.at(-1)).toBe('later')
})

it('replaces everything', async () => {
  player.enter({ animate: () => new Promise(() => {}) })
  player.play({ events: [event(1)], view: view('old') })
  await vi.advanceTimersByTimeAsync(1)
  player.replace(view('undone'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(shown.at(-1)).toBe('undone')
})

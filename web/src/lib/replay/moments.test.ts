import { describe, expect, it, vi } from 'vitest'
import type { Moment } from '../net/protocol'
import { Moments, PAGE } from './moments'

const moment = (moves: number): Moment => ({ moves, seat: 'red', events: [], view: {} as Moment['view'] })

/** A match of so many moves; one that was brought in counts none. */
function server(length: number, told = length) {
  return vi.fn((first: number, last: number) =>
    Promise.resolve({
      moves: told,
      moments: Array.from({ length: Math.max(0, Math.min(last, length) - first + 1) }, (_, place) => moment(first + place)),
    }),
  )
}

describe('moments', () => {
  it('are fetched a page at a time, and once', async () => {
    const fetch = server(120)
    const moments = new Moments(fetch)
    expect((await moments.at(3))?.moves).toBe(3)
    expect((await moments.at(49))?.moves).toBe(49)
    expect(fetch.mock.calls).toEqual([[0, PAGE - 1]])
    await Promise.all([moments.at(60), moments.at(61)])
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  it('begin in the middle and are completed', async () => {
    const moments = new Moments(server(120))
    expect((await moments.at(70))?.moves).toBe(70)
    expect(moments.prefix).toEqual([])
    await moments.rest()
    expect(moments.prefix.map(({ moves }) => moves)).toEqual(Array.from({ length: 121 }, (_, move) => move))
  })

  it('go no further than the last move', async () => {
    const moments = new Moments(server(12))
    expect((await moments.at(900))?.moves).toBe(12)
    expect((await moments.at(-4))?.moves).toBe(0)
  })

  for (const length of [0, 49, 50, 99, 100, 130]) {
    it(`of a record with ${length} moves are counted where nobody says how many there are`, async () => {
      const moments = new Moments(server(length, 0))
      await moments.at(0)
      await moments.rest()
      expect(moments.moves).toBe(length)
      expect(moments.prefix.length).toBe(length + 1)
    })
  }

  it('grow while the game goes on', async () => {
    let length = 10
    const moments = new Moments((first, last) => server(length)(first, last))
    await moments.rest()
    await moments.at(0)
    await moments.rest()
    expect(moments.moves).toBe(10)
    length = 57
    await moments.news()
    expect(moments.moves).toBe(57)
    expect(moments.prefix.length).toBe(58)
  })

  it('can be asked for again after a failure', async () => {
    let broken = true
    const moments = new Moments((first, last) => (broken ? Promise.reject(new Error('offline')) : server(5)(first, last)))
    await expect(moments.at(0)).rejects.toThrow('offline')
    broken = false
    expect((await moments.at(5))?.moves).toBe(5)
  })
})

import { describe, expect, it } from 'vitest'
import ends from '../../fixtures/ends.json'
import type { Colour, GameEvent, Outcome, View } from '$lib/net/protocol'
import { seatsOf } from '$lib/words'
import { CLASSES, KINDS_OF, kindsOf, trackLines, trackPrizes } from './points'
import { seriesOf, spread, ticksOf, turningPoints } from './series'

const games = ends as unknown as { view: View; outcome: Outcome; events: GameEvent[]; counts: Partial<Record<Colour, number>>[] }[]

const byPoints = (outcome: Outcome, name: string) => (one: Colour, other: Colour) =>
  outcome.categories[other]![name]! - outcome.categories[one]![name]!

describe('points', () => {
  it('are explained to the last one', () => {
    for (const { view, outcome } of games) {
      for (const colour of seatsOf(view)) {
        const kinds = kindsOf(view, outcome, colour)
        expect(Object.keys(kinds)).toEqual(KINDS_OF[view.game])
        expect(
          Object.values(kinds).reduce((sum, n) => sum + n, 0),
          `${view.game} ${view.players} ${colour}`,
        ).toBe(outcome.points[colour])
      }
    }
  })

  it('of tracks go by rank', () => {
    for (const { view, outcome } of games.filter((game) => game.view.game === 'cartus')) {
      expect(trackPrizes(outcome)).toEqual([10, 5, 2].slice(0, view.players === 2 ? 2 : 3))
      for (const { name, ranks } of trackLines(view, outcome)) {
        expect(ranks.map(([colour]) => colour)).toEqual(
          seatsOf(view)
            .filter((each) => outcome.categories[each]?.[name])
            .toSorted(byPoints(outcome, name)),
        )
        ranks.forEach(([colour], rank) => expect(outcome.categories?.[colour]?.[name]).toBe([10, 5, 2][rank]))
      }
      expect(trackLines(view, outcome).map(({ name }) => name)).toEqual([...CLASSES])
    }
  })
})

describe('the chart', () => {
  it('has what was there after every turn', () => {
    for (const { view, events, counts } of games) {
      const series = seriesOf(view, events)
      expect(series.after.length).toBeGreaterThan(3)
      for (const { colour, values } of series.lines) {
        expect(values.length).toBe(series.after.length)
        expect(values.at(-1)).toBe(counts.at(-1)![colour] ?? 0)
        expect(values[0]).toBe(counts[series.after[0]!]![colour] ?? 0)
        // in Cartus a turn can end within a move; what the move did after that belongs to the next turn
        if (view.game !== 'cartus')
          series.after.forEach((after, place) => expect(values[place], `${view.game} ${after}`).toBe(counts[after]![colour] ?? 0))
        else expect([...values].sort((one, other) => one - other)).toEqual(values)
      }
      expect(series.turn[0]).toBe(0)
    }
  })

  it('counts back to the start of a game that began in the middle', () => {
    const { events } = games[0]!
    const view = { ...games[0]!.view, turns: 30 }
    const whole = seriesOf(view, events)
    const late = seriesOf(
      view,
      events.filter((event) => event.after > 20),
    )
    for (const [place, { values }] of late.lines.entries()) expect(values).toEqual(whole.lines[place]!.values.slice(-values.length))
    expect(late.turn).toEqual(whole.turn.slice(-late.turn.length))
    const last = turningPoints(view, events).at(-1)!
    const rest = events.filter((event) => event.after > last.after - 2)
    expect(turningPoints(view, rest)).toContainEqual(last)
  })

  it('finds what changed most', () => {
    for (const { view, events } of games) {
      const found = turningPoints(view, events)
      expect(found.length).toBeLessThanOrEqual(3)
      expect(found.length).toBeGreaterThan(0)
      for (const point of found) expect(point.n).toBeGreaterThan(0)
    }
  })

  it('has round numbers on its axis', () => {
    expect(ticksOf(17)).toEqual([0, 5, 10, 15, 20])
    expect(ticksOf(3)).toEqual([0, 1, 2, 3])
    expect(ticksOf(0)).toEqual([0, 1])
  })

  it('keeps its labels apart', () => {
    expect(spread([10, 11, 50], 14, 0, 100)).toEqual([10, 24, 50])
    expect(spread([95, 99, 98], 14, 0, 100)).toEqual([72, 100, 86])
  })
})

import { describe, expect, it } from 'vitest'
import type { GameEvent, View } from '$lib/net/protocol'
import { phasesOf } from './Steps.svelte'

const view = (fields: Record<string, unknown>) => ({ game: 'rattus', players: 4, phase: 'turn', ...fields }) as unknown as View
const now = (after: View, event?: string, before: View = after) =>
  phasesOf(after, event ? { event: { event } as unknown as GameEvent, before } : null).find(({ state }) => state === 'now')?.sign

describe('the phases', () => {
  it('of a turn are those of the view', () => {
    expect(now(view({}))).toBe('1')
    expect(now(view({ taken: true }))).toBe('2')
    expect(now(view({ taken: true, placed: true }))).toBe('3')
    expect(now(view({ phase: 'plague' }))).toBe('3')
    expect(now(view({ phase: 'settle' }))).toBeUndefined()
  })
  it('are not ahead of the event on the stage', () => {
    expect(now(view({ taken: true }), 'took')).toBe('1')
    expect(now(view({ taken: true, placed: true }), 'placed')).toBe('2')
    expect(now(view({ phase: 'plague' }), 'moved')).toBe('3')
    expect(now(view({ taken: true, placed: true }), 'next')).toBe('3')
  })
  it('of a round of Cartus go with its events, too', () => {
    const cartus = (phase: string) => view({ game: 'cartus', phase })
    expect(now(cartus('supply'))).toBe('B')
    expect(now(cartus('supply'), 'opened')).toBe('A')
    // The last card of the last supply action: the server's view asks for the next phase already.
    expect(now(cartus('enter'), 'drew', cartus('supply'))).toBe('B')
    expect(now(cartus('resolve'), 'drew', cartus('resolve'))).toBe('D')
    expect(now(cartus('resolve'), 'announced', cartus('enter'))).toBe('C')
    expect(now(cartus('resolve'), 'scored')).toBe('D')
    expect(now(cartus('supply'), 'took', cartus('resolve'))).toBe('D')
  })
})

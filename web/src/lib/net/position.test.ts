import { describe, expect, it } from 'vitest'
import type { View } from './protocol'
import { StillPosition } from './position.svelte'

describe('a position without a table', () => {
  it('has nobody to ask why something is not possible, and does not wait for an answer', async () => {
    const store = new StillPosition('red', { game: 'cartus', players: 2, phase: 'supply' } as unknown as View)
    expect(store.explain('nun.1')).toBeNull()
    expect(await store.explanation('nun.1')).toBeNull()
  })
})

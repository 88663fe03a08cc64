import { describe, expect, it } from 'vitest'
import type { View } from '$lib/net/protocol'
import { changedIn, cropAround, WHOLE } from './crop'

const view = (regions: object, more: object = {}) => ({ regions, palace: {}, plague: 'italia', ...more }) as unknown as View
const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom })

describe('the part of the map that an example is about', () => {
  it('is what changes on it: regions, the palace, and where the plague was and is', () => {
    const before = view({ gallia: { rats: 1 }, hispania: { rats: 0 }, italia: { rats: 2 } })
    const after = view({ gallia: { rats: 0 }, hispania: { rats: 1 }, italia: { rats: 2 } })
    expect(changedIn([before, after])).toEqual(['gallia', 'hispania'])
    expect(changedIn([before, { ...before, plague: 'gallia' } as unknown as View])).toEqual(['gallia', 'italia'])
    expect(changedIn([before, { ...before, palace: { red: 1 } } as unknown as View])).toEqual(['palace'])
    expect(changedIn([before, before])).toEqual([])
  })

  it('is shown as large as it fits, and never beyond the edge of the map', () => {
    const map = box(100, 100, 300, 200)
    expect(cropAround(map, [box(100, 100, 300, 200)])).toEqual(WHOLE)
    const middle = cropAround(map, [box(190, 140, 210, 160)])
    expect(middle.size).toBeCloseTo(2.8)
    expect(middle.left).toBeCloseTo(0.5 - 0.5 * 2.8)
    const corner = cropAround(map, [box(100, 100, 110, 110)])
    expect([corner.left, corner.top]).toEqual([0, 0])
    const wide = cropAround(map, [box(110, 140, 130, 160), box(210, 140, 230, 160)])
    expect(wide.size).toBeCloseTo(1 / 0.68)
  })
})

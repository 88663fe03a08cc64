/** The part of a map that a worked example is about. */

import type { View } from '$lib/net/protocol'

/** How large the map is drawn, and where it begins: in parts of the picture that shows a part of it. */
export interface Crop {
  size: number
  left: number
  top: number
}
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export const WHOLE: Crop = { size: 1, left: 0, top: 0 }
const LARGEST = 2.8
const MARGIN = 0.04 // of the map, around what is shown

/** The regions that are not the same in all of these views, and `palace`; the plague and the caravan are in a region, too. */
export function changedIn(views: readonly View[]): string[] {
  const seen = views.map((view) => {
    const { regions = {}, palace, plague, caravan } = view as unknown as Record<string, unknown>
    return { regions: regions as Record<string, unknown>, palace, stands: [plague, caravan] }
  })
  const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)
  const found = new Set<string>()
  for (const [place, now] of seen.entries()) {
    const before = seen[place - 1]
    if (!before) continue
    for (const region of Object.keys(now.regions)) if (differ(now.regions[region], before.regions[region])) found.add(region)
    if (differ(now.palace, before.palace)) found.add('palace')
    now.stands.forEach((region, which) => {
      const was = before.stands[which]
      if (region !== was) for (const each of [region, was]) if (typeof each === 'string') found.add(each)
    })
  }
  return [...found].sort()
}

/** A picture of the same shape as the map in which all of these boxes lie, as large as that allows. */
export function cropAround(map: Box, boxes: readonly Box[]): Crop {
  const [width, height] = [map.right - map.left, map.bottom - map.top]
  const left = Math.min(...boxes.map((box) => box.left - map.left)) / width - MARGIN
  const right = Math.max(...boxes.map((box) => box.right - map.left)) / width + MARGIN
  const top = Math.min(...boxes.map((box) => box.top - map.top)) / height - MARGIN
  const bottom = Math.max(...boxes.map((box) => box.bottom - map.top)) / height + MARGIN
  const size = Math.max(1, Math.min(LARGEST, 1 / Math.max(right - left, bottom - top)))
  const within = (middle: number) => Math.min(0, Math.max(1 - size, 0.5 - middle * size))
  return { size, left: within((left + right) / 2), top: within((top + bottom) / 2) }
}

/** The map as data: what is where, what borders on what, and how it fits a box on the page. */

import map from '../../assets/map.json'
import { placesOf, type Places } from './places'

export type Point = readonly [number, number]
export interface Area {
  x: number
  y: number
  r: number
}
/** What the page needs of a region; the rest of map.json is for the search for places (vite.config.ts, tools/places.py). */
export interface Outline {
  tint: 'light' | 'middle' | 'dark' | 'africa'
  wash: number
  d: string
  cubes: Area
  bbox: [number, number, number, number]
}

export const outlines = map.regions as unknown as Record<string, Outline>
export const palace = map.palace as { x: number; y: number; w: number; h: number; label: { x: number; y: number }; cubes: Area }
export const decor = map.decor as unknown as Record<string, [number, number, number][]>
export { map }

const views = map.views as unknown as Record<string, { box: [number, number, number, number]; tints: string[] }>
const [left, top, across, down] = map.frame as [number, number, number, number]
export const frame = { left, top, right: left + across, bottom: top + down }

export const inUse = (players: number): string[] =>
  Object.keys(outlines).filter((region) => views[players]!.tints.includes(outlines[region]!.tint))

/** Whether some of these regions are in Africa. */
export const hasAfrica = (regions: Iterable<string>): boolean => [...regions].some((region) => outlines[region]?.tint === 'africa')

const beside = new Map<string, string[]>()
for (const [a, b] of map.neighbours as [string, string, string][]) {
  beside.set(a, [...(beside.get(a) ?? []), b])
  beside.set(b, [...(beside.get(b) ?? []), a])
}
export const neighbours = (region: string): readonly string[] => beside.get(region) ?? []
export const isBeside = (a: string, b: string): boolean => neighbours(a).includes(b)

/** Steps from one region to another over regions in use. */
export function distance(from: string, to: string, among: (region: string) => boolean): number {
  const reached = new Set([from])
  let [edge, steps] = [[from], 0]
  while (edge.length && !reached.has(to)) {
    edge = [...new Set(edge.flatMap(neighbours))].filter((region) => among(region) && !reached.has(region))
    edge.forEach((region) => reached.add(region))
    steps += 1
  }
  return reached.has(to) ? steps : Infinity
}

const TOWARDS: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** The neighbour that an arrow key leads to: the one nearest to that direction. */
export function walk(from: string, key: string, among: (region: string) => boolean): string | null {
  const way = TOWARDS[key]
  if (!way) return null
  const { x, y } = outlines[from]!.cubes
  const aims = neighbours(from)
    .filter(among)
    .map((region) => {
      const [dx, dy] = [outlines[region]!.cubes.x - x, outlines[region]!.cubes.y - y]
      return { region, aim: (dx * way[0] + dy * way[1]) / Math.hypot(dx, dy) }
    })
  const best = aims.reduce((one, other) => (other.aim > one.aim ? other : one), { region: '', aim: 0.15 })
  return best.region || null
}

/** How the map lies in a box of so many pixels. */
export interface Lie {
  viewBox: string
  /** The land is stretched by this in height; pieces are not. */
  k: number
  /** Units of the map in one pixel. */
  unit: number
  /** Small screen: short names, larger pieces. */
  small: boolean
  /** Where everything lies, in units of the map as it is drawn. */
  places: Places
}

const clamp = (number: number, least: number, most: number): number => Math.min(most, Math.max(least, number))

function grown(start: number, size: number, wanted: number, least: number, most: number): [number, number] {
  const now = clamp(wanted, size, most - least)
  return [clamp(start + (size - now) / 2, least, most - now), now]
}

export function lie(players: number, width: number, height: number): Lie {
  const [bx, by, bw, bh] = views[players]!.box
  let [x, y] = [Math.max(bx, frame.left), Math.max(by, frame.top)]
  let [w, h] = [Math.min(bx + bw, frame.right) - x, Math.min(by + bh, frame.bottom) - y]
  const ratio = height > 0 && width > 0 ? height / width : h / w
  const k = clamp((ratio * w) / h, 0.8, 1.34)
  ;[y, h] = [y * k, h * k]
  if (h < w * ratio) [y, h] = grown(y, h, w * ratio, frame.top * k, frame.bottom * k)
  else [x, w] = grown(x, w, h / ratio, frame.left, frame.right)
  const small = width > 0 && width < 620
  return {
    viewBox: [x, y, w, h].map((number) => number.toFixed(1)).join(' '),
    k,
    unit: Math.max(w / (width || w), h / (height || h)),
    small,
    places: placesOf(players, k, small),
  }
}

/** A region's name in three letters: `ITA`. */
export const shortName = (region: string): string => region.slice(0, 3).toUpperCase()

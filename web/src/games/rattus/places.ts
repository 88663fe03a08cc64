/** The places of pieces in each region, found offline (tools/places.py), so that nothing overlaps. */

import { palace, type Point } from './map'
import found from './places.json'

/** The middles of cells, rats, name, pawn and caravan in units of the map: halves, in two digits of base 36; then grid and form. */
function read(row: string): number[] {
  const middles = Array.from({ length: 10 }, (_, place) => 2 * parseInt(row.slice(2 * place, 2 * place + 2), 36))
  return [...middles, Number(row[20]), Number(row[21])]
}
interface Layout {
  seats: number
  small: boolean
  /** The stretch it was found for; it serves all that are larger. */
  k: number
  /** The width of a piece. */
  cell: number
  /** The size of a name. */
  name: number
  regions: Record<string, string>
}
const layouts = found as unknown as Layout[]

const GRIDS: Record<number, [number, number][]> = {
  2: [
    [2, 1],
    [1, 2],
  ],
  3: [
    [3, 1],
    [1, 3],
  ],
  4: [
    [2, 2],
    [4, 1],
    [1, 4],
  ],
  6: [
    [3, 2],
    [2, 3],
    [6, 1],
  ],
}
export const HIGH = 38 / 34
export const RAT = 0.86
export const PILL = 0.08

/** Sizes in units of the map, as it is drawn. */
export interface Sizes {
  /** Of a piece: its cell is as wide, and `HIGH` times as high. */
  cell: number
  rat: number
  name: number
  pawn: Point
  caravan: Point
}

export interface Spots {
  /** By seat. A seat's cell is the same whoever else is there. */
  cells: Point[]
  rats: Point[]
  name: Point
  pawn: Point
  caravan: Point
}

export interface Places {
  sizes: Sizes
  regions: Record<string, Spots>
  palace: Point[]
}

/** Columns and rows of places around a middle. */
function grid(x: number, y: number, columns: number, rows: number, across: number, down: number): Point[] {
  return Array.from({ length: columns * rows }, (_, place): Point => [
    x + ((place % columns) - (columns - 1) / 2) * across,
    y + (Math.floor(place / columns) - (rows - 1) / 2) * down,
  ])
}

/** The places for so many players on a map that is stretched by `k`. */
export function placesOf(players: number, k: number, small: boolean): Places {
  const seats = Math.min(...layouts.map((each) => each.seats).filter((each) => each >= players))
  const fitting = layouts.filter((each) => each.seats === seats && each.small === small)
  const layout = fitting.findLast((each) => each.k <= k + 0.001) ?? fitting[0]!
  const { cell } = layout
  const gap = small ? 2.2 : 1.4
  const rat = cell * RAT
  const at = (x: number, y: number): Point => [x, y * k]
  const regions = Object.fromEntries(
    Object.entries(layout.regions).map(([region, row]) => {
      const [x, y, rx, ry, nx, ny, px, py, vx, vy, shape, form] = read(row) as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ]
      const [columns, rows] = GRIDS[seats]![shape]!
      const rats =
        form === 2 ? grid(rx, ry * k, 2, 2, rat + gap, rat + gap) : grid(rx, ry * k, form ? 1 : 3, form ? 3 : 1, rat + gap, rat + gap)
      return [
        region,
        {
          cells: grid(x, y * k, columns, rows, cell + gap, cell * HIGH + gap),
          rats: rats.slice(0, 3),
          name: at(nx, ny),
          pawn: at(px, py),
          caravan: at(vx, vy),
        },
      ]
    }),
  )
  const figure = (wide: number, high: number): Point => [wide * cell, high * cell]
  const shrunk = Math.min(1, k)
  const [columns, rows] = GRIDS[seats]![0]!
  return {
    sizes: {
      cell,
      rat,
      name: layout.name,
      pawn: small ? figure(0.78, 1.16) : figure(0.83, 1.25),
      caravan: small ? figure(1, 0.92) : figure(1.08, 1),
    },
    regions,
    palace: grid(palace.x + (palace.w / 2) * shrunk, palace.y * k + 98 * shrunk, columns, rows, cell + gap, cell * HIGH + gap),
  }
}

/** Trails of the last move, shown until the next one. */

import { COLOURS, type GameEvent } from '$lib/net/protocol'
import type { Point } from './map'
import type { Places } from './places'
import type { Position } from './position'
import { happened } from './step'

export interface Trail {
  /** The SVG path, in units of the map as it is drawn. */
  d: string
  /** The rat that moved. */
  slot: string | null
}

function curve([x, y]: Point, [a, b]: Point): string {
  const [dx, dy] = [a - x, b - y]
  const length = Math.hypot(dx, dy) || 1
  const short = Math.min(0.5, 26 / length) // it ends at the edge of the piece
  const [mx, my] = [(x + a) / 2 - dy * 0.12, (y + b) / 2 + dx * 0.12]
  return `M${x} ${y}Q${mx.toFixed(1)} ${my.toFixed(1)} ${(a - dx * short).toFixed(1)} ${(b - dy * short).toFixed(1)}`
}

export function lastTrails(events: readonly GameEvent[], position: Position, { regions }: Places): Trail[] {
  const last = events.at(-1)?.after
  const trails: Trail[] = []
  for (const event of events.slice(-40)) {
    if (event.after !== last) continue
    const { from_region: from, region, seat } = happened(event)
    const [start, end] = [regions[from ?? ''], regions[region ?? '']]
    if (!region || !end) continue
    const count = position.regions[region]?.rats.length ?? 0
    const newest = end.rats[count - 1]
    if (event.event === 'carried' && start && newest) trails.push({ d: curve(start.rats[1]!, newest), slot: `${region}.${count}` })
    if (event.event === 'infested' && newest) trails.push({ d: '', slot: `${region}.${count}` })
    if (!start) continue
    if (event.event === 'moved' || event.event === 'rode') trails.push({ d: curve(start.pawn, end.pawn), slot: null })
    if (event.event === 'travelled') trails.push({ d: curve(start.caravan, end.caravan), slot: null })
    if (event.event.startsWith('shipped') && seat)
      trails.push({ d: curve(start.cells[COLOURS.indexOf(seat)]!, end.cells[COLOURS.indexOf(seat)]!), slot: null })
  }
  return trails
}

/** Events in words, a line each. */

import { t, tMaybe } from '../i18n/index.svelte'
import type { Colour, GameEvent, View } from '../net/protocol'
import type { Scene } from '../moves/words'
import { buildingName, cardName, className, faceName, regionCardName, regionName, rowOf, symbolName, theThing, type BuildingCard, type Face } from '../words'

/** What goes without saying, or would tell what is in a hand. */
const SILENT = new Set(['forced', 'left', 'next'])

/** The events that a log tells. Cards of others that are laid face down are told when their number is announced. */
export function isTold(event: GameEvent, view: View): boolean {
  if (event.event === 'next') return view.game === 'cartus'
  return !SILENT.has(event.event) && !(event.event === 'laid' && event['card'] === null)
}

/** The same events, each with the building that was open at its place at that time. */
export function named(view: View, events: readonly GameEvent[]): GameEvent[] {
  if (view.game !== 'cartus') return [...events]
  const size = view.players <= 3 ? 2 : 3
  const cards = [...((view['used'] as unknown as BuildingCard[] | undefined) ?? []), ...rowOf(view)]
  return events
    .toReversed()
    .map((event) => {
      if (event.event === 'next') cards.splice(-size)
      if (!('place' in event) || 'building_card' in event) return event
      const building = cards.at(Number(event['place']) - 1 - size)?.building
      return building ? { ...event, building } : event
    })
    .toReversed()
}

export function tell(event: GameEvent, { view, colour, nameOf }: Scene): string {
  const name = (seat: unknown) => (seat ? (seat === colour ? t('log.who') : nameOf(seat as Colour)) : '')
  const text = (field: string) => String(event[field] ?? '')
  const region = (field: string) => regionName(text(field))
  const who = name(event.seat)
  const whom = (seat: unknown) => (seat === colour ? t('log.whom') : name(seat))
  if (view.game === 'cartus') return tellCartus(event, who, whom)
  const face = event['face'] as unknown as Face | null | undefined
  const key = event.event === 'turned' ? (event['bites'] ? 'turnedBite' : 'turnedNo') : event.event === 'looked' && face ? 'lookedSeen' : event.event
  const values = {
    who, region: region('region'), from_region: region('from_region'), over_region: region('over_region'), n: Number(event['cubes'] ?? event['weight'] ?? event['cards'] ?? 0),
    the: theThing(text('card')), from: !event['from_seat'] ? t('log.beside') : event['from_seat'] === colour ? t('log.r.fromYou') : t('log.r.from', { name: nameOf(event['from_seat'] as Colour) }),
    card: event['region_card'] ? regionCardName(text('region_card')) : t('log.hidden'), face: face ? faceName(face) : '', limit: face?.limit ?? '',
    symbol: symbolName(text('symbol')), reason: tMaybe(`log.reason.${text('reason')}`),
  }
  return tMaybe(`log.r.${key}`, values, event.event)
}

function tellCartus(event: GameEvent, who: string, whom: (seat: unknown) => string): string {
  const building = String((event['building_card'] as { building?: string } | null)?.building ?? event['building'] ?? '')
  const card = event['card'] ? cardName(String(event['card'])) : t('log.hidden')
  const key = event.event === 'looked' && event['card'] ? 'lookedSeen' : event.event === 'earned' && event['value'] ? 'earnedSeen' : event.event
  const values = {
    who, building: buildingName(building), the: theThing(building), card, class: className(String(event['class'] ?? '')),
    n: Number(event['nun_place'] ?? event['influence'] ?? event['cards'] ?? event['value'] ?? event['round'] ?? event['rats'] ?? 0),
    rats: Number(event['rats'] ?? 0), nuns: Number(event['nuns'] ?? 0), name: whom(event['to_seat'] ?? event['victim_seat'] ?? event['from_seat']),
  }
  return tMaybe(`log.c.${key}`, values, event.event)
}

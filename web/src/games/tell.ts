/** Events in words, a line each. */

import type { Values } from '$lib/i18n/format'
import { listed, t, tMaybe } from '$lib/i18n/index.svelte'
import type { Colour, GameEvent, Json, View } from '$lib/net/protocol'
import { limitOf } from '$lib/net/vocabulary.svelte'
import type { IconName } from '$lib/ui/Icon.svelte'
import type { Scene } from './moves'
import { buildingName, className, readable, regionName, symbolName, theThing } from '$lib/words'
import { cardName, faceName, regionCardName, rowOf, type BuildingCard, type Face } from './words'

/** Events that are not worth a line, or would reveal what is in a hand. */
const SILENT = new Set(['forced', 'left', 'next'])

/** The events that the log shows. Cards that others lay face down are shown when their number is announced. */
export function isTold(event: GameEvent, view: View): boolean {
  if (event.event === 'next') return view.game === 'cartus'
  return !SILENT.has(event.event) && !(event.event === 'laid' && event['card'] === null)
}

const RATS = new Set(['turned', 'ravaged', 'infested', 'carried'])

/** The sign of a line that tells of no player's own action; null where the player's piece stands there. */
export function signOf(event: GameEvent, view: View): IconName | null {
  if (event.event === 'shuffled') return 'draw'
  if (event.event === 'ended') return 'win'
  if (view.game === 'cartus') return event.event === 'turned' ? 'nun' : ['opened', 'replaced'].includes(event.event) ? 'castle' : null
  return RATS.has(event.event) ? 'rat' : event.event === 'weighed' ? 'plague' : null
}

/** The same events, each with the building that was open at its place at that time. */
export function named(view: View, events: readonly GameEvent[]): GameEvent[] {
  const size = limitOf(view.game, 'row', view.players)
  if (!size) return [...events]
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

/** An event in one sentence, for the stage line, the log and screen readers. Text between stars is bold. */
export interface Sentence {
  text: string
  /** A shorter sentence for a narrow screen. */
  short: string
}

const ENDS = new Set(['turned', 'ravaged', 'next', 'last_call'])

/** The seats that a token bites, as far as known; null while players are still asked. `later` are the events after it was turned. */
function bitten(later: readonly GameEvent[], view: View): Colour[] | null {
  const end = later.findIndex((event) => ENDS.has(event.event))
  const lost = later.slice(0, end < 0 ? later.length : end).flatMap((event) => (event.event === 'lost' && event.seat ? [event.seat] : []))
  if (lost.length) return [...new Set(lost)]
  return end < 0 && view.pending?.ask === 'protect' ? null : []
}

/** The nuns of the row that lie open, up to a card. */
function nunsUpTo(view: View, place: number): number {
  const row = (view['nuns'] as (string | null)[] | undefined) ?? []
  return row.slice(0, place).reduce((sum, card) => sum + Number(card?.split('-')[1] ?? 0), 0)
}

/** Null for events without a text. The view is the one after the event, or a later one; `later` are the events after it. */
export function sentenceOf(event: GameEvent, { view, colour, nameOf }: Scene, later: readonly GameEvent[] = []): Sentence | null {
  const text = (field: string) => String(event[field] ?? '')
  const region = (field: string) => regionName(text(field))
  const whom = (seat: Colour) => (seat === colour ? t('log.whom') : nameOf(seat))
  const isMine = event.seat !== null && event.seat === colour
  const common = { who: !event.seat ? '' : isMine ? t('log.who') : nameOf(event.seat), me: isMine ? 'you' : '' }
  if (view.game === 'cartus') {
    const building = (event['building_card'] as { building?: string } | null | undefined)?.building ?? text('building')
    const card = event['card'] ? text('card') : null
    const other = (event['to_seat'] ?? event['victim_seat'] ?? event['from_seat'] ?? null) as Colour | null
    const key = event.event === 'looked' && card ? 'lookedSeen' : event.event === 'earned' && event['value'] ? 'earnedSeen' : event.event
    const values = {
      ...common,
      building: buildingName(building),
      the: theThing(building),
      card: card ? cardName(card) : t('log.hidden'),
      class: className(text('class')),
      n: Number(event['nun_place'] ?? event['influence'] ?? event['cards'] ?? event['value'] ?? event['round'] ?? event['rats'] ?? 0),
      rats: Number(event['rats'] ?? 0),
      nuns: event.event === 'turned' ? Number(card?.split('-')[1] ?? 0) : Number(event['nuns'] ?? 0),
      sum: event.event === 'turned' ? nunsUpTo(view, Number(event['nun_place'])) : 0,
      name: other ? whom(other) : '',
    }
    return said('cartus', key, values, plainly(event, key, common.who, whom))
  }
  const hit = event.event === 'turned' && event['bites'] ? bitten(later, view) : []
  const key =
    event.event === 'turned'
      ? !event['bites']
        ? 'turnedNo'
        : hit === null
          ? 'turnedAsk'
          : hit.length
            ? 'turnedBite'
            : 'turnedNobody'
      : event.event === 'next' && isMine
        ? 'nextYou'
        : event.event
  const from = event['from_seat'] as Colour | null | undefined
  const values = {
    ...common,
    n: Number(event['cubes'] ?? event['weight'] ?? event['cards'] ?? 1),
    region: region('region'),
    from_region: region('from_region'),
    over_region: region('over_region'),
    the: theThing(text('card')),
    from: !from ? t('log.beside') : from === colour ? t('log.fromYou') : t('log.from', { name: nameOf(from) }),
    card: event['region_card'] ? regionCardName(text('region_card')) : t('log.hidden'),
    reason: tMaybe(`log.reason.${text('reason')}`),
    names: listed((hit ?? []).map(whom)),
  }
  return said('rattus', key, values, plainly(event, key, common.who, whom))
}

function said(game: 'rattus' | 'cartus', key: string, values: Values, plain: string): Sentence | null {
  const text = tMaybe(game === 'cartus' ? `cartus.does.${key}` : `rattus.does.${key}`, values, plain)
  return text ? { text, short: tMaybe(game === 'cartus' ? `cartus.brief.${key}` : `rattus.brief.${key}`, values, text) } : null
}

/** What all events have; the other fields of an event that there is no text for are told as they are. */
const OF_ALL = new Set(['number', 'after', 'event', 'seat', 'rule'])

/** An event of a card that there is no text for: who, the word for it, and about what. Others without a text go without saying. */
function plainly(event: GameEvent, key: string, who: string, whom: (seat: Colour) => string): string {
  if (SILENT.has(key) || !who) return ''
  const about = Object.entries(event).flatMap(([field, value]) =>
    OF_ALL.has(field) ? [] : (field.endsWith('seat') && value ? whom(value as Colour) : inWords(value)) || [],
  )
  return `${who}: ${readable(key)}${about.length ? ` (${about.join(', ')})` : ''}`
}

/** A value of an event; nothing where it is not known. */
function inWords(value: Json | undefined): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? Object.values(value).map(inWords).filter(Boolean).join(' ') : readable(String(value))
}

/** What the stage says beside the sentence and a log keeps: what a rat or a nun card shows, why somebody lost cubes, the rats that came along. */
function detail(event: GameEvent, view: View): string {
  const face = event['face'] as unknown as Face | null | undefined
  if (view.game !== 'cartus') return face ? faceName(face) : event.event === 'lost' ? symbolName(String(event['symbol'] ?? '')) : ''
  if (event.event === 'turned') return cardName(String(event['card'] ?? ''))
  return event.event === 'scored' && event['rats'] ? t('cartus.rats', { n: Number(event['rats']) }) : ''
}

/** The sentence as a line of the log. */
export function tell(event: GameEvent, scene: Scene, later: readonly GameEvent[] = []): string {
  const text = sentenceOf(event, scene, later)?.text.replaceAll('*', '') ?? ''
  const more = detail(event, scene.view)
  return text && more ? `${text} (${more})` : text
}

/** The later events that a sentence may use: those already shown, and those of the same move that are shown next. */
export function laterThan(event: GameEvent, events: readonly GameEvent[], coming: readonly GameEvent[] = []): GameEvent[] {
  return event.event === 'turned' ? [...events.slice(events.findIndex(({ number }) => number === event.number) + 1), ...coming] : []
}

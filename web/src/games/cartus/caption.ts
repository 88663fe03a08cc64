/** What happens, as it happens: the stage line of Cartus, and what the prompt says to who watches. */

import { t, tMaybe } from '$lib/i18n/index.svelte'
import type { Moment } from '$lib/events/player'
import type { Scene } from '$lib/moves/words'
import type { Colour } from '$lib/net/protocol'
import type { IconName } from '$lib/ui/Icon.svelte'
import { buildingName, cardName, className, rowOf, supplyName, theThing } from '$lib/words'
import { skipsOf, type Caption, type GameUi } from '../ui'
import { isFinale } from './timing'
import { asCartus, entryOf, nunsOf } from './view'
import { actionOf } from './words'

const ICONS: Partial<Record<string, IconName>> = { opened: 'castle', replaced: 'castle', shuffled: 'draw', turned: 'nun', died: 'dead', ended: 'win' }
/** The phases of a round: buildings, supply, entering, resolving. */
const STEP: Partial<Record<string, number>> = { next: 0, opened: 1, replaced: 1, supplied: 2, drew: 2, freed: 2, looked: 2, passed: 3, entered: 3, laid: 3, announced: 3 }

/** The building an event is about, as it stood at that time. */
function buildingOf({ event, before, after }: Moment): string {
  const named = (event['building_card'] as { building?: string } | null | undefined)?.building
  if (named) return named
  const place = Number(event['place'] ?? entryOf(asCartus(after), event.seat)?.building ?? 0)
  return (rowOf(before)[place - 1] ?? rowOf(after)[place - 1])?.building ?? ''
}

/** The nuns that lie open, up to this card. */
const sumOf = ({ after, event }: Moment): number => asCartus(after).nuns.slice(0, Number(event['nun_place'] ?? 5)).reduce((sum, nun) => sum + (nun ? nunsOf(nun) : 0), 0)

export function caption(moment: Moment, { colour, nameOf }: Scene): Caption | null {
  const { event, after } = moment
  const name = (seat: Colour | null | undefined) => (!seat ? '' : seat === colour ? t('log.who') : nameOf(seat))
  const whom = (event['to_seat'] ?? event['victim_seat'] ?? event['from_seat'] ?? null) as Colour | null
  const building = buildingOf(moment)
  const card = event['card'] ? String(event['card']) : null
  const me = event.seat !== null && event.seat === colour ? 1 : 2
  const key = event.event === 'looked' && card ? 'lookedSeen' : event.event === 'earned' && event['value'] ? 'earnedSeen' : event.event
  const text = tMaybe(`stage.c.${key}`, {
    who: name(event.seat), me, building: buildingName(building), the: theThing(building), card: card ? cardName(card) : t('log.hidden'), class: className(String(event['class'] ?? '')),
    n: Number(event['nun_place'] ?? event['influence'] ?? event['cards'] ?? event['value'] ?? event['round'] ?? event['rats'] ?? 0),
    rats: Number(event['rats'] ?? 0), nuns: event.event === 'turned' && card ? nunsOf(card) : Number(event['nuns'] ?? 0), sum: sumOf(moment), name: whom === colour ? t('log.whom') : name(whom),
  })
  if (!text) return null
  const icon = ICONS[event.event] ?? null
  return { text, short: text, why: why(moment, building, card, name, me), rule: event.rule ?? '', seat: icon ? null : event.seat, icon, dots: isFinale(after) ? null : [STEP[event.event] ?? 4, 4] }
}

function why({ event, before }: Moment, building: string, card: string | null, name: (seat: Colour | null) => string, me: number): string {
  switch (event.event) {
    case 'supplied':
      return supplyName(rowOf(before)[Number(event['place']) - 1]?.supply ?? '')
    case 'looked':
      return t('stage.w.looked', { who: name(event.seat), me })
    case 'scored':
      return event['rats'] ? t('stage.w.rats', { n: Number(event['rats']) }) : ''
    case 'acted':
      return actionOf(building, !!event['premium'])
    case 'turned':
      return card ? cardName(card) : ''
    default:
      return ''
  }
}

export const watch: GameUi['watch'] = (store, view) => {
  const event = store.moment?.event
  if (event?.event === 'ended') return { title: t('stage.over'), help: t('stage.overHelp') }
  if (isFinale(view)) return { title: t('stage.row'), help: t('stage.rowHelp') }
  const mover = event?.seat ?? view.to_move
  return { title: store.moment?.mine ? t('stage.yours') : !mover || mover === store.colour ? t('table.happening') : t('stage.plays', { name: store.nameOf(mover) }), help: '' }
}

export const skips: GameUi['skips'] = (view, isPlayer) =>
  isFinale(view) ? [{ what: 'this', label: 'stage.skip.card' }, { what: 'turn', label: 'stage.skip.row' }, { what: 'all', label: 'stage.skip.result' }] : skipsOf(isPlayer)

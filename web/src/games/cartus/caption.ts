/** The stage line of Cartus, and the text of the prompt while events are shown. */

import { t } from '$lib/i18n/index.svelte'
import type { Moment } from '$lib/events/player'
import { sentenceOf } from '../tell'
import type { Scene } from '../moves'
import type { IconName } from '$lib/ui/Icon.svelte'
import { cardName, rowOf, supplyName } from '../words'
import { skipsOf, type Caption, type GameUi } from '../ui'
import { isFinale } from './timing'
import { asCartus, entryOf } from './view'
import { actionOf } from './words'

const ICONS: Partial<Record<string, IconName>> = {
  opened: 'castle',
  replaced: 'castle',
  shuffled: 'draw',
  turned: 'nun',
  died: 'dead',
  ended: 'win',
}
/** The phases of a round: buildings, supply, entering, resolving. */
const STEP: Partial<Record<string, number>> = {
  next: 0,
  opened: 1,
  replaced: 1,
  supplied: 2,
  drew: 2,
  freed: 2,
  looked: 2,
  passed: 3,
  entered: 3,
  laid: 3,
  announced: 3,
}

/** The building an event is about, as it stood at that time. */
function buildingOf({ event, before, after }: Moment): string {
  const named = (event['building_card'] as { building?: string } | null | undefined)?.building
  if (named) return named
  const place = Number(event['place'] ?? entryOf(asCartus(after), event.seat)?.building ?? 0)
  return (rowOf(before)[place - 1] ?? rowOf(after)[place - 1])?.building ?? ''
}

export function caption(moment: Moment, { colour, nameOf }: Scene): Caption | null {
  const { event, after } = moment
  const building = buildingOf(moment)
  const said = sentenceOf({ ...event, building }, { view: after, colour, nameOf })
  if (!said) return null
  const icon = ICONS[event.event] ?? null
  return {
    ...said,
    why: why(moment, building, event['card'] ? String(event['card']) : null),
    rule: event.rule ?? '',
    seat: icon ? null : event.seat,
    icon,
    dots: isFinale(after) ? null : [STEP[event.event] ?? 4, 4],
  }
}

function why({ event, before }: Moment, building: string, card: string | null): string {
  switch (event.event) {
    case 'supplied':
      return supplyName(rowOf(before)[Number(event['place']) - 1]?.supply ?? '')
    case 'looked':
      return t('stage.w.looked')
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
  return {
    title: store.moment?.mine
      ? t('stage.yours')
      : !mover || mover === store.colour
        ? t('table.happening')
        : t('stage.plays', { name: store.nameOf(mover) }),
    help: '',
  }
}

export const skips: GameUi['skips'] = (view, isPlayer) =>
  isFinale(view)
    ? [
        { what: 'this', label: 'stage.skip.card' },
        { what: 'turn', label: 'stage.skip.row' },
        { what: 'all', label: 'stage.skip.result' },
      ]
    : skipsOf(isPlayer)

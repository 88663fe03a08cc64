/** The stage line of Rattus and Africanus, and the text of the prompt while events are shown. */

import { listed, t } from '$lib/i18n/index.svelte'
import type { Moment } from '$lib/events/player'
import { sentenceOf } from '../tell'
import { aliveOf, type Scene } from '../moves'
import { COLOURS, type Colour, type View } from '$lib/net/protocol'
import type { TableStore } from '$lib/net/table.svelte'
import type { IconName } from '$lib/ui/Icon.svelte'
import { classOf } from '$lib/net/vocabulary.svelte'
import { regionName, symbolName, theThing } from '$lib/words'
import { faceName } from '../words'
import { skipsOf, type Caption, type GameUi } from '../ui'
import { placeInFinale } from './finale'
import { cubesIn, positionOf, rats, type Position } from './position'
import { happened, type Happened } from './step'
import { lastStrike } from './strike'
import { isFinale, route } from './timing'

const ICONS: Partial<Record<string, IconName>> = {
  ravaged: 'rat',
  turned: 'rat',
  lost: 'rat',
  last_call: 'clock',
  ended: 'win',
  shuffled: 'draw',
}
/** A turn has five steps: card, cubes and cards used, the plague, rats that spread, rats that are turned. */
const STEP: Partial<Record<string, number>> = {
  next: 0,
  took: 1,
  moved: 3,
  weighed: 4,
  infested: 4,
  ravaged: 5,
  turned: 5,
  lost: 5,
  dismissed: 5,
  covered: 5,
  accepted: 5,
  thrown: 5,
}

export function caption(moment: Moment, { colour, nameOf }: Scene): Caption | null {
  const { before, after } = moment
  const said = sentenceOf(moment.event, { view: after, colour, nameOf }, moment.following)
  if (!said) return null
  const event = happened(moment.event)
  const icon = ICONS[event.event] ?? null
  const steps = before.phase === 'settle' || before.phase === 'caravan' || before.phase === 'last_round' || isFinale(after)
  const isMine = event.seat !== null && event.seat === colour
  return {
    ...said,
    why: why(event, moment, positionOf(before), isMine),
    rule: moment.event.rule ?? '',
    seat: icon ? null : event.seat,
    icon,
    dots: steps ? null : [STEP[event.event] ?? 2, 5],
  }
}

function why(event: Happened, { before, after }: Moment, position: Position, isMine: boolean): string {
  const { region = '', seat } = event
  const rats = position.regions[region]?.rats.length ?? 0
  const weight = positionOf(after).ravage?.weight ?? position.ravage?.weight ?? 0
  const me = isMine ? 'you' : ''
  switch (event.event) {
    case 'took':
      return t('stage.w.took')
    case 'placed':
      return (event.cubes ?? 1) > rats ? t('stage.w.peasant') : t('stage.w.placed', { rats })
    case 'moved':
      return t('stage.w.moved', { n: route(event.from_region ?? '', region, (each) => each in position.regions).length - 1 })
    case 'infested':
      return t('stage.w.infested')
    case 'ravaged':
      return t('stage.w.ravaged', { rats, n: cubesIn(position, region) })
    case 'turned':
      if (!event.face) return ''
      return weight
        ? t('stage.w.turnedPawn', { n: cubesIn(position, region), weight, limit: event.face.limit })
        : t('stage.w.turned', { n: cubesIn(position, region), limit: event.face.limit })
    case 'lost':
      return lossReason(before, seat!, event.symbol ?? '', me)
    case 'looked':
      return event.face ? faceName(event.face) : t('stage.w.looked')
    case 'crowned':
    case 'crowned_diplomat':
      return t('stage.w.crowned')
    case 'carried':
      return t('stage.w.carried')
    case 'grew':
      return t('stage.w.grew')
    case 'held':
      return event.region_card ? t('stage.w.looked') : ''
    default:
      return ''
  }
}

/** Why a symbol hits somebody: the most there, everybody, or a card of the class. */
export function lossReason(view: View, seat: Colour, symbol: string, me: 'you' | ''): string {
  if (symbol === 'majority') return t('stage.v.most')
  if (symbol === 'all') return t('stage.v.all')
  const card = Object.entries(positionOf(view).classes).find(([each, holder]) => holder === seat && classOf(each) === symbol)?.[0]
  return card ? t('stage.v.card', { me, the: theThing(card) }) : symbolName(symbol)
}

/** The players who come before the reader. */
function nextUp(store: TableStore, view: View): string {
  const now = view.to_move ? COLOURS.indexOf(view.to_move) : -1
  if (now < 0 || !store.colour || (view.phase !== 'turn' && view.phase !== 'plague')) return ''
  const between: Colour[] = []
  for (let place = 1; place < view.players; place += 1) {
    const seat = COLOURS[(now + place) % view.players]!
    if (seat === store.colour)
      return between.length
        ? t('stage.then', { names: listed([...between.map((each) => store.nameOf(each)), t('rattus.you')]) })
        : t('stage.thenYou')
    between.push(seat)
  }
  return ''
}

export const watch: GameUi['watch'] = (store, view) => {
  const position = positionOf(view)
  const me = store.colour
  const strike = lastStrike(store.events, store.moment?.following)
  const region = position.ravage?.region ?? strike?.region
  const left = region ? rats(position, region) : 0
  const last = strike?.tokens.at(-1)
  const byLast = last?.losses.reduce((sum, loss) => sum + (loss.seat === me ? loss.cubes : 0), 0)
  const ratsHere =
    last && strike
      ? t('stage.ratsHere', {
          n: strike.tokens.length,
          all: strike.tokens.length + left,
          what: !me ? '' : byLast ? t('stage.v.youLose', { n: byLast }) : t('stage.v.youNo'),
        })
      : ''
  if (isFinale(view) && region) {
    const lost = me
      ? (strike?.tokens ?? []).flatMap(({ losses }) => losses).reduce((sum, loss) => sum + (loss.seat === me ? loss.cubes : 0), 0)
      : 0
    const title = t('stage.regionOf', { ...placeInFinale(view, store.events), region: regionName(region) })
    // the losses of a region are known after its last rat
    if (left || !strike?.tokens.length)
      return { title, help: ratsHere || t('stage.w.ravaged', { rats: left, n: cubesIn(position, region) }) }
    return {
      title,
      help: !me ? '' : lost ? t('stage.hereYou', { n: lost, alive: aliveOf(view, me) }) : t('stage.hereNone', { alive: aliveOf(view, me) }),
    }
  }
  if (view.phase === 'over') return { title: t('stage.over'), help: t('stage.overHelp') }
  if (position.ravage && ratsHere && strike) return { title: t('rattus.plagueIn', { region: regionName(strike.region) }), help: ratsHere }
  const mover = store.moment?.event.seat ?? view.to_move
  return {
    title: store.moment?.mine
      ? t('stage.yours')
      : !mover || mover === me
        ? t('table.happening')
        : t('stage.plays', { name: store.nameOf(mover) }),
    help: nextUp(store, view),
  }
}

export const skips: GameUi['skips'] = (view, isPlayer) =>
  isFinale(view)
    ? [
        { what: 'this', label: 'stage.skip.rat' },
        { what: 'turn', label: 'stage.skip.region' },
        { what: 'all', label: 'stage.skip.result' },
      ]
    : view.phase === 'over'
      ? [{ what: 'all', label: 'stage.skip.result' }]
      : skipsOf(isPlayer)

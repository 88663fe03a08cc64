/** Why something cannot be done now, and what would make it possible: sentences with the ids of their rules. */

import { t } from '$lib/i18n/index.svelte'
import type { Chosen } from '$lib/moves/narrow'
import { stockOf } from '$lib/moves/words'
import type { Colour } from '$lib/net/protocol'
import { CLASS_OF, regionName, RULE_OF } from '$lib/words'
import { distance, isBeside } from './map'
import { cubesOf, handOf, hasDiplomat, isHolding, rats, viewOf, type Position } from './position'

export interface Reason {
  text: string
  rule: string
}

/** The context of a question: the position as the reader sees it, the legal moves, and what is chosen so far. */
export interface Asker {
  position: Position
  me: Colour | null
  legal: readonly string[]
  chosen: Chosen
  nameOf(colour: Colour): string
}

const FULL = 3

/** The question that is open: a verb that was chosen, or the one that is asked for. */
function verbOf({ position, legal, chosen }: Asker): string | null {
  if (chosen.verb) return chosen.verb
  const verbs = [...new Set(legal.map((move) => move.split(' ')[0]!))].filter((verb) => verb !== 'pass' && verb !== 'decline')
  return verbs.length === 1 ? verbs[0]! : (position.pending?.ask ?? null)
}

export function waits({ position, me, legal, nameOf }: Asker): Reason | null {
  if (legal.length || !me) return null
  return position.to_move && position.to_move !== me ? { text: t('rattus.why.waits', { name: nameOf(position.to_move) }), rule: '' } : null
}

/** Why a region cannot be chosen now. */
export function whyNotRegion(asker: Asker, region: string): Reason[] {
  const waiting = waits(asker)
  if (waiting) return [waiting]
  const { position, me, chosen } = asker
  if (!me || !asker.legal.length) return []
  const verb = verbOf(asker)
  const [first, second] = chosen.args
  const mine = cubesOf(position, region, me)
  const border = (from: string, rule: string): Reason[] =>
    from === region
      ? [{ text: t('rattus.why.same'), rule }]
      : isBeside(from, region)
        ? []
        : [{ text: t('rattus.why.border', { region: regionName(from) }), rule }]
  switch (verb) {
    case 'merchant':
      return !first || first === region ? (mine ? [] : [{ text: t('rattus.why.noCubes'), rule: 'R20' }]) : border(first, 'R20')
    case 'monk':
      if (!first || !second) return rats(position, region) ? surrounded('R21') : [{ text: t('rattus.why.noRats'), rule: 'R21' }]
      return rats(position, region) >= FULL ? [{ text: t('rattus.why.full'), rule: 'R5' }] : border(first, 'R21')
    case 'witch':
      return [{ text: t('rattus.why.noRats'), rule: 'R23' }]
    case 'king':
      return rats(position, region) ? [{ text: t('rattus.why.king'), rule: 'R24' }] : [{ text: t('rattus.why.noCubes'), rule: 'R24' }]
    case 'plague':
    case 'knight':
      return whyNotPlague(position, me, region, verb)
    case 'spread':
      return rats(position, region) >= FULL ? [{ text: t('rattus.why.full'), rule: 'R28' }] : border(position.plague, 'R27')
    case 'trader':
      if (region === position.caravan) return [{ text: t('rattus.why.caravan'), rule: 'A17' }]
      return border(first ?? position.caravan ?? '', 'A17')
    case 'sultan':
      return hasDiplomat(position, region, me)
        ? [{ text: t('rattus.why.diplomat'), rule: 'A18' }]
        : [{ text: t('rattus.why.noCubes'), rule: 'A18' }]
    case 'explore':
      return [{ text: t('rattus.why.notShown'), rule: 'A16' }]
    case 'ravage':
      return [{ text: t('rattus.why.noMeeting'), rule: 'A22' }]
    case 'grow':
      return [{ text: t('rattus.why.notAsked'), rule: 'A17' }]
    case 'place':
      return whyNotPlace(position, me, region)
    case null:
      return [...whyNotPlace(position, me, region), ...(position.phase === 'turn' ? whyNotPlague(position, me, region, 'plague') : [])]
    default:
      return [{ text: t('rattus.why.notRegion'), rule: '' }]
  }
  function surrounded(rule: string): Reason[] {
    return [{ text: t('rattus.why.surrounded'), rule }]
  }
}

function whyNotPlace(position: Position, me: Colour, region: string): Reason[] {
  if (position.phase !== 'turn') return position.phase === 'last_round' ? [{ text: t('rattus.why.lastRound'), rule: 'R35' }] : []
  if (position.placed) return [{ text: t('rattus.why.placed'), rule: 'R15' }]
  if (!stockOf(viewOf(position), me)) return [{ text: t('rattus.why.noStock'), rule: 'R15' }]
  if (rats(position, region)) return []
  const tip = 'peasant' in position.classes && !position.taken ? [{ text: t('rattus.why.peasant'), rule: 'R19' }] : []
  return [{ text: t('rattus.why.place'), rule: 'R15' }, ...tip]
}

function whyNotPlague(position: Position, me: Colour, region: string, verb: string): Reason[] {
  const rule = verb === 'knight' ? 'R35' : isHolding(position, 'knight', me) ? 'R22' : 'R25'
  if (region === position.plague) return [{ text: t('rattus.why.stays'), rule }]
  const reach = verb === 'knight' || isHolding(position, 'knight', me) ? (position.players > 4 ? 3 : 2) : 1
  const steps = distance(position.plague, region, (each) => each in position.regions)
  if (steps <= reach) return []
  return [{ text: t('rattus.why.far', { n: reach, region: regionName(position.plague) }), rule }]
}

/** Why a class card cannot be taken or used now. */
export function whyNotCard(asker: Asker, card: string): Reason[] {
  const waiting = waits(asker)
  if (waiting) return [waiting]
  const { position, me, legal } = asker
  if (!me || !legal.length) return []
  if (!isHolding(position, card, me)) {
    if (position.phase === 'last_round') return [{ text: t('rattus.why.lastRound'), rule: 'R35' }]
    if (position.phase !== 'turn' || position.pending) return [{ text: t('rattus.why.otherwise'), rule: 'R13' }]
    if (position.taken) return [{ text: t('rattus.why.taken'), rule: 'R14' }]
    return position.placed ? [{ text: t('rattus.why.takeFirst'), rule: 'R13' }] : []
  }
  if (position.used.includes(card)) return [{ text: t('rattus.why.used'), rule: 'R16' }]
  if (position.pending || position.phase === 'plague') return [{ text: t('rattus.why.otherwise'), rule: 'R16' }]
  if (position.phase !== 'turn' && position.phase !== 'last_round') return []
  if (card === 'knight' && position.phase === 'turn') return [{ text: t('rattus.why.knight'), rule: 'R22' }]
  if (card === 'peasant' && position.phase === 'turn')
    return [{ text: t(position.placed ? 'rattus.why.placed' : 'rattus.why.peasantUse'), rule: 'R19' }]
  const own = Object.keys(position.regions).filter((region) => cubesOf(position, region, me))
  if (!own.length && ['merchant', 'king', 'sultan'].includes(card)) return [{ text: t('rattus.why.noneOnMap'), rule: RULE_OF[card]! }]
  if (card === 'king') return [{ text: t('rattus.why.kingNone'), rule: 'R24' }]
  if (card === 'sultan') return [{ text: t('rattus.why.diplomats'), rule: 'A18' }]
  if (!stockOf(viewOf(position), me) && ['peasant', 'explorer'].includes(card))
    return [{ text: t('rattus.why.noStock'), rule: RULE_OF[card]! }]
  if (card === 'monk' || card === 'witch') return [{ text: t('rattus.why.noRatFits'), rule: RULE_OF[card]! }]
  return [{ text: t('rattus.why.noCards'), rule: RULE_OF[card] ?? 'R16' }]
}

/** Why a region card cannot be played now. */
export function whyNotHand({ position, me }: Asker, card: string): Reason {
  const token = position.ravage?.token
  if (position.pending?.ask !== 'protect' || position.to_move !== me || !token) return { text: t('rattus.why.handWhen'), rule: 'A12' }
  const hit = Object.keys(position.classes).filter((each) => isHolding(position, each, me) && token.symbols.includes(CLASS_OF[each] ?? ''))
  const symbols = card.split(':')[1] ?? ''
  const fits = hit.some((each) => symbols === '?' || symbols.split('+').includes(CLASS_OF[each] ?? ''))
  return { text: t(fits && handOf(position, me).length ? 'rattus.why.handCovered' : 'rattus.why.handMisfit'), rule: 'A13' }
}

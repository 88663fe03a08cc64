/** Texts for the things on the map: accessible names and explanations, made from the same view as the picture. */

import { listed, t, tMaybe } from '$lib/i18n/index.svelte'
import { COLOURS, type Colour } from '$lib/net/protocol'
import { classOf, ruleOf } from '$lib/net/vocabulary.svelte'
import { classCardName, className, readable, regionName, theThing } from '$lib/words'
import { faceName, type Face } from '../words'
import type { Marks } from './choose'
import { seenBy, type Cubes } from './position'
import { whyNot, type Asker, type Reason } from './why'

/** A title and sentences, each with its rule. */
export interface Talk {
  title: string
  lines: Reason[]
  /** What lies in a region, to be drawn in place of the first line. */
  slip?: Slip
}
export interface Slip {
  cubes: { colour: Colour; number: number; name: string; diplomats: number }[]
  rats: { face: Face | null; seen: 'mine' | 'others' | '' }[]
  visitors: { what: 'plague' | 'caravan'; text: string }[]
}

const line = (text: string, rule = ''): Reason => ({ text, rule })
const sentence = (text: string): string => (text ? text.charAt(0).toUpperCase() + text.slice(1) + (/[.?]$/.test(text) ? '' : '.') : '')

const who = (asker: Asker, colour: Colour): string => (colour === asker.me ? t('rattus.you') : asker.nameOf(colour))
const cubesInWords = (asker: Asker, cubes: Cubes): string[] =>
  COLOURS.filter((colour) => cubes[colour]).map((colour) => `${who(asker, colour)} ${cubes[colour]}`)

/** All that a region holds. */
function holds(asker: Asker, region: string): string[] {
  const { position } = asker
  const land = position.regions[region]
  if (!land) return []
  const known = land.rats.flatMap((rat, place) => (rat ? [t('rattus.slotKnown', { n: place + 1, face: faceName(rat) })] : []))
  const diplomats = (land.diplomats ?? []).map((colour) => t('rattus.diplomatOf', { name: who(asker, colour) }))
  return [t('rattus.rats', { n: land.rats.length }), ...known, ...cubesInWords(asker, land.cubes), ...diplomats]
}

/** Who else is there. */
const guests = ({ position }: Asker, region: string): Slip['visitors'] => [
  ...(position.plague === region ? [{ what: 'plague' as const, text: t('rattus.plagueHere') }] : []),
  ...(position.caravan === region ? [{ what: 'caravan' as const, text: t('rattus.caravanHere') }] : []),
]
const visitors = (asker: Asker, region: string): string[] => guests(asker, region).map(({ text }) => text)

/** All that a region holds, to be drawn. */
function slipOf(asker: Asker, region: string): Slip {
  const { position, me } = asker
  const { cubes = {}, rats = [], diplomats = [] } = position.regions[region] ?? {}
  const sight = (place: number) => {
    const seen = seenBy(position, `${region}.${place + 1}`)
    return me && seen.includes(me) ? 'mine' : seen.length ? 'others' : ''
  }
  return {
    cubes: COLOURS.filter((colour) => cubes[colour]).map((colour) => ({
      colour,
      number: cubes[colour]!,
      name: sentence(who(asker, colour)).replace(/\.$/, ''),
      diplomats: diplomats.includes(colour) ? 1 : 0,
    })),
    rats: rats.map((face, place) => ({ face, seen: sight(place) })),
    visitors: guests(asker, region),
  }
}

/** What a rat that the reader knows would do now, as the server says. */
function wouldBite(asker: Asker, region: string): Reason[] {
  const rats = asker.position.regions[region]?.rats ?? []
  return (asker.explain(region)?.facts ?? []).flatMap(({ why, rule, slot = 0, n = 0, limit = 0 }) => {
    const face = rats[slot - 1]
    if (!face) return []
    const does = t(why === 'bites' ? 'stage.v.bites' : 'stage.v.no', { n, limit, region: regionName(region) })
    return [line(`${t('rattus.slotKnown', { n: slot, face: faceName(face) })}. ${does}`.replaceAll('*', ''), rule)]
  })
}

/** The rule of what a region can be chosen for, where it is one alone. */
function ruleOfDoing(asker: Asker, region: string): string {
  const rules = new Set((asker.explain(region)?.facts ?? []).flatMap(({ why, rule }) => (why === 'does' ? [rule] : [])))
  return rules.size === 1 ? [...rules][0]! : ''
}

/** The verbs that can take this region next. */
function doings(asker: Asker, region: string): string[] {
  const { legal, chosen } = asker
  const place = chosen.args.length + 1
  const fitting = legal
    .map((move) => move.replaceAll('.', ' ').split(' '))
    .filter(
      (words) =>
        words[place] === region && (!chosen.verb || words[0] === chosen.verb) && chosen.args.every((word, at) => words[at + 1] === word),
    )
  return [...new Set(fitting.map((words) => words[0]!))].map((verb) => {
    const amounts = verb === 'place' ? fitting.filter((words) => words[0] === 'place').map((words) => words[2]!) : []
    return tMaybe(`rattus.verb.${verb}`, {}, readable(verb)) + (amounts.length ? ` (${[...new Set(amounts)].join('/')})` : '')
  })
}

export function regionLabel(asker: Asker, region: string, marks: Marks): string {
  const can = marks.open.has(region) ? doings(asker, region) : []
  const state = marks.chosen.has(region)
    ? t('rattus.chosen')
    : marks.open.has(region)
      ? t('rattus.legal', { what: can.length ? listed(can, 'disjunction') : regionName(region) })
      : ''
  return [regionName(region), ...holds(asker, region), ...visitors(asker, region), state].filter(Boolean).join(', ')
}

export function regionTalk(asker: Asker, region: string, marks: Marks): Talk {
  const what = line([holds(asker, region).join(', '), ...visitors(asker, region)].map(sentence).join(' '))
  const [slip, known] = [slipOf(asker, region), wouldBite(asker, region)]
  if (marks.open.has(region)) {
    const can = doings(asker, region)
    return {
      title: regionName(region),
      slip,
      lines: [
        what,
        ...known,
        ...(can.length ? [line(t('rattus.can', { what: listed(can, 'disjunction') }), ruleOfDoing(asker, region))] : []),
      ],
    }
  }
  const reasons = marks.chosen.has(region) ? [] : whyNot(asker, region)
  return { title: regionName(region), slip, lines: [what, ...known, ...reasons] }
}

export function ratTalk(asker: Asker, region: string, slot: number): Talk {
  const face = asker.position.regions[region]?.rats[slot]
  const seen = seenBy(asker.position, `${region}.${slot + 1}`)
  const others = seen.filter((colour) => colour !== asker.me).map((colour) => asker.nameOf(colour))
  const lines = face
    ? [line(sentence(t('rattus.x.seen', { face: faceName(face) })), 'R6'), ...faceLines(asker, face)]
    : [line(t('rattus.x.hidden'), 'R6')]
  if (others.length) lines.push(line(t('rattus.x.seenBy', { names: listed(others) }), 'R23'))
  return { title: `${regionName(region)}: ${t('rattus.slot', { n: slot + 1 })}`, lines }
}

/** What a face does. */
export function faceLines(asker: Asker, face: Face): Reason[] {
  const each = [...new Set(face.symbols)].map((symbol) => {
    if (symbol === 'majority') return line(t('rattus.x.majority'), 'R31')
    if (symbol === 'all') return line(t('rattus.x.all'), 'R32')
    const cards = Object.entries(asker.position.classes).filter(([card]) => classOf(card) === symbol)
    const holders = cards.flatMap(([card, holder]) => (holder ? [`${who(asker, holder)} (${classCardName(card)})`] : []))
    return line(
      holders.length
        ? t('rattus.x.holder', { class: className(symbol), names: listed(holders) })
        : t('rattus.x.nobody', { class: className(symbol) }),
      'R32',
    )
  })
  return [line(t('rattus.x.limit', { n: face.limit }), 'R30'), ...each]
}

export function palaceTalk(asker: Asker): Talk {
  const cubes = cubesInWords(asker, asker.position.palace)
  const discs = cubesInWords(asker, asker.position.palace_diplomats ?? {})
  const lines = [line(sentence(cubes.length ? cubes.join(', ') : t('rattus.empty')))]
  if (discs.length) lines.push(line(sentence(t('rattus.x.discs', { names: discs.join(', ') })), 'A20'))
  return { title: t('rattus.palace'), lines: [...lines, line(t('rattus.x.palace'), 'R1')] }
}

export function supplyTalk(): Talk {
  return { title: t('rattus.x.supplyTitle'), lines: [line(t('rattus.x.supply'), 'R34')] }
}

/** What a class card does, who has it, and why it cannot be taken or used now. */
export function cardTalk(asker: Asker, card: string, isLegal: boolean): Talk {
  const { position } = asker
  const holder = position.classes[card] ?? null
  const own = holder !== null && holder === asker.me
  const laid = position.ravage?.covered?.[card]
  const lines = [
    line(tMaybe(`rattus.do.${card}`), ruleOf(card)),
    line(holder ? sentence(own ? t('rattus.x.yours') : t('rattus.x.held', { name: asker.nameOf(holder) })) : sentence(t('rattus.beside'))),
  ]
  if (laid) lines.push(line(t('rattus.x.covered', { region: regionName(laid.split(':')[0]!) }), 'A11'))
  if (isLegal) lines.push(line(t(own ? 'rattus.x.canUse' : 'rattus.x.canTake', { the: theThing(card) }), own ? 'R16' : 'R14'))
  else lines.push(...whyNot(asker, card))
  return { title: classCardName(card), lines }
}

export function regionCardTalk(asker: Asker, card: string, isLegal: boolean, isMine: boolean): Talk {
  const [region = '', classes = ''] = card.split(':')
  const what = classes === '?' ? t('rattus.anyClass') : listed(classes.split('+').map(className), 'disjunction')
  const lines = [line(t('rattus.x.covers', { what }), 'A11'), line(t('rattus.x.point', { region: regionName(region) }), 'A23')]
  return { title: regionName(region), lines: isMine && !isLegal ? [...lines, ...whyNot(asker, card)] : lines }
}

export const inOneLine = ({ lines }: Talk): string => lines.map(({ text, rule }) => (rule ? `${text} (${rule})` : text)).join(' ')

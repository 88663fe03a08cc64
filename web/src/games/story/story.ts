/** A player's own summary of a game: rank, what survived and died, and of what. Computed from the events and the outcome. */

import { CLASSES, regionLines } from '../chart/points'
import { listed, t, tMaybe } from '$lib/i18n/index.svelte'
import type { Colour, GameEvent, Outcome, View } from '$lib/net/protocol'
import { className, regionName, symbolName } from '$lib/words'
import { deathsOf } from './deaths'

export interface Sentence {
  text: string
  rule?: string
}

/** One visit of the plague that cost somebody cubes. */
export interface Loss {
  region: string
  n: number
  symbols: { symbol: string; n: number }[]
  /** The turn, as the chart counts them; null in the finale. */
  turn: number | null
  /** The seat that moved the plague there; nobody in the finale. */
  by: Colour | null
  after: number
}

/** How rats came and went (C16, C20, C2): together they are those at the end. */
export interface Rats {
  start: number
  scored: number
  got: { by: Colour; n: number }[]
  given: number
  freed: number
  end: number
}

export interface End {
  view: View
  outcome: Outcome
  events: readonly GameEvent[]
  nameOf: (colour: Colour) => string
}

export interface Story {
  /** The first words, and what follows them in the same headline. */
  title: string
  rest: string
  says: Sentence[]
  /** Of how many: 1 is the winner; null for the dead and for spectators. */
  place: number | null
  dead: boolean
}

/** What happens when the plague visits a region, and nothing else. */
const PLAGUE = new Set([
  'ended',
  'ravaged',
  'turned',
  'lost',
  'weighed',
  'covered',
  'accepted',
  'thrown',
  'dismissed',
  'shuffled',
  'drew',
  'showed',
  'forced',
])

/** The number of the first event of the finale (R36): all regions are visited, and no turn comes in between. */
function finaleOf(events: readonly GameEvent[]): number {
  let first = Infinity
  for (const event of events.toReversed()) {
    if (!PLAGUE.has(event.event)) break
    if (event.event === 'ravaged') first = event.number
  }
  // a game that was continued from a record may begin after its last call
  return events.some(({ event }) => event === 'last_call' || event === 'ended') ? first : Infinity
}

/** `turnsBefore`: see `chart/series.ts`. */
export function lossesOf(events: readonly GameEvent[], colour: Colour, turnsBefore = 0): Loss[] {
  const finale = finaleOf(events)
  const found: Loss[] = []
  let turn = turnsBefore
  let visit: Loss | null = null
  for (const event of events) {
    if (event.event === 'next' || event.event === 'last_call') turn += 1
    if (event.event === 'ravaged') {
      const ends = event.number >= finale
      visit = {
        region: String(event['region']),
        n: 0,
        symbols: [],
        turn: ends ? null : turn,
        by: ends ? null : event.seat,
        after: event.after,
      }
    }
    if (event.event !== 'lost' || event.seat !== colour || !visit) continue
    const [symbol, n] = [String(event['symbol'] ?? ''), Number(event['cubes'])]
    const before = visit.symbols.find((each) => each.symbol === symbol)
    if (!visit.n) found.push(visit)
    if (before) before.n += n
    else visit.symbols.push({ symbol, n })
    visit.n += n
    visit.after = event.after
  }
  return found
}

export function ratsOf(events: readonly GameEvent[], outcome: Outcome, colour: Colour): Rats {
  const rats: Rats = { start: 0, scored: 0, got: [], given: 0, freed: 0, end: deathsOf(outcome).rats[colour] ?? 0 }
  for (const event of events) {
    if (event.event === 'infested' && event['victim_seat'] === colour && event.seat) {
      const before = rats.got.find(({ by }) => by === event.seat)
      if (before) before.n += 1
      else rats.got.push({ by: event.seat, n: 1 })
    }
    if (event.seat !== colour) continue
    if (event.event === 'scored') rats.scored += Number(event['rats'] ?? 0)
    if (event.event === 'infested') rats.given += 1
    if (event.event === 'freed') rats.freed += Number(event['rats'] ?? 0)
  }
  rats.start = rats.end - rats.scored - sum(rats.got.map(({ n }) => n)) + rats.given + rats.freed
  return rats
}

/** Cards that others took with the sword, by who took them (C19). */
export function robbedOf(events: readonly GameEvent[], colour: Colour): { by: Colour; n: number }[] {
  const found = new Map<Colour, number>()
  for (const event of events)
    if (event.event === 'robbed' && event['from_seat'] === colour && event.seat)
      found.set(event.seat, (found.get(event.seat) ?? 0) + Number(event['cards']))
  return [...found].map(([by, n]) => ({ by, n })).filter(({ n }) => n > 0)
}

/** Where somebody's cubes are at the end, the most first; the palace is a place without a region. */
export function livedOf(view: View, colour: Colour): { region: string | null; n: number }[] {
  const map = regionLines(view).map(({ region, seats }) => ({ region, n: seats.find((seat) => seat.colour === colour)?.cubes ?? 0 }))
  return [
    ...map.filter(({ n }) => n).sort((one, other) => other.n - one.n),
    ...(palaceOf(view, colour) ? [{ region: null, n: palaceOf(view, colour) }] : []),
  ]
}

/** Whose losses the page tells: the reader's; for a spectator the winner's, or those of the player who came closest. */
export const subjectOf = (outcome: Outcome, reader: Colour | null): Colour | undefined =>
  reader && outcome.ranking.includes(reader) ? reader : (outcome.winners[0] ?? deathsOf(outcome).consolation[0] ?? outcome.ranking[0])

/** The reader's story first, then the winner's; for a spectator the winner's only. */
export function storyOf(end: End, reader: Colour | null): Story {
  const { outcome } = end
  if (!reader || !outcome.ranking.includes(reader))
    return { title: titleForAll(end), rest: '', says: winnersStory(end, null), place: null, dead: !outcome.winners.length }
  const dead = outcome.dead.includes(reader)
  const others = outcome.winners.filter((colour) => colour !== reader)
  const won = outcome.winners.includes(reader)
  const place = dead ? null : won ? 1 : outcome.ranking.indexOf(reader) + 1
  const title = dead
    ? t(outcome.winners.length ? 'story.died' : 'story.diedAll')
    : won
      ? others.length
        ? t('story.sharedWith', { names: listed(others.map(end.nameOf)) })
        : t(`result.you.${end.view.game}`)
      : t(`story.came.${place as 2 | 3 | 4 | 5 | 6}`)
  const own = end.view.game === 'cartus' ? cartusStory(end, reader) : plagueStory(end, reader)
  return { title, rest: own.rest, says: [...own.says, ...behind(end, reader), ...winnersStory(end, reader)], place, dead }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, n) => all + n, 0)
const palaceOf = (view: View, colour: Colour) => ((view['palace'] ?? {}) as Partial<Record<Colour, number>>)[colour] ?? 0
const pointsOf = ({ points }: Outcome, colour: Colour) => points[colour] ?? 0

function titleForAll({ view, outcome, nameOf }: End): string {
  const [winner, ...others] = outcome.winners
  if (!winner) return t('result.nobody')
  return others.length
    ? t('result.shared', { names: listed(outcome.winners.map(nameOf)) })
    : t(`result.head.${view.game}`, { name: nameOf(winner) })
}

function plagueStory({ view, events, nameOf }: End, reader: Colour): { rest: string; says: Sentence[] } {
  const losses = lossesOf(events, reader)
  const alive = sum(livedOf(view, reader).map(({ n }) => n))
  const lost = sum(losses.map(({ n }) => n))
  const [worst, most] = greatest(losses.map(({ region, n }) => [region, n]))
  const died = t('story.lost', { n: lost })
  const where = !lost
    ? t('story.lostNone')
    : most === lost
      ? t('story.lostAllIn', { lost: died, n: lost, region: regionName(worst!) })
      : most > 1
        ? t('story.lostMostIn', { lost: died, n: most, region: regionName(worst!) })
        : died
  const says: Sentence[] = []
  const palace = palaceOf(view, reader)
  if (palace) says.push({ text: t('story.palace', { n: palace }), rule: 'R37' })
  const finale = sum(losses.filter(({ turn }) => turn === null).map(({ n }) => n))
  if (finale) says.push({ text: t('story.finale', { n: finale }), rule: 'R36' })
  const [symbol, taken] = greatest(
    losses.flatMap(({ symbols }) => symbols.filter((each) => each.symbol).map(({ symbol: name, n }): [string, number] => [name, n])),
  )
  if (symbol && taken > 1)
    says.push({ text: t('story.deadliest', { symbol: symbolName(symbol), n: taken }), rule: symbol === 'majority' ? 'R31' : 'R32' })
  const [led, cost] = greatest(losses.filter(({ by }) => by && by !== reader).map(({ by, n }) => [by as string, n]))
  if (led && cost > 1) says.push({ text: t('story.ledBy', { name: nameOf(led as Colour), n: cost }) })
  return { rest: t('story.restPlague', { alive: t('story.alive', { n: alive }), lost: where }), says }
}

function cartusStory({ outcome, events, nameOf }: End, reader: Colour): { rest: string; says: Sentence[] } {
  const dead = outcome.dead.includes(reader)
  const { nuns, consolation, ...counted } = deathsOf(outcome)
  const rats = counted.rats[reader] ?? 0
  const points = pointsOf(outcome, reader)
  const against = t('story.against', { rats, nuns })
  const says: Sentence[] = []
  if (dead) says.push({ text: t('story.tooMany', { n: rats - nuns }), rule: 'C35' })
  if (!outcome.winners.length && consolation.includes(reader)) {
    const others = consolation.filter((colour) => colour !== reader)
    says.push({ text: others.length ? t('story.closestWith', { names: listed(others.map(nameOf)) }) : t('story.closest'), rule: 'C37' })
  }
  const kinds = pointsInWords(outcome, reader)
  if (kinds.length)
    says.push({
      text: t(dead ? 'story.pointsWere' : 'story.pointsAre', { n: points, list: listed(kinds.map(({ label, n }) => `${label} ${n}`)) }),
      rule: 'C31',
    })
  const { got } = ratsOf(events, outcome, reader)
  if (got.length)
    says.push({ text: t('story.gotRats', { n: sum(got.map(({ n }) => n)), names: listed(got.map(({ by }) => nameOf(by))) }), rule: 'C20' })
  const robbed = robbedOf(events, reader)
  if (robbed.length)
    says.push({
      text: t('story.robbed', { n: sum(robbed.map(({ n }) => n)), names: listed(robbed.map(({ by }) => nameOf(by))) }),
      rule: 'C19',
    })
  return { rest: t(dead ? 'story.restDead' : 'story.restAlive', { against, n: points }), says }
}

/** The points of Cartus by category, those that there are, the most first. */
export function pointsInWords(outcome: Outcome, colour: Colour): { label: string; n: number }[] {
  const by = outcome.categories?.[colour] ?? {}
  const labelOf = (name: string) =>
    CLASSES.some((each) => each === name)
      ? className(name)
      : name === 'tokens' || name === 'gold'
        ? t(`result.kind.${name}`)
        : t('story.mostOf', { what: tMaybe(`result.hand.${name}`, {}, name) })
  return Object.entries(by)
    .filter(([, n]) => n)
    .map(([name, n]) => ({ label: labelOf(name), n }))
    .sort((one, other) => other.n - one.n)
}

/** How far behind the winner the reader is. */
function behind({ view, outcome, nameOf }: End, reader: Colour): Sentence[] {
  const winner = outcome.winners[0]
  if (!winner || outcome.winners.includes(reader) || outcome.dead.includes(reader)) return []
  const n = pointsOf(outcome, winner) - pointsOf(outcome, reader)
  if (n > 0) return [{ text: t('story.behind', { n, name: nameOf(winner) }) }]
  return [
    view.game === 'cartus'
      ? { text: t('story.tieRats', { name: nameOf(winner) }), rule: 'C36' }
      : { text: t('story.tie', { name: nameOf(winner) }), rule: 'R38' },
  ]
}

/** Who won and by what, who would have, and why it ended. */
function winnersStory({ view, outcome, nameOf }: End, reader: Colour | null): Sentence[] {
  const said: Sentence[] = []
  const isCartus = view.game === 'cartus'
  const { rats, nuns, consolation } = deathsOf(outcome)
  const [winner] = outcome.winners
  if (!winner) {
    said.push({ text: t('result.allDead', { nuns }), rule: 'C37' })
    if (consolation.length && !(reader && consolation.includes(reader)))
      said.push({ text: t('result.consolation', { names: listed(consolation.map(nameOf)) }) })
  } else {
    const n = pointsOf(outcome, winner)
    const told = reader && outcome.winners.includes(reader) ? reader : winner
    said.push({
      text: told === reader ? t('result.youWin', { n }) : t('result.wins', { name: nameOf(told), n }),
      rule: isCartus ? 'C36' : 'R37',
    })
    for (const colour of outcome.dead.filter((each) => pointsOf(outcome, each) > n)) {
      const values = { n: pointsOf(outcome, colour), rats: rats[colour] ?? 0, nuns }
      if (colour !== reader) said.push({ text: t('result.deadMore', { name: nameOf(colour), ...values }), rule: 'C35' })
    }
    const second = outcome.ranking.find((colour) => !outcome.winners.includes(colour) && !outcome.dead.includes(colour))
    if (second && (!reader || told === reader)) {
      const name = nameOf(second)
      if (pointsOf(outcome, second) < n) said.push({ text: t('result.second', { name, n: pointsOf(outcome, second) }) })
      else said.push(isCartus ? { text: t('result.tieRats', { name }), rule: 'C36' } : { text: t('result.tie', { name }), rule: 'R38' })
    }
  }
  const reason = tMaybe(`log.reason.${outcome.reason}`)
  if (reason && !isCartus) said.push({ text: t('result.reason', { reason }), rule: 'R34' })
  return said
}

/** What there is most of, and how much. */
function greatest(pairs: readonly [string, number][]): [string | null, number] {
  const sums = new Map<string, number>()
  for (const [name, n] of pairs) sums.set(name, (sums.get(name) ?? 0) + n)
  return [...sums].reduce<[string | null, number]>((best, [name, n]) => (n > best[1] ? [name, n] : best), [null, 0])
}

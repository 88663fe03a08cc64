/** What was agreed at a table, in words: the options of the game and those of the table. */

import { listed, t, tMaybe } from '$lib/i18n/index.svelte'
import type { ClockSetting, Colour, GameName, Json, Options, Table, View } from '$lib/net/protocol'
import { isDoubtful, vocabularyOf } from '$lib/net/vocabulary.svelte'
import { choicesOf } from './setup.svelte'
import { classCardName, timeName } from '$lib/words'

export interface Agreed {
  name: string
  label: string
  value: string
}

const playersOf = (table: Pick<Table, 'chairs'>): number => table.chairs.filter((chair) => chair.holder !== 'closed').length

/** The options of the game. `view` adds what was drawn at random since. */
function optionsAt(table: Pick<Table, 'game' | 'options' | 'chairs'>, view: View | null): Agreed[] {
  const found: Agreed[] = []
  const offered: [string, (string | number)[]][] = vocabularyOf(table.game)
    ? choicesOf(table.game, playersOf(table))
    : Object.keys(table.options).flatMap((name) => (name === 'first' ? [] : [[name, []]]))
  for (const [name, choices] of offered) {
    const value = table.options[name] ?? choices[0]!
    found.push({ name, label: tMaybe(`home.option.${name}`), value: valueInWords(table.game, name, value, view) })
  }
  return found
}

/** What differs from the usual game, for a list. */
export const differingAt = (table: Pick<Table, 'game' | 'options' | 'chairs' | 'hide_rats'>): string[] => [
  ...optionsAt(table, null)
    .filter(({ name }) => name in table.options)
    .map(({ label, value }) => `${label}: ${value}`),
  ...(table.hide_rats ? [t('setup.hideRats')] : []),
]

/** Everything that was agreed. `view` adds what was drawn at random since. */
export function agreedAt(table: Table, view: View | null): Agreed[] {
  const found = optionsAt(table, view)
  if (table.game === 'cartus')
    found.push({ name: 'hide_rats', label: t('setup.hideRats'), value: table.hide_rats ? t('setup.yes') : t('setup.no') })
  const first = table.options['first'] as Colour | undefined
  found.push({ name: 'first', label: t('home.first'), value: first ? t(`noun.seat.${first}`) : t('home.first.random') })
  found.push({ name: 'clock', label: t('home.clock'), value: clockInWords(table) })
  found.push({ name: 'sitter', label: t('home.sitter'), value: t('home.computer', { level: t(`noun.level.${table.sitter}`) }) })
  if (table.rated) found.push({ name: 'rated', label: t('setup.rated'), value: t('setup.yes') })
  found.push({ name: 'hints', label: t('story.hints'), value: t(table.hints ? 'story.hintsOn' : 'story.hintsOff') })
  return found
}

const cardName = (card: string): string => tMaybe(`noun.building.${card}`, {}, classCardName(card))

/** The value of an option: a word, and the cards that it stands for or brought; or cards that were chosen by name. */
export function valueInWords(game: GameName, option: string, agreed: Json, view: View | null): string {
  if (Array.isArray(agreed)) return listed(agreed.map((name) => cardName(String(name))))
  if (agreed !== null && typeof agreed === 'object') {
    const cards = vocabularyOf(game)?.cards.map(({ card }) => card) ?? Object.keys(agreed)
    const copies = cards.filter((card) => agreed[card])
    return listed(copies.map((card) => t('setup.copiesOf', { n: Number(agreed[card]), building: cardName(card) })))
  }
  const value = String(agreed as string)
  const how = tMaybe(`home.option.${option}.${value}`)
  const { lists, means } = vocabularyOf(game)?.options.find((each) => each.option === option) ?? {}
  const which = means?.[value] ?? (lists && (view?.['chosen'] as string[] | undefined))
  return which ? t('setup.lot', { how, what: listed(which.map(cardName)) }) : how
}

/** Whether a building was chosen by name that the rules advise against with so few players: the watchtower (C29). */
export function hasDoubtfulBuilding(table: Pick<Table, 'options' | 'chairs'>): boolean {
  const named = Object.values(table.options as Options).flatMap((agreed) =>
    Array.isArray(agreed)
      ? agreed.map(String)
      : agreed !== null && typeof agreed === 'object'
        ? Object.keys(agreed).filter((building) => Number(agreed[building]) > 0)
        : [],
  )
  return named.some((building) => isDoubtful(building, playersOf(table)))
}

export function clockInWords({ clock }: { clock: Table['clock'] | ClockSetting }): string {
  if (!clock) return t('home.clock.none')
  if (clock.kind === 'days') return t('home.clock.perMove', { n: clock.days })
  const time = clock.seconds % 60 ? timeName(clock.seconds) : t('home.minutes', { n: clock.seconds / 60 })
  return clock.increment ? t('home.clock.eachAnd', { time, n: clock.increment }) : t('home.clock.each', { time })
}

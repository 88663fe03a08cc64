/** Texts for cards and buildings of Cartus: name, effect, rule id. */

import { listed, t, tMaybe } from '$lib/i18n/index.svelte'
import type { Colour } from '$lib/net/protocol'
import { classOf, limitOf, ruleOf, vocabularyOf } from '$lib/net/vocabulary.svelte'
import { buildingName, className } from '$lib/words'
import { cardName, supplyName, type BuildingCard } from '../words'
import type { Why } from './draft.svelte'
import {
  entriesAt,
  hasOnePremium,
  isPopulation,
  kindOf,
  laidBy,
  premiumAt,
  roundsOf,
  type CartusView,
  type Entrant,
  type Special,
} from './view'

export { buildingName, cardName, classOf, className, ruleOf, supplyName }

type NameOf = (colour: Colour) => string
export interface Tip {
  title: string
  text: string
  rule: string
}

/** What a building does, premium or standard. */
export const actionOf = (building: string, premium: boolean): string =>
  tMaybe(premium ? `cartus.premium.${building}` : `cartus.standard.${building}`, {}, buildingName(building))
/** The same in fewer words, where there is little room. */
export function shortAction(building: string, premium: boolean): string {
  return tMaybe(premium ? `cartus.short.premium.${building}` : `cartus.short.standard.${building}`, {}, actionOf(building, premium))
}

/** The label of the button that does it: the action itself if its text is short. */
export function actLabel(building: string, premium: boolean): string {
  const action = actionOf(building, premium)
  return shortAction(building, premium) === action ? action.charAt(0).toUpperCase() + action.slice(1) : t('cartus.move.act')
}

export const whyInWords = ({ text, rule }: Why): string => (rule ? `${text} (${rule})` : text)

/** The cards somebody has laid down, as everybody sees them. */
export function laidInWords(entry: Entrant): string {
  if (!Array.isArray(entry.cards) || entry.cards.includes(null)) return t('cartus.laid', { n: laidBy(entry) })
  return entry.cards.length ? listed(entry.cards.map((card) => cardName(card!))) : t('cartus.ask.noCards')
}

export function entryTip(entry: Entrant, nameOf: NameOf): Tip {
  const name = nameOf(entry.seat)
  if (entry.shown) return { title: t('cartus.inside'), text: t('cartus.tip.entryShown', { name, cards: laidInWords(entry) }), rule: 'C16' }
  return { title: t('cartus.inside'), text: t('cartus.tip.entry', { name, cards: t('cartus.hand', { n: laidBy(entry) }) }), rule: 'C11' }
}

/** Whether only the first and the second on a track score at the end (C31). */
const onlyTwoScore = (view: CartusView): boolean => limitOf(view.game, 'scoring_ranks', view.players) === 2
export const trackTip = (view: CartusView): string => (onlyTwoScore(view) ? t('cartus.tip.track2') : t('cartus.tip.track'))
export const trackPoints = (view: CartusView): string => (onlyTwoScore(view) ? t('cartus.points2') : t('cartus.points'))

export function buildingTip({ building }: BuildingCard, view: CartusView): Tip {
  const text = t('cartus.tip.building', { premium: actionOf(building, true), standard: actionOf(building, false) })
  const more = view.round === roundsOf(view) ? t('cartus.tip.last') : hasOnePremium(view) ? t('cartus.tip.premium2') : ''
  return {
    title: `${buildingName(building)} (${className(classOf(building))})`,
    text: [text, more].filter(Boolean).join(' '),
    rule: ruleOf(building),
  }
}

export const supplyTip = ({ supply }: BuildingCard): Tip => ({
  title: `${t('cartus.supply')}: ${supplyName(supply)}`,
  text: t('cartus.tip.supply'),
  rule: 'C10',
})

/** The accessible name of a building: its actions and who is inside. */
export function buildingLabel(card: BuildingCard, place: number, view: CartusView, nameOf: NameOf, state: string): string {
  const here = entriesAt(view, place)
  const premium = premiumAt(view, place)
  const inside = here.map(
    (entry) => `${nameOf(entry.seat)} ${laidInWords(entry)}${entry.seat === premium ? ` (${t('cartus.premium')})` : ''}`,
  )
  return [
    `${place}. ${buildingName(card.building)}, ${className(classOf(card.building))}`,
    `${t('cartus.supply')}: ${supplyName(card.supply)}`,
    `${t('cartus.premium')}: ${actionOf(card.building, true)}`,
    `${t('cartus.standard')}: ${actionOf(card.building, false)}`,
    inside.length ? `${t('cartus.inside')}: ${listed(inside)}` : t('cartus.nobody').replace(/\.$/, ''),
    state,
  ]
    .filter(Boolean)
    .join('. ')
}

export function cardTip(card: string): Tip {
  if (isPopulation(card)) return { title: cardName(card), text: t('cartus.tip.class', { class: className(kindOf(card)) }), rule: 'C16' }
  return { title: cardName(card), text: t(`cartus.tip.${card as Special}`), rule: ruleOf(card) }
}

/** The building that gives these cards. */
export const sourceOf = (special: Special): string => vocabularyOf('cartus')?.cards.find(({ gives }) => gives === special)?.card ?? ''

/** In the foot of a special card. */
export function footOf(card: string): string {
  const feet: Record<Special, string> = {
    joker: t('cartus.anyClass'),
    sword: t('cartus.robs'),
    flute: t('cartus.infests'),
    pass: t('cartus.waits'),
    gold: t('cartus.counts'),
  }
  return feet[card as Special] ?? ''
}

/** Moves, choices and questions in words. */

import { t, tMaybe } from '$lib/i18n/index.svelte'
import type { Colour, View } from '$lib/net/protocol'
import { classOf, limitOf, verbOf } from '$lib/net/vocabulary.svelte'
import { buildingName, classCardName, className, numberOf, readable, regionName, theThing } from '$lib/words'
import { cardName, faceName, regionCardName, rowOf, supplyName, type Face } from './words'
import type { Choice, Narrowing } from '$lib/moves/narrow'
import { parse, type Kind } from '$lib/moves/parse'

/** The context needed to describe a move. */
export interface Scene {
  view: View
  colour: Colour | null
  nameOf(colour: Colour): string
}

function building(view: View, place: string | number): string {
  return rowOf(view)[Number(place) - 1]?.building ?? ''
}

/** If two open buildings are the same, their place distinguishes them. */
function numbered(view: View, place: string | number, name: string): string {
  const row = rowOf(view)
  const same = row.filter((card) => card.building === row[Number(place) - 1]?.building)
  return same.length > 1 ? `${name} ${place}` : name
}

/** A move as the button says it: "Place 3 in Italia". */
export function moveInWords(move: string, { view, colour, nameOf }: Scene): string {
  const { steps } = parse(move)
  const [verb = '', a = ''] = steps.map((step) => step.token)
  if (view.game === 'cartus') {
    const place = building(view, a)
    const laid = (view['entered'] as { seat: Colour; cards: unknown; shown: boolean }[] | undefined)?.find(
      (each) => each.seat === colour && !each.shown,
    )
    const cards = Array.isArray(laid?.cards) ? laid.cards.length : Number(laid?.cards ?? 0)
    if (verb === 'done' && view.pending?.ask === 'play') return cards ? t('cartus.move.doneCards', { n: cards }) : t('cartus.move.doneNone')
    const values = {
      building: numbered(view, a, buildingName(place)),
      the: numbered(view, a, theThing(place)),
      supply: supplyName(rowOf(view)[Number(a) - 1]?.supply ?? ''),
      n: a,
      card: cardName(a),
      name: verb === 'rob' || verb === 'infest' ? nameOf(a as Colour) : '',
    }
    return tMaybe(`cartus.move.${verb}`, values, plainly(move))
  }
  const of = (...kinds: Kind[]) => steps.filter(({ kind }) => kinds.includes(kind)).map(({ token }) => token)
  const [region = '', to = ''] = of('region')
  const [n = ''] = of('amount')
  const values = {
    region: regionName(region),
    slot: of('slot', 'token')[0] ?? '',
    to: regionName(to),
    n,
    the: theThing(of('class_card')[0] ?? ''),
    card: regionCardName(of('region_card')[0] ?? ''),
  }
  const form = of('weight')[0] ?? (of('word').length ? 'Diplomat' : '') // the one word that may follow
  return tMaybe(`rattus.move.${verb}${form}`, values, plainly(move))
}

/** A move that there is no text for, by its words: `abbot gallia` is `Abbot: Gallia`. */
function plainly(move: string): string {
  const [verb = '', ...words] = move.split(' ')
  return words.length ? `${readable(verb)}: ${words.map(readable).join(', ')}` : readable(verb)
}

/** A choice that does not make a move yet, or stands in a list where the verb is clear. */
export function choiceInWords(choice: Choice, scene: Scene, short = false): string {
  const { view, nameOf } = scene
  const { kind, token } = choice
  switch (kind) {
    case 'verb':
      return choice.move
        ? moveInWords(choice.move, scene)
        : tMaybe(view.game === 'cartus' ? `cartus.verb.${token}` : `rattus.verb.${token}`, {}, readable(token))
    case 'region':
      return regionName(token)
    case 'slot':
    case 'token':
      return rat(view, kind === 'slot' ? (choice.then.args[choice.then.args.indexOf(token) - 1] ?? '') : ravaged(view), token)
    case 'class_card':
      return classCardName(token)
    case 'region_card':
      return regionCardName(token)
    case 'place': {
      const card = rowOf(view)[Number(token) - 1]
      if (!card) return token
      const name = numbered(view, token, buildingName(card.building))
      return choice.move?.startsWith('supply') ? `${name}: ${supplyName(card.supply)}` : name
    }
    case 'nun':
      return t('cartus.nun', { n: token })
    case 'card':
      return cardName(token)
    case 'seat':
      return nameOf(token as Colour)
    case 'word':
      return token === 'diplomat' ? t('rattus.diplomat') : token
    case 'amount':
    case 'weight':
      return choice.move && !short ? moveInWords(choice.move, scene) : token
    default:
      return token
  }
}

const ravaged = (view: View): string => String((view['ravage'] as { region?: string } | null)?.region ?? view['plague'] ?? '')

function rat(view: View, region: string, slot: string): string {
  const regions = view['regions'] as Record<string, { rats: (Face | null)[] }> | undefined
  const face = regions?.[region]?.rats[Number(slot) - 1]
  return face ? t('rattus.slotKnown', { n: slot, face: faceName(face) }) : t('rattus.slot', { n: slot })
}

export interface Question {
  title: string
  help: string
  rule: string
}

/** Of questions that are no verb, and where another rule than that of the verb says more. */
const RULES: Record<string, string> = { turn: 'R13', witch2: 'R23', protect: 'A12', pass: 'R35', play: 'C16' }

/** What is asked of you, in two sentences and with the rule. */
export function question(narrowing: Narrowing, legal: readonly string[], scene: Scene): Question {
  const { view } = scene
  const verb = narrowing.chosen.verb ?? asked(view, legal)
  const values = valuesOf(scene, verb)
  const isCartus = view.game === 'cartus'
  const next = narrowing.chosen.verb !== null || narrowing.chosen.args.length ? nextStep(narrowing) : ''
  const title =
    narrowing.chosen.verb === null && narrowing.chosen.args.length
      ? regionName(narrowing.chosen.args[0]!)
      : tMaybe(isCartus ? `cartus.title.${verb}` : `rattus.title.${verb}`, values, readable(verb))
  return {
    title,
    help: next || tMaybe(isCartus ? `cartus.help.${verb}` : `rattus.help.${verb}`, values),
    rule: RULES[verb] ?? verbOf(verb)?.rule ?? '',
  }
}

/** The key of the question: the verb that is asked for, or a turn with several. */
function asked(view: View, legal: readonly string[]): string {
  const verbs = [...new Set(legal.map((move) => move.split(' ')[0]!))]
  const ask = view.pending?.ask
  if (view.game === 'cartus') return ask ?? view.phase
  if (ask) return ask === 'witch' ? 'witch2' : ask
  if (view.phase === 'settle' || view.phase === 'caravan') return view.phase
  if (verbs.length === 1) return verbs[0]!
  return view.phase === 'last_round' ? 'pass' : 'turn'
}

function nextStep({ choices, chosen, complete }: Narrowing): string {
  const kind = choices[0]?.kind
  if (complete || !kind) return ''
  if (kind === 'region' && chosen.verb && !chosen.args.length) return '' // the explanation of the action is shown instead of "Which region?"
  return tMaybe(`rattus.next.${kind === 'region' && chosen.verb && chosen.args.length ? 'region2' : kind}`)
}

function valuesOf({ view, colour, nameOf }: Scene, verb: string): Record<string, string | number> {
  const pending = view.pending ?? ({} as NonNullable<View['pending']>)
  if (view.game === 'cartus') {
    const entered = (view['entered'] as { seat: Colour; building: number }[] | undefined)?.findLast((each) => each.seat === colour)
    const name = building(view, Number(pending['place'] ?? entered?.building ?? 0))
    const action = tMaybe(pending['premium'] ? `cartus.premium.${name}` : `cartus.standard.${name}`, {}, buildingName(name))
    return {
      building: verb === 'play' ? theThing(name) : buildingName(name),
      class: className(classOf(name)),
      n: Number(pending['due'] ?? 1),
      name: pending['to'] ? nameOf(pending['to'] as Colour) : '',
      action: action.charAt(0).toUpperCase() + action.slice(1),
    }
  }
  return { n: verb === 'spread' ? Number(pending['due'] ?? 1) : stockOf(view, colour), region: regionName(ravaged(view)) }
}

/** Cubes of a seat that are on the map and in the palace. */
export function aliveOf(view: View, colour: Colour): number {
  const regions = Object.values((view['regions'] ?? {}) as Record<string, { cubes: Partial<Record<Colour, number>> }>)
  const palace = (view['palace'] ?? {}) as Partial<Record<Colour, number>>
  return regions.reduce((sum, region) => sum + (region.cubes[colour] ?? 0), palace[colour] ?? 0)
}

export const stockOf = (view: View, colour: Colour | null): number =>
  colour ? limitOf(view.game, 'cubes', view.players) - aliveOf(view, colour) : 0
export const handOf = (view: View, colour: Colour): number => numberOf((view['hands'] as Record<string, never> | undefined)?.[colour])

/**
 * The selection of the reader before it is sent: a building and cards. Confirming it makes moves; until then the prompt
 * shows it as a proposal. Board and side panel share one draft per table.
 */

import { t, tMaybe } from '$lib/i18n/index.svelte'
import { moveInWords } from '../moves'
import type { Colour, Reason } from '$lib/net/protocol'
import type { Proposal, TableStore } from '$lib/net/table.svelte'
import { say } from '$lib/toasts.svelte'
import { buildingName, cardName, classOf, className, supplyName, actionOf, actLabel, whyInWords } from './words'
import { verbOf } from '$lib/net/vocabulary.svelte'
import { readable, theThing } from '$lib/words'
import { fits, planOf } from './plan'
import { asCartus, asView, entryOf, handOf, influenceOf, ratsOf, sum, type CartusView } from './view'

export type Ask = 'supply' | 'enter' | 'play' | 'peek' | 'rob' | 'infest' | 'give' | 'act' | 'discard'
/** Why something is not possible, and the rule that says so. */
export interface Why {
  text: string
  rule: string
}

export class Draft {
  /** The building that is chosen, as its place in the row. */
  place = $state<number | null>(null)
  /** The cards that are chosen, as their places in the hand. */
  picked = $state.raw<readonly number[]>([])

  constructor(private readonly store: TableStore) {}

  get view(): CartusView | null {
    return this.store.view && asCartus(this.store.view)
  }
  get hand(): string[] {
    return this.view ? handOf(this.view, this.store.colour) : []
  }
  /** What is asked of the reader now. */
  get ask(): Ask | null {
    if (!this.store.legal.length || !this.view) return null
    return (this.view.pending?.ask ?? this.view.phase) as Ask
  }
  /** What is asked, as soon as the board shows it. */
  get open(): Ask | null {
    return this.store.playing ? null : this.ask
  }
  get cards(): string[] {
    return this.picked.flatMap((place) => this.hand[place] ?? [])
  }
  get due(): number {
    return this.view?.pending?.due ?? 0
  }
  /** Whether any card in hand can be chosen now. */
  get canPick(): boolean {
    return this.hand.some((card) => fits(this.ask, card, this.store.legal))
  }
  get takesCards(): boolean {
    return ['enter', 'play', 'give', 'discard'].includes(this.open ?? '')
  }
  /** The building that cards are chosen for. */
  get target(): number | null {
    if (this.ask === 'play') return (this.view && entryOf(this.view, this.store.colour)?.building) ?? null
    return this.ask === 'enter' ? this.place : null
  }
  get building(): string | null {
    return (this.target && this.view?.row[this.target - 1]?.building) || null
  }
  /** The field that the reader's disc would reach; the track shows it dotted. */
  get ghost(): { name: string; seat: Colour; points: number } | null {
    const laid = this.ask === 'play' && this.view ? (entryOf(this.view, this.store.colour)?.strength ?? 0) : 0
    const points = laid + sum(this.cards, influenceOf)
    return this.building && this.store.colour && points ? { name: classOf(this.building), seat: this.store.colour, points } : null
  }

  clear(): void {
    this.place = null
    this.picked = []
  }

  // ---- choosing ----

  /** Whether a card can be chosen, or put back. */
  takes(place: number): boolean {
    return this.takesCards && fits(this.ask, this.hand[place] ?? '', this.store.legal) && !this.isEnough(place)
  }
  /** Whether as many are chosen as may go. */
  isEnough(place: number): boolean {
    const { ask, due, picked } = this
    return (ask === 'give' || ask === 'discard') && due > 1 && picked.length >= due && !picked.includes(place)
  }
  /** Select a card or put it back; false if that cannot be. Where exactly one card is due, the next one replaces it. */
  toggle(place: number): boolean {
    if (!this.takes(place)) return false
    const has = this.picked.includes(place)
    const rest = this.picked.filter((each) => each !== place)
    const single = (this.ask === 'give' || this.ask === 'discard') && this.due === 1
    this.picked = has ? rest : single ? [place] : [...rest, place].toSorted((a, b) => a - b)
    return true
  }
  /** Whether a building can be chosen. */
  takesPlace(place: number): boolean {
    return this.open !== null && this.store.legal.some((move) => move === `supply ${place}` || move === `enter ${place}`)
  }
  /** Whether a card of the nun row can be looked at. */
  takesNun(place: number): boolean {
    return this.open === 'peek' && this.store.legal.includes(`peek ${place}`)
  }

  /** Why a card cannot be chosen, as far as the server has said by now. */
  whyCard(place: number): Why {
    if (this.isEnough(place)) return { text: t('cartus.why.enough', { n: this.picked.length }), rule: this.rule }
    const card = this.hand[place] ?? ''
    return this.inReasons(this.store.explain(card)?.reasons)
  }
  /** Asks the server why something cannot be chosen, `building.2`, `nun.3` or a card, and says it. */
  async sayWhy(thing: string): Promise<void> {
    say(whyInWords(this.inReasons((await this.store.explanation(thing))?.reasons)))
  }
  /** The reason that the server gives, in words; where there is no server to ask, what is asked now. */
  private inReasons(reasons: readonly Reason[] = []): Why {
    const title = this.open ? this.title : ''
    const [first] = reasons
    const usual = title ? t('cartus.why.first', { title }) : t('cartus.why.waits')
    if (!first) return { text: usual, rule: title ? this.rule : '' }
    const { card, last, n = 0 } = first
    const values = { title, n, card: card ? cardName(card) : '', last: last ? cardName(last) : '' }
    return { text: tMaybe(`cartus.why.${first.why}`, values, usual), rule: first.rule }
  }

  /** Take over a proposed move, such as a hint, as the selection. */
  adopt(verb: string, thing: string): void {
    if (verb === 'supply' || verb === 'enter') this.place = Number(thing)
    const place = this.hand.findIndex((card, index) => card === thing && !this.picked.includes(index))
    if (['play', 'give', 'discard'].includes(verb) && place >= 0) this.toggle(place)
  }

  // ---- in words ----

  get rule(): string {
    if (this.ask === 'give' && this.view?.pending?.by === 'tower') return 'C29'
    return this.ask === 'play' ? 'C16' : this.ask ? (verbOf(this.ask)?.rule ?? '') : ''
  }
  get title(): string {
    const { pending, row } = this.view!
    switch (this.ask) {
      case 'play':
        return t('cartus.title.play', { building: theThing(this.building ?? '') })
      case 'give':
        return t('cartus.title.give', { name: pending?.to ? this.store.nameOf(pending.to) : '' })
      case 'act':
        return t('cartus.title.act', { building: buildingName(row[(pending?.place ?? 1) - 1]?.building ?? '') })
      case null:
        return ''
      default:
        return tMaybe(`cartus.title.${this.ask}`, {}, readable(this.ask))
    }
  }

  get proposal(): Proposal | null {
    const { ask, view } = this
    if (!ask || !view) return null
    const back = this.place !== null || this.picked.length ? () => this.stepBack() : null
    const start = { title: this.title, rule: this.rule, back }
    switch (ask) {
      case 'supply':
        return { ...start, ...this.supplying(view) }
      case 'enter':
      case 'play':
        return { ...start, rule: this.building ? 'C16' : 'C11', ...this.entering(view) }
      case 'peek':
        return { ...start, help: t('cartus.ask.peek', { n: this.due }), acts: [] }
      case 'give':
        return { ...start, ...this.giving(view) }
      case 'discard':
        return { ...start, ...this.discarding(view) }
      case 'act': {
        const name = view.row[(view.pending?.place ?? 1) - 1]?.building ?? ''
        const action = actionOf(name, view.pending?.premium ?? false)
        const help = view.pending?.premium ? t('cartus.ask.act', { action }) : t('cartus.ask.actStandard', { action })
        return {
          ...start,
          help,
          acts: [
            { label: t('cartus.move.skip'), moves: ['skip'] },
            { label: actLabel(name, view.pending?.premium ?? false), moves: ['act'] },
          ],
        }
      }
      case 'rob':
      case 'infest':
        return { ...start, help: t(`cartus.help.${ask}`), acts: [], targets: true }
      default: // a building that this client does not know asks a question of its own
        return { ...start, help: '', acts: this.store.legal.map((move) => ({ label: this.inWords(move), moves: [move] })) }
    }
  }

  /** The moves that the one filled button makes now; null while something is missing. */
  get moves(): string[] | null {
    return this.proposal?.acts.at(-1)?.moves ?? null
  }

  private stepBack(): void {
    if (this.picked.length) this.picked = this.picked.slice(0, -1)
    else this.place = null
  }

  private supplying(view: CartusView): Pick<Proposal, 'help' | 'acts'> {
    const card = this.place === null ? undefined : view.row[this.place - 1]
    if (!card) return { help: t('cartus.help.supply'), acts: [{ label: t('cartus.act.choose'), moves: null, why: t('cartus.why.choose') }] }
    const building = buildingName(card.building)
    return {
      help: t('cartus.ask.supply', { building, supply: supplyName(card.supply) }),
      acts: [{ label: t('cartus.act.supply', { building }), moves: [`supply ${this.place}`] }],
    }
  }

  private entering(view: CartusView): Pick<Proposal, 'help' | 'acts'> {
    const { cards, building, ask, hand } = this
    const acts = this.store.legal.includes('pass') ? [{ label: t('cartus.move.pass'), moves: ['pass'] }] : []
    if (!building) {
      const help = cards.length ? t('cartus.ask.enterCards', { n: cards.length }) : t('cartus.help.enter')
      return { help, acts: [...acts, { label: t('cartus.act.choose'), moves: null, why: t('cartus.why.choose') }] }
    }
    const laid = ask === 'play' ? (entryOf(view, this.store.colour)?.cards ?? []) : []
    const all = [...(Array.isArray(laid) ? laid : []), ...cards].filter((card) => card !== null)
    const rats = sum(all, (card) => ratsOf(card, building))
    const values = {
      cards: all.length ? t('cartus.hand', { n: all.length }) : t('cartus.ask.noCards'),
      gain: t('cartus.ask.gain', { n: sum(all, influenceOf), class: className(classOf(building)) }),
      rats: rats ? t('cartus.ask.rats', { n: rats }) : t('cartus.ask.noRat'),
    }
    const label = all.length ? t('cartus.move.doneCards', { n: all.length }) : t('cartus.move.doneNone')
    // Asked although there is only one answer: skipping the question would reveal the hand.
    const none = this.canPick || !hand.length ? '' : all.length ? t('cartus.ask.nothingFollows') : t('cartus.ask.nothingPlayable')
    const say = (help: string) => (none ? `${none} ${help}` : help)
    const plays = [...planOf('play', cards), 'done']
    if (ask === 'play') return { help: say(t('cartus.ask.play', values)), acts: [...acts, { label, moves: plays }] }
    return {
      help: say(t('cartus.ask.enter', { building: buildingName(building), ...values })),
      acts: [...acts, { label, moves: [`enter ${this.place}`, ...plays] }],
    }
  }

  private giving(view: CartusView): Pick<Proposal, 'help' | 'acts'> {
    const { due, cards } = this
    const { to } = view.pending ?? {}
    const enough = cards.length === due
    return {
      help: t('cartus.ask.give', { n: cards.length, due, name: to ? this.store.nameOf(to) : '' }),
      acts: [
        {
          label: t('cartus.act.give', { n: due }),
          moves: enough ? planOf('give', cards) : null,
          why: t('cartus.why.give', { n: due }),
        },
      ],
    }
  }

  private discarding(view: CartusView): Pick<Proposal, 'help' | 'acts'> {
    const { due, cards, canPick } = this
    const begun = Boolean(view.pending?.last)
    const label = cards.length
      ? t('cartus.act.discard', { n: cards.length })
      : begun
        ? t('cartus.act.discardNoMore')
        : t('cartus.act.discardNone')
    return {
      help: canPick ? t('cartus.ask.discard', { n: due }) : t('cartus.ask.nothingFollows'),
      acts: [{ label, moves: [...planOf('discard', cards), 'done'] }],
    }
  }

  /** The label of the button of a move. */
  inWords(move: string): string {
    return this.view
      ? moveInWords(move, { view: asView(this.view), colour: this.store.colour, nameOf: (colour) => this.store.nameOf(colour) })
      : move
  }
}

const drafts = new WeakMap<TableStore, Draft>()

export function draftOf(store: TableStore): Draft {
  const draft = drafts.get(store) ?? new Draft(store)
  drafts.set(store, draft)
  return draft
}

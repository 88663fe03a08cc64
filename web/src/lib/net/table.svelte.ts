/** A table as a store: the server's state, the state that is shown, and the requests that can be made. */

import { timeAt, type Pace, type Times } from '../events/pace'
import { EventPlayer, type Moment, type Skip } from '../events/player'
import { need, t, tMaybe } from '../i18n/index.svelte'
import { isMuted } from '../muted.svelte'
import { NOTHING, back, isOpen, narrow, take, type Chosen } from '../moves/narrow'
import { isStill, paceAt, settings } from '../settings.svelte'
import { SOUND_OF, sound } from '../sound'
import { complain, say } from '../toasts.svelte'
import { botName } from '../words'
import { Live, type Line, type LostWhy } from './live'
import type {
  Colour,
  DoneMessage,
  ExplainedMessage,
  PublicEntry,
  HereMessage,
  HintMessage,
  MarkedMessage,
  PhraseRequest,
  Request,
  Chair,
  ServerMessage,
  Trouble,
  View,
} from './protocol'
import { reloadOnce } from './outdated'
import { getMoments } from './rest'
import type { Applied, TableState } from './state'

/** What the server says of a thing. */
export type Explained = Pick<ExplainedMessage, 'moves' | 'reasons' | 'facts'>

/** Moves that a board is composing. While there is one, the prompt shows it in place of the next choice. */
export interface Proposal {
  title: string
  help: string
  rule: string
  /** The last button is the primary one. Without moves it is disabled, and `why` says what is missing. */
  acts: { label: string; moves: string[] | null; why?: string }[]
  /** Offer the choices of the narrowing as buttons, too. */
  targets?: boolean
  /** One step back; null where nothing has been chosen. */
  back: (() => void) | null
}

/** Somebody points at a thing. */
export interface Pointed {
  chair: number
  seat: Colour | null
  thing: string
}
const POINTED_MS = 5000

export interface Mark {
  move: string
  what: 'played' | 'better'
}

const address = (table: string) =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/live?table=${encodeURIComponent(table)}`

export class TableStore {
  /** The server's state; null before the first message. */
  state = $state.raw<TableState | null>(null)
  /** The view that is shown: the server's, or an earlier one while events are animated. */
  shown = $state.raw<View | null>(null)
  /** The number of the last event that has been shown. */
  told = $state(0)
  /** The event that is being shown, or the last one. */
  moment = $state.raw<Moment | null>(null)
  line = $state<Line>('connecting')
  why = $state.raw<LostWhy | Trouble | null>(null)
  here = $state.raw<HereMessage>({ type: 'here', chairs: [], watching: 0 })
  /** What has been chosen of a move so far; boards and buttons share it. */
  chosen = $state.raw<Chosen>(NOTHING)
  proposal = $state.raw<Proposal | null>(null)
  /** Moves that a review points at on the board. */
  marks = $state.raw<readonly Mark[]>([])
  /** Regions that a lesson talks about. */
  pointed = $state.raw<readonly string[]>([])
  /** A move is on its way. */
  sending = $state(false)
  /** Events are being shown: the prompt waits until they have been seen. */
  playing = $state(false)
  /** It waits for a tap before the next event. */
  waiting = $state(false)
  /** The end of a finished game is being shown again. */
  again = $state(false)
  hint = $state.raw<HintMessage | null>(null)
  /** The next tap points at something instead of choosing it. */
  pointing = $state(false)
  /** What people point at now; each is gone after some seconds. */
  pointedAt = $state.raw<readonly Pointed[]>([])
  asking = $state(false)
  /** What the server has explained of the position. */
  private explained = $state.raw<ReadonlyMap<string, Explained>>(new Map())
  private readonly explaining = new Set<string>()
  private readonly views = new WeakMap<object, number>() // numbered as they come
  private viewsSeen = 0
  /** The server's clock in seconds since 1970, ticking. */
  now = $state(Date.now() / 1000)

  readonly player = new EventPlayer({
    show: (view, told, moment) => {
      this.shown = view
      this.moment = moment
      if (told !== null) this.told = told
    },
    hold: (times) => this.hold(times),
    waits: () => this.pace === 'step',
    isStill,
    turned: (now) => this.turnedTo(now),
    heard: (event) => {
      const name = event.event === 'turned' && 'bites' in event ? (event['bites'] ? 'bite' : 'breath') : SOUND_OF[event.event]
      if (name) sound(name)
    },
  })

  private readonly live: Live
  private ahead = 0 // how far the server's clock is ahead of ours
  private plan: string[] = []
  private planned = -1 // moves made when the last one of the plan was sent
  private due: 'turn' | 'win' | null = null // a sound that waits until all has been seen
  private stopTicking = () => {}

  constructor(
    readonly id: string,
    readonly key: string,
  ) {
    this.live = new Live(address(id), id, key, {
      line: (line, why) => this.turned(line, why),
      applied: (applied, message) => this.applied(applied, message),
      here: (here) => (this.here = here),
      marked: (mark) => this.sawMark(mark),
      error: complain,
    })
  }

  start(): () => void {
    const wake = () => !document.hidden && this.live.wake()
    addEventListener('online', wake)
    document.addEventListener('visibilitychange', wake)
    const timer = setInterval(() => (this.now = Date.now() / 1000 + this.ahead), 500)
    this.stopTicking = () => {
      clearInterval(timer)
      removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', wake)
    }
    this.live.start()
    return () => this.stop()
  }

  stop(): void {
    this.stopTicking()
    this.live.stop()
  }

  // ---- state ----

  get table() {
    return this.state?.table ?? null
  }
  get view() {
    return this.state?.view ?? null
  }
  get canUndo(): boolean {
    return (this.state?.undo ?? null) !== null
  }
  /** Empty while a move is being sent, events are being shown, or the connection is down. */
  get legal(): string[] {
    return this.sending || this.playing || this.line !== 'live' ? [] : (this.state?.legal ?? [])
  }
  /** What has happened, as far as it has been shown. */
  readonly events = $derived.by(() => {
    const all = this.state?.events ?? []
    return (all.at(-1)?.number ?? 0) <= this.told ? all : all.slice(0, all.findLastIndex((event) => event.number <= this.told) + 1)
  })
  get chat() {
    return this.state?.chat ?? []
  }
  get you() {
    return this.state?.you ?? null
  }
  get colour(): Colour | null {
    return this.you?.seat ?? null
  }
  get isMyTurn(): boolean {
    return this.isAwaited && !this.playing
  }
  /** It is the reader's turn, although earlier events may still be being shown. */
  get isAwaited(): boolean {
    return (this.state?.legal.length ?? 0) > 0
  }
  get isOver(): boolean {
    return this.table?.status === 'over' && !this.playing
  }
  get pace(): Pace {
    return paceAt(this.table?.game ?? '', this.id)
  }
  setPace(pace: Pace): void {
    settings.pace = pace
    if (pace === 'off') this.player.finish()
    else if (this.waiting) this.player.goOn()
  }
  skip(what: Skip): void {
    this.player.skip(what)
  }
  /** Show the events from this move on again. The board must be on the page. */
  async seeAgain(move: number): Promise<void> {
    const { state } = this
    if (!state || this.playing) return
    const { moments } = await getMoments(this.id, this.key, state.table.match, move - 1, state.moves)
    const [start, ...rest] = moments
    if (!start || !rest.length || this.state !== state) return
    this.again = true
    this.player.replace(start.view, state.events.findLast((event) => event.after < move) ?? null)
    for (const { events, view } of rest) this.player.play({ events, view })
  }
  get myChair(): Chair | null {
    return this.table?.chairs.find((chair) => this.you?.role === 'chair' && chair.chair === this.you.chair) ?? null
  }
  get narrowing() {
    return narrow(this.legal, this.chosen)
  }
  chairOf(colour: Colour): Chair | null {
    return this.table?.chairs.find((chair) => chair.seat === colour) ?? null
  }
  nameOf(colour: Colour): string {
    const chair = this.chairOf(colour)
    return chair ? nameOfChair(chair) : t(`noun.seat.${colour}`)
  }
  /** Seconds that a seat has left; null without a clock. */
  left(colour: Colour): number | null {
    const clock = this.table?.clock
    const left = clock?.left?.[colour]
    if (!clock || left === undefined) return null
    return Math.max(0, clock.running === colour && clock.since !== undefined ? left - (this.now - clock.since) : left)
  }

  // ---- choosing ----

  /** Choose what a click on the board means: `italia`, `gallia.1`, `church-3`, `king`. False: not possible now. */
  pick(thing: string): boolean {
    const next = take(this.legal, this.chosen, thing)
    if (next) this.chosen = next
    return next !== null
  }
  choose(chosen: Chosen): void {
    this.chosen = chosen
  }
  /**
   * Why a thing cannot be chosen now, or what is known of it: the server says so, from what the reader may know. Null until
   * it has answered.
   */
  explain(thing: string): Explained | null {
    const { state, chosen } = this
    if (!state?.view || this.line !== 'live') return null
    const key = this.keyOf(thing)
    const known = this.explained.get(key)
    if (known === undefined && !this.explaining.has(key)) {
      this.explaining.add(key)
      queueMicrotask(() => void this.askWhy(key, thing, chosen))
    }
    return known ?? null
  }
  /** The same, once the server has answered; null if there is none to ask. */
  async explanation(thing: string): Promise<Explained | null> {
    if (!this.state?.view || this.line !== 'live') return null
    const key = this.keyOf(thing)
    if (!this.explained.has(key)) await this.askWhy(key, thing, this.chosen)
    return this.explained.get(key) ?? null
  }
  private keyOf(thing: string): string {
    return [this.position, this.chosen.verb, ...this.chosen.args, thing].join(' ')
  }
  /** What is the same as long as the same position is shown. */
  private get position(): string {
    const view = this.state?.view ?? this
    if (!this.views.has(view)) this.views.set(view, ++this.viewsSeen)
    return `${this.state?.number}.${this.views.get(view)}`
  }
  private async askWhy(key: string, thing: string, chosen: Chosen): Promise<void> {
    const told = await this.reasonsFor(thing, chosen).catch(() => null)
    this.explaining.delete(key)
    if (!told) return
    const fresh = [...this.explained].filter(([each]) => each.startsWith(`${this.position} `))
    this.explained = new Map([...fresh, [key, told]])
  }
  /** What the server says about a thing. Where there is no connection to a table, it is told the position. */
  protected async reasonsFor(thing: string, { verb, args }: Chosen): Promise<Explained | null> {
    const told = await this.live.request({ type: 'explain', thing, verb, words: args })
    return told.type === 'explained' ? told : null
  }
  /** Choose a whole move, as a hint does. */
  preview(move: string): void {
    const [verb = '', ...args] = move.split(' ')
    if (this.legal.includes(move))
      this.chosen = { verb, args: args.flatMap((word) => (/^[a-z]+\.\d$/.test(word) ? word.split('.') : [word])) }
  }
  /** One step back. False if nothing was chosen. */
  stepBack(): boolean {
    if (this.proposal?.back) return (this.proposal.back(), true)
    if (isOpen(this.chosen)) return false
    this.chosen = back(this.legal, this.chosen)
    return true
  }

  // ---- requests ----

  async move(move: string): Promise<void> {
    if (this.sending || !this.state) return
    this.sending = true
    this.chosen = NOTHING
    await this.ask({ type: 'move', move, after: this.state.moves })
    this.sending = false
  }

  /** Several moves that belong together, `enter 1`, `play church-3`, `done`: each if it is legal after the one before. */
  moves(moves: string[]): void {
    this.plan = [...moves]
    this.planned = -1
    this.goOn()
  }

  undo = () => this.ask({ type: 'undo' })
  answer = (yes: boolean) => this.ask({ type: 'answer', yes })
  rematch = () => this.ask({ type: 'rematch' })
  say = (text: string) => this.ask({ type: 'chat', text })
  /** One of the quick phrases, which everybody reads in their own language. */
  sayPhrase = (phrase: PhraseRequest['phrase']) => this.ask({ type: 'phrase', phrase })
  /** Points at something for everybody to see. */
  point = (thing: string) => this.ask({ type: 'mark', thing })
  leave = () => this.ask({ type: 'leave' })
  comeBack = () => this.ask({ type: 'return' })

  async askHint(): Promise<void> {
    if (this.asking) return
    this.asking = true
    const found = await this.ask({ type: 'hint' })
    this.asking = false
    if (found?.type === 'hint' && this.isMyTurn) this.hint = found
  }

  private async ask(request: Request): Promise<DoneMessage | HintMessage | ExplainedMessage | null> {
    try {
      return await this.live.request(request)
    } catch (trouble) {
      this.plan = []
      complain(trouble)
      return null
    }
  }

  // ---- messages ----

  private sawMark({ chair, seat, thing }: MarkedMessage): void {
    if (isMuted(this.id, chair)) return
    const mark: Pointed = { chair, seat, thing }
    this.pointedAt = [...this.pointedAt.filter((each) => each.chair !== chair), mark]
    setTimeout(() => (this.pointedAt = this.pointedAt.filter((each) => each !== mark)), POINTED_MS)
  }

  private turned(line: Line, why: LostWhy | Trouble | null): void {
    if (this.line === 'lost' && line === 'live') say(t('common.trouble.back'))
    if (line === 'refused' && typeof why === 'object' && why?.code === 'outdated') reloadOnce()
    this.line = line
    this.why = why
  }

  private applied(applied: Applied, message: ServerMessage): void {
    if (message.type === 'tick') this.ahead = message.at - Date.now() / 1000
    const before = this.state
    if (applied.state === before || !applied.state) return
    this.state = applied.state
    if (applied.state.moves !== before?.moves || applied.state.legal !== before.legal) {
      this.chosen = NOTHING
      this.hint = null
    }
    const wasAwaited = (before?.legal.length ?? 0) > 0
    const moves = applied.happened.filter((each) => each.kind === 'move')
    if (applied.replaced || !applied.state.view) this.player.replace(applied.state.view, applied.state.events.at(-1) ?? null)
    else
      this.player.play({
        events: applied.fresh,
        view: applied.state.view,
        mine: moves.length > 0 && moves.every((each) => each.seat === this.colour),
      })
    applied.happened.forEach((each) => this.tell(each))
    const isEnd = applied.state.table.status === 'over' && before?.table.status === 'playing'
    if (this.isAwaited && !wasAwaited) this.due = 'turn'
    if (isEnd) this.due = 'win'
    if (!this.playing) this.rest()
    else if (document.hidden) this.ring() // a reader who looks at another page is notified at once
    this.goOn()
  }

  /** How long an event is shown; below 0 at once. */
  protected hold(times: Times): number {
    if (this.pace !== 'off') return timeAt(this.pace, times)
    return this.again ? timeAt('normal', times) : -1 // shown even at the pace `off`: the reader asked to see it
  }

  private turnedTo(now: 'idle' | 'playing' | 'waiting'): void {
    this.playing = now !== 'idle'
    this.waiting = now === 'waiting'
    if (this.playing) return
    this.again = false
    this.rest()
  }

  /** All events have been shown: notify the reader. */
  private rest(): void {
    if (this.isAwaited || this.table?.status === 'over' || this.you?.role !== 'chair') this.player.arrive()
    this.ring()
  }

  private ring(): void {
    if (this.due) sound(this.due)
    this.due = null
  }

  private goOn(): void {
    const [next, ...rest] = this.plan
    if (next === undefined || this.sending || !this.state || this.state.moves === this.planned) return // its update is still on the way
    const isNext = this.planned < 0 || this.state.moves === this.planned + 1
    // the situation has changed: drop the plan and let the reader decide
    if (!isNext || !this.state.legal.includes(next)) return void (this.plan = [])
    this.plan = rest
    this.planned = this.state.moves
    void this.move(next).then(() => this.goOn())
  }

  private tell(entry: PublicEntry): void {
    if (!('seat' in entry) || entry.seat === null) return
    const name = this.nameOf(entry.seat)
    const own = entry.seat === this.colour
    if (entry.kind === 'move' && entry.fault) say(t('table.fault', { name }), 'trouble')
    if (entry.kind === 'left') say(t(LEFT[entry.why], { name }))
    if (entry.kind === 'returned' && !own) say(t('table.returned', { name }))
    if (entry.kind === 'answered' && !own) say(t(entry.yes ? 'table.answeredYes' : 'table.answeredNo', { name }))
    if (entry.kind === 'chat' && !own && !isMuted(this.id, entry.chair)) sayOf(name, entry)
  }
}

/** Says what somebody has said; a quick phrase in the language of the reader, which may have to be fetched. */
function sayOf(name: string, { text, phrase }: { text: string; phrase: string | null }): void {
  if (phrase === null) say(`${name}: ${text}`)
  else
    void need('company').then(
      () => say(`${name}: ${tMaybe(`company.phrase.${phrase}`, {}, text)}`),
      () => say(`${name}: ${text}`),
    )
}

const LEFT = { gave_up: 'table.left', clock: 'table.leftClock', removed: 'table.removed' } as const

/** The name of the player on a chair. */
export function nameOfChair(chair: Chair): string {
  if (chair.holder === 'bot') return chair.name ?? botName(chair.chair)
  return chair.name ?? t('home.seatOf', { n: chair.chair })
}

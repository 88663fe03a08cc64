/** One WebSocket to a table that survives bad networks, sleeping phones and restarts of the server. */

import {
  CLOSED,
  PROTOCOL,
  type ClientMessage,
  type DoneMessage,
  type ExplainedMessage,
  type HereMessage,
  type MarkedMessage,
  type HintMessage,
  type Request,
  type ServerMessage,
  type Trouble,
} from './protocol'
import { Refusal } from './rest'
import { apply, type Applied, type TableState } from './state'

/**
 * connecting: for the first time; live: all is well; lost: it was live and tries to come back; refused: the server does
 * not want this key, and no more is tried.
 */
export type Line = 'connecting' | 'live' | 'lost' | 'refused'
export type LostWhy = 'network' | 'restart' | 'busy'

export interface Listener {
  line(line: Line, why: LostWhy | Trouble | null): void
  applied(applied: Applied, message: ServerMessage): void
  here(here: HereMessage): void
  marked(mark: MarkedMessage): void
  error(trouble: Trouble): void
}

/** The browser APIs that are used; tests replace them. */
export interface World {
  open(address: string): WebSocket
  random(): number
  after(milliseconds: number, then: () => void): () => void
  id(): string
}

export const SILENCE = 35_000 // ticks come every 15 seconds
export const UNANSWERED = 8_000 // silence while a request waits: its answer takes less, unless a bot has to think
const FIRST_WAIT = 500
const LONGEST_WAIT = 20_000
const BUSY_WAIT = 5_000

export const browser: World = {
  open: (address) => new WebSocket(address),
  random: Math.random,
  after(milliseconds, then) {
    const timer = setTimeout(then, milliseconds)
    return () => clearTimeout(timer)
  },
  id: () => crypto.getRandomValues(new Uint32Array(4)).reduce((text, number) => text + number.toString(36), ''),
}

interface Waiting {
  message: ClientMessage
  done(answer: DoneMessage | HintMessage | ExplainedMessage): void
  failed(trouble: Refusal): void
}

/** Refusals of a greeting for which retrying is pointless. */
const FINAL: readonly Trouble['code'][] = ['not_found', 'other_rules', 'outdated', 'not_yours', 'malformed', 'damaged']

export class Live {
  state: TableState | null = null
  line: Line = 'connecting'

  private socket: WebSocket | null = null
  private readonly waiting = new Map<string, Waiting>() // in the order of the requests
  private attempts = 0
  private greeted = false
  private stopped = false
  private syncing: number | null = null
  private forgetRetry = () => {}
  private forgetWatch = () => {}

  constructor(
    private readonly address: string,
    private readonly table: string,
    private readonly key: string,
    private readonly listener: Listener,
    private readonly world: World = browser,
  ) {}

  start(): void {
    if (this.stopped || this.socket || this.line === 'refused') return
    this.forgetRetry()
    this.greeted = false
    this.syncing = null
    const socket = this.world.open(this.address)
    this.socket = socket
    socket.onopen = () => this.send(this.hello())
    socket.onmessage = (event: MessageEvent) => this.heard(socket, event.data as string)
    socket.onclose = (event: CloseEvent) => this.closed(socket, event.code)
    this.watch()
  }

  /** Reconnect now: the network is back, or the page is visible again. */
  wake(): void {
    if (!this.socket) this.start()
  }

  stop(): void {
    this.stopped = true
    this.forgetRetry()
    this.forgetWatch()
    const socket = this.socket
    this.socket = null
    socket?.close()
    this.fail(new Refusal('offline', 'left the table'))
  }

  /** Sent now or as soon as the connection is back; always with the same id, so the server counts it once. */
  request(request: Request): Promise<DoneMessage | HintMessage | ExplainedMessage> {
    const id = this.world.id()
    const message: ClientMessage = { ...request, id }
    return new Promise((done, failed) => {
      if (this.stopped || this.line === 'refused') return failed(new Refusal('offline', 'not connected'))
      const isFirst = !this.isAsking
      this.waiting.set(id, { message, done, failed })
      if (!this.greeted) return
      this.send(message)
      if (isFirst) this.watch()
    })
  }

  /** Whether an answer is due at once. */
  private get isAsking(): boolean {
    return [...this.waiting.values()].some(({ message }) => message.type !== 'hint')
  }

  get unanswered(): number {
    return this.waiting.size
  }

  private hello(): ClientMessage {
    const hello: ClientMessage = { type: 'hello', protocol: PROTOCOL, table: this.table, key: this.key }
    return this.state ? { ...hello, have: this.state.number, mark: this.state.mark } : hello
  }

  private send(message: ClientMessage): void {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message))
  }

  private heard(socket: WebSocket, text: string): void {
    if (socket !== this.socket) return // an abandoned socket
    let message: ServerMessage
    try {
      message = JSON.parse(text) as ServerMessage
    } catch {
      return this.watch() // not a valid message; the next tick shows what was missed
    }
    this.take(message)
    if (socket === this.socket) this.watch()
  }

  private take(message: ServerMessage): void {
    switch (message.type) {
      case 'done':
      case 'hint':
      case 'explained':
        return this.answer(message.id, (waiting) => waiting.done(message))
      case 'refused':
        return this.answer(message.id, (waiting) => waiting.failed(new Refusal(message.code, message.why)))
      case 'here':
        return this.listener.here(message)
      case 'marked':
        return this.listener.marked(message)
      case 'error':
        return this.wrong({ code: message.code, why: message.why })
      default:
        return this.news(message)
    }
  }

  private news(message: ServerMessage): void {
    const applied = apply(this.state, message)
    if (applied.state !== this.state) this.syncing = null
    this.state = applied.state
    if (!this.greeted && message.type !== 'tick') this.welcome()
    const { sync } = applied
    if (sync !== null && (message.type === 'tick' || sync !== this.syncing)) {
      this.syncing = sync // once per gap; a tick that still finds the gap asks again
      this.send({ type: 'sync', have: sync, mark: sync === this.state?.number ? this.state.mark : undefined })
    }
    this.listener.applied(applied, message)
  }

  private welcome(): void {
    this.greeted = true
    this.attempts = 0
    this.turn('live', null)
    for (const { message } of this.waiting.values()) this.send(message)
  }

  private wrong(trouble: Trouble): void {
    if (trouble.code === 'damaged' || (!this.greeted && FINAL.includes(trouble.code))) {
      this.refuse(trouble)
    } else this.listener.error(trouble)
  }

  private answer(id: string, tell: (waiting: Waiting) => void): void {
    const waiting = this.waiting.get(id)
    this.waiting.delete(id)
    if (waiting) tell(waiting)
  }

  private closed(socket: WebSocket, code: number): void {
    if (socket !== this.socket) return
    this.socket = null
    this.forgetWatch()
    if (this.stopped || this.line === 'refused') return
    if (code === CLOSED.refused) return this.refuse({ code: 'not_found', why: '' })
    if (code === CLOSED.tooLarge) this.fail(new Refusal('too_large', ''))
    const why: LostWhy = code === CLOSED.restarts ? 'restart' : code === CLOSED.busy ? 'busy' : 'network'
    this.turn(this.state ? 'lost' : 'connecting', why)
    this.retry(why)
  }

  /** Exponential back-off with jitter, so that clients do not reconnect all at once. */
  private retry(why: LostWhy): void {
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.attempts)
    this.attempts += 1
    const wait = longest * (0.5 + this.world.random() / 2) + (why === 'busy' ? BUSY_WAIT : 0)
    this.forgetRetry = this.world.after(wait, () => this.start())
  }

  private watch(): void {
    this.forgetWatch()
    this.forgetWatch = this.world.after(this.greeted && this.isAsking ? UNANSWERED : SILENCE, () => {
      const socket = this.socket
      if (!socket) return
      this.closed(socket, 1006) // a dead connection may take minutes to be closed by itself
      socket.close()
    })
  }

  private refuse(trouble: Trouble): void {
    this.forgetWatch()
    const socket = this.socket
    this.socket = null
    socket?.close()
    this.turn('refused', trouble)
    this.fail(new Refusal(trouble.code, trouble.why))
  }

  private fail(trouble: Refusal): void {
    const all = [...this.waiting.values()]
    this.waiting.clear()
    for (const waiting of all) waiting.failed(trouble)
  }

  private turn(line: Line, why: LostWhy | Trouble | null): void {
    this.line = line
    this.listener.line(line, why)
  }
}

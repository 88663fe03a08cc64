/** A review: a replay with its judgement, and lines of other moves that are tried from any moment. */

import type { Colour, Level, Review, ReviewAnswer, ReviewedDecision, WhatIfAnswer } from '../net/protocol'
import { askForReview, getReview, getRecord, Refusal, tryLine } from '../net/rest'
import type { TableStore } from '../net/table.svelte'
import { ReplayStore } from '../replay/store.svelte'
import { complain, say } from '../toasts.svelte'
import { t } from '../i18n/index.svelte'
import { keep, kept, nameOf } from './kept'
import { add, find, remove, toFile, write, type Node, type Spot, type Tree, type VariationsFile } from './tree'

const POLL = 1500 // between two looks at how far a review is
const MOST_WORLDS = 2 ** 30

export class ReviewStore extends ReplayStore {
  /** How far the review is; null before the server has said so. */
  progress = $state.raw<ReviewAnswer | null>(null)
  review = $state.raw<Review | null>(null)
  /** Why there is none. */
  refused = $state.raw<Refusal | null>(null)
  /** What was tried, and the line that is shown; null is the game itself. */
  tree = $state.raw<Tree>([])
  spot = $state.raw<Spot | null>(null)
  /** What the computer plays for all others; null: the reader plays everybody. */
  against = $state<Level | null>(null)
  /** A computer player is thinking. */
  thinking = $state(false)
  private mine: Colour | null = null // who the reader plays against the computer
  private world = Math.floor(Math.random() * MOST_WORLDS)
  private asked = 0 // the last line that was asked for
  private closed = false

  override start(): () => void {
    const stop = super.start()
    return () => {
      this.closed = true
      stop()
    }
  }

  override async open(move: number): Promise<void> {
    await super.open(move)
    if (this.seen) this.tree = this.isOver ? kept(nameOf(this.id, this.number)) : []
  }

  // ---- the review ----

  /** Look how far the review is, and follow it until it is done. */
  async followReview(): Promise<void> {
    try {
      for (;;) {
        this.progress = await getReview(this.id, this.key, this.match)
        this.review = this.progress.review
        if (this.closed || !['waiting', 'working'].includes(this.progress.status)) return
        await new Promise((done) => setTimeout(done, POLL))
      }
    } catch (trouble) {
      if (trouble instanceof Refusal && trouble.code === 'not_now') this.refused = trouble
      else if (trouble instanceof Refusal && (trouble.code === 'offline' || trouble.code === 'busy') && !this.closed) {
        await new Promise((done) => setTimeout(done, 2 * POLL)) // the server is restarted: the review goes on there
        return this.followReview()
      } else complain(trouble)
    }
  }

  async begin(): Promise<void> {
    try {
      this.progress = await askForReview(this.id, this.key, this.match)
    } catch (trouble) {
      return complain(trouble)
    }
    await this.followReview()
  }

  readonly decision = $derived<ReviewedDecision | null>(this.review?.decisions.find(({ number }) => number === this.at) ?? null)

  // ---- lines ----

  get isTrying(): boolean {
    return this.spot !== null
  }
  get node(): Node | null {
    return this.spot && find(this.tree, this.spot)
  }

  /** Go to a moment of the game itself. */
  override async go(move: number): Promise<void> {
    if (this.spot) {
      this.asked++
      this.spot = null
      this.thinking = false
      this.state = null // what follows is not the next move of what was shown
    }
    await super.go(move)
  }

  /** Try a line: nothing of it, and every move that is legal there is offered. */
  async tryOut(spot: Spot, animated = false): Promise<void> {
    const number = ++this.asked
    await this.show(spot, animated, number, null)
  }

  override async move(move: string): Promise<void> {
    const { spot } = this
    if (!spot || this.sending) return
    this.mine = this.against ? this.colour : null
    const number = ++this.asked
    this.sending = true
    this.chosen = { verb: null, args: [] }
    const shown = await this.show({ at: spot.at, line: [...spot.line, move] }, true, number, null)
    this.sending = false
    if (shown) await this.letOthersPlay(number)
  }

  /** The computer plays for all others until it is the reader's turn again. */
  private async letOthersPlay(number: number): Promise<void> {
    while (this.against && this.spot && this.mine && number === this.asked && !this.closed) {
      const mover = this.view?.to_move
      if (!mover || mover === this.mine) break
      this.thinking = true
      if (!(await this.show(this.spot, true, number, this.against))) break
    }
    if (number === this.asked) this.thinking = false
  }

  private async show(spot: Spot, animated: boolean, number: number, level: Level | null): Promise<boolean> {
    const told = await this.askLine(spot, level)
    if (!told || number !== this.asked || this.closed || !this.seen) return false
    const line = told.played ? [...spot.line, told.played] : spot.line
    if (line.length) {
      const node = { seat: told.seat!, move: line.at(-1)!, ...(told.chances ? { chances: told.chances } : {}) }
      const grown = add(this.tree, { at: spot.at, line: line.slice(0, -1) }, node)
      if (!grown) return (say(t('review.full'), 'trouble'), false)
      this.change(grown)
    }
    const before = this.known.filter((each) => each.moves <= spot.at).flatMap((each) => each.events)
    const isMine = !this.against || this.mine === null || told.view.to_move === this.mine
    this.spot = { at: spot.at, line }
    this.state = {
      number: 0,
      you: { ...this.seen.you, role: 'chair', seat: told.eyes },
      table: this.seen.table,
      view: told.view,
      legal: isMine ? told.legal : [],
      moves: told.moves,
      undo: null,
      events: [...before, ...told.events],
      chat: [],
    } as unknown as NonNullable<TableStore['state']>
    if (animated && told.events.length) this.player.play({ events: told.events, view: told.view })
    else this.player.replace(told.view, told.events.at(-1) ?? before.at(-1) ?? null)
    return true
  }

  private async askLine(spot: Spot, level: Level | null): Promise<WhatIfAnswer | null> {
    try {
      return await tryLine(this.id, this.key, {
        match: this.number,
        at: spot.at,
        line: [...spot.line],
        seat: this.against ? this.mine : null,
        level,
        chances: this.canAsk,
        world: this.world,
      })
    } catch (trouble) {
      complain(trouble)
      return null
    }
  }

  /** Whether the computer may say something: after the end, or where hints are allowed. */
  get canAsk(): boolean {
    return this.isOver || (this.seen?.table.hints ?? false)
  }

  /** Let the computer play the others from here on, or nobody; the reader has the seat that is to move. */
  playAgainst(level: Level | null): void {
    this.against = level
    this.mine = level ? (this.view?.to_move ?? null) : null
    if (this.spot) void this.tryOut(this.spot)
  }

  oneBack(): void {
    const { spot } = this
    if (!spot) return
    if (spot.line.length) void this.tryOut({ at: spot.at, line: spot.line.slice(0, -1) })
    else this.jump(spot.at)
  }

  /** Deal again what the reader does not know: what was tried no longer fits. */
  dealAgain(): void {
    this.world = Math.floor(Math.random() * MOST_WORLDS)
    this.tree = []
    if (this.spot) void this.tryOut({ at: this.spot.at, line: [] })
  }

  write(spot: Spot, words: Pick<Node, 'name' | 'note'>): void {
    this.change(write(this.tree, spot, words))
  }

  removeLine(spot: Spot): void {
    this.change(remove(this.tree, spot))
    if (this.spot && !find(this.tree, this.spot)) void this.go(spot.at)
  }

  /** Check every line of another tree with the server, and take it over. False if one of them is not legal. */
  async takeOver(tree: Tree, spots: readonly Spot[]): Promise<boolean> {
    for (const spot of spots) {
      try {
        await tryLine(this.id, this.key, { match: this.number, at: spot.at, line: [...spot.line] })
      } catch (trouble) {
        complain(trouble)
        return false
      }
    }
    this.change(tree)
    return true
  }

  async asFile(): Promise<VariationsFile> {
    if (this.isOver) return toFile(this.tree, await getRecord(this.id, this.key, this.number), null)
    const at = this.tree[0]?.at ?? this.at
    const { record } = await tryLine(this.id, this.key, { match: this.number, at, world: this.world, record: true })
    return toFile(
      this.tree.filter((branch) => branch.at === at),
      record!,
      this.seen?.you.seat ?? null,
    )
  }

  private change(tree: Tree): void {
    this.tree = tree
    if (this.isOver) keep(nameOf(this.id, this.number), tree)
  }
}

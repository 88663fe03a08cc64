/** A puzzle on the real board: the reader has the seat that is to move, and the server judges the move. */

import { COLOURS, type Json, type PuzzleSolution, type PuzzleTask } from '../net/protocol'
import { PositionStore } from '../net/position.svelte'
import { answerPuzzle, makeTable } from '../net/rest'
import { NOTHING } from '../moves/narrow'
import { remember } from '../devices.svelte'
import { pathOf } from '../router.svelte'
import { ownName } from '../settings.svelte'
import { complain } from '../toasts.svelte'
import { note } from './progress.svelte'

export class PuzzleStore extends PositionStore {
  /** The solution, after it was found or asked for. */
  solution = $state.raw<PuzzleSolution | null>(null)
  /** The moves that were tried and are not the best, with the chance to win if the search looked at them; the last one first. */
  tried = $state.raw<readonly { move: string; chance: number | null }[]>([])
  isShown = $state(false)

  constructor(
    readonly task: PuzzleTask,
    /** The date, of the puzzle of today. */
    readonly day: string | null,
  ) {
    super(task.game, task.players, task.seat)
    this.restart()
  }

  /** From the beginning. */
  restart(): void {
    this.solution = null
    this.tried = []
    this.isShown = false
    this.marks = []
    this.put({ view: this.task.view, legal: this.task.legal, events: [] }, 0, false)
  }

  override async move(move: string): Promise<void> {
    await this.attempt(move)
  }
  /** Of several moves that belong together the first decides. */
  override moves([first]: string[]): void {
    if (first !== undefined) void this.attempt(first)
  }
  async show(): Promise<void> {
    await this.attempt(null)
  }

  private async attempt(move: string | null): Promise<void> {
    if (this.sending || this.solution) return
    this.sending = true
    try {
      const { chance, solution } = await answerPuzzle(this.task.id, { move })
      this.chosen = NOTHING
      if (solution) this.finish(solution, move === null)
      else this.miss(move!, chance)
    } catch (trouble) {
      complain(trouble)
    }
    this.sending = false
  }

  private miss(move: string, chance: number | null): void {
    this.tried = [{ move, chance }, ...this.tried.filter((each) => each.move !== move)]
    this.marks = [{ move, what: 'played' }]
  }

  private finish(solution: PuzzleSolution, isShown: boolean): void {
    this.solution = solution
    this.isShown = isShown
    this.marks = []
    this.put({ view: solution.view, legal: [], events: solution.events }, 1, true, true)
    note(this.task.id, isShown ? 'shown' : 'found', this.day)
  }

  /** A table that goes on after the solution, against computer players; returns the way there. */
  async playOn(): Promise<string> {
    const { game, players, seat } = this.task
    const chairs = COLOURS.slice(0, players).map((each) => (each === seat ? { name: ownName() } : { bot: 'normal' as const }))
    const made = await makeTable({ position: this.solution!.view as unknown as Record<string, Json>, chairs, start: true })
    const key = made.keys.chairs[COLOURS.indexOf(seat)]!
    remember({ table: made.table, game, key, keys: made.keys, seats: players, status: 'open', watching: false })
    return pathOf(made.table, key)
  }
}

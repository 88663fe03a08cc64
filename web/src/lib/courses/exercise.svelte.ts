/** A step of a course on the real board: it takes the moves of one seat, and the server says what came of them. */

import type { LessonAnswer, LessonSaid } from '../net/protocol'
import { PositionStore } from '../net/position.svelte'
import { getExample, getLesson } from '../net/rest'
import { complain } from '../toasts.svelte'

export class Exercise extends PositionStore {
  /** What the server said about the answer; null until it is whole. */
  private said = $state.raw<LessonSaid | null>(null)
  private made: string[] = []
  private tries = 0 // an answer to an earlier try is dropped

  constructor(readonly task: LessonAnswer) {
    super(task.game, task.view.players, task.seat)
    this.pointed = task.show
    this.put(task, 0, false)
  }

  /** What is said about the answer, once its consequences have been seen. */
  get verdict(): LessonSaid | null {
    return this.playing ? null : this.said
  }
  get isAnswered(): boolean {
    return this.said !== null
  }
  get isBegun(): boolean {
    return this.made.length > 0
  }

  override async move(move: string): Promise<void> {
    if (this.sending || this.said) return
    const now = this.tries
    this.sending = true
    try {
      const line = [...this.made, move]
      const told = await getLesson(this.task.game, this.task.id, line)
      if (now !== this.tries) return
      this.made = line
      this.said = told.answer
      this.pointed = []
      this.put(told, line.length, true, true)
    } catch (trouble) {
      complain(trouble)
    } finally {
      this.sending = false
    }
  }

  /** Back to the position as it was. */
  restart(): void {
    this.tries++
    this.made = []
    this.said = null
    this.player.finish()
    this.pointed = this.task.show
    this.put(this.task, 0, false)
  }

  /** Make the right moves. */
  async show(): Promise<void> {
    try {
      const { line } = await getExample(this.task.game, this.task.id)
      this.restart()
      for (const move of line) await this.move(move)
    } catch (trouble) {
      complain(trouble)
    }
  }
}

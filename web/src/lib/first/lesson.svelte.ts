/** A guided first turn: a recorded game, explained step by step. The learner makes the moves of one seat on the real board. */

import { say } from '../toasts.svelte'
import { need, t, tMaybe } from '../i18n/index.svelte'
import type { Colour, GameEvent, GameName, View } from '../net/protocol'
import { PositionStore } from '../net/position.svelte'
import { buildingName, className, regionName, theThing } from '../words'
import { regionCardName } from '$games/words'

interface Seen {
  view: View
  events: GameEvent[]
}

export interface Step extends Seen {
  text: string
  /** What to look at. */
  look: 'board' | 'side' | 'hand' | 'prompt'
  values: Record<string, string | number>
  moves: (Seen & { move: string })[]
}

export interface LessonData {
  game: GameName
  players: number
  steps: Step[]
}

const LOADED = import.meta.glob<{ default: LessonData }>('../../games/first/*.json')
export async function loadLesson(game: GameName): Promise<LessonData> {
  const [{ default: data }] = await Promise.all([LOADED[`../../games/first/${game}.json`]!(), need('first')])
  return data
}

export const YOU: Colour = 'red'

export class Lesson extends PositionStore {
  /** The step, and how many of its moves have been made. */
  place = $state(0)
  made = $state(0)

  constructor(
    readonly data: LessonData,
    name: string,
  ) {
    super(data.game, data.players, YOU, name)
    this.show(data.steps[0]!, false)
  }

  get step(): Step {
    return this.data.steps[this.place]!
  }
  get isLast(): boolean {
    return this.place === this.data.steps.length - 1
  }
  /** The move that is asked for now. */
  get wanted(): string | null {
    return this.step.moves[this.made]?.move ?? null
  }
  get text(): string {
    return textOf(this.data.game, this.step, (colour) => this.nameOf(colour))
  }

  override async move(move: string): Promise<void> {
    this.moves([move])
  }
  override moves(moves: string[]): void {
    for (const move of moves) {
      if (move !== this.wanted) return say(t('help.first.notNow'))
      this.advance()
    }
  }

  /** Go to the next step, making the remaining moves of this one. */
  next(): void {
    this.player.finish()
    if (this.wanted) {
      const { place } = this
      while (this.place === place && this.wanted) this.advance()
    } else if (!this.isLast) this.enter(this.place + 1, true)
  }
  back(): void {
    this.player.finish()
    if (this.made) this.enter(this.place, false)
    else if (this.place) this.enter(this.place - 1, false)
  }

  private advance(): void {
    const now = this.step.moves[this.made]!
    this.made += 1
    this.show(now, true)
    if (!this.wanted && !this.isLast) this.enter(this.place + 1, true)
  }
  private enter(place: number, isNew: boolean): void {
    this.place = place
    this.made = 0
    this.show(this.step, isNew)
  }
  private show({ view, events }: Seen, isNew: boolean): void {
    this.put({ view, events, legal: this.wanted ? [this.wanted] : [] }, this.place, isNew, this.made > 0)
  }
}

export function textOf(game: GameName, step: Pick<Step, 'text' | 'values'>, nameOf: (colour: Colour) => string): string {
  const values: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(step.values)) {
    const word = String(value)
    if (name === 'region' || name === 'from_region' || name === 'plague') values[name] = regionName(word)
    else if (name === 'building') Object.assign(values, { building: buildingName(word), the: theThing(word) })
    else if (name === 'class') values[name] = className(word)
    else if (name === 'card') values[name] = regionCardName(word)
    else if (name === 'seat') values[name] = nameOf(word as Colour)
    else values[name] = value
  }
  return tMaybe(`first.${game}.${step.text}`, values)
}

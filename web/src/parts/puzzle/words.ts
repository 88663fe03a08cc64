/** What is said of a puzzle: its theme, and why the solution is the best move. */

import { moveInWords, type Scene } from '$games/moves'
import { t, tMaybe } from '$lib/i18n/index.svelte'
import type { Colour, PuzzleSolution, ReviewedOption } from '$lib/net/protocol'
import { classCardName } from '$lib/words'

export const themeName = (theme: string): string => tMaybe(`puzzle.theme.${theme}`, {}, classCardName(theme))

/** Per cent of ten-thousandths. */
export const percent = (chance = 0): number => Math.round(chance / 100)

/** Why it is the best move, in sentences: what the search found, what hid it, what it does to others. */
export function whyOf({ answers, reason }: PuzzleSolution, seat: Colour, scene: Scene): string[] {
  const [best, second] = answers as [ReviewedOption, ReviewedOption?]
  const obvious = answers.reduce((one, other) => (other.prior > one.prior ? other : one))
  const chance = (option: ReviewedOption, of: Colour = seat) => percent(option.chances[of])
  const inWords = (option: ReviewedOption) => moveInWords(option.move, scene)
  const said: string[] = []
  if (second) said.push(t('puzzle.search', { move: inWords(best), n: chance(best), next: inWords(second), other: chance(second) }))
  if (reason.key !== 'win' && reason.key !== 'only' && reason.key !== 'even') {
    const share = (n = 0) => `${Math.round(n * 100)} %`
    const { values } = reason
    said.push(
      t(`help.hint.why.${reason.key}`, {
        chance: share(values.chance),
        other: share(values.other),
        points: (values.points ?? 0).toLocaleString(document.documentElement.lang || undefined, { maximumFractionDigits: 1 }),
        name: values.seat ? scene.nameOf(values.seat) : '',
      }),
    )
  }
  if (obvious === best) said.push(t('puzzle.hidden', { first: percent(best.prior) }))
  else if (obvious === second) said.push(t('puzzle.obviousNext', { first: percent(obvious.prior) }))
  else said.push(t('puzzle.obvious', { move: inWords(obvious), first: percent(obvious.prior), n: chance(obvious) }))
  const compared = obvious === best ? second : obvious
  const others = Object.keys(best.chances).filter((each): each is Colour => each !== seat)
  if (compared && others.length > 1) {
    const change = (of: Colour) => (best.chances[of] ?? 0) - (compared.chances[of] ?? 0)
    const most = others.reduce((one, other) => (Math.abs(change(other)) > Math.abs(change(one)) ? other : one))
    const values = { name: scene.nameOf(most), n: chance(best, most), other: chance(compared, most) }
    if (values.n !== values.other) said.push(t(change(most) < 0 ? 'puzzle.loses' : 'puzzle.gains', values))
  }
  said.push(t('puzzle.knows', { name: scene.nameOf(seat) }))
  return said
}

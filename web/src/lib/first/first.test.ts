import { describe, expect, it } from 'vitest'
import words from '../../../../src/rattus/words/en.json'
import { LANGUAGES, speak } from '../i18n/index.svelte'
import { GAMES } from '../net/protocol'
import { Lesson, loadLesson, textOf } from './lesson.svelte'

for (const game of GAMES) {
  describe(`the first turn of ${game}`, () => {
    it('has eight to twelve steps, each with words in every language', async () => {
      const { steps } = await loadLesson(game)
      expect(steps.length).toBeGreaterThanOrEqual(8)
      expect(steps.length).toBeLessThanOrEqual(12)
      const named = Object.keys(words.first).filter((key) => key.startsWith(`${game}.`))
      expect(steps.map((step) => `${game}.${step.text}`)).toEqual(named)
      for (const language of LANGUAGES) {
        speak(language)
        for (const step of steps)
          expect(
            textOf(game, step, () => 'Anna'),
            step.text,
          ).toMatch(/^(?!.*(undefined|  ))[^{}]{20,}$/)
      }
      speak('en')
    })

    it('can be played by making the moves, one by one', async () => {
      const data = await loadLesson(game)
      const lesson = new Lesson(data, 'Anna')
      let moves = 0
      while (!lesson.isLast) {
        const { wanted } = lesson
        expect(lesson.legal).toEqual(wanted ? [wanted] : [])
        if (wanted) {
          await lesson.move(wanted)
          moves += 1
        } else lesson.next()
      }
      expect(moves).toBeGreaterThanOrEqual(3)
      expect(lesson.view).toEqual(data.steps.at(-1)!.view)
    })

    it('shows what it asks for, takes nothing else, and goes back', async () => {
      const data = await loadLesson(game)
      const lesson = new Lesson(data, 'Anna')
      while (!lesson.wanted) lesson.next()
      const { place } = lesson
      await lesson.move('settle nowhere')
      expect(lesson.place).toBe(place)
      lesson.next()
      expect(lesson.place).toBe(place + 1)
      lesson.back()
      expect([lesson.place, lesson.made]).toEqual([place, 0])
      expect(lesson.view).toEqual(data.steps[place]!.view)
      lesson.moves(data.steps[place]!.moves.map(({ move }) => move))
      expect(lesson.place).toBe(place + 1)
    })
  })
}

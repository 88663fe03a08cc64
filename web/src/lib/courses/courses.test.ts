import { beforeEach, expect, it } from 'vitest'
import type { CourseEntry, StepEntry } from '../net/protocol'
import { examplesOf, find, following, nextIn, stepsOf } from './list'
import { forget, isDone, lastOpened, noteDone, noteOpened } from './progress.svelte'

const step = (id: string, ...rules: string[]): StepEntry => ({ id, rules })
const COURSE: CourseEntry = {
  game: 'rattus',
  title: { en: 'Rattus' },
  chapters: [
    { id: 'one', title: { en: 'One' }, sign: '', steps: [step('a', 'R1'), step('b', 'R2', 'R1')] },
    { id: 'two', title: { en: 'Two' }, sign: 'monk', steps: [step('c', 'R1', 'R3')] },
  ],
}

beforeEach(() => {
  localStorage.clear()
  forget('rattus')
})

it('finds a step, and the one after it', () => {
  expect(find([COURSE], 'rattus', 'b')).toMatchObject({ chapter: { id: 'one' }, place: 1 })
  expect(find([COURSE], 'cartus', 'b')).toBeNull()
  expect(find([COURSE], 'rattus', 'z')).toBeNull()
  expect([following(COURSE, 'b'), following(COURSE, 'c')]).toEqual(['c', null])
})

it('goes on with the first step that is not done, and begins again when all are', () => {
  noteDone('rattus', 'a')
  expect(nextIn('rattus', stepsOf(COURSE), isDone)).toBe('b')
  noteDone('rattus', 'b')
  noteDone('rattus', 'c')
  expect(nextIn('rattus', stepsOf(COURSE), isDone)).toBe('a')
})

it('keeps what was done and opened on the device, until it is forgotten', () => {
  noteOpened('rattus', 'b')
  noteDone('rattus', 'b')
  noteDone('cartus', 'b')
  expect(JSON.parse(localStorage.getItem('rattus.courses')!)).toEqual({
    done: ['rattus/b', 'cartus/b'],
    last: { game: 'rattus', step: 'b' },
  })
  forget('rattus')
  expect([isDone('rattus', 'b'), isDone('cartus', 'b'), lastOpened()]).toEqual([false, true, null])
})

it('names the steps that show a rule, those that are mainly about it first', () => {
  expect(examplesOf(COURSE, 'R1')).toEqual(['a', 'c', 'b'])
  expect(examplesOf(COURSE, 'R9')).toEqual([])
})

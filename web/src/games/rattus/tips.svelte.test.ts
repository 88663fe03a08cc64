import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Tips } from './tips.svelte'

const TALK = { title: 'Italia', lines: [] }
const enter = () => Object.assign(new Event('pointerenter'), { pointerType: 'mouse' })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** An element of the map with its explanation, and how often that was computed. */
function explained() {
  const tips = new Tips('tip')
  const talk = vi.fn(() => TALK)
  const element = document.createElement('button')
  const end = tips.on(talk)(element) as () => void
  return { tips, talk, element, end }
}

it('explains a thing after a while, until the pointer leaves', async () => {
  const { tips, element } = explained()
  element.dispatchEvent(enter())
  expect(tips.now).toBeNull()
  vi.runAllTimers()
  expect(tips.now?.talk()).toBe(TALK)
  element.dispatchEvent(new Event('pointerleave'))
  await Promise.resolve()
  expect(tips.now).toBeNull()
})

it('changes nothing at once when Svelte takes the focused thing away', async () => {
  const { tips, element } = explained()
  tips.show(element, () => TALK)
  vi.runAllTimers()
  const wrong = vi.fn((event: ErrorEvent) => event.preventDefault())
  addEventListener('error', wrong)
  const leave = $effect.root(() => {
    const taken = $derived(element.dispatchEvent(new FocusEvent('focusout'))) // no state may change here
    $effect.pre(() => expect(taken).toBe(true))
  })
  removeEventListener('error', wrong)
  leave()
  expect(wrong).not.toHaveBeenCalled()
  await Promise.resolve()
  expect(tips.now).toBeNull()
})

it('has nothing to say of what has gone', async () => {
  const { tips, talk, element, end } = explained()
  element.dispatchEvent(enter())
  end()
  vi.runAllTimers()
  expect(talk).not.toHaveBeenCalled()
  tips.show(element, talk)
  vi.runAllTimers()
  end()
  await Promise.resolve()
  expect(tips.now).toBeNull()
})

it('goes on explaining one thing when another one has gone', async () => {
  const { tips, element } = explained()
  const other = document.createElement('button')
  const end = tips.on(() => TALK)(other) as () => void
  tips.show(element, () => TALK)
  vi.runAllTimers()
  end()
  await Promise.resolve()
  expect(tips.now).not.toBeNull()
})

it('answers for a few seconds', async () => {
  const { tips, element, talk } = explained()
  tips.answer(element, talk)
  vi.advanceTimersByTime(3000)
  expect(tips.now?.talk()).toBe(TALK)
  await vi.advanceTimersByTimeAsync(2000)
  expect(tips.now).toBeNull()
})

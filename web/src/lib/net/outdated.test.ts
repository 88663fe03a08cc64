import { beforeEach, expect, it, vi } from 'vitest'
import { reloadOnce } from './outdated'

beforeEach(() => sessionStorage.clear())

it('loads a page again that is too old, once and not for ever', () => {
  vi.useFakeTimers()
  const reload = vi.fn()
  expect(reloadOnce(reload, 10)).toBe(true)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10)
  expect(reload).toHaveBeenCalledOnce()
  expect(reloadOnce(reload, 10)).toBe(false)
  vi.advanceTimersByTime(100)
  expect(reload).toHaveBeenCalledOnce()
})

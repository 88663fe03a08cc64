import { expect, it } from 'vitest'
import { timeName } from './words'

it.each([
  [9, '0:09'],
  [754, '12:34'],
  [3661, '1:01:01'],
  [35_999, '9:59:59'],
  [36_000, '10 hr'],
  [86_395, '23 hr'],
  [172_799, '47 hr'],
  [172_800, '2 days'],
])('tells the time on a clock: %d s', (seconds, told) => {
  expect(timeName(seconds)).toBe(told)
})

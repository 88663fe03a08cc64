import { expect, it } from 'vitest'
import { PRODUCT } from './product'

it('reads the keys that an older page kept', async () => {
  const kept = { table: 'T', game: 'rattus', key: 'one', seats: 2, status: 'open', watching: false, at: 1 }
  const old = { ...kept, keys: { host: 'h', watch: 'w', seats: ['one', 'two'] } }
  localStorage.setItem(`${PRODUCT}.tables`, JSON.stringify([old, { ...kept, table: 'U' }]))
  const { find } = await import('./devices.svelte') // it reads them once, when it is loaded
  expect(find('T')?.keys).toEqual({ host: 'h', watch: 'w', chairs: ['one', 'two'] })
  expect(find('U')?.keys).toBeUndefined()
})

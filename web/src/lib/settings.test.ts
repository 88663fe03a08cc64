import { expect, it } from 'vitest'
import { settings } from './settings.svelte'

it('takes over what was set in another window', () => {
  localStorage.setItem('rattus.settings', JSON.stringify({ theme: 'candle', name: 'Griet' }))
  dispatchEvent(new StorageEvent('storage', { key: 'rattus.settings' }))
  expect([settings.theme, settings.name, settings.pace]).toEqual(['candle', 'Griet', null])
  localStorage.setItem('rattus.settings', '{')
  dispatchEvent(new StorageEvent('storage', { key: 'another' }))
  expect(settings.theme).toBe('candle')
})

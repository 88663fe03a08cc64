import { describe, expect, it } from 'vitest'
import { isQuiet } from './notify.svelte'
import { deviceName } from './passkey'

describe('quiet hours', () => {
  const at = (hours: number, minutes = 0) => new Date(2026, 10, 18, hours, minutes)
  it('may go past midnight', () => {
    const night = { start: '22:30', end: '07:30' }
    expect([at(22, 29), at(22, 30), at(0), at(7, 29), at(7, 30), at(12)].map((time) => isQuiet(night, time))).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
    ])
  })
  it('may be in the day, or none', () => {
    const day = { start: '09:00', end: '17:00' }
    expect([at(8, 59), at(9), at(16, 59), at(17)].map((time) => isQuiet(day, time))).toEqual([false, true, true, false])
    expect(isQuiet({ start: '09:00', end: '09:00' }, at(9))).toBe(false)
    expect(isQuiet(null, at(3))).toBe(false)
  })
})

describe('the name of a device', () => {
  it('is its browser and its system', () => {
    const chrome = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36'
    expect(deviceName(chrome)).toBe('Chrome, Android')
    expect(deviceName('Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile Safari/604.1')).toBe('Safari, iPhone')
    expect(deviceName('curl')).toBe('?')
  })
})

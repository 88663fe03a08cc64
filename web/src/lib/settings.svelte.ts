/** What the reader set, kept on this device. */

import { guess, isLanguage, speak, type Language } from './i18n/index.svelte'

export type Theme = 'system' | 'parchment' | 'candle'
export const SPEEDS = { off: 0, slow: 0.5, normal: 1, fast: 2, faster: 4 } as const
export type Motion = keyof typeof SPEEDS

interface Settings {
  language: Language | null
  theme: Theme
  motion: Motion
  sound: boolean
  volume: number
  confirm: boolean
  name: string
}

const PLACE = 'rattus.settings'
const DEFAULTS: Settings = { language: null, theme: 'system', motion: 'normal', sound: false, volume: 0.6, confirm: true, name: '' }

function stored(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Settings>) }
  } catch {
    return { ...DEFAULTS }
  }
}

export const settings = $state<Settings>(stored())

// What is set in one window holds in all of them.
addEventListener('storage', (event) => event.key === PLACE && Object.assign(settings, stored()))

const dark = matchMedia('(prefers-color-scheme: dark)')
const still = matchMedia('(prefers-reduced-motion: reduce)')
let system = $state({ dark: dark.matches, still: still.matches })
dark.addEventListener('change', () => (system.dark = dark.matches))
still.addEventListener('change', () => (system.still = still.matches))

export const isDark = (): boolean => settings.theme === 'candle' || (settings.theme === 'system' && system.dark)
export const asksForLess = (): boolean => system.still
/** How many times as fast as the beats of the design; 0 is off. */
export const speed = (): number => (system.still ? 0 : SPEEDS[settings.motion])

/** Call once, in an effect: whatever is changed is kept and shown. */
export function keep(): void {
  const text = JSON.stringify(settings)
  try {
    localStorage.setItem(PLACE, text)
  } catch {
    // a private window: it lasts as long as the page
  }
  const root = document.documentElement
  root.dataset['theme'] = isDark() ? 'candle' : 'parchment'
  root.dataset['motion'] = speed() === 0 ? 'off' : 'on'
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', isDark() ? '#16110c' : '#e6d8b9')
  speak(isLanguage(settings.language) ? settings.language : guess())
}

const NAMES = ['Aleida', 'Beatrix', 'Floris', 'Griet', 'Heinrich', 'Isabeau', 'Jacoba', 'Konrad', 'Lijsbet', 'Margarete', 'Otto', 'Wouter']

/** The name given, or one of the time. */
export function ownName(): string {
  if (!settings.name.trim()) settings.name = NAMES[Math.floor(Math.random() * NAMES.length)]!
  return settings.name.trim()
}

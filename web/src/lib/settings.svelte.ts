/** The reader's settings, stored on this device. */

import { PACES, type Pace } from './events/pace'
import { guess, isLanguage, speak, type Language } from './i18n/index.svelte'
import { PRODUCT } from './product'

export type Theme = 'system' | 'parchment' | 'candle'

interface Settings {
  language: Language | null
  theme: Theme
  /** Null until the reader chooses one: a first game is shown step by step, all others at `normal`. */
  pace: Pace | null
  /** The first table at which each game was played. */
  first: Partial<Record<string, string>>
  sound: boolean
  volume: number
  confirm: boolean
  name: string
}

const PLACE = `${PRODUCT}.settings`
const DEFAULTS: Settings = { language: null, theme: 'system', pace: null, first: {}, sound: false, volume: 0.6, confirm: true, name: '' }

/** Former names of the paces. */
const FORMER: Record<string, Pace> = { off: 'off', slow: 'calm', fast: 'quick', faster: 'quick' }

function stored(): Settings {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Settings> & { motion?: string }
    const { motion, ...rest } = kept
    const pace = rest.pace ?? FORMER[motion ?? ''] ?? null
    return { ...DEFAULTS, ...rest, pace: pace && PACES.includes(pace) ? pace : null }
  } catch {
    return { ...DEFAULTS }
  }
}

export const settings = $state<Settings>(stored())

// Settings changed in one window apply to all of them.
addEventListener('storage', (event) => event.key === PLACE && Object.assign(settings, stored()))

const dark = matchMedia('(prefers-color-scheme: dark)')
const still = matchMedia('(prefers-reduced-motion: reduce)')
const system = $state({ dark: dark.matches, still: still.matches })
dark.addEventListener('change', () => (system.dark = dark.matches))
still.addEventListener('change', () => (system.still = still.matches))

export const isDark = (): boolean => settings.theme === 'candle' || (settings.theme === 'system' && system.dark)
export const asksForLess = (): boolean => system.still
/** Whether things stay where they are instead of moving. */
export const isStill = (): boolean => system.still || settings.pace === 'off'

/** A table at which somebody plays: the first one of its game is remembered. */
export function sitAt(game: string, table: string): void {
  settings.first[game] ??= table
}
export const isFirst = (game: string, table: string): boolean => settings.first[game] === table
/** At which pace what happens is shown at a table. */
export const paceAt = (game: string, table: string): Pace => settings.pace ?? (isFirst(game, table) ? 'step' : 'normal')

/** The language that was chosen, or the browser's. */
export const spoken = (): Language => (isLanguage(settings.language) ? settings.language : guess())

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
  root.dataset['motion'] = isStill() ? 'off' : 'on'
  const paper = getComputedStyle(root).getPropertyValue('--paper-0')
  if (paper) document.querySelector('meta[name=theme-color]')?.setAttribute('content', paper)
  speak(spoken())
}

const NAMES = ['Aleida', 'Beatrix', 'Floris', 'Griet', 'Heinrich', 'Isabeau', 'Jacoba', 'Konrad', 'Lijsbet', 'Margarete', 'Otto', 'Wouter']

/** The name given, or one of the time. */
export function ownName(): string {
  if (!settings.name.trim()) settings.name = NAMES[Math.floor(Math.random() * NAMES.length)]!
  return settings.name.trim()
}

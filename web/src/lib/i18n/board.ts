/** What is said about the board itself, beside what the games ask. */
import type { Same } from './format'

export const en = {
  africa: 'Africa is in play from five players on.', 'phase.a': 'Turn up', 'phase.e': 'Return', tokens: '{n:# token|# tokens}',
} as const

export const nl: Same<typeof en> = {
  africa: 'Afrika doet mee vanaf vijf spelers.', 'phase.a': 'Opendraaien', 'phase.e': 'Teruggeven', tokens: '{n:# fiche|# fiches}',
}

export const de: Same<typeof en> = {
  africa: 'Afrika ist ab fünf Spielern dabei.', 'phase.a': 'Aufdecken', 'phase.e': 'Zurückgeben', tokens: '{n:# Marker|# Marker}',
}

/** How a person is drawn; it follows from the name and from nothing else. */

export interface Look {
  letter: string
  field: string
  ink: string
  corner: string
}

/** Lapis, rubric, verdigris, purple: each carries pale letters (7 and more). */
const FIELDS = ['var(--azure)', 'var(--vermilion)', 'var(--pine)', 'var(--purple)'] as const
const INKS = ['var(--gold)', 'var(--pale-gold)', 'var(--silver)'] as const
/** In the upper left; the others are turned. */
const CORNERS = ['M5 5h6l-6 6z', 'M5 5h5a5 5 0 0 1-5 5z', 'M7 5l2 2-2 2-2-2z', 'M5 5h7v2H7v5H5z'] as const

export function drawnFrom(name: string): Look {
  let sum = 0x811c9dc5
  for (const letter of name.normalize('NFC')) sum = Math.imul(sum ^ letter.codePointAt(0)!, 0x01000193) >>> 0
  sum = Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d) >>> 0
  const first = [...name.trim()].find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? '?'
  return {
    letter: first.toUpperCase().slice(0, 2),
    field: FIELDS[sum % FIELDS.length]!,
    ink: INKS[(sum >>> 8) % INKS.length]!,
    corner: CORNERS[(sum >>> 16) % CORNERS.length]!,
  }
}

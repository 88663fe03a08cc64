/** The six pieces: outline on a 32 by 32 grid, and the letter's size and place (seats.svg of the design). */
import type { Colour } from '../net/protocol'

export interface Piece {
  outline: string
  letter: string
  size: number
  y: number
  /** Of its line in charts. */
  dash: string
}

export const PIECES: Record<Colour, Piece> = {
  red: {
    outline: 'M5.5 3.5H26.5A2 2 0 0 1 28.5 5.5V26.5A2 2 0 0 1 26.5 28.5H5.5A2 2 0 0 1 3.5 26.5V5.5A2 2 0 0 1 5.5 3.5Z',
    letter: 'R',
    size: 17,
    y: 21.6,
    dash: '',
  },
  yellow: { outline: 'M16 2.5A13.5 13.5 0 1 1 15.99 2.5Z', letter: 'Y', size: 17, y: 21.6, dash: '8 4' },
  green: {
    outline: 'M4 3.5Q10 5 16 3Q22 5 28 3.5V15C28 22.5 23 27 16 30.5C9 27 4 22.5 4 15Z',
    letter: 'G',
    size: 17,
    y: 20.6,
    dash: '2 4',
  },
  blue: { outline: 'M16 .8L31.2 16L16 31.2L.8 16Z', letter: 'B', size: 17, y: 21.6, dash: '11 3 2 3' },
  white: {
    outline: 'M9.67 9.67A6.6 6.6 0 1 1 22.33 9.67A6.6 6.6 0 1 1 22.33 22.33A6.6 6.6 0 1 1 9.67 22.33A6.6 6.6 0 1 1 9.67 9.67Z',
    letter: 'W',
    size: 14.5,
    y: 21.4,
    dash: '14 4',
  },
  orange: {
    outline: 'M16.00 1.00L21.35 9.84L31.41 12.19L24.65 20.01L25.52 30.31L16.00 26.30L6.48 30.31L7.35 20.01L0.59 12.19L10.65 9.84Z',
    letter: 'O',
    size: 15,
    y: 22.4,
    dash: '5 2 1 2',
  },
}

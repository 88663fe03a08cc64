/** The file and the grid size of each drawing. A file is loaded when the first of its drawings is shown. */
import africans from './africans.svg'
import buildings from './buildings.svg'
import figures from './figures.svg'

const FILES = {
  peasant: figures, merchant: figures, monk: figures, knight: figures, witch: figures, king: figures,
  astronomer: africans, explorer: africans, trader: africans, sultan: africans,
  farm: buildings, brewery: buildings, marketplace: buildings, office: buildings, monastery: buildings, hospital: buildings,
  castle: buildings, watchtower: buildings, tent: buildings, hut: buildings, palace: buildings, treasury: buildings,
} as const

export type ArtName = keyof typeof FILES
export const addressOf = (name: ArtName): string => `${FILES[name]}#${name}`
export const gridOf = (name: ArtName): number => (FILES[name] === buildings ? 256 : 128)
/** Whether there is a drawing of a card or building: not of one that the server has and this client does not know. */
export const isDrawn = (name: string): name is ArtName => name in FILES

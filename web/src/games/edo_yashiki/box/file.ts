/** The component file of Edo Yashiki, as the server writes it. */

import { OWN_SOURCE, type BoxFile, type Sourced } from '../../box'
import { letters } from '../geometry'
import { TERRAINS, type Terrain } from '../palette'

export interface Face extends Sourced {
  /** FG/FP/TT: row by row from the top, as printed. */
  face: string
}

export interface EdoBox extends BoxFile {
  cards: Face[]
}

export const nextTerrain = (feature: Terrain): Terrain =>
  TERRAINS[(TERRAINS.indexOf(feature) + 1) % TERRAINS.length] as Terrain

/** With another square on a card, as its owner sees it. */
export function withSquare(file: EdoBox, card: number, square: number, feature: Terrain): EdoBox {
  const squares = letters(file.cards[card]?.face ?? '').map((one, place) => (place === square ? feature : one))
  const face = [0, 2, 4].map((row) => `${squares[row]}${squares[row + 1]}`).join('/')
  return { ...file, cards: file.cards.map((one, place) => (place === card ? { face, source: OWN_SOURCE } : one)) }
}

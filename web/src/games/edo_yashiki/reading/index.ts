/** A house for ears: the row or the column of the square that the keys are at, and the runs that are locked. */

import type { EdoHouse, EdoView } from '$/wire/types'
import type { GameProps } from '../../contract'
import { nameOf as seatName } from '../../names'
import type { Read } from '../../reading'
import { squaresOf, type Square } from '../geometry'
import { runsOf, type Run } from '../offer'
import { featureWords, runWords, type Translate } from '../words'

/** The square with the house's tab stop. */
function squareAtKeys(): { x: number; y: number } | null {
  const square = document.querySelector<HTMLElement>('.house [role="gridcell"][tabindex="0"]')?.dataset.square
  const [x, y] = square?.split(',').map(Number) ?? []
  return x === undefined || y === undefined ? null : { x, y }
}

/** “3 pond, locked” */
function squareWords(t: Translate, at: number, { feature, locked }: Square, edition: string): string {
  const args = { at, what: featureWords(t, feature, edition) }
  return locked ? t('edo-read-square-locked', args) : t('edo-read-square', args)
}

function rowWords(t: Translate, house: EdoHouse, edition: string): string | null {
  const at = squareAtKeys()
  if (!at) return null
  const squares = squaresOf(house).filter(({ y }) => y === at.y)
  const words = squares.map((one) => squareWords(t, one.x, one, edition)).join(t('edo-semicolon'))
  return words ? t('edo-read-row', { y: at.y, squares: words }) : t('edo-read-row-empty', { y: at.y })
}

function columnWords(t: Translate, house: EdoHouse, edition: string): string | null {
  const at = squareAtKeys()
  if (!at) return null
  const squares = squaresOf(house).filter(({ x }) => x === at.x)
  const words = squares.map((one) => squareWords(t, one.y, one, edition)).join(t('edo-semicolon'))
  return words ? t('edo-read-column', { x: at.x, squares: words }) : t('edo-read-column-empty', { x: at.x })
}

/** “3 ponds in row 1, from 0 to 2” */
function placedRunWords(t: Translate, run: Run, edition: string): string {
  const { x, y, across, length, feature } = run
  const args = { run: runWords(t, feature, length, edition), x, y, end: (across ? x : y) + length - 1 }
  return across ? t('edo-read-across', args) : t('edo-read-down', args)
}

function lockedWords(t: Translate, house: EdoHouse, edition: string): string {
  const runs = runsOf(house.lines).map((run) => placedRunWords(t, run, edition))
  return runs.length ? t('edo-read-runs', { runs: runs.join(t('edo-semicolon')) }) : t('edo-read-no-runs')
}

const WORDS: Record<string, (t: Translate, house: EdoHouse, edition: string) => string | null> = {
  row: rowWords,
  column: columnWords,
  runs: lockedWords,
}

/** Another's house says whose it is. */
function inHouse({ t, seats, shown, you }: GameProps<EdoView>, text: string): string {
  const owner = seats[shown]
  return shown === you || !owner ? text : t('edo-read-theirs', { name: seatName(owner, t), text })
}

const reading: Read<EdoView> = (what, given) => {
  const house = given.view.houses[given.shown]
  const text = house && WORDS[what]?.(given.t, house, given.view.edition)
  return text ? inHouse(given, text) : null
}

export default reading

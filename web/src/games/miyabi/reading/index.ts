/** A garden for ears: the row, the column or the layer of the cell that the keys are at. */

import type { MiyabiGarden, MiyabiView } from '$/wire/types'
import type { GameProps } from '../../contract'
import { nameOf as seatName } from '../../names'
import type { Read } from '../../reading'
import { COLUMN_LETTERS, cellName, cellsOf, nameOf, type CellView } from '../geometry'
import { contentWords, type Translate } from '../words'

/** The cell with the garden's tab stop; null where no garden is shown. */
function cellAtKeys(): number | null {
  const cell = document.querySelector<HTMLElement>('.plot [role="gridcell"][tabindex="0"]')
  return cell ? Number(cell.dataset.cell) : null
}

/** “b layer 2, two fish” */
const cellWords = (t: Translate, at: string, one: CellView): string =>
  [t('miyabi-read-cell', { at, layer: one.height }), ...contentWords(t, one)].join(t('miyabi-comma'))

function rowWords(t: Translate, garden: MiyabiGarden, { row, object }: CellView): string {
  const cells = cellsOf(garden).filter((one) => one.row === row)
  return t('miyabi-read', {
    what: t('miyabi-read-row', { row: row + 1, object: nameOf(object) }),
    cells: cells.map((one) => cellWords(t, COLUMN_LETTERS[one.column] ?? '', one)).join(t('miyabi-semicolon')),
  })
}

function columnWords(t: Translate, garden: MiyabiGarden, at: CellView): string {
  const column = COLUMN_LETTERS[at.column] ?? ''
  const cells = cellsOf(garden).filter((one) => one.column === at.column)
  return t('miyabi-read', {
    what: t(garden.lanterns.includes(column) ? 'miyabi-column-lantern' : 'miyabi-column-free', { column }),
    cells: cells.map((one) => cellWords(t, String(one.row + 1), one)).join(t('miyabi-semicolon')),
  })
}

/** The layer that was read last, from which cell: the same key again reads the next one. */
let read: { cell: number; layer: number } | null = null

function layerToRead(garden: MiyabiGarden, { cell, height }: CellView): number {
  const layers = [...new Set(garden.heights.flat())].sort((one, other) => one - other)
  const again = read?.cell === cell ? layers.indexOf(read.layer) : -1
  const layer = again < 0 ? height : (layers[(again + 1) % layers.length] ?? 0)
  read = { cell, layer }
  return layer
}

function levelWords(t: Translate, garden: MiyabiGarden, at: CellView): string {
  const layer = layerToRead(garden, at)
  const cells = cellsOf(garden).filter(({ height }) => height === layer)
  return t('miyabi-read', {
    what: t('miyabi-read-level', { layer }),
    cells: cells.map((one) => [cellName(one.cell), ...contentWords(t, one)].join(' ')).join(t('miyabi-comma')),
  })
}

const WORDS: Record<string, typeof rowWords> = { row: rowWords, column: columnWords, level: levelWords }

/** Another's garden says whose it is. */
const inGarden = ({ t, seats, shown, you }: GameProps<MiyabiView>, text: string): string => {
  const owner = seats[shown]
  return shown === you || !owner ? text : t('miyabi-read-theirs', { name: seatName(owner, t), text })
}

const reading: Read<MiyabiView> = (what, given) => {
  const garden = given.view.gardens[given.shown]
  const at = garden && cellsOf(garden)[cellAtKeys() ?? -1]
  const words = WORDS[what]
  return garden && at && words ? inGarden(given, words(given.t, garden, at)) : null
}

export default reading

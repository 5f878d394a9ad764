/** Where things are in the drawing of a garden. A cell is 100 units wide; layers lift it straight up. */

import type { MiyabiGarden } from '$/wire/types'
import type { Square } from './outline'
import { OBJECTS, type ObjectLetter } from './palette'

export const SIDE = 6
export const CELL = 100
export const COLUMN_LETTERS = 'abcdef'

/** At most 5% of a cell, so that six layers beside none still leave the cell behind its numeral and its objects. */
export const LIFT = 4.5
const HIGHEST = 6
/** What the highest stack of the first row needs above the board. */
export const HEADROOM = LIFT * HIGHEST + 3
const TINTS = 5

/** Disc and numeral stay in the upper part of a cell, which no neighbour can cover. */
export const DISC = { x: 50, y: 40, radius: 33 }

export const liftOf = (height: number, plan: boolean): number => (plan ? 0 : LIFT * Math.min(height, HIGHEST))
export const tintOf = (height: number): number => Math.min(height, TINTS)

export const rowOf = (cell: number): number => Math.floor(cell / SIDE)
export const columnOf = (cell: number): number => cell % SIDE
export const cellName = (cell: number): string => `${COLUMN_LETTERS[columnOf(cell)]}${rowOf(cell) + 1}`
export const cellOf = (name: string): number => (Number(name[1]) - 1) * SIDE + COLUMN_LETTERS.indexOf(name[0] ?? '')

export const objectOf = (row: number): ObjectLetter => OBJECTS[row] as ObjectLetter

const NAMES: Record<string, ObjectLetter> = {
  maple: 'm',
  pagoda: 'p',
  fish: 'f',
  azalea: 'a',
  boxwood: 'b',
  stone: 's',
}
export const letterOf = (name: string): ObjectLetter => NAMES[name] ?? (name[0] as ObjectLetter)
export const nameOf = (letter: string): string => Object.keys(NAMES).find((name) => NAMES[name] === letter) ?? letter

export interface CellView {
  cell: number
  row: number
  column: number
  height: number
  object: ObjectLetter
  count: number
  zen: 'open' | 'enclosed' | null
  frog: 'silver' | 'golden' | null
}

/** The garden cell by cell, in the order in which it is drawn: from the back to the front. */
export function cellsOf(garden: MiyabiGarden): CellView[] {
  const zen = new Set(garden.zen)
  return Array.from({ length: SIDE * SIDE }, (_, cell) => {
    const [row, column, name] = [rowOf(cell), columnOf(cell), cellName(cell)]
    return {
      cell,
      row,
      column,
      height: garden.heights[row]?.[column] ?? 0,
      object: objectOf(row),
      count: garden.objects[row]?.[column] ?? 0,
      zen: !zen.has(name) ? null : garden.open_zen === name ? 'open' : 'enclosed',
      frog: garden.frog?.cell !== name ? null : garden.frog.golden ? 'golden' : 'silver',
    }
  })
}

// -- tiles ------------------------------------------------------------------------------------------------------------
const SHAPES: Record<string, readonly Square[]> = {
  '1': [[0, 0]],
  '2': [
    [0, 0],
    [0, 1],
  ],
  I: [
    [0, 0],
    [0, 1],
    [0, 2],
  ],
  H: [
    [0, -1],
    [0, 0],
    [0, 1],
  ],
  L: [
    [0, 0],
    [0, 1],
    [1, 0],
  ],
  J: [
    [0, 0],
    [0, 1],
    [-1, 1],
  ],
  K: [
    [0, 0],
    [0, 1],
    [1, 1],
  ],
}

export interface TileView {
  object: ObjectLetter
  count: number
  zen: boolean
  /** Its squares, the object's first, moved so that none is left of or above 0. */
  squares: Square[]
  rows: number
  columns: number
}

/** A tile as it lies on display: `fJ`, or `zf` for a Zen tile. */
export function tileOf(kind: string): TileView {
  const zen = kind.startsWith('z')
  const squares = zen ? [[0, 0] as const] : (SHAPES[kind[1] ?? '1'] ?? [[0, 0] as const])
  const top = Math.min(...squares.map(([row]) => row))
  const left = Math.min(...squares.map(([, column]) => column))
  const moved = squares.map(([row, column]): Square => [row - top, column - left])
  const origin = squares.findIndex(([row, column]) => row === 0 && column === 0)
  moved.unshift(...moved.splice(origin, 1))
  return {
    object: (zen ? kind[1] : kind[0]) as ObjectLetter,
    count: zen ? 1 : Math.min(squares.length, 3),
    zen,
    squares: moved,
    rows: Math.max(...moved.map(([row]) => row)) + 1,
    columns: Math.max(...moved.map(([, column]) => column)) + 1,
  }
}

/** Tufts of moss on a green square: three arrangements, so that a meadow is no wallpaper. */
const MOSS = [
  [
    [50, 40],
    [74, 58],
    [30, 66],
    [56, 84],
  ],
  [
    [42, 46],
    [68, 38],
    [78, 74],
    [36, 80],
  ],
  [
    [60, 46],
    [34, 58],
    [52, 78],
    [80, 66],
  ],
] as const

export function mossAt(x: number, y: number, number: number): string {
  return (MOSS[number % 3] ?? MOSS[0])
    .map(
      ([right, down]) =>
        `M${x + right} ${y + down}q-4.2-4.2-6.4-8.5M${x + right} ${y + down}q0-6.8.4-11.5M${x + right} ${y + down}q4.2-4.2 6.4-8.5`,
    )
    .join('')
}

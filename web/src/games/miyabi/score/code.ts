/** A Miyabi score sheet as text: `BC;Hana,87,0g1…;Ken,91,…`, 36 cells a garden. */

import type { MiyabiGarden } from '$/wire/types'
import { MAX_NAME_LENGTH, readName, writeName } from '../../score'
import { SIDE, cellName } from '../geometry'

/** What a cell shows: nothing (0), green, so many objects, a Zen tile. */
export const STATES = ['0', '1', '2', '3', 'g', 'z'] as const
export type CellState = (typeof STATES)[number]

export interface SheetSeat {
  name: string
  /** As typed; empty for none. */
  points: string
  cells: string
}

export interface MiyabiSheet {
  expansions: string
  seats: SheetSeat[]
}

const CELLS = SIDE * SIDE
const LETTERS = 'ABCD'
const BARE = '0'.repeat(CELLS)
export const SEATS = [2, 3, 4]
const emptySeat = (): SheetSeat => ({ name: '', points: '', cells: BARE })

export const blank = (): MiyabiSheet => ({ expansions: '', seats: [emptySeat(), emptySeat()] })

export const withSeats = (sheet: MiyabiSheet, count: number): MiyabiSheet => ({
  ...sheet,
  seats: Array.from({ length: count }, (_, seat) => sheet.seats[seat] ?? emptySeat()),
})

export const write = ({ expansions, seats }: MiyabiSheet): string =>
  [expansions || '0', ...seats.map(({ name, points, cells }) => `${writeName(name)},${points},${cells}`)].join(';')

export function read(code: string): MiyabiSheet | null {
  const [expansions = '', ...rest] = code.split(';')
  const seats = rest.map(readSeat)
  const known =
    expansions === '0' ||
    (expansions !== '' && [...LETTERS].filter((one) => expansions.includes(one)).join('') === expansions)
  if (!known || !SEATS.includes(seats.length) || seats.some((seat) => seat === null)) return null
  return { expansions: expansions === '0' ? '' : expansions, seats: seats as SheetSeat[] }
}

function readSeat(text: string): SheetSeat | null {
  const [name = '', points = '', cells = '', ...more] = text.split(',')
  const called = readName(name)
  const fine =
    called !== null && !more.length && /^\d{0,4}$/.test(points) && new RegExp(`^[0123gz]{${CELLS}}$`).test(cells)
  return fine ? { name: called.slice(0, MAX_NAME_LENGTH), points, cells } : null
}

export const answers = ({ expansions, seats }: MiyabiSheet, names: string[]): object => ({
  game: 'miyabi',
  expansions,
  seat: seats.map(({ points, cells }, seat) => ({
    name: names[seat],
    points: Number(points || 0),
    rows: rowsOf(cells.replaceAll('0', '.')),
  })),
})

const rowsOf = (cells: string): string[] =>
  Array.from({ length: SIDE }, (_, row) => cells.slice(row * SIDE, (row + 1) * SIDE))

export const withCell = (cells: string, cell: number, state: CellState): string =>
  cells.slice(0, cell) + state + cells.slice(cell + 1)

/** What a tap makes of a cell; a Zen tile only where there are any. */
export function next(state: CellState, zen: boolean): CellState {
  const round = STATES.filter((one) => zen || one !== 'z')
  return round[(round.indexOf(state) + 1) % round.length] ?? '0'
}

/** For the drawing, which knows heights: what is covered lies on layer 1. */
export function gardenOf(cells: string): MiyabiGarden {
  const each = <T>(make: (state: string, cell: number) => T): T[][] =>
    rowsOf(cells).map((row, at) => [...row].map((state, column) => make(state, at * SIDE + column)))
  return {
    heights: each((state) => (state === '0' ? 0 : 1)),
    objects: each((state) => (state === 'z' ? 1 : Number(state) || 0)),
    zen: each((state, cell) => (state === 'z' ? cellName(cell) : ''))
      .flat()
      .filter(Boolean),
    open_zen: null,
    zen_needs: [],
    frog: null,
    lanterns: '',
    passed: false,
    rows: [],
    points: 0,
    track: { field: 0, fifties: 0 },
  }
}

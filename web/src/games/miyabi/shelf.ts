/** How large the tiles on display can be: the largest cell with which all of them lie in their box. */

import { CELL, tileOf } from './geometry'

export interface Shelf {
  /** Pixels of a cell of a tile. */
  cell: number
  /** Every kind of shape begins a row of its own. */
  grouped: boolean
  /** In columns, and pushed sideways where they are too many. */
  sideways: boolean
}

const [LEAST, MOST] = [22, 120]
/** With smaller cells the objects on a tile are hard to tell apart: rather than that, a low shelf is pushed sideways. */
const LEGIBLE = 26
/** The cell of a shelf that is pushed sideways anyway. */
const COMFORTABLE = 32
const TARGET = 44
const GAP = { across: 8, down: 5 }

/** As `Tile.svelte` draws it: with its wall and the room for its outline. */
function tileSize(kind: string, cell: number): { width: number; height: number } {
  const { columns, rows } = tileOf(kind)
  const size = (cells: number, more: number): number => Math.max(((cells * CELL + more) * cell) / CELL, TARGET)
  return { width: size(columns, 16), height: size(rows, 25) }
}

interface Extent {
  along: number
  across: number
}

/** Lines of tiles one after another, each as long as there is room: how much room all lines take. */
function lines(tiles: readonly Extent[], room: number, gap: { along: number; across: number }): number {
  let [taken, along, across] = [0, 0, 0]
  for (const tile of tiles) {
    if (along && along + gap.along + tile.along > room) {
      taken += across + gap.across
      along = across = 0
    }
    along += (along ? gap.along : 0) + tile.along
    across = Math.max(across, tile.across)
  }
  return taken + across
}

const fits = (groups: readonly (readonly string[])[], cell: number, width: number, height: number): boolean => {
  const gap = { along: GAP.across, across: GAP.down }
  const heights = groups.map((group) => {
    const tiles = group.map((kind) => tileSize(kind, cell))
    if (tiles.some((tile) => tile.width > width)) return Infinity
    return lines(
      tiles.map((tile) => ({ along: tile.width, across: tile.height })),
      width,
      gap,
    )
  })
  return heights.reduce((sum, one) => sum + one + GAP.down, -GAP.down) <= height
}

/** 0 where even the smallest does not fit. */
function largest(does: (cell: number) => boolean): number {
  for (let cell = MOST; cell >= LEAST; cell--) if (does(cell)) return cell
  return 0
}

/** In rows; kinds of shapes stay apart unless tiles are clearly larger without that. `line` is what it costs. */
export function shelfInRows(groups: readonly (readonly string[])[], width: number, height: number, line = 0): Shelf {
  const apart = largest((cell) => fits(groups, cell, width, height - line))
  const together = largest((cell) => fits([groups.flat()], cell, width, height))
  const grouped = apart > 0 && together <= apart * 1.12
  return { cell: (grouped ? apart : together) || LEAST, grouped, sideways: false }
}

/** On a low shelf: as rows where all tiles fit so, else in columns; these are pushed sideways where they are too many. */
export function lowShelf(groups: readonly (readonly string[])[], width: number, height: number): Shelf {
  const tiles = groups.flat()
  const inRows = largest((cell) => fits([tiles], cell, width, height))
  const inColumns = largest((cell) => columnsFit(tiles, cell, width, height))
  if (inRows >= LEGIBLE && inRows >= inColumns) return { cell: inRows, grouped: false, sideways: false }
  if (inColumns >= LEGIBLE) return { cell: inColumns, grouped: false, sideways: true }
  const pushed = largest((cell) => cell <= COMFORTABLE && columnsFit(tiles, cell, Infinity, height))
  return { cell: pushed || LEAST, grouped: false, sideways: true }
}

function columnsFit(kinds: readonly string[], cell: number, width: number, height: number): boolean {
  const tiles = kinds.map((kind) => tileSize(kind, cell))
  if (tiles.some((tile) => tile.height > height)) return false
  const extents = tiles.map((tile) => ({ along: tile.height, across: tile.width }))
  return lines(extents, height, { along: GAP.down, across: GAP.across }) <= width
}

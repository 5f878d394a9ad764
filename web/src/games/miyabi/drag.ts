/** Where a pointer is over the plot, and what that means to a tile. */

import { SIDE, columnOf, rowOf } from './geometry'
import type { Choice } from './offer'

/** How far beside the plot a tile may be carried along it, in pixels. */
const DRAG_MARGIN_PX = 60

export interface Point {
  clientX: number
  clientY: number
}

export function columnAt(plot: DOMRect, { clientX }: Point): number {
  return Math.floor(((clientX - plot.left) / plot.width) * SIDE)
}

export const isOver = (plot: DOMRect, { clientX, clientY }: Point): boolean =>
  clientX > plot.left &&
  clientX < plot.right &&
  clientY > plot.top - DRAG_MARGIN_PX &&
  clientY < plot.bottom + DRAG_MARGIN_PX

/** The turn whose green end is closest to the pointer, seen from the object's cell. */
export function turnTowards(
  plot: DOMRect,
  { clientX, clientY }: Point,
  choice: Choice,
  turns: readonly Choice[],
): string {
  const unit = plot.width / SIDE
  const right = clientX - plot.left - (columnOf(choice.at) + 0.5) * unit
  const down = clientY - plot.top - (rowOf(choice.at) + 0.5) * unit
  const score = (one: Choice): number => {
    const along = one.cells
      .slice(1)
      .map((cell) => (columnOf(cell) - columnOf(one.at)) * right + (rowOf(cell) - rowOf(one.at)) * down)
    return along.reduce((total, length) => total + length, 0) + 0.01 * Math.max(...along)
  }
  return turns.reduce((best, one) => (score(one) > score(best) ? one : best), turns[0] as Choice).turn
}

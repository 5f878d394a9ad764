/** Which cells to point at when somebody asks where the points of an expansion come from. The points are the server's. */

import { SIDE } from './geometry'
import type { GardenView } from './told'

export type Extra = 'colourful' | 'meadow' | 'seven'

function component(start: number, belongs: (cell: number) => boolean): Set<number> {
  const found = new Set([start])
  for (const cell of found) {
    const [row, column] = [Math.floor(cell / SIDE), cell % SIDE]
    const beside = [row ? cell - SIDE : -1, row < SIDE - 1 ? cell + SIDE : -1, column ? cell - 1 : -1, column < SIDE - 1 ? cell + 1 : -1]
    for (const next of beside) if (next >= 0 && belongs(next)) found.add(next)
  }
  return found
}

const all = Array.from({ length: SIDE * SIDE }, (_, cell) => cell)
const at = (grid: number[][], cell: number): number => grid[Math.floor(cell / SIDE)]?.[cell % SIDE] ?? 0

/** The group, or the lines, that make up what the server says an expansion would pay. */
export function cellsBehind(extra: Extra, points: number, garden: GardenView): Set<number> {
  const objects = (cell: number): number => at(garden.objects, cell)
  if (extra === 'seven') {
    const lines = [...Array(SIDE).keys()].flatMap((n) => [all.filter((cell) => Math.floor(cell / SIDE) === n), all.filter((cell) => cell % SIDE === n)])
    return new Set(lines.filter((line) => line.reduce((sum, cell) => sum + objects(cell), 0) === 7).flat())
  }
  const belongs = extra === 'colourful' ? (cell: number) => objects(cell) > 0 : (cell: number) => at(garden.heights, cell) > 0 && !objects(cell)
  const worth = (group: Set<number>): number =>
    extra === 'colourful' ? [...group].reduce((sum, cell) => sum + objects(cell), 0) : 2 * group.size
  for (const cell of all) {
    if (!belongs(cell)) continue
    const group = component(cell, belongs)
    if (points && worth(group) === points) return group
  }
  return new Set()
}

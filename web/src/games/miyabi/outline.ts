/** The edge of a handful of unit squares, as one closed path. */

export type Square = readonly [row: number, column: number]

const key = (row: number, column: number): string => `${row},${column}`

/** Walks the edge clockwise; `unit` is a square's side. For shapes without holes whose corners do not touch. */
export function outline(squares: readonly Square[], unit: number): string {
  const there = new Set(squares.map(([row, column]) => key(row, column)))
  const next = new Map<string, [number, number]>()
  for (const [row, column] of squares) {
    if (!there.has(key(row - 1, column))) next.set(key(row, column), [row, column + 1])
    if (!there.has(key(row, column + 1))) next.set(key(row, column + 1), [row + 1, column + 1])
    if (!there.has(key(row + 1, column))) next.set(key(row + 1, column + 1), [row + 1, column])
    if (!there.has(key(row, column - 1))) next.set(key(row + 1, column), [row, column])
  }
  const start = [...next.keys()][0]
  if (!start) return ''
  const corners: string[] = []
  let at = start
  do {
    const [row, column] = at.split(',').map(Number) as [number, number]
    corners.push(`${column * unit} ${row * unit}`)
    const following = next.get(at)
    if (!following) break
    at = key(...following)
  } while (at !== start && corners.length <= 4 * squares.length)
  return `M${corners.join('L')}Z`
}

/** Raked gravel that bends round what lies on it: level lines of the distance to everything, smoothly joined.
 *
 * Pure arithmetic: boxes in, strokes out. `Gravel.svelte` paints them on a canvas.
 */

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface Raking {
  /** Sampling step; the lines are drawn between samples, so it may be coarse. */
  step: number
  /** From one line to the next. */
  gap: number
  first: number
  /** How far apart two boxes start to be raked as one. */
  soft: number
  radius: number
}

export const RAKING: Raking = { step: 5, gap: 5.6, first: 4.2, soft: 7, radius: 12 }

interface Field {
  values: Float32Array
  columns: number
  rows: number
}

/** Distance to a box with round corners; negative inside. */
function distance(x: number, y: number, box: Box, radius: number): number {
  const dx = Math.abs(x - box.x - box.width / 2) - box.width / 2 + radius
  const dy = Math.abs(y - box.y - box.height / 2) - box.height / 2 + radius
  const [right, down] = [Math.max(dx, 0), Math.max(dy, 0)]
  return Math.sqrt(right * right + down * down) + Math.min(Math.max(dx, dy), 0) - radius
}

function field(width: number, height: number, boxes: readonly Box[], raking: Raking): Field {
  const { step, soft, radius } = raking
  const columns = Math.ceil(width / step) + 3
  const rows = Math.ceil(height / step) + 3
  const values = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let sum = 1e-300
      for (const box of boxes) {
        const far = distance((column - 1) * step, (row - 1) * step, box, radius)
        sum += Math.exp(-Math.max(far, -60) / soft)
      }
      values[row * columns + column] = -soft * Math.log(sum)
    }
  return { values, columns, rows }
}

/** Which edges of a square of samples (top, right, bottom, left) a level crosses, by which corners lie above it. */
const CROSSED: Record<number, readonly (readonly [number, number])[]> = {
  1: [[3, 0]],
  2: [[0, 1]],
  3: [[3, 1]],
  4: [[1, 2]],
  5: [
    [3, 0],
    [1, 2],
  ],
  6: [[0, 2]],
  7: [[3, 2]],
  8: [[2, 3]],
  9: [[2, 0]],
  10: [
    [0, 1],
    [2, 3],
  ],
  11: [[2, 1]],
  12: [[1, 3]],
  13: [[1, 0]],
  14: [[0, 3]],
}

/** Short strokes, each as x, y, x, y: a canvas joins them by eye, and no walk along the lines is needed. */
export function rake(width: number, height: number, boxes: readonly Box[], raking: Raking = RAKING): Float32Array {
  if (!boxes.length) return new Float32Array()
  const { values, columns, rows } = field(width, height, boxes, raking)
  const { step, gap, first } = raking
  const strokes: number[] = []
  const corner = [0, 1, columns + 1, columns]
  const at = [0, 0, 0, 0]
  for (let row = 0; row < rows - 1; row++)
    for (let column = 0; column < columns - 1; column++) {
      for (let n = 0; n < 4; n++) at[n] = values[row * columns + column + (corner[n] as number)] as number
      const [a, b, c, d] = at as [number, number, number, number]
      const lowest = Math.max(Math.ceil((Math.min(a, b, c, d) - first) / gap), 0)
      const highest = Math.floor((Math.max(a, b, c, d) - first) / gap)
      for (let line = lowest; line <= highest; line++) cross(strokes, at, first + gap * line, column - 1, row - 1, step)
    }
  return Float32Array.from(strokes)
}

const PLACES = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const

/** Where one level crosses one square of samples. */
function cross(strokes: number[], at: readonly number[], height: number, x: number, y: number, step: number): void {
  let above = 0
  for (let n = 0; n < 4; n++) if ((at[n] as number) > height) above |= 1 << n
  for (const edges of CROSSED[above] ?? [])
    for (const edge of edges) {
      const [from, to] = [edge, (edge + 1) % 4]
      const part = (height - (at[from] as number)) / ((at[to] as number) - (at[from] as number))
      const [[fromX, fromY], [toX, toY]] = [
        PLACES[from] as readonly [number, number],
        PLACES[to] as readonly [number, number],
      ]
      strokes.push((x + fromX + part * (toX - fromX)) * step, (y + fromY + part * (toY - fromY)) * step)
    }
}

/** Raked gravel that bends round what lies on it: level lines of the distance to everything, smoothly joined.
 *
 * Pure arithmetic: boxes in, polylines out. `Gravel.svelte` paints them on a canvas.
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
  lines: number
  /** How far apart two boxes start to be raked as one. */
  soft: number
  radius: number
}

export const RAKING: Raking = { step: 5, gap: 5.6, first: 4.2, lines: 26, soft: 7, radius: 12 }

export type Line = Float32Array

interface Field {
  values: Float32Array
  columns: number
  rows: number
}

/** Distance to a box with round corners; negative inside. */
function distance(x: number, y: number, box: Box, radius: number): number {
  const dx = Math.abs(x - box.x - box.width / 2) - box.width / 2 + radius
  const dy = Math.abs(y - box.y - box.height / 2) - box.height / 2 + radius
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius
}

function field(width: number, height: number, boxes: readonly Box[], raking: Raking): Field {
  const { step, soft, radius } = raking
  const columns = Math.ceil(width / step) + 3
  const rows = Math.ceil(height / step) + 3
  const values = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let sum = 1e-30
      for (const box of boxes) {
        const far = distance((column - 1) * step, (row - 1) * step, box, radius)
        if (far < 24 * soft) sum += Math.exp(-Math.max(far, -60) / soft)
      }
      values[row * columns + column] = -soft * Math.log(sum)
    }
  return { values, columns, rows }
}

/** Which edges of a square of samples (top, right, bottom, left) a level crosses, by which corners lie above it. */
const CROSSED: Record<number, readonly (readonly [number, number])[]> = {
  1: [[3, 0]], 2: [[0, 1]], 3: [[3, 1]], 4: [[1, 2]], 5: [[3, 0], [1, 2]], 6: [[0, 2]], 7: [[3, 2]],
  8: [[2, 3]], 9: [[2, 0]], 10: [[0, 1], [2, 3]], 11: [[2, 1]], 12: [[1, 3]], 13: [[1, 0]], 14: [[0, 3]],
}

/** Short strokes of one level, as x, y, x, y: a canvas joins them by eye, and no walk along the line is needed. */
function level({ values, columns, rows }: Field, height: number, step: number): Line {
  const strokes: number[] = []
  const corner = [0, 1, columns + 1, columns]
  for (let row = 0; row < rows - 1; row++)
    for (let column = 0; column < columns - 1; column++) {
      const at = row * columns + column
      let above = 0
      for (let n = 0; n < 4; n++) if ((values[at + corner[n]!] as number) > height) above |= 1 << n
      for (const edges of CROSSED[above] ?? [])
        for (const edge of edges) {
          const [from, to] = [corner[edge]!, corner[(edge + 1) % 4]!]
          const [low, high] = [values[at + from] as number, values[at + to] as number]
          const part = (height - low) / (high - low)
          const [fromX, fromY] = [from % columns, Math.floor(from / columns)]
          const [toX, toY] = [to % columns, Math.floor(to / columns)]
          strokes.push((column - 1 + fromX + part * (toX - fromX)) * step, (row - 1 + fromY + part * (toY - fromY)) * step)
        }
    }
  return Float32Array.from(strokes)
}

/** All lines of the gravel on an area; none where nothing lies on it. */
export function rake(width: number, height: number, boxes: readonly Box[], raking: Raking = RAKING): Line[] {
  if (!boxes.length) return []
  const ground = field(width, height, boxes, raking)
  return Array.from({ length: raking.lines }, (_, n) => level(ground, raking.first + raking.gap * n, raking.step))
}

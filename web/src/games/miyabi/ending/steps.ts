/** The final scoring, row after row and then the expansions, as the view has it. */

import type { MiyabiExtras, MiyabiView } from '$/wire/types'
import type { EndingStep } from '../../ending'
import { SIDE } from '../geometry'

type Extra = keyof MiyabiExtras
const EXTRAS: readonly Extra[] = ['colourful', 'meadow', 'seven']

export interface Step extends EndingStep {
  /** By seat: the cells that count. */
  cells: number[][]
  /** By seat: how many objects were counted; null where only points are. */
  counts: number[] | null
  /** A whole row; else null. */
  row: number | null
  /** What the sheet calls it. */
  key: string
}

const cellsOfRow = (row: number): number[] => Array.from({ length: SIDE }, (_, column) => row * SIDE + column)

const rowSteps = (view: MiyabiView): Step[] =>
  view.rows.map(({ object, counts, points }, row) => ({
    label: { key: 'miyabi-sheet-row', args: { object } },
    points,
    counts,
    row,
    cells: counts.map(() => cellsOfRow(row)),
    key: `miyabi-part-row ${object}`,
  }))

const extraSteps = (view: MiyabiView): Step[] =>
  EXTRAS.flatMap((extra) => {
    const points = view.extras[extra]
    if (!points) return []
    const cells = view.groups[extra] ?? points.map(() => [])
    return [
      { label: { key: `miyabi-extra-${extra}` }, points, counts: null, row: null, cells, key: `miyabi-part-${extra}` },
    ]
  })

/** None where somebody has resigned before the end: then nothing is counted. */
export const stepsOf = (view: MiyabiView): Step[] =>
  view.phase === 'over' ? [...rowSteps(view), ...extraSteps(view)] : []

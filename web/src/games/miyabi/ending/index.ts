/** The end of a game of Miyabi: all gardens side by side, counted row after row. */

import type { MiyabiView } from '$/wire/types'
import type { GameEnding } from '../../ending'
import type { ScoreLine } from '../../score'
import { sheetLines } from '../sheet'
import Picture from './Picture.svelte'
import Scene from './Scene.svelte'
import { stepsOf } from './steps'

const ending: GameEnding<MiyabiView> = {
  Scene,
  Picture,
  steps: stepsOf,
  withScores: (view, scores) => ({ ...view, scores }),
  lines: (view, _history, t) => {
    const steps = stepsOf(view).map(({ key }) => key)
    const lines = sheetLines(t, view.sheet).map((line) => ({ ...line, step: steps.indexOf(line.key) + 1 }))
    return joinBonuses(lines, t('miyabi-bonuses'))
  },
}

type Line = ScoreLine & { key: string; step: number }

/** All bonus tiles as one line: the sheet stands in a small place. */
function joinBonuses(lines: Line[], label: string): Line[] {
  const isBonus = ({ key }: Line): boolean => key.startsWith('miyabi-part-bonus')
  const [first, ...others] = lines.filter(isBonus)
  if (!first) return lines
  const points = first.points.map((own, seat) => others.reduce((sum, line) => sum + (line.points[seat] ?? 0), own ?? 0))
  return lines.flatMap((line) => (line === first ? [{ ...first, label, points }] : isBonus(line) ? [] : [line]))
}

export default ending

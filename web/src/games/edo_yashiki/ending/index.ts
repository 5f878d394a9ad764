/** The end of a game of Edo Yashiki: everybody's last card, and the way to the torii. */

import type { EdoView, News } from '$/wire/types'
import type { EndingStep, GameEnding } from '../../ending'
import { sheetLines } from '../sheet'
import { lastRound } from './lastRound'
import Picture from './Picture.svelte'
import Scene from './Scene.svelte'

/** None where somebody has resigned before the end. */
function stepsOf(view: EdoView, history: News[]): EndingStep[] {
  if (view.phase !== 'over') return []
  return lastRound(history, view.seats).map(({ seat, points }) => ({
    label: { key: 'edo-last-card' },
    seat,
    points: view.scores.map((_, one) => (one === seat ? points : 0)),
  }))
}

const ending: GameEnding<EdoView> = {
  Scene,
  Picture,
  steps: stepsOf,
  withScores: (view, scores) => ({ ...view, scores }),
  // The sheet is of the whole game: it is known once the last round has been told.
  lines: (view, history, t) =>
    sheetLines(view.sheet, (item) => t(`${item.key}-line`, item.args)).map((line) => ({
      ...line,
      step: stepsOf(view, history).length + 1,
    })),
}

export default ending

/** Sentences about a house, put together from the catalog. */

import type { Item, Reason } from '$/wire/types'
import type { MessageArgs } from '../contract'
import type { Terrain } from './palette'
import type { Square } from './geometry'
import { letters } from './geometry'
import type { Choice } from './offer'

export type Translate = (key: string, args?: MessageArgs) => string

export const featureWords = (t: Translate, feature: Terrain, edition: string): string =>
  t('edo-feature', { feature, edition })

/** “3 ponds” */
export const runWords = (t: Translate, feature: Terrain, length: number, edition: string): string =>
  t('edo-run', { feature, length, edition })

/** “pond pond, tatami floor, garden garden”, row by row. */
export function faceWords(t: Translate, face: string, edition: string): string {
  const names = letters(face).map((feature) => featureWords(t, feature, edition))
  return [0, 2, 4].map((n) => `${names[n]} ${names[n + 1]}`).join(t('edo-comma'))
}

export function squareWords(t: Translate, square: Square | undefined, x: number, y: number, edition: string): string {
  const what = square ? featureWords(t, square.feature, edition) : t('edo-square-empty')
  return t(square?.locked ? 'edo-square-locked' : 'edo-square', { x, y, what })
}

export const reasonWords = (t: Translate, reason: Reason, edition: string): string =>
  t(`edo-why-${reason.code.replace('edo/', '')}`, { ...reason.args, edition, rule: reason.rule })

export const itemWords = (t: Translate, item: Item, edition: string): string => t(item.key, { ...item.args, edition })

/** “at 2, −1, half turn: 3 ponds, 4 gardens” */
export function choiceWords(t: Translate, choice: Choice, edition: string): string {
  if (choice.feature) return runWords(t, choice.feature, choice.length, edition)
  if (choice.card >= 0) return t('edo-card', { number: choice.card + 1 })
  const runs = choice.runs.map((run) => runWords(t, run.feature, run.length, edition)).join(t('edo-comma'))
  const args = { x: choice.x, y: choice.y, turned: choice.turned ? 'yes' : 'no', runs }
  return t(runs ? 'edo-placement-runs' : 'edo-placement', args)
}

// Where things are in the graph of a game's values. Pure numbers; the drawing is Graph.svelte's.
import type { JudgementOut, ReviewOut } from '$/wire/types'

export interface Frame {
  width: number
  height: number
  /** Room for words beside and beneath. */
  left: number
  right: number
  top: number
  bottom: number
  /** Events in the record. */
  last: number
}

export const across = ({ width, left, right, last }: Frame, at: number): number =>
  left + ((width - left - right) * at) / Math.max(last, 1)

export const down = ({ height, top, bottom }: Frame, chance: number): number =>
  top + (height - top - bottom) * (1 - chance)

/** The event that lies under a place. */
export function eventAt(frame: Frame, x: number): number {
  const share = (x - frame.left) / Math.max(frame.width - frame.left - frame.right, 1)
  return Math.min(Math.max(Math.round(share * frame.last), 0), frame.last)
}

const rounded = (number: number): number => Math.round(number * 10) / 10

/** A seat's chance of winning from action to action. */
export function lineOf(frame: Frame, judgements: JudgementOut[], seat: number): string {
  const points = judgements.map(({ event, chances }) => [across(frame, event + 1), down(frame, chances[seat] ?? 0)])
  return points.map(([x, y], index) => `${index ? 'L' : 'M'}${rounded(x!)} ${rounded(y!)}`).join('')
}

/** Every seat's chance of winning as it stands there; even before the first action. */
export function chancesAt(review: ReviewOut, at: number, seats: number): number[] {
  const known = review.judgements.findLast(({ event }) => event < at)
  return known?.chances ?? Array.from({ length: seats }, () => 1 / seats)
}

/** How tall the mark of a loss is, of 1. */
export const WEIGHTS = { slip: 0.34, mistake: 0.67, blunder: 1 } as const

// What a replay asks of a game's review.
import type { JudgementOut, ReviewOut, TurningPointOut } from '$/wire/types'

export interface TurningPoint extends TurningPointOut {
  /** After so many events of the record. */
  at: number
  judgement: JudgementOut
}

/** The judgement of the event that led to here; null where chance or the table acted. */
export const judgedAt = (review: ReviewOut, at: number): JudgementOut | null =>
  review.judgements.find(({ event }) => event === at - 1) ?? null

export function turnsOf(review: ReviewOut): TurningPoint[] {
  return review.turning_points.flatMap((turn) => {
    const judgement = review.judgements[turn.number - 1]
    return judgement ? [{ ...turn, at: judgement.event + 1, judgement }] : []
  })
}

/** The next of these places in that direction; null where there is none. */
export function nextOf(places: number[], from: number, way: 1 | -1): number | null {
  const found = places.filter((place) => (place - from) * way > 0).sort((a, b) => (a - b) * way)
  return found[0] ?? null
}

// A game's review as the server tells it (src/niwashi/analysis), and what a replay asks of it.
import type { Estimate, Reason } from './reasons'

export interface Value {
  /** Points ahead of the best rival at the end. */
  margin: Estimate
  /** Of winning. */
  chance: Estimate
}

export type Mark = '' | 'slip' | 'mistake' | 'blunder'

export interface Judgement {
  number: number
  mark: Mark
  /** Its place in the record's events, from 0. */
  event: number
  seat: number
  action: string
  legal: number
  exact: boolean
  before: Value
  after: Value
  /** Every seat's chance of winning after it. */
  chances: number[]
  loss: Value
  /** The loss is larger than its noise. */
  clear: boolean
  best: { action: string; line: [number, string][]; value: Value } | null
  reasons: Reason[]
}

export interface TurningPoint {
  /** Of the judgement, from 1. */
  number: number
  kind: 'loss' | 'lead'
  seat: number
  swing: number
}

export interface Review {
  actions: number
  seats: { decisions: number; mean_loss: number; accuracy: number; marks: Record<Exclude<Mark, ''>, number> }[]
  turning_points: TurningPoint[]
  judgements: Judgement[]
}

export interface Progress {
  state: 'none' | 'running' | 'done'
  done?: number
  of?: number | null
  review?: Review | null
  /** The hash under which a record's review is asked for again. */
  record?: string
}

export interface Turn extends TurningPoint {
  /** After so many events of the record. */
  at: number
  judgement: Judgement
}

/** The judgement of the event that led to here; null where chance or the table acted. */
export const judgedAt = (review: Review, at: number): Judgement | null =>
  review.judgements.find(({ event }) => event === at - 1) ?? null

export function turnsOf(review: Review): Turn[] {
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

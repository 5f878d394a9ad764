// Reviews that this browser has computed: the newest finished ones stay in it, the one under way stays with its window.
import { load, save } from '$/state/storage'
import type { GameRecord } from '$/sync/api'
import type { ReviewOut } from '$/wire/types'

const KEY = 'niwashi.reviews.own'
const BEGUN_KEY = 'niwashi.reviews.begun'
const MAX_KEPT = 4

interface Kept {
  source: string
  events: string
  review: ReviewOut
}

interface Begun {
  source: string
  events: string
  judgements: unknown[]
}

const eventsOf = (record: GameRecord): string => JSON.stringify(record.events)

/** The judgements so far; null where the review has not begun. */
export function loadBegun(source: string, record: GameRecord): unknown[] | null {
  try {
    const found = JSON.parse(load(BEGUN_KEY, 'sessionStorage') ?? 'null') as Begun | null
    return found?.source === source && found.events === eventsOf(record) ? found.judgements : null
  } catch {
    return null
  }
}

export const forgetBegun = (): void => save(BEGUN_KEY, null, 'sessionStorage')

export const saveBegun = (source: string, record: GameRecord, judgements: unknown[]): void =>
  save(BEGUN_KEY, JSON.stringify({ source, events: eventsOf(record), judgements }), 'sessionStorage')

export const loadReview = (source: string, record: GameRecord): ReviewOut | null =>
  loadAll().find((one) => one.source === source && one.events === eventsOf(record))?.review ?? null

export function saveReview(source: string, record: GameRecord, review: ReviewOut): void {
  forgetBegun()
  const others = loadAll().filter((one) => one.source !== source)
  save(KEY, JSON.stringify([{ source, events: eventsOf(record), review }, ...others].slice(0, MAX_KEPT)))
}

function loadAll(): Kept[] {
  try {
    return JSON.parse(load(KEY) ?? '[]') as Kept[]
  } catch {
    return []
  }
}

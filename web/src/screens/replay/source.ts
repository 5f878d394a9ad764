// Where a replay comes from: a table of this server, or a file that somebody opened, which stays in this window.
import { keep, kept } from '$/state/kept'
import type { GameRecord } from '$/sync/api'

const KEPT = 'niwashi.record'
const REVIEWS = 'niwashi.reviews'
/** Bytes; the server takes no more. A long game with all its notes has some tens of thousands. */
export const LARGEST = 256 << 10

/** What is wrong with a file, as a message key. */
export class Unreadable extends Error {
  constructor(readonly key: 'record-too-large' | 'record-several' | 'record-no-json' | 'record-no-record') {
    super(key)
  }
}

/** The one record of a file's text. Whether its events are allowed is for the server to say. */
export function readRecord(text: string): GameRecord {
  if (text.length > LARGEST) throw new Unreadable('record-too-large')
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    throw new Unreadable(holdsSeveral(text) ? 'record-several' : 'record-no-json')
  }
  if (!isRecord(found)) throw new Unreadable('record-no-record')
  return found
}

/** A file of several records has one a line. */
function holdsSeveral(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim())
  return lines.length > 1 && lines.slice(0, 2).every(isJson)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const isRecord = (found: unknown): found is GameRecord =>
  typeof found === 'object' && found !== null && 'niwashi' in found && 'game' in found && Array.isArray((found as { events?: unknown }).events)

/** A reload keeps it, another window does not have it. */
export const keepRecord = (record: GameRecord | null): void => keep(KEPT, record && JSON.stringify(record), 'sessionStorage')

export function keptRecord(): GameRecord | null {
  try {
    return readRecord(kept(KEPT, 'sessionStorage') ?? '')
  } catch {
    return null
  }
}

/** Under which hash the review of a record was begun, so that one may leave and come back; else it is begun again, and is there at once. */
export const keepReview = (source: string, hash: string): void => keep(REVIEWS, JSON.stringify({ ...keptReviews(), [source]: hash }), 'sessionStorage')

export const keptReview = (source: string): string | null => keptReviews()[source] ?? null

function keptReviews(): Record<string, string> {
  try {
    return JSON.parse(kept(REVIEWS, 'sessionStorage') ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}

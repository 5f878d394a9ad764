// Where a replay comes from: a table of this server, or a file that somebody opened, which stays in this window.
import { save, load } from '$/state/storage'
import type { GameRecord } from '$/sync/api'

const RECORD_KEY = 'niwashi.record'
const SEAT_KEY = 'niwashi.play-on'
const REVIEWS_KEY = 'niwashi.reviews'
/** Bytes; the server takes no more. A long game with all its notes has some tens of thousands. */
export const MAX_RECORD_BYTES = 256 << 10

/** What is wrong with a file, as a message key. */
export class RecordError extends Error {
  constructor(readonly key: 'record-too-large' | 'record-several' | 'record-no-json' | 'record-no-record') {
    super(key)
  }
}

/** The one record of a file's text. Whether its events are allowed is for the server to say. */
export function readRecord(text: string): GameRecord {
  if (text.length > MAX_RECORD_BYTES) throw new RecordError('record-too-large')
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    throw new RecordError(holdsSeveral(text) ? 'record-several' : 'record-no-json')
  }
  if (!isRecord(found)) throw new RecordError('record-no-record')
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
  typeof found === 'object' &&
  found !== null &&
  'niwashi' in found &&
  'game' in found &&
  Array.isArray((found as { events?: unknown }).events)

/** A reload keeps it, another window does not have it. */
export const saveRecord = (record: GameRecord | null): void =>
  save(RECORD_KEY, record && JSON.stringify(record), 'sessionStorage')

export function loadRecord(): GameRecord | null {
  try {
    return readRecord(load(RECORD_KEY, 'sessionStorage') ?? '')
  } catch {
    return null
  }
}

/** A game that somebody takes along to go on with it elsewhere, in their seat: it opens with the question how. */
export function saveToPlayOn(record: GameRecord, seat: number | null): void {
  saveRecord(record)
  save(SEAT_KEY, String(seat ?? 0), 'sessionStorage')
}

/** The seat, once; null where nobody has taken anything along. */
export function takeSeatToPlayOn(): number | null {
  const seat = load(SEAT_KEY, 'sessionStorage') ?? null
  save(SEAT_KEY, null, 'sessionStorage')
  return seat === null ? null : Number(seat)
}

/** Under which hash the review of a record was begun, so that one may leave and come back; else it is begun again, and is there at once. */
export const saveReviewHash = (source: string, hash: string): void =>
  save(REVIEWS_KEY, JSON.stringify({ ...loadReviewHashes(), [source]: hash }), 'sessionStorage')

export const loadReviewHash = (source: string): string | null => loadReviewHashes()[source] ?? null

function loadReviewHashes(): Record<string, string> {
  try {
    return JSON.parse(load(REVIEWS_KEY, 'sessionStorage') ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}

/** A record holds all of a host's own box, and only the name of a set of ours. */
export const hasOwnBox = ({ components = {} }: GameRecord): boolean =>
  Object.values(components).some((part) => typeof part === 'object')

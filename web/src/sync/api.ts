// The server over HTTP. Addresses are relative to the page, so that any base path works.
import type { Hint } from '$/advice/hint'
import type { Progress } from '$/advice/review'
import type { Me, NewTable, News, Offer, Problem, Said, Scored, Snapshot, Replay, TableOut, TableRow, TicketOut } from '$/wire/types'

/** What the server refused, with its stable code and its sentence. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly sentence: string,
    readonly status: number,
    readonly about: Record<string, number | string> = {},
  ) {
    super(sentence)
  }
}

/** A game as data; what is in it is the server's to judge. */
export interface GameRecord {
  game: string
  options: Record<string, unknown>
  events: [number | string, string][]
  names?: string[]
  [more: string]: unknown
}

export const NO_CONNECTION = 'client/offline'
/** What is only looked at is there by then, or it is asked for again: a request that hangs must not hold up a page. */
const PATIENCE = 20_000

export const address = (path: string): string => new URL(`api/${path}`, document.baseURI.split('#')[0]).href

async function ask<Answer>(method: string, path: string, body?: unknown, patience = method === 'GET' ? PATIENCE : null): Promise<Answer> {
  const headers = body === undefined ? undefined : { 'content-type': 'application/json' }
  const text = body === undefined ? undefined : JSON.stringify(body)
  const signal = patience === null ? undefined : AbortSignal.timeout(patience)
  try {
    const response = await fetch(address(path), { method, headers, body: text, credentials: 'same-origin', signal })
    if (!response.ok) throw await refusalOf(response)
    return (await response.json()) as Answer
  } catch (error) {
    // A line that is cut in the midst of an answer is none, either.
    throw error instanceof Refusal ? error : new Refusal(NO_CONNECTION, 'the server cannot be reached', 0)
  }
}

async function refusalOf(response: Response): Promise<Refusal> {
  try {
    const problem = (await response.json()) as Problem
    return new Refusal(problem.code, problem.sentence, response.status, problem.about)
  } catch {
    return new Refusal(`http/${response.status}`, response.statusText, response.status)
  }
}

export const api = {
  games: () => ask<Offer>('GET', 'games'),
  me: () => ask<Me>('GET', 'session'),
  comeIn: (name: string) => ask<Me>('POST', 'session', { name }),
  leave: () => ask<unknown>('DELETE', 'session'),
  register: (name: string, password: string) => ask<Me>('POST', 'accounts', { name, password }),
  logIn: (name: string, password: string) => ask<Me>('POST', 'login', { name, password }),
  ticket: async (table: string | null) => (await ask<TicketOut>('POST', 'tickets', { table }, PATIENCE)).ticket,
  tables: (state: 'open' | 'running' | 'over') => ask<TableRow[]>('GET', `tables?state=${state}`),
  myTables: () => ask<TableRow[]>('GET', 'tables/mine'),
  openTable: async (table: NewTable) => (await ask<TableOut>('POST', 'tables', table)).table,
  table: (id: string) => ask<Snapshot>('GET', `tables/${encodeURIComponent(id)}`),
  news: (id: string, since: number) => ask<News[]>('GET', `tables/${encodeURIComponent(id)}/news?since=${since}`),
  request: (id: string, request: object) => ask<unknown>('POST', `tables/${encodeURIComponent(id)}/requests`, request),
  hint: (id: string) => ask<Hint>('POST', `tables/${encodeURIComponent(id)}/hints`),
  chat: (id: string) => ask<Said[]>('GET', `tables/${encodeURIComponent(id)}/chat`),
  score: (sheet: object) => ask<Scored>('POST', 'score', sheet),
  record: (id: string) => ask<GameRecord>('GET', `tables/${encodeURIComponent(id)}/record`),
  study: (record: GameRecord, since = 0, until: number | null = null) => ask<Replay>('POST', 'study', { record, since, until }),
  review: (id: string) => ask<Progress>('GET', `tables/${encodeURIComponent(id)}/analysis`),
  beginReview: (id: string) => ask<Progress>('POST', `tables/${encodeURIComponent(id)}/analysis`),
  recordReview: (hash: string) => ask<Progress>('GET', `study/analysis/${encodeURIComponent(hash)}`),
  beginRecordReview: (record: GameRecord) => ask<Progress>('POST', 'study/analysis', { record }),
  playOn: async (record: GameRecord, until: number) => (await ask<TableOut>('POST', 'study/tables', { record, until })).table,
  say: (id: string, text: string) => ask<Said>('POST', `tables/${encodeURIComponent(id)}/chat`, { text }),
}

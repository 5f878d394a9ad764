// The server over HTTP. Addresses are relative to the page, so that any base path works.
import type {
  CheckedComponents,
  GamesOut,
  HintOut,
  Me,
  MyGamesOut,
  NewTable,
  News,
  Problem,
  Progress,
  Replay,
  Said,
  ScoredSheet,
  Snapshot,
  TableOut,
  TableRow,
  TicketOut,
} from '$/wire/types'

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
  components?: Record<string, unknown>
  [more: string]: unknown
}

const NO_CONNECTION = 'client/offline'
/** What is only looked at is there by then, or it is asked for again: a request that hangs must not hold up a page. */
const TIMEOUT_MS = 20_000

export const apiUrl = (path: string): string => new URL(`api/${path}`, document.baseURI.split('#')[0]).href

async function send<Answer>(
  method: string,
  path: string,
  body?: unknown,
  timeoutMs = method === 'GET' ? TIMEOUT_MS : null,
): Promise<Answer> {
  const headers = body === undefined ? undefined : { 'content-type': 'application/json' }
  const text = body === undefined ? undefined : JSON.stringify(body)
  const signal = timeoutMs === null ? undefined : AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(apiUrl(path), { method, headers, body: text, credentials: 'same-origin', signal })
    if (!response.ok) throw await readRefusal(response)
    return (await response.json()) as Answer
  } catch (error) {
    // A line that is cut in the midst of an answer is none, either.
    throw error instanceof Refusal ? error : new Refusal(NO_CONNECTION, 'the server cannot be reached', 0)
  }
}

async function readRefusal(response: Response): Promise<Refusal> {
  try {
    const problem = (await response.json()) as Problem
    return new Refusal(problem.code, problem.sentence, response.status, problem.about)
  } catch {
    return new Refusal(`http/${response.status}`, response.statusText, response.status)
  }
}

export const api = {
  games: () => send<GamesOut>('GET', 'games'),
  me: () => send<Me>('GET', 'session'),
  signInAsGuest: (name: string) => send<Me>('POST', 'session', { name }),
  rename: (name: string) => send<Me>('PUT', 'session', { name }),
  signOut: () => send<unknown>('DELETE', 'session'),
  signOutElsewhere: () => send<unknown>('DELETE', 'accounts/me/sessions'),
  changePassword: (old: string, next: string) => send<Me>('PUT', 'accounts/me/password', { old, new: next }),
  register: (name: string, password: string) => send<Me>('POST', 'accounts', { name, password }),
  logIn: (name: string, password: string) => send<Me>('POST', 'login', { name, password }),
  ticket: async (table: string | null, watch = false) =>
    (await send<TicketOut>('POST', 'tickets', { table, watch }, TIMEOUT_MS)).ticket,
  tables: (state: 'open' | 'running' | 'over') => send<TableRow[]>('GET', `tables?state=${state}`),
  myGames: (query: string) => send<MyGamesOut>('GET', `accounts/me/games?${query}`),
  myTables: () => send<TableRow[]>('GET', 'tables/mine'),
  createTable: async (table: NewTable) => (await send<TableOut>('POST', 'tables', table)).table,
  table: (id: string) => send<Snapshot>('GET', `tables/${encodeURIComponent(id)}`),
  news: (id: string, since: number) => send<News[]>('GET', `tables/${encodeURIComponent(id)}/news?since=${since}`),
  request: (id: string, request: object) => send<unknown>('POST', `tables/${encodeURIComponent(id)}/requests`, request),
  hint: (id: string) => send<HintOut>('POST', `tables/${encodeURIComponent(id)}/hints`),
  chat: (id: string) => send<Said[]>('GET', `tables/${encodeURIComponent(id)}/chat`),
  score: (sheet: object) => send<ScoredSheet>('POST', 'score', sheet),
  components: (game: string) => send<CheckedComponents>('GET', `games/${game}/components`),
  checkComponents: (game: string, components: NonNullable<NewTable['components']>) =>
    send<CheckedComponents>('POST', `games/${game}/components/check`, { components }),
  daily: (game: string) => send<GameRecord>('GET', `daily/${game}`),
  record: (id: string) => send<GameRecord>('GET', `tables/${encodeURIComponent(id)}/record`),
  study: (record: GameRecord, since = 0, until: number | null = null) =>
    send<Replay>('POST', 'study', { record, since, until }),
  review: (id: string) => send<Progress>('GET', `tables/${encodeURIComponent(id)}/analysis`),
  startReview: (id: string) => send<Progress>('POST', `tables/${encodeURIComponent(id)}/analysis`),
  recordReview: (hash: string) => send<Progress>('GET', `study/analysis/${encodeURIComponent(hash)}`),
  startRecordReview: (record: GameRecord) => send<Progress>('POST', 'study/analysis', { record }),
  playOn: async (record: GameRecord, until: number) =>
    (await send<TableOut>('POST', 'study/tables', { record, until })).table,
  postChat: (id: string, text: string) => send<Said>('POST', `tables/${encodeURIComponent(id)}/chat`, { text }),
}

// The server's HTTP routes. In a garden without a server Python in a worker answers the same ones.
import type {
  CheckedComponents,
  Findings,
  GamesOut,
  HintOut,
  Me,
  MyGamesOut,
  NewTable,
  News,
  Problem,
  Progress,
  Replay,
  ReviewOut,
  Said,
  ScoredSheet,
  Snapshot,
  StudyTask,
  TableOut,
  TableRow,
  TicketOut,
} from '$/wire/types'
import { transport, type Answered } from './transport'

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

/** A damaged game of a garden without a server; of some not even this much can be read. */
export interface LeftOut {
  table: string
  game: string | null
  names: string[]
}

/** Some judgements of a review that this browser computes, and what is to be found out next. */
interface ReviewPage {
  of: number
  judgements: unknown[]
  tasks: StudyTask[]
}

const NO_CONNECTION = 'client/offline'
/** What is only looked at is there by then, or it is asked for again: a request that hangs must not hold up a page. */
const TIMEOUT_MS = 20_000

async function send<Answer>(
  method: string,
  path: string,
  body?: unknown,
  timeoutMs = method === 'GET' ? TIMEOUT_MS : null,
): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const signal = timeoutMs === null ? undefined : AbortSignal.timeout(timeoutMs)
  try {
    const answered = await transport.request(method, path, text, signal)
    if (answered.status >= 400) throw readRefusal(answered)
    return JSON.parse(answered.text) as Answer
  } catch (error) {
    // A line that is cut in the midst of an answer is none, either.
    throw error instanceof Refusal ? error : new Refusal(NO_CONNECTION, 'the server cannot be reached', 0)
  }
}

function readRefusal({ status, statusText, text }: Answered): Refusal {
  try {
    const problem = JSON.parse(text) as Problem
    return new Refusal(problem.code, problem.sentence, status, problem.about)
  } catch {
    return new Refusal(`http/${status}`, statusText, status)
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
  ticket: (table: string | null, watch = false) => send<TicketOut>('POST', 'tickets', { table, watch }, TIMEOUT_MS),
  tables: (state: 'open' | 'running' | 'over') => send<TableRow[]>('GET', `tables?state=${state}`),
  myGames: (query: string) => send<MyGamesOut>('GET', `accounts/me/games?${query}`),
  myTables: () => send<TableRow[]>('GET', 'tables/mine'),
  createTable: async (table: NewTable) => (await send<TableOut>('POST', 'tables', table)).table,
  table: (id: string) => send<Snapshot>('GET', `tables/${encodeURIComponent(id)}`),
  news: (id: string, since: number) => send<News[]>('GET', `tables/${encodeURIComponent(id)}/news?since=${since}`),
  request: (id: string, request: object) => send<unknown>('POST', `tables/${encodeURIComponent(id)}/requests`, request),
  hint: (id: string) => send<HintOut>('POST', `tables/${encodeURIComponent(id)}/hints`),
  hintTask: (id: string) => send<StudyTask>('POST', `tables/${encodeURIComponent(id)}/hints/task`),
  foundHint: (id: string, number: number, findings: Findings) =>
    send<HintOut>('POST', `tables/${encodeURIComponent(id)}/hints/found`, { number, findings }),
  chat: (id: string) => send<Said[]>('GET', `tables/${encodeURIComponent(id)}/chat`),
  score: (sheet: object) => send<ScoredSheet>('POST', 'score', sheet),
  components: (game: string) => send<CheckedComponents>('GET', `games/${game}/components`),
  checkComponents: (game: string, components: NonNullable<NewTable['components']>) =>
    send<CheckedComponents>('POST', `games/${game}/components/check`, { components }),
  daily: (game: string) => send<GameRecord>('GET', `daily/${game}`),
  record: (id: string) => send<GameRecord>('GET', `tables/${encodeURIComponent(id)}/record`),
  /** In a garden without a server: all its games, a record a line, but for those that are damaged. */
  records: () => send<{ text: string; left_out: LeftOut[] }>('GET', 'records', undefined, null),
  keepRecords: (text: string) => send<{ added: number; unfinished: number }>('POST', 'records', text),
  study: (record: GameRecord, since = 0, until: number | null = null) =>
    send<Replay>('POST', 'study', { record, since, until }),
  review: (id: string) => send<Progress>('GET', `tables/${encodeURIComponent(id)}/analysis`),
  startReview: (id: string) => send<Progress>('POST', `tables/${encodeURIComponent(id)}/analysis`),
  recordReview: (hash: string) => send<Progress>('GET', `study/analysis/${encodeURIComponent(hash)}`),
  startRecordReview: (record: GameRecord) => send<Progress>('POST', 'study/analysis', { record }),
  foundPage: (record: GameRecord, first: number, findings: Findings[]) =>
    send<ReviewPage>('POST', 'study/analysis/found', { record, first, findings }),
  foundReview: (record: GameRecord, judgements: unknown[]) =>
    send<ReviewOut>('POST', 'study/analysis/summary', { record, judgements }),
  playOn: async (record: GameRecord, until: number) =>
    (await send<TableOut>('POST', 'study/tables', { record, until })).table,
  postChat: (id: string, text: string) => send<Said>('POST', `tables/${encodeURIComponent(id)}/chat`, { text }),
}

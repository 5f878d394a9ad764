// Made from schema.json by `npm run types`; do not edit.

export type Answer = Done | Refused | Conflict
export type Request =
  | Sit
  | Leave
  | Remove
  | Bot
  | Arrange
  | Nonce
  | Start
  | Act
  | Resign
  | Return
  | Ready
  | Seen
  | Pong
  | Back
  | Pause
  | Resume
  | Rematch
  | Agree
  | Decline

export interface Wire {
  Act: Act
  Agree: Agree
  Agreed: Agreed
  Announced: Announced
  Answer: Answer
  Arrange: Arrange
  Arranged: Arranged
  Asked: Asked
  Back: Back
  BankClock: BankClock
  Beaten: Beaten
  Bot: Bot
  Bye: Bye
  Called: Called
  Came: Came
  Choices: Choices
  Conflict: Conflict
  DaysClock: DaysClock
  Decline: Decline
  Declined: Declined
  Done: Done
  Early: Early
  Emptied: Emptied
  Ended: Ended
  GameOut: GameOut
  Happened: Happened
  Heartbeat: Heartbeat
  Item: Item
  Leave: Leave
  Me: Me
  Message: Message
  Mixed: Mixed
  NewTable: NewTable
  News: News
  NoClock: NoClock
  Nonce: Nonce
  Offer: Offer
  Opened: Opened
  Pause: Pause
  Paused: Paused
  Ping: Ping
  Pong: Pong
  Problem: Problem
  Readied: Readied
  Ready: Ready
  Refused: Refused
  Rematch: Rematch
  Rematched: Rematched
  Remove: Remove
  Replay: Replay
  Request: Request
  Resign: Resign
  Resume: Resume
  Resumed: Resumed
  Return: Return
  Said: Said
  Sat: Sat
  Scored: Scored
  SeatNews: SeatNews
  SeatRow: SeatRow
  Seen: Seen
  Sit: Sit
  Snapshot: Snapshot
  Start: Start
  Started: Started
  TableOut: TableOut
  TableRow: TableRow
  TableSettings: TableSettings
  TicketOut: TicketOut
  Turn: Turn
  TurnClock: TurnClock
  Went: Went
}
/**
 * An action for the decision that entry `seq` opened; in a live grab with the client's guess at our clock.
 *
 * Who holds several seats says for which; so here and below.
 */
export interface Act {
  do: 'act'
  seq: number
  action: string
  at?: number | null
  seat?: number | null
  id: string
}
/**
 * Yes to what entry `seq` asks.
 */
export interface Agree {
  do: 'agree'
  seq: number
  id: string
}
export interface Agreed {
  event: 'agreed'
  seat: number
}
/**
 * When to call “hajime!”, by the table's clock.
 */
export interface Announced {
  event: 'announced'
  signal: number
}
export interface Done {
  answer: 'done'
  seq: number
  id: string
}
/**
 * Not possible, and why. A grab that came too late is one of these.
 */
export interface Refused {
  answer: 'refused'
  code: string
  sentence: string
  id: string
}
/**
 * The request builds on what is no longer so; `missing` is what happened since (if not too much).
 */
export interface Conflict {
  answer: 'conflict'
  code: string
  sentence: string
  seq: number
  missing: News[]
  id: string
}
/**
 * One entry of the log; if it changed the game, with what it did and the view that it led to.
 *
 * Some entries are nobody's business.
 */
export interface News {
  seq: number
  at: number
  event:
    | (
        | Opened
        | Sat
        | Emptied
        | Arranged
        | Mixed
        | Started
        | Happened
        | Came
        | Went
        | Called
        | Readied
        | Announced
        | Early
        | Beaten
        | Asked
        | Agreed
        | Declined
        | Paused
        | Resumed
        | Ended
        | Rematched
      )
    | null
  effects?: unknown[]
  view?: {
    [k: string]: unknown
  } | null
}
/**
 * A table, and the hash of the seed that all its chance will come from.
 */
export interface Opened {
  event: 'opened'
  game: string
  options: {
    [k: string]: unknown
  }
  settings: TableSettings
  commitment: string
}
export interface TableSettings {
  clock?: NoClock | TurnClock | BankClock | DaysClock
  timeout?: 'bot' | 'lose'
  grace?: number | null
  stand_in?: string
  take_back?: boolean
  hints?: boolean
  hot_seat?: boolean
  auto_ready?: boolean
  lag_cap?: number
}
/**
 * Nobody is hurried.
 */
export interface NoClock {
  kind: 'none'
}
/**
 * So long for every decision.
 */
export interface TurnClock {
  kind: 'turn'
  seconds: number
}
/**
 * So long for the whole game, and a little more with every action.
 */
export interface BankClock {
  kind: 'bank'
  seconds: number
  increment?: number
}
/**
 * Correspondence: so many days for every decision. Being away is then no absence.
 */
export interface DaysClock {
  kind: 'days'
  days: number
}
export interface Sat {
  event: 'sat'
  seat: number
  name: string
  bot?: string | null
}
export interface Emptied {
  event: 'emptied'
  seat: number
  removed?: boolean
}
export interface Arranged {
  event: 'arranged'
  order: number[]
}
/**
 * This seat has added a nonce; which, is told at the start.
 */
export interface Mixed {
  event: 'mixed'
  seat: number
}
/**
 * Who sits where: for each seat, where its holder sat before. Nonces stand in that older order.
 */
export interface Started {
  event: 'started'
  order: number[]
  drawn: boolean
  nonces: string[]
}
/**
 * An event of the record: its number there, who (a seat, “chance” or “table”) and what.
 */
export interface Happened {
  event: 'happened'
  number: number
  who: number | string
  what: string
  note?: {
    [k: string]: unknown
  }
}
export interface Came {
  event: 'came'
  seat: number
}
export interface Went {
  event: 'went'
  seat: number
}
/**
 * A live grab is next: everybody says “ready” first.
 */
export interface Called {
  event: 'called'
}
export interface Readied {
  event: 'readied'
  seat: number
  auto?: boolean
}
/**
 * A press before the signal; the seat is locked until then.
 */
export interface Early {
  event: 'early'
  seat: number
  until: number
}
/**
 * Another seat was faster; this one goes on.
 */
export interface Beaten {
  event: 'beaten'
  seat: number
  action: string
  by: number
}
/**
 * A question to everybody: back, pause or rematch.
 */
export interface Asked {
  event: 'asked'
  seat: number
  what: string
  to?: number | null
}
export interface Declined {
  event: 'declined'
  seat: number
}
export interface Paused {
  event: 'paused'
}
export interface Resumed {
  event: 'resumed'
  seat: number
}
/**
 * Scores, winners, every seat's rank from 1, and the seed, which nobody knew until now.
 */
export interface Ended {
  event: 'ended'
  scores: number[]
  winners: number[]
  ranks: number[]
  seed: string
}
/**
 * Everybody wants another game.
 */
export interface Rematched {
  event: 'rematched'
}
/**
 * The host says who sits where: for each seat, the one whose holder moves there. Without it seats are drawn.
 */
export interface Arrange {
  do: 'arrange'
  order: number[]
  id: string
}
/**
 * Take back to `to` events of the record, or one's own last action; `seq` is the newest game event one has seen.
 */
export interface Back {
  do: 'back'
  seq: number
  to?: number | null
  id: string
}
/**
 * The host gives an open seat to a bot.
 */
export interface Bot {
  do: 'bot'
  seat: number
  level: string
  id: string
}
/**
 * The server closes this socket; come back after so many seconds, if the code is `table/anew` without `since`.
 */
export interface Bye {
  code: string
  sentence: string
  seconds: number
}
/**
 * What a seat may do, encode_message: lists with a place for each action, each item of a score written once.
 */
export interface Choices {
  seat: number
  seq: number
  actions: string[]
  points: number[]
  sums: number[][]
  parts: Item[]
  cover: unknown
  blocked: unknown
}
/**
 * One item of a score: what it is for, its points, the rule that pays it; and the same in English.
 */
export interface Item {
  key: string
  args: {
    [k: string]: number | string
  }
  points: number
  rule: string
  text: string
}
export interface Decline {
  do: 'decline'
  seq: number
  id: string
}
export interface GameOut {
  game: string
  seats: number[]
  options: {
    [k: string]: unknown
  }
}
/**
 * Still here; who has not seen entry `seq` has missed something.
 */
export interface Heartbeat {
  seq: number
  at: number
}
/**
 * Give the seat back, or all that one holds, before the start.
 */
export interface Leave {
  do: 'leave'
  id: string
}
export interface Me {
  name: string
  guest: boolean
}
/**
 * Exactly one of these.
 */
export interface Message {
  snapshot?: Snapshot | null
  news?: News[] | null
  choices?: Choices | null
  answer?: (Done | Refused | Conflict) | null
  ping?: Ping | null
  heartbeat?: Heartbeat | null
  chat?: Said | null
  rematch?: string | null
  lobby?: TableRow[] | null
  table?: TableRow | null
  turns?: Turn[] | null
  turn?: Turn | null
  unsaid?: number[] | null
  error?: Problem | null
  bye?: Bye | null
}
/**
 * Everything about a table as one viewer may see it.
 */
export interface Snapshot {
  table: string
  seq: number
  at: number
  phase: string
  game: string
  options: {
    [k: string]: unknown
  }
  settings: TableSettings
  commitment: string
  seats: SeatNews[]
  you?: number | null
  yours?: number[]
  host?: boolean
  events?: number
  begun?: number
  newest?: number
  view?: {
    [k: string]: unknown
  } | null
  story?: News[]
  asked?: Asked | null
  asked_seq?: number | null
  agreed?: number[]
  called?: number | null
  signal?: number | null
  choices?: Choices | null
  seed?: string | null
  ended?: Ended | null
}
/**
 * Who holds a seat and how it stands.
 */
export interface SeatNews {
  name?: string
  held: string
  bot?: string | null
  here?: boolean
  ready?: boolean
  resigned?: boolean
  lag?: number | null
  clock?: number | null
  runs?: boolean
}
/**
 * Answered at once by a pong. `best` is the earlier ping with the smallest round trip, and `lag` half of that.
 *
 * A client that noted when ping `best`, sent at `best_at`, came in knows our clock: it then read `best_at + lag`.
 */
export interface Ping {
  event: 'ping'
  n: number
  at: number
  best?: number | null
  best_at?: number | null
  lag?: number | null
}
/**
 * A line of a table's chat. `author` is the same for all that somebody says at this table, and nothing else.
 */
export interface Said {
  id: number
  author: string
  name: string
  text: string
  at: number
}
/**
 * A table as the lobby shows it.
 */
export interface TableRow {
  table: string
  game: string
  options: {
    [k: string]: unknown
  }
  state: string
  visibility: string
  seats: SeatRow[]
  updated: number
  turn?: boolean
  clock?: (NoClock | TurnClock | BankClock | DaysClock) | null
}
export interface SeatRow {
  seat: number
  name: string
  bot: boolean
}
/**
 * A table where one sits waits for one, or no longer does.
 */
export interface Turn {
  table: string
  game: string
  yours: boolean
  at: number
}
/**
 * What was wrong: a stable code for programs, a sentence for people.
 */
export interface Problem {
  code: string
  sentence: string
  about?: {
    [k: string]: number | string
  }
}
export interface NewTable {
  game: string
  options?: {
    [k: string]: unknown
  }
  settings?: TableSettings
  visibility?: 'private' | 'public'
}
/**
 * A text of the seat's own, mixed into the key of chance.
 */
export interface Nonce {
  do: 'nonce'
  text: string
  id: string
}
export interface Offer {
  games: GameOut[]
  bots: string[]
}
export interface Pause {
  do: 'pause'
  id: string
}
/**
 * Back with ping number `n`, at once.
 */
export interface Pong {
  do: 'pong'
  n: number
  id: string
}
/**
 * Ready for the live grab; `auto` for this one and all to come.
 */
export interface Ready {
  do: 'ready'
  auto?: boolean
  id: string
}
export interface Rematch {
  do: 'rematch'
  id: string
}
/**
 * The host empties a seat.
 */
export interface Remove {
  do: 'remove'
  seat: number
  id: string
}
/**
 * A game as far as its record goes. Its news are numbered as its events are, from 1 on.
 */
export interface Replay {
  game: string
  options: {
    [k: string]: unknown
  }
  names: string[]
  opening: {
    [k: string]: unknown
  }
  news: News[]
  choices?: Choices[]
  scores: number[]
  winners?: number[]
}
/**
 * Take a seat, the first open one if none is named; the host of a hot seat takes as many as it likes.
 */
export interface Sit {
  do: 'sit'
  name: string
  seat?: number | null
  called?: string | null
  id: string
}
export interface Start {
  do: 'start'
  id: string
}
export interface Resign {
  do: 'resign'
  seat?: number | null
  id: string
}
/**
 * Take the seat back from the bot that plays it meanwhile.
 */
export interface Return {
  do: 'return'
  seat?: number | null
  id: string
}
/**
 * The client shows the cards that entry `seq` brought.
 */
export interface Seen {
  do: 'seen'
  seq: number
  id: string
}
export interface Resume {
  do: 'resume'
  id: string
}
/**
 * Every seat's items in the order of its sheet.
 */
export interface Scored {
  game: string
  names: string[]
  sheets: Item[][]
  totals: number[]
  over: boolean
  winners?: number[]
}
export interface TableOut {
  table: string
}
export interface TicketOut {
  ticket: string
}

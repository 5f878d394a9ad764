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
 * An action for the decision that entry `seq` opened. In a live grab, `at` is the client's estimate of our clock.
 *
 * A person with several seats must name one with `seat`, here and below.
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
 * Agree to the proposal of entry `seq`.
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
 * The time of the signal, “hajime!”, by the table's clock.
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
 * The request is impossible, and why. A grab that came too late is one of these.
 */
export interface Refused {
  answer: 'refused'
  code: string
  sentence: string
  id: string
}
/**
 * The request builds on an older state. `missing` is the news since then, unless there is too much of it.
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
 * One entry of the log. A game event has its effects and the view that it led to.
 *
 * `event` is None for a private entry.
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
 * A new table, with the hash of the seed from which all its chance will follow.
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
 * No time limit.
 */
export interface NoClock {
  kind: 'none'
}
/**
 * A time limit for every decision.
 */
export interface TurnClock {
  kind: 'turn'
  seconds: number
}
/**
 * A time limit for the whole game, with an increment for every action.
 */
export interface BankClock {
  kind: 'bank'
  seconds: number
  increment?: number
}
/**
 * Correspondence: days for every decision. Players need not be present.
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
 * The seat has added a nonce, which is published at the start.
 */
export interface Mixed {
  event: 'mixed'
  seat: number
}
/**
 * For each seat, the seat that its holder had before. Nonces are in the older order.
 */
export interface Started {
  event: 'started'
  order: number[]
  drawn: boolean
  nonces: string[]
}
/**
 * An event of the record: its number there, its actor (a seat, “chance” or “table”) and its text.
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
 * A live grab is next: all players confirm that they are ready.
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
 * The seat pressed before the signal and is locked until `until`.
 */
export interface Early {
  event: 'early'
  seat: number
  until: number
}
/**
 * Another seat was faster; this one may try again.
 */
export interface Beaten {
  event: 'beaten'
  seat: number
  action: string
  by: number
}
/**
 * A proposal to the other players: back, pause or rematch.
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
 * Scores, winners, every seat's rank from 1, and the seed, which was secret until now.
 */
export interface Ended {
  event: 'ended'
  scores: number[]
  winners: number[]
  ranks: number[]
  seed: string
}
/**
 * All players have agreed to a rematch.
 */
export interface Rematched {
  event: 'rematched'
}
/**
 * The host assigns seats: for each seat, the one whose holder moves there. Without it seats are drawn.
 */
export interface Arrange {
  do: 'arrange'
  order: number[]
  id: string
}
/**
 * Take back to the first `to` events, or one's own last action. `seq` is the entry of the newest event seen.
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
 * The server closes this socket. Reconnect after `seconds`; after the code `table/anew` without `since`.
 */
export interface Bye {
  code: string
  sentence: string
  seconds: number
}
/**
 * The legal actions of a seat, as parallel lists with one place per action. Score items are listed once.
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
 * The connection is alive. A client that has not seen entry `seq` has missed entries.
 */
export interface Heartbeat {
  seq: number
  at: number
}
/**
 * Give up one's seats before the start.
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
 * Exactly one of these fields is set.
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
 * The whole table as one viewer may see it.
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
 * A seat: its holder, presence and clock.
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
 * To be answered at once by a pong. `best` is the earlier ping with the shortest round trip, `lag` half of it.
 *
 * A client that noted when ping `best` arrived knows the table's clock: it then showed `best_at + lag`.
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
 * A line of a table's chat. `author` identifies its writer, at this table only.
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
 * It is the person's turn at a table, or no longer is.
 */
export interface Turn {
  table: string
  game: string
  yours: boolean
  at: number
}
/**
 * An error: a stable code for programs, a sentence for people.
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
 * A text of the player's choice, mixed into the key of chance.
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
 * The immediate reply to ping number `n`.
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
 * The game of a record. Its news are numbered from 1: event number + 1.
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
 * Take a seat, the first open one if none is named. The host of a hot seat may take several.
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
 * Take the seat back from the bot that plays it.
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
 * Every seat's score items, in the order of the sheet.
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

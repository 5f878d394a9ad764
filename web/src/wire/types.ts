// Made from schema.json by `npm run types`; do not edit.

export type Answer = Done | Refused | Conflict
export type Effect =
  | TakenBack
  | Resigned
  | HandedOver
  | Returned
  | EdoHouses
  | EdoOpened
  | EdoTaken
  | EdoPlaced
  | Scored
  | EdoMarkers
  | EdoAsked
  | EdoRoundEnded
  | EdoEnded
  | MiyabiDealt
  | MiyabiZenLaid
  | MiyabiFrogPlaced
  | MiyabiPlaced
  | MiyabiZenPlaced
  | MiyabiLantern
  | MiyabiBonusTaken
  | MiyabiEnclosed
  | MiyabiFrogStepped
  | MiyabiPassed
  | MiyabiTurnEnded
  | MiyabiRoundEnded
  | MiyabiMajority
export type View = EdoView | MiyabiView
export type Blocked = EdoBlocked | MiyabiBlocked
export type Cover = EdoGrabs | EdoPlacings | EdoScorings | MiyabiCover
export type Request =
  | Sit
  | Rename
  | Leave
  | Remove
  | Bot
  | Arrange
  | Nonce
  | Start
  | Act
  | Think
  | BotAct
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
  AlternativeOut: AlternativeOut
  Announced: Announced
  Answer: Answer
  Arrange: Arrange
  Arranged: Arranged
  Asked: Asked
  Back: Back
  BankClock: BankClock
  Beaten: Beaten
  Blocked: Blocked
  Bot: Bot
  BotAct: BotAct
  BotPosition: BotPosition
  Bye: Bye
  Called: Called
  Came: Came
  CheckedComponents: CheckedComponents
  Choices: Choices
  ComponentCount: ComponentCount
  ComponentSet: ComponentSet
  Conflict: Conflict
  Cover: Cover
  DaysClock: DaysClock
  Decline: Decline
  Declined: Declined
  Done: Done
  Early: Early
  EdoAsked: EdoAsked
  EdoBlocked: EdoBlocked
  EdoCard: EdoCard
  EdoChoice: EdoChoice
  EdoEnded: EdoEnded
  EdoGrabs: EdoGrabs
  EdoHouse: EdoHouse
  EdoHouses: EdoHouses
  EdoLines: EdoLines
  EdoMarkers: EdoMarkers
  EdoOpened: EdoOpened
  EdoPlaced: EdoPlaced
  EdoPlacings: EdoPlacings
  EdoRoundEnded: EdoRoundEnded
  EdoRun: EdoRun
  EdoRuns: EdoRuns
  EdoScorings: EdoScorings
  EdoTaken: EdoTaken
  EdoTrial: EdoTrial
  EdoView: EdoView
  Effect: Effect
  Emptied: Emptied
  Ended: Ended
  EstimateOut: EstimateOut
  Findings: Findings
  GameOut: GameOut
  GamesOut: GamesOut
  HandedOver: HandedOver
  Happened: Happened
  Heartbeat: Heartbeat
  HintOut: HintOut
  Item: Item
  JudgementOut: JudgementOut
  Leave: Leave
  MarkCountsOut: MarkCountsOut
  Me: Me
  Message: Message
  MethodOut: MethodOut
  Mixed: Mixed
  MiyabiBlocked: MiyabiBlocked
  MiyabiBonus: MiyabiBonus
  MiyabiBonusTaken: MiyabiBonusTaken
  MiyabiCover: MiyabiCover
  MiyabiDealt: MiyabiDealt
  MiyabiEnclosed: MiyabiEnclosed
  MiyabiExtras: MiyabiExtras
  MiyabiFrog: MiyabiFrog
  MiyabiFrogPlaced: MiyabiFrogPlaced
  MiyabiFrogStepped: MiyabiFrogStepped
  MiyabiGarden: MiyabiGarden
  MiyabiGroups: MiyabiGroups
  MiyabiLantern: MiyabiLantern
  MiyabiMajority: MiyabiMajority
  MiyabiPassed: MiyabiPassed
  MiyabiPlaced: MiyabiPlaced
  MiyabiRoundEnded: MiyabiRoundEnded
  MiyabiRow: MiyabiRow
  MiyabiTrack: MiyabiTrack
  MiyabiTurn: MiyabiTurn
  MiyabiTurnEnded: MiyabiTurnEnded
  MiyabiView: MiyabiView
  MiyabiZen: MiyabiZen
  MiyabiZenLaid: MiyabiZenLaid
  MiyabiZenPlaced: MiyabiZenPlaced
  MyGame: MyGame
  MyGamesOut: MyGamesOut
  MySeat: MySeat
  NewSeat: NewSeat
  NewTable: NewTable
  News: News
  NoClock: NoClock
  Nonce: Nonce
  Opened: Opened
  Pause: Pause
  Paused: Paused
  Ping: Ping
  Pong: Pong
  Problem: Problem
  Progress: Progress
  Readied: Readied
  Ready: Ready
  Reason: Reason
  ReasonOut: ReasonOut
  Refused: Refused
  Rematch: Rematch
  Rematched: Rematched
  Remove: Remove
  Rename: Rename
  Renamed: Renamed
  Replay: Replay
  Request: Request
  Resign: Resign
  Resigned: Resigned
  Resume: Resume
  Resumed: Resumed
  Return: Return
  Returned: Returned
  ReviewOut: ReviewOut
  Said: Said
  Sat: Sat
  Scored: Scored
  ScoredSheet: ScoredSheet
  SeatNews: SeatNews
  SeatRow: SeatRow
  SeatSummaryOut: SeatSummaryOut
  Seen: Seen
  SheetItem: SheetItem
  Sit: Sit
  Snapshot: Snapshot
  Start: Start
  Started: Started
  StudyTask: StudyTask
  TableOut: TableOut
  TableRow: TableRow
  TableSettings: TableSettings
  TakenBack: TakenBack
  Think: Think
  TicketOut: TicketOut
  TrialsOfAction: TrialsOfAction
  Turn: Turn
  TurnClock: TurnClock
  TurningPointOut: TurningPointOut
  ValueOut: ValueOut
  View: View
  WeighedOut: WeighedOut
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
export interface AlternativeOut {
  action: string
  line: [number, string][]
  value: ValueOut
}
/**
 * Points ahead of the best rival at the end, and the chance of winning.
 */
export interface ValueOut {
  margin: EstimateOut
  chance: EstimateOut
}
/**
 * A number and its standard error, 0 where it is exact.
 */
export interface EstimateOut {
  mean: number
  error: number
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
        | Renamed
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
  effects?: Effect[]
  view?: View | null
  racing?: boolean
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
  look?: number
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
/**
 * The seat's holder has another name from here on.
 */
export interface Renamed {
  event: 'renamed'
  seat: number
  name: string
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
 * The cards of a live grab lie open: all players look, and say that they are ready.
 */
export interface Called {
  event: 'called'
  until?: number | null
}
export interface Readied {
  event: 'readied'
  seat: number
  auto?: boolean
  now?: boolean
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
 * The game went back to the position after `to` events.
 */
export interface TakenBack {
  key: 'taken-back'
  to: number
}
export interface Resigned {
  key: 'resigned'
  seat: number
}
/**
 * A bot plays this seat from here on.
 */
export interface HandedOver {
  key: 'handed-over'
  seat: number
  level: string
}
/**
 * A person plays this seat again.
 */
export interface Returned {
  key: 'returned'
  seat: number
}
/**
 * E1.4: each seat's first card.
 */
export interface EdoHouses {
  key: 'edo-houses'
  faces: string[]
}
/**
 * E2.1: the cards of a round.
 */
export interface EdoOpened {
  key: 'edo-opened'
  round: number
  starts: number
  faces: string[]
}
/**
 * E2.2; `last` marks the last card, which goes to the last seat automatically.
 */
export interface EdoTaken {
  key: 'edo-taken'
  seat: number
  card: number
  face: string
  last: boolean
}
/**
 * A card, the runs it makes, and its points with the best choice, scored once all have placed (E2.4).
 */
export interface EdoPlaced {
  key: 'edo-placed'
  seat: number
  face: string
  x: number
  y: number
  turned: boolean
  runs: EdoRun[]
  points: number
}
export interface EdoRun {
  feature: string
  x: number
  y: number
  across: boolean
  length: number
  points: number
}
/**
 * Points for a seat, how they add up, and the new score. All points of a game arrive in this effect.
 */
export interface Scored {
  key: 'scored'
  seat: number
  points: number
  total: number
  parts: Item[]
}
/**
 * One item of a score: its key, its points, the rule that pays it, and the same in English.
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
/**
 * E6.2, E6.3: the features that scored, the markers left, and whether all four have returned.
 */
export interface EdoMarkers {
  key: 'edo-markers'
  seat: number
  spent: string
  markers: string
  renewed: boolean
}
/**
 * E6.4: the seat has to choose which runs score.
 */
export interface EdoAsked {
  key: 'edo-asked'
  seat: number
  feature: string
  times: number
  lengths: number[]
}
/**
 * E2.5: `starts` is the next start seat.
 */
export interface EdoRoundEnded {
  key: 'edo-round-ended'
  round: number
  starts: number
}
/**
 * E5.1: a seat has reached the goal, or too few cards are left.
 */
export interface EdoEnded {
  key: 'edo-ended'
  why: 'cards' | 'goal'
}
/**
 * M2.2: the tiles of a new round.
 */
export interface MiyabiDealt {
  key: 'miyabi-dealt'
  round: number
  starts: number
  tiles: string[]
}
/**
 * M6.C1: five Zen tiles at set-up, later the one that replaces a taken tile.
 */
export interface MiyabiZenLaid {
  key: 'miyabi-zen-laid'
  objects: string[]
}
export interface MiyabiFrogPlaced {
  key: 'miyabi-frog-placed'
  seat: number
  at: number
}
export interface MiyabiPlaced {
  key: 'miyabi-placed'
  seat: number
  tile: string
  object: string
  objects: number
  turn: string
  at: number
  cells: number[]
  layer: number
}
export interface MiyabiZenPlaced {
  key: 'miyabi-zen-placed'
  seat: number
  object: string
  at: number
}
/**
 * M4.1: the column is used for the rest of the round.
 */
export interface MiyabiLantern {
  key: 'miyabi-lantern'
  seat: number
  column: number
}
export interface MiyabiBonusTaken {
  key: 'miyabi-bonus-taken'
  seat: number
  object: string
  points: number
}
/**
 * M6.C5
 */
export interface MiyabiEnclosed {
  key: 'miyabi-enclosed'
  seat: number
  at: number
  points: number
}
export interface MiyabiFrogStepped {
  key: 'miyabi-frog-stepped'
  seat: number
  start: number
  at: number
  layer: number
  turned_golden: boolean
}
export interface MiyabiPassed {
  key: 'miyabi-passed'
  seat: number
}
/**
 * The turn ended without a step of the frog.
 */
export interface MiyabiTurnEnded {
  key: 'miyabi-turn-ended'
  seat: number
}
/**
 * M2.4, M2.6: the discarded tiles, and the seat that gets the bonsai.
 */
export interface MiyabiRoundEnded {
  key: 'miyabi-round-ended'
  round: number
  left: string[]
  bonsai: number
}
/**
 * M5.2: a row at the end of the game. Its points are also in each seat's `scored`.
 */
export interface MiyabiMajority {
  key: 'miyabi-majority'
  object: string
  counts: number[]
  points: number[]
}
export interface EdoView {
  cards_left: number
  edition: string
  game: 'edo_yashiki'
  goal: number
  grab: string
  houses: EdoHouse[]
  open: EdoCard[]
  phase: string
  round: number
  rounds: number
  scores: number[]
  seats: number
  sheet: SheetItem[][]
  specialists: boolean
  start_seat: number
  to_act: number[]
}
export interface EdoHouse {
  choice: EdoChoice | null
  hand: string | null
  lines: EdoLines
  locked: string[]
  markers: string | null
  pending: number | null
  rows: string[]
  x: number
  y: number
}
/**
 * E6.4: the feature to choose from, how many of its runs may score, and the available lengths.
 */
export interface EdoChoice {
  feature: string
  lengths: number[]
  times: number
}
/**
 * Runs (E4.1) as parallel lists: feature, first square, direction, length.
 */
export interface EdoLines {
  across: boolean[]
  feature: string[]
  length: number[]
  x: number[]
  y: number[]
}
export interface EdoCard {
  face: string
  taken_by: number | null
}
/**
 * An `Item` inside a view, which is plain JSON.
 */
export interface SheetItem {
  args: {
    [k: string]: number | string
  }
  key: string
  points: number
  rule: string
  text: string
}
export interface MiyabiView {
  bonsai: number
  bonuses: MiyabiBonus[]
  box: {
    [k: string]: number
  }
  dealt: number
  display: string[]
  expansions: string
  extras: MiyabiExtras
  free_pass: boolean
  game: 'miyabi'
  gardens: MiyabiGarden[]
  groups: MiyabiGroups
  phase: string
  round: number
  rounds: number
  rows: MiyabiRow[]
  scores: number[]
  seats: number
  shapes: {
    [k: string]: number[][]
  }
  sheet: SheetItem[][]
  to_act: number[]
  turn: MiyabiTurn
  zen: MiyabiZen | null
}
/**
 * M4.3; `holder` is None until the bonus is taken.
 */
export interface MiyabiBonus {
  holder: number | null
  object: string
  points: number
}
/**
 * The points of each seat for expansions A, B and D if the game ended now.
 */
export interface MiyabiExtras {
  colourful?: number[]
  meadow?: number[]
  seven?: number[]
}
/**
 * A seat's garden, row by row; `objects` are the visible ones (M3.7), always of the row's kind.
 */
export interface MiyabiGarden {
  frog: MiyabiFrog | null
  heights: number[][]
  lanterns: string
  objects: number[][]
  open_zen: string | null
  passed: boolean
  points: number
  rows: number[]
  track: MiyabiTrack
  zen: string[]
  zen_needs: string[]
}
export interface MiyabiFrog {
  cell: string
  golden: boolean
}
/**
 * M4.4: the places of the two stones.
 */
export interface MiyabiTrack {
  field: number
  fifties: number
}
/**
 * By seat: the cells that earn the points of `MiyabiExtras`.
 */
export interface MiyabiGroups {
  colourful?: number[][]
  meadow?: number[][]
  seven?: number[][]
}
/**
 * M5.1–M5.3: a row's points, each seat's visible objects, and its points if the game ended now.
 */
export interface MiyabiRow {
  counts: number[]
  most: number
  object: string
  points: number[]
  second: number
}
/**
 * What the seat to act has already done in its turn (M3.1, M6.E2).
 */
export interface MiyabiTurn {
  placed: boolean
  stepped: boolean
}
/**
 * M6.C1: the objects of the open Zen tiles, and the number of each still face down.
 */
export interface MiyabiZen {
  left: {
    [k: string]: number
  }
  open: string[]
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
 * Blocked cards and places, as indices into `reasons`.
 */
export interface EdoBlocked {
  reasons: Reason[]
  cards?: number[]
  x?: number[]
  y?: number[]
  why?: number[]
  elsewhere?: number
}
/**
 * Why something is not possible: the error code, the rule, and the arguments of the translated sentence.
 */
export interface Reason {
  code: string
  rule: string
  args?: {
    [k: string]: number | string
  }
}
/**
 * Indices into `reasons`, or -1 where the placement is possible.
 */
export interface MiyabiBlocked {
  reasons: Reason[]
  tiles: {
    [k: string]: number[]
  }
  actions: {
    [k: string]: number
  }
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
 * What a bot does, computed by the client of the table's only person, for a `BotPosition`.
 */
export interface BotAct {
  do: 'botact'
  seq: number
  seat: number
  action: number
  id: string
}
/**
 * A bot is to act: what a client that computes for it needs. A `BotAct` answers it.
 */
export interface BotPosition {
  seat: number
  seq: number
  level: string
  position: string
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
 * What a component file has. Without problems a table can be opened with it.
 */
export interface CheckedComponents {
  game: string
  name?: string
  sha256?: string | null
  shipped?: boolean
  counts?: ComponentCount[]
  entries?: number
  assumed?: number
  problems?: Problem[]
  file?: {
    [k: string]: unknown
  }
  toml?: string
}
/**
 * How many components of a kind a file has, and how many the box has.
 */
export interface ComponentCount {
  kind: string
  count: number
  expected: number
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
  cover: Cover
  blocked: Blocked
}
export interface EdoGrabs {
  does: 'grab'
  card: number[]
  best?: number[]
  trials?: EdoTrial[]
}
/**
 * The placements that an open card would have for the seat, as in `Choices`; nobody can play them yet.
 */
export interface EdoTrial {
  points: number[]
  sums: number[][]
  parts: Item[]
  cover: EdoPlacings
}
/**
 * Parallel lists with one entry per action.
 */
export interface EdoPlacings {
  does: 'place'
  width: number
  height: number
  faces: string[]
  x: number[]
  y: number[]
  turned: number[]
  made: number[][]
  runs: EdoRuns
  markers: string[]
  renewed: number[]
}
/**
 * Runs that placements would make, as parallel lists, with the points they would score.
 */
export interface EdoRuns {
  feature: string[]
  x: number[]
  y: number[]
  across: boolean[]
  length: number[]
  points: number[]
}
/**
 * E6.4: the run that each action scores.
 */
export interface EdoScorings {
  does: 'score'
  feature: string[]
  length: number[]
}
/**
 * Parallel lists with one entry per action. A field that does not apply is "", -1 or empty.
 */
export interface MiyabiCover {
  does: ('end' | 'frog' | 'pass' | 'step' | 'tile' | 'zen')[]
  tile: string[]
  column: number[]
  turn: string[]
  at: number[]
  cells: number[][]
  layer: number[]
  objects: number[]
}
/**
 * The components in play.
 */
export interface ComponentSet {
  name: string
  own?: boolean
}
export interface Decline {
  do: 'decline'
  seq: number
  id: string
}
/**
 * What a browser has found out about a task.
 */
export interface Findings {
  endings?: number[][]
  ranking?: number[]
  trials?: TrialsOfAction[]
}
/**
 * How others are expected to reply to an action, how its trials ended, and how they went if reasons need it.
 */
export interface TrialsOfAction {
  action: number
  replies?: number[]
  scores?: number[][]
  lines?: number[][]
}
export interface GameOut {
  game: string
  seats: number[]
  options: {
    [k: string]: unknown
  }
}
export interface GamesOut {
  games: GameOut[]
  bots: string[]
}
/**
 * The connection is alive. A client that has not seen entry `seq` has missed entries.
 */
export interface Heartbeat {
  seq: number
  at: number
}
export interface HintOut {
  seat: number
  name: string
  action: string
  gain: number
  line: [number, string][]
  value: ValueOut
  exact: boolean
  legal: number
  reasons: ReasonOut[]
  next_best: WeighedOut | null
  tempting: WeighedOut | null
  method: MethodOut
}
/**
 * Why an action is better than another: a key for translators, the English text, and the measured points.
 */
export interface ReasonOut {
  key: string
  text: string
  args: {
    [k: string]: number | string
  }
  points: EstimateOut
  through: string[]
  through_keys: string[]
  than: string
  fact: string[]
  seat: number
  before: number
  after: number
  other: number
  kept: number
  other_kept: number
}
/**
 * Another action: the points it scores at once, and by how much the recommended one is better in the end.
 */
export interface WeighedOut {
  action: string
  gain: number
  behind: EstimateOut
  reasons: ReasonOut[]
}
export interface MethodOut {
  bot: string
  nodes: number | null
  seconds: number | null
  trials: number
  seed: string
}
/**
 * One action of a record. `number` counts the judged actions from 1, `event` the record's events from 0.
 */
export interface JudgementOut {
  number: number
  mark: '' | 'blunder' | 'mistake' | 'slip'
  event: number
  seat: number
  action: string
  legal: number
  exact: boolean
  before: ValueOut
  after: ValueOut
  chances: number[]
  loss: ValueOut
  clear: boolean
  best: AlternativeOut | null
  reasons: ReasonOut[]
}
/**
 * Give up one's seats before the start.
 */
export interface Leave {
  do: 'leave'
  id: string
}
export interface MarkCountsOut {
  slip: number
  mistake: number
  blunder: number
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
  bot_position?: BotPosition | null
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
  components: ComponentSet
  commitment: string
  seats: SeatNews[]
  you?: number | null
  yours?: number[]
  host?: boolean
  host_seat?: number | null
  events?: number
  begun?: number
  newest?: number
  view?: View | null
  races?: boolean
  racing?: boolean
  story?: News[]
  asked?: Asked | null
  asked_seq?: number | null
  agreed?: number[]
  called?: number | null
  called_until?: number | null
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
  auto?: boolean
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
  components?: string | null
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
 * A finished game of the person who asks.
 */
export interface MyGame {
  table: string
  game: string
  options: {
    [k: string]: unknown
  }
  finished: number
  seats: MySeat[]
  reviewed?: boolean
}
/**
 * A seat of a finished game, and how it did.
 */
export interface MySeat {
  name: string
  score: number
  place: number
  bot?: string | null
  you?: boolean
}
export interface MyGamesOut {
  games: MyGame[]
  count: number
  won: number
  next?: string | null
}
/**
 * Who has a seat of a new table; with neither field, nobody yet.
 */
export interface NewSeat {
  you?: boolean
  called?: string | null
  bot?: string | null
}
export interface NewTable {
  game: string
  options?: {
    [k: string]: unknown
  }
  settings?: TableSettings
  visibility?: 'private' | 'public'
  seats?: NewSeat[]
  arranged?: boolean
  components?:
    | string
    | {
        [k: string]: unknown
      }
    | null
}
/**
 * A text of the player's choice, mixed into the key of chance.
 */
export interface Nonce {
  do: 'nonce'
  text: string
  id: string
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
 * How far a review is. It says “seat 0” and never a name.
 */
export interface Progress {
  state: 'done' | 'none' | 'running'
  done?: number
  of?: number | null
  review?: ReviewOut | null
  record?: string | null
}
/**
 * The server sends it without names: accounts may be deleted, and reviews stay.
 */
export interface ReviewOut {
  game: string
  options: {
    [k: string]: unknown
  }
  names?: string[]
  method: MethodOut
  actions: number
  scores: number[]
  winners: number[]
  spread: number
  seats: SeatSummaryOut[]
  turning_points: TurningPointOut[]
  judgements: JudgementOut[]
}
export interface SeatSummaryOut {
  name?: string
  decisions: number
  mean_loss: number
  marks: MarkCountsOut
  accuracy: number
}
export interface TurningPointOut {
  number: number
  kind: 'lead' | 'loss'
  seat: number
  swing: number
}
/**
 * Ready for the live grab whose cards lie open; `auto` also for all to come, once the time to look is over.
 */
export interface Ready {
  do: 'ready'
  auto?: boolean
  now?: boolean
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
 * Before the start: be called by one's present name, after having changed it.
 */
export interface Rename {
  do: 'rename'
  name: string
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
  opening: View
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
/**
 * At a table without other people: from now on, or no longer, this client computes what the bots do.
 */
export interface Think {
  do: 'think'
  on?: boolean
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
export interface ScoredSheet {
  game: string
  names: string[]
  sheets: Item[][]
  totals: number[]
  over: boolean
  winners?: number[]
}
/**
 * A decision to think about. A position holds no secrets.
 */
export interface StudyTask {
  game: string
  seats: number
  seat: number
  position: string
  chances: number
  number: number
  action: number | null
  nodes: number
  trials: number
  seed: string
  noise: number
  solver_nodes: number
}
export interface TableOut {
  table: string
}
export interface TicketOut {
  ticket: string
  path: string
}

// What a game folder gives to the shell, and what it is given. A third game is one more folder with an index.ts
// whose default export is a GameClient; nothing else is edited. No rule lives here: legality, points and reasons come
// from the server with every event.
import type { Component } from 'svelte'
import type { Choices, News, SeatNews } from '$/wire/types'

/** What goes into a sentence of a catalog. */
export type MessageArgs = Record<string, string | number>

/** A sentence of a catalog: its key and what goes into it. */
export interface Message {
  key: string
  args?: MessageArgs
}

/** A line of the log, said once and shown once. */
export interface LogLine extends Message {
  /** Who did it; null for the table or chance. */
  seat: number | null
  /** Points that came of it, shown at the end of the line: [5, 9] reads “+5 +9”. */
  points?: number[]
  /** A small picture of what it is about; the game's LogIcon component draws it. */
  icon?: string
  /** The layer on which something was placed: the wooden tap rises with it. */
  layer?: number
}

/** A seat as everybody may see it: name, crest, whether somebody is there. The crest's number is the seat's colour. */
export interface Seat extends SeatNews {
  index: number
  you: boolean
}

/** The live grab, by this machine's clock (performance.now()); null where cards are taken in turn. */
export interface LiveGrab {
  stage: 'call' | 'seen' | 'announced'
  /** When “hajime!” is called. */
  signal: number | null
  /** Until when this seat is locked after a press before the signal. */
  lockedUntil: number | null
  ready: boolean[]
  sayReady: (auto: boolean) => void
}

/** What the person prefers, as far as a board needs to know. */
export interface BoardPreferences {
  /** Ask before an action leaves the browser. */
  confirm: boolean
  /** Plan view: no lift. */
  plan: boolean
  motion: boolean
}

/** Everything that a game's components are given. It changes as a whole with every event; draw it and forget it. */
export interface GameProps<View, Decision extends Choices = Choices> {
  view: View
  seats: Seat[]
  you: number | null
  /** What your seat may do now, and what it scores; null while there is nothing to decide. */
  choices: Decision | null
  options: Record<string, unknown>
  /** What just happened, oldest first, for animation; its numbers grow, so nothing is shown twice. */
  latest: News[]
  /** Everything since the start as far as this window knows it, oldest first: what lies beneath, who took what. */
  history: News[]
  /** Whose garden or house is shown large; the shell sets it when a seat's panel is opened. */
  shown: number
  show: (seat: number) => void
  live: LiveGrab | null
  preferences: BoardPreferences
  /** Sends the action. It is resent until the server has answered; a refusal becomes a toast. */
  act: (action: string) => void
  /** Which command a key press means to this person (turn, confirm, undo, stack …); null for none. */
  command: (event: KeyboardEvent) => string | null
  /** Says a sentence in the polite live region. */
  announce: (text: string) => void
  /** The translation of a message in the language that is chosen. */
  t: (key: string, args?: MessageArgs) => string
  /** An action that a hint points at, by its notation; null for none. */
  hinted: string | null
  /** Hears of what was picked, looked at or refused without leaving the browser: lessons ask for such things. */
  onNotice?: (what: string) => void
}

/** What the header shows of a position. */
export interface Status {
  /** “Round 3 of 6” */
  round: Message
  /** Rounds gone, for the dots; left out where their number is not fixed. */
  dots?: { now: number; of: number }
  /** What the person at this window is to do now: “choose a tile”; null while it is not their turn. */
  prompt: Message | null
}

/** Keys that a game adds to the shell's: an id, the key it has unless somebody remaps it, what it is called. */
export interface GameKey {
  id: string
  key: string
  label: string
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a game knows its own view; the shell knows none
export interface GameClient<View = any, Decision extends Choices = any> {
  name: string
  /** The stage: everything one plays with, its action bar included. */
  Board: Component<GameProps<View, Decision>>
  /** The rail's middle: the others' gardens or houses and what else is counted. */
  Hud: Component<GameProps<View, Decision>>
  /** Beneath the stage, over its whole width: the score track. */
  Track: Component<GameProps<View, Decision>>
  /** The small picture at the start of a log line. */
  LogIcon: Component<{ icon: string; size: number }>
  /** Scores and whose turn it is, read out of the view. */
  scores: (view: View) => number[]
  toAct: (view: View) => number[]
  status: (view: View, you: number | null, choices: Decision | null) => Status
  /** One event of the record as lines of the log; the views before and after are there for names and places. */
  describe: (news: News, before: View | null) => LogLine[]
  /** What an action that is offered would do, in words: “two fish on d3, layer 2”. */
  actionWords: (action: string, choices: Decision, view: View, t: GameProps<View>['t']) => string
  keys: GameKey[]
}

// What the lobby shows of a game before anything of it is loaded are plain pictures in its folder, served as files:
//   scene-day.svg, scene-night.svg   640 × 220, over the lobby's card
//   emblem.svg                       square, for lists
//   option-<name>.svg                square, a picture of an option: an expansion's letter, “specialists”, “live” …
// Its words are Fluent catalogs: locales/<language>.ftl, with every key beginning with the game's name.

// What a game folder gives to the shell, and what it is given. A third game is one more folder with an index.ts
// whose default export is a GameClient; nothing else is edited. No rule lives here: legality, points and reasons come
// from the server with every event.
import type { Component } from 'svelte'
import type { Creature } from '$/life/life'
import type { SoundName } from '$/state/sound'
import type { Choices, News, SeatNews } from '$/wire/types'
import type { Ending } from './ending'

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
  /** What is heard of it. */
  sound?: SoundName
  /** The layer on which something was placed: its sound rises with it. */
  layer?: number
}

/** A seat as everybody may see it: name, crest, whether somebody is there. The crest's number is the seat's colour. */
export interface Seat extends SeatNews {
  index: number
  you: boolean
}

/** A live race, by this machine's clock (performance.now()); null where seats act in turn. */
export interface LiveRace {
  /** The cards lie open and everybody looks, until all are ready; then the signal is announced and comes. */
  stage: 'look' | 'announced'
  /** When “hajime!” is called. */
  signal: number | null
  /** Until when this seat is locked after a press before the signal. */
  lockedUntil: number | null
  /** By seat: has said so, or is played by a bot. */
  ready: boolean[]
  /** By seat: need not say so, and is ready when the time to look is over. */
  always: boolean[]
  /** When the time to look is over. */
  autoReadyAt: number | null
  /** Ready for this race; `auto` also for all to come. */
  sayReady: (auto: boolean) => void
  /** Whether to be ready for all races to come, once the time to look is over; says nothing about this one. */
  setAlways: (always: boolean) => void
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
  /** Components of the host's own box are in play; false for ours, partly assumed. Left out in lessons. */
  ownBox?: boolean
  /** What just happened, oldest first, for animation; its numbers grow, so nothing is shown twice. */
  latest: News[]
  /** Everything since the start as far as this window knows it, oldest first: what lies beneath, who took what. */
  history: News[]
  /** Whose garden or house is shown large; the shell sets it when a seat's panel is opened. */
  shown: number
  show: (seat: number) => void
  live: LiveRace | null
  preferences: BoardPreferences
  /** Sends the action. It is resent until the server has answered; a refusal becomes a toast, and false here. */
  act: (action: string) => Promise<boolean>
  /** Which command a key press means to this person (turn, confirm, undo, stack …); null for none. */
  command: (event: KeyboardEvent) => string | null
  /** Says a sentence in the polite live region. */
  announce: (text: string) => void
  /** The translation of a message in the language that is chosen. */
  t: (key: string, args?: MessageArgs) => string
  /** An action that a hint points at, by its notation; null for none. */
  hinted: string | null
  /** An event that is pointed at, by its number in the history: what it placed is to be found at a glance. */
  spot: number | null
  /** The game is over, also where somebody has resigned; null or left out while it is played. */
  ending?: Ending | null
  /** Hears of what was picked, looked at or refused without leaving the browser: lessons ask for such things. */
  onNotice?: (what: string) => void
  /** What a lesson lets one practise here, by the game's own name for it. */
  practice?: string | undefined
}

/** A small thing beside a seat's name: who starts, how many lanterns. */
export interface SeatMark {
  /** A symbol of the page. */
  picture: string
  /** A figure beside it. */
  text?: string
  /** What it means, in words. */
  says: Message
}

// -- motion -----------------------------------------------------------------------------------------------------------
/** How one event is seen on its way; times are milliseconds. */
export interface Motion {
  /** From its beginning until the picture shows it. */
  travel: number
  /** From then until the next one may begin. */
  rest: number
  /** Sets in motion what is seen before the picture shows the event, and what is seen as soon as it does. */
  depart?: () => void
  arrive?: () => void
  /** Said over the stage: “Round 3 · Hana starts”. */
  word?: string
}

/** Where an event is seen: the positions before and after it. */
export interface Scene<View> {
  before: View
  after: View
  you: number | null
  seats: Seat[]
  t: GameProps<View>['t']
}

/** The motion of an event of others; null where there is nothing to be seen. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a game knows its own view; the shell knows none
export type MotionOf<View = any> = (news: News, scene: Scene<View>) => Motion | null

/** What the header shows of a position. */
export interface Status {
  /** “Round 3 of 6” */
  round: Message
  /** Rounds gone, for the dots; left out where their number is not fixed. */
  dots?: { now: number; of: number }
  /** What the person at this window is to do now: “choose a tile”; null while it is not their turn. */
  prompt: Message | null
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a game knows its own view; the shell knows none
export interface GameClient<View = any, Decision extends Choices = any> {
  name: string
  /** The stage: everything one plays with, its action bar included. It fills a box of definite size (a container
   *  named “stage”), and nothing in it moves because something is said, previewed or chosen. */
  Board: Component<GameProps<View, Decision>>
  /** The rail's middle: the others' gardens or houses and what else is counted, in a container named “hud”. */
  Hud: Component<GameProps<View, Decision>>
  /** Beneath the stage, over its whole width and 64 px high: the score track. */
  Track: Component<GameProps<View, Decision>>
  /** The small picture at the start of a log line. */
  LogIcon: Component<{ icon: string; size: number }>
  /** Scores and whose turn it is, read out of the view. */
  scores: (view: View) => number[]
  toAct: (view: View) => number[]
  /** What stands beside a seat's name. */
  marks?: (view: View, seat: number) => SeatMark[]
  status: (view: View, you: number | null, choices: Decision | null, live?: LiveRace | null) => Status
  /** One event of the record as lines of the log; the views before and after are there for names and places. */
  describe: (news: News, before: View | null) => LogLine[]
  /** What an action that is offered would do, in words: “two fish on d3, layer 2”. */
  actionWords: (action: string, choices: Decision, view: View, t: GameProps<View>['t']) => string
  /** How its events move, loaded with the first of them. Without it they are only shown one after another. */
  motion?: () => Promise<MotionOf<View>>
  /** What lives on its board when nothing happens, loaded once nothing does. */
  life?: () => Promise<Creature[]>
}

// What the lobby shows of a game before anything of it is loaded are plain pictures in its folder, served as files:
//   scene-day.svg, scene-night.svg   640 × 220, over the lobby's card
//   emblem.svg                       square, for lists
//   option-<name>.svg                square, a picture of an option: its letter, its name or its value
// Its words are Fluent catalogs: locales/<language>.ftl, with every key beginning with the game's name.

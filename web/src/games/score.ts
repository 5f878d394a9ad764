// What a game folder gives to the score sheet: score/index.ts, whose default export is a SheetClient. No rule lives
// here either: what a garden or a round is worth, and whether it can be at all, the server says.
import type { Component } from 'svelte'
import type { ScoredSheet } from '$/wire/types'
import { partOf } from './index'

/** Every game's sheet has seats with names; the rest is its own. */
export interface BaseSheet {
  seats: { name: string }[]
}

/** What cannot be: the server's code and sentence, and what it is about (a seat, a cell, a round). */
export interface SheetError {
  code: string
  text: string
  about: Record<string, number | string>
}

export interface SheetProps<Sheet> {
  sheet: Sheet
  /** What each seat is called, also where nobody has said so yet. */
  names: string[]
  /** Whoever types undoes a word and not each letter. */
  change: (next: Sheet, typing?: boolean) => void
  /** The newest scoring; null until there is one. */
  scored: ScoredSheet | null
  error: SheetError | null
  announce: (text: string) => void
  t: (key: string, args?: Record<string, string | number>) => string
}

/** A line of the scoring: every seat's points of one kind; null where a seat has none. */
export interface ScoreLine {
  label: string
  points: (number | null)[]
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a game knows its own sheet; the screen knows none
export interface SheetClient<Sheet extends BaseSheet = any> {
  seats: number[]
  blank: () => Sheet
  /** The same sheet for more or fewer people. */
  withSeats: (sheet: Sheet, count: number) => Sheet
  /** For links: letters that every messenger leaves alone. */
  write: (sheet: Sheet) => string
  /** Null for what is no sheet. */
  read: (code: string) => Sheet | null
  /** What the server is asked. */
  answers: (sheet: Sheet, names: string[]) => object
  lines: (t: SheetProps<Sheet>['t'], scored: ScoredSheet) => ScoreLine[]
  /** Where it is filled in. */
  Sheet: Component<SheetProps<Sheet>>
  /** What goes on paper over the points: the gardens, say. */
  PrintSheet?: Component<{ sheet: Sheet; names: string[] }>
  /** What goes on paper beside a seat's points of a line: the runs of a round, say. */
  PrintedRuns?: Component<{ sheet: Sheet; seat: number; line: number }>
}

export const sheetOf = (game: string): Promise<SheetClient | null> => partOf(game, 'score')

// -- names in links ---------------------------------------------------------------------------------------------------
export const MAX_NAME_LENGTH = 24
export const writeName = (name: string): string => encodeURIComponent(name.trim().slice(0, MAX_NAME_LENGTH))

export function readName(text: string): string | null {
  try {
    return [...decodeURIComponent(text)]
      .filter((letter) => letter >= ' ')
      .join('')
      .slice(0, MAX_NAME_LENGTH)
  } catch {
    return null
  }
}

// What a game folder gives to the end of a game: ending/index.ts, whose default export is a GameEnding. It is loaded
// when a game is about to end. No rule lives here either: every point comes from the server's view and events.
import type { Component } from 'svelte'
import { loadCatalog } from '$/i18n/language.svelte'
import type { News } from '$/wire/types'
import type FinalSheet from './FinalSheet.svelte'
import type { GameProps, Message } from './contract'
import type { ScoreLine } from './score'

/** Something that is counted at the end, for everybody at once. */
export interface EndingStep {
  label: Message
  /** Whose it is, for a label with a `name`. */
  seat?: number
  /** What it brings each seat. */
  points: number[]
}

/** A seat's finished garden or house inside an SVG: a box with this place and size. */
export interface PictureProps<View> {
  view: View
  history: News[]
  seat: number
  x: number
  y: number
  width: number
  height: number
}

/** How far the end has been told. */
export interface Ending {
  /** How many steps have been told, the last of which is being shown; Infinity once all of it is known. */
  told: number
  /** Everybody's rank, by seat; null as long as it is not to be known. */
  ranks: number[] | null
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a game knows its own view; the shell knows none
export interface GameEnding<View = any> {
  /** Everybody's garden or house side by side, with what is being counted; fills its box. */
  Scene: Component<GameProps<View>>
  /** What is told one after the other: it leads from the scores before the end to the final ones. */
  steps: (view: View, history: News[]) => EndingStep[]
  /** The same position with other scores: those that have been told so far. */
  withScores: (view: View, scores: number[]) => View
  /** The score sheet, line by line. A line that a step tells has its number, from 1. */
  lines: (view: View, history: News[], t: GameProps<View>['t']) => (ScoreLine & { step?: number })[]
  Picture: Component<PictureProps<View>>
}

export interface LoadedEnding extends GameEnding {
  Sheet: typeof FinalSheet
}

const endings = import.meta.glob<{ default: GameEnding }>('./*/ending/index.ts')

/** Null for a game whose board simply stays. */
async function endingOf(game: string): Promise<GameEnding | null> {
  const load = endings[`./${game}/ending/index.ts`]
  return load ? (await load()).default : null
}

/** All that its end needs: its scene, the sheet, the words. */
export async function loadEnding(game: string): Promise<LoadedEnding | null> {
  const [ending, sheet] = await Promise.all([endingOf(game), import('./FinalSheet.svelte'), loadCatalog('ending')])
  return ending && { ...ending, Sheet: sheet.default }
}

/** The position is a final one, or somebody has resigned. */
export const isOver = ({ view, ending }: Pick<GameProps<unknown>, 'view' | 'ending'>): boolean =>
  ending != null || (view as { phase?: unknown }).phase === 'over'

/** How long the end takes at most. */
const WHOLE_MS = 12_000
/** Before the first step, and between the last one and the winner. */
export const LEAD_MS = 1000
export const SUSPENSE_MS = 1500
const LONGEST_STEP_MS = 1350

/** How long each of so many steps is shown. */
export const stepMs = (steps: number): number =>
  Math.min(LONGEST_STEP_MS, Math.floor((WHOLE_MS - LEAD_MS - SUSPENSE_MS) / Math.max(steps, 1)))

/** The scores after some of the steps: the final ones without what is still to come. */
export const scoresAfter = (steps: readonly EndingStep[], told: number, final: readonly number[]): number[] =>
  final.map((score, seat) => steps.slice(told).reduce((left, { points }) => left - (points[seat] ?? 0), score))

// A lesson is data: positions as records without a seed, and steps through them. A game's folder has it in lesson/.
// Its words are lesson/<language>.ftl: <game>-lesson-<step>-title, <game>-lesson-<step> and, with an `after`, -after.
import { partOf } from './index'

/** Who (a seat, or chance) and what, as records have it. */
export type LessonEvent = [number | string, string]

/** What goes into a sentence: names, and where in what the server tells their numbers stand. */
export type Says = Record<string, string>

export interface Step {
  id: string
  /** The position it begins with; where it is left out, the step goes on from the one before. */
  at?: string
  /** The rules that it teaches, by their numbers. */
  rules: string[]
  /** What is pointed at: a name of the game's `points`, with a word that tells which one. */
  point?: string
  says?: Says
  /** What the learner is to do: one of some actions, or any that scores enough; or try something on the board. */
  do?: { act: string[]; scores?: number } | { notice: string }
  /** What the board lets the learner practise meanwhile, by the game's own name for it. */
  practice?: string
  /** What the rival and chance do then. */
  then?: LessonEvent[]
  /** What is said once it is done. */
  after?: { point?: string; rules?: string[]; says?: Says }
}

export interface Lesson {
  game: string
  /** The learner's seat. */
  you: number
  /** What the others are called, seat by seat. */
  names: string[]
  /** Numbers of the rules that no view shows; a test holds them against the engine. */
  facts?: Record<string, number>
  positions: Record<string, { options: Record<string, unknown>; events: LessonEvent[] }>
  steps: Step[]
}

export interface LessonOf {
  lesson: Lesson
  /** Where on the screen the things are that a step points at: a name, and its selector for a given word. */
  points: Record<string, (which: string) => string>
}

export const lessonOf = (game: string): Promise<LessonOf | null> => partOf(game, 'lesson')

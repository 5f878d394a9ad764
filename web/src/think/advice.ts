// Hints and reviews that this browser computes: the server names the decisions, replays what is found out about them,
// and says what follows from it. It keeps nothing of it.
import { api, Refusal, type GameRecord } from '$/sync/api'
import type { HintOut, ReviewOut } from '$/wire/types'
import { tellFailure } from './failure'
import { CannotThink, Thinker } from './thinker'

/** By game. */
const thinkers = new Map<string, Promise<Thinker | null>>()
let isUnable = false

/** Null where the server has no files for the game, or this browser cannot use them. */
async function findThinker(game: string): Promise<Thinker | null> {
  if (isUnable) return null
  if (!thinkers.has(game)) thinkers.set(game, Thinker.find(game))
  return orNull(async () => {
    const thinker = await thinkers.get(game)!
    await thinker?.load()
    return thinker
  })
}

/** Null, and a word about it, where nothing can be computed here. Other problems are for the caller. */
async function orNull<Result>(compute: () => Promise<Result>): Promise<Result | null> {
  try {
    return await compute()
  } catch (error) {
    if (error instanceof Refusal) throw error
    thinkers.clear()
    isUnable = error instanceof CannotThink
    if (isUnable) await tellFailure()
    return null
  }
}

/** A hint for whoever is to act at a table; null where the server must compute it. */
export async function computeHint(game: string, table: string): Promise<HintOut | null> {
  const thinker = await findThinker(game)
  if (!thinker) return null
  return orNull(async () => {
    const task = await api.hintTask(table)
    return api.foundHint(table, task.number, await thinker.study(task))
  })
}

/** Judgements of a review, as the server has sent them. They are sent back for the whole, and not looked into. */
export type Judgements = unknown[]

export interface Progress {
  onProgress: (done: number, of: number) => void
  isStopped: () => boolean
}

/** Goes on after the judgements that are there, and adds to them; null if stopped, or where the server must do it. */
export async function computeReview(
  record: GameRecord,
  judgements: Judgements,
  { onProgress, isStopped }: Progress,
): Promise<ReviewOut | null> {
  const thinker = await findThinker(record.game)
  if (!thinker) return null
  return orNull(async () => {
    const { of, tasks: first } = await api.foundPage(record, judgements.length, [])
    for (let tasks = first; tasks.length;) {
      const findings = []
      for (const task of tasks) {
        onProgress(judgements.length + findings.length, of)
        findings.push(await thinker.study(task))
        if (isStopped()) return null
      }
      const page = await api.foundPage(record, judgements.length, findings)
      judgements.push(...page.judgements)
      tasks = page.tasks
    }
    onProgress(judgements.length, of)
    return api.foundReview(record, judgements)
  })
}

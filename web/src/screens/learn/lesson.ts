// Where a lesson stands, without a screen: which events have happened, what is asked for, what is said. The lesson's
// rivals and chance are its data; what the learner's actions come to is asked of the server.
import type { Lesson, LessonEvent, Says, Step } from '$/games/lesson'
import type { Choices, Replay } from '$/wire/types'

/** How far somebody is: the step, and what they did in this and earlier ones. One past the last step is the end. */
export interface Progress {
  step: number
  acted: Record<string, string>
}

export const BEGINNING: Progress = { step: 0, acted: {} }

export const stepAt = (lesson: Lesson, { step }: Progress): Step | undefined => lesson.steps[step]

/** What is asked for is done; the step may still have something to say. */
export const isDone = (lesson: Lesson, progress: Progress): boolean => {
  const step = stepAt(lesson, progress)
  return step !== undefined && step.id in progress.acted
}

const actsIn = (step: Step): string[] | null => (step.do && 'act' in step.do ? step.do.act : null)

/** The record that the server is to tell: the step's position, and all that was done since. */
export function recordAt(
  lesson: Lesson,
  progress: Progress,
): { options: Record<string, unknown>; events: LessonEvent[] } {
  const last = Math.min(progress.step, lesson.steps.length - 1)
  const first = lesson.steps.findLastIndex((step, number) => number <= last && step.at)
  const position = lesson.positions[lesson.steps[first]?.at ?? '']
  const events = [...(position?.events ?? [])]
  for (let number = Math.max(first, 0); number <= last; number++) {
    const step = lesson.steps[number] as Step
    const acts = actsIn(step)
    const passed = number < progress.step || step.id in progress.acted
    if (acts && passed) events.push([lesson.you, progress.acted[step.id] ?? acts[0] ?? ''], ...(step.then ?? []))
  }
  return { options: position?.options ?? {}, events }
}

/** Whether an action is what the step asks for: one of those that it names, or any that scores enough. */
export function isWanted(step: Step, choices: Choices, action: string): boolean {
  if (!step.do || !('act' in step.do)) return false
  if (step.do.act.includes(action)) return true
  const points = choices.points[choices.actions.indexOf(action)]
  return step.do.scores !== undefined && points !== undefined && points >= step.do.scores
}

/** The action that “show me” lies on the board. */
export const shownAction = (step: Step | undefined): string | null => (step && actsIn(step)?.[0]) ?? null

export const isNoticed = (step: Step | undefined, what: string): boolean =>
  step?.do !== undefined && 'notice' in step.do && step.do.notice === what

// -- going on -----------------------------------------------------------------------------------------------------------
/** The step is done: it stays to say what came of it, or goes on where it has nothing more to say. */
export function done(lesson: Lesson, progress: Progress, action: string): Progress {
  const step = stepAt(lesson, progress)
  if (!step) return progress
  const acted = { ...progress.acted, [step.id]: action }
  return { step: step.after ? progress.step : progress.step + 1, acted }
}

export const next = (lesson: Lesson, { step, acted }: Progress): Progress => ({
  step: Math.min(step + 1, lesson.steps.length),
  acted,
})

/** A step that is done is asked again; else the one before it is. */
export function previous(lesson: Lesson, progress: Progress): Progress {
  const step = isDone(lesson, progress) ? progress.step : Math.max(progress.step - 1, 0)
  const undone = new Set(lesson.steps.slice(step).map(({ id }) => id))
  return { step, acted: Object.fromEntries(Object.entries(progress.acted).filter(([id]) => !undone.has(id))) }
}

// -- what is said -------------------------------------------------------------------------------------------------------
/** All that a sentence may quote: the view, the offer of the action asked for, the learner's latest effects, the facts. */
export function interpolations(lesson: Lesson, told: Replay, step: Step): Record<string, unknown> {
  const effects = told.news.flatMap((news) => (news.effects ?? []) as unknown as Record<string, unknown>[])
  const own = effects.filter((effect) => effect.seat === lesson.you)
  const view = told.news.at(-1)?.view ?? told.opening
  return {
    ...Object.fromEntries(own.map((effect) => [effect.key as string, effect])),
    view,
    offer: offerOf(told, step),
    facts: lesson.facts ?? {},
  }
}

function offerOf(told: Replay, step: Step): Record<string, unknown> {
  const choices = told.choices?.[0]
  const place = choices?.actions.indexOf(shownAction(step) ?? '') ?? -1
  if (!choices || place < 0) return {}
  const lists = Object.entries(choices.cover).filter((pair): pair is [string, unknown[]] => Array.isArray(pair[1]))
  return { ...Object.fromEntries(lists.map(([name, list]) => [name, list[place]])), points: choices.points[place] }
}

/** `view.rows.0.most` in what may be quoted; undefined where there is no such number. */
function numberAt(told: unknown, path: string): number | undefined {
  const found = path
    .split('.')
    .reduce<unknown>((here, name) => (here as Record<string, unknown> | undefined)?.[name], told)
  return typeof found === 'number' ? found : undefined
}

export const numbersFor = (told: unknown, says: Says = {}): Record<string, number> =>
  Object.fromEntries(Object.entries(says).map(([name, path]) => [name, numberAt(told, path) ?? NaN]))

// -- kept in this browser -----------------------------------------------------------------------------------------------
/** What was kept, if it still fits the lesson. */
export function readProgress(lesson: Lesson, text: string | null): Progress {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<Progress> | null
    const acted = Object.entries(kept?.acted ?? {}).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    )
    if (
      !kept ||
      !Number.isInteger(kept.step) ||
      (kept.step as number) < 0 ||
      (kept.step as number) > lesson.steps.length
    )
      return BEGINNING
    return { step: kept.step as number, acted: Object.fromEntries(acted) }
  } catch {
    return BEGINNING
  }
}

/** What events did, as the log tells it: what a position does not remember. For drawing and telling only. */

import type { News } from '$/wire/types'

export interface Effect {
  key: string
  [detail: string]: unknown
}

export const effectsOf = (news: News): Effect[] => (news as { effects?: Effect[] }).effects ?? []

/** All effects that still hold, oldest first: what was taken back is left out. */
export function currentEffects(history: readonly News[]): Effect[] {
  let events: { number: number; effects: Effect[] }[] = []
  for (const news of history) {
    const event = news.event as { event?: string; number?: number } | null
    if (event?.event !== 'happened') continue
    const effects = effectsOf(news)
    const back = effects.find(({ key }) => key === 'taken-back')
    if (back) events = events.filter(({ number }) => number < Number(back.to))
    else events.push({ number: event.number ?? 0, effects })
  }
  return events.flatMap(({ effects }) => effects)
}

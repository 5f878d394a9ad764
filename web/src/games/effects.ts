/** What events did, as the log tells it: what a position does not remember. For drawing and telling only. */

import type { Effect, News } from '$/wire/types'

/** The effect with this key: `EffectOf<'scored'>`. */
export type EffectOf<Key extends Effect['key']> = Extract<Effect, { key: Key }>

export const isEffect =
  <Key extends Effect['key']>(key: Key) =>
  (effect: Effect): effect is EffectOf<Key> =>
    effect.key === key

export const effectsOf = (news: News): Effect[] => news.effects ?? []

/** All events that still hold, oldest first: what was taken back is left out. */
function currentNews(history: readonly News[]): News[] {
  let events: News[] = []
  for (const news of history) {
    if (news.event?.event !== 'happened') continue
    const back = effectsOf(news).find(isEffect('taken-back'))
    if (back) events = events.filter(({ event }) => event?.event === 'happened' && event.number < back.to)
    else events.push(news)
  }
  return events
}

export const currentEffects = (history: readonly News[]): Effect[] => currentNews(history).flatMap(effectsOf)

/** What each seat placed last, and by which event; nothing once it has done something else that counts. */
export function lastOf<Mark>(
  history: readonly News[],
  markOf: (effect: Effect) => { seat: number; mark: Mark | null } | null,
): Map<number, Mark & { seq: number }> {
  const last = new Map<number, Mark & { seq: number }>()
  for (const news of currentNews(history))
    for (const found of effectsOf(news).map(markOf)) {
      if (found?.mark) last.set(found.seat, { ...found.mark, seq: news.seq })
      else if (found) last.delete(found.seat)
    }
  return last
}

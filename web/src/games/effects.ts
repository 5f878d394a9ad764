/** What events did, as the log tells it: what a position does not remember. For drawing and telling only. */

import type { Effect, News } from '$/wire/types'

/** The effect with this key: `EffectOf<'miyabi-placed'>`. */
export type EffectOf<Key extends Effect['key']> = Extract<Effect, { key: Key }>

export const isEffect =
  <Key extends Effect['key']>(key: Key) =>
  (effect: Effect): effect is EffectOf<Key> =>
    effect.key === key

export const effectsOf = (news: News): Effect[] => news.effects ?? []

/** All effects that still hold, oldest first: what was taken back is left out. */
export function currentEffects(history: readonly News[]): Effect[] {
  let events: { number: number; effects: Effect[] }[] = []
  for (const news of history) {
    if (news.event?.event !== 'happened') continue
    const effects = effectsOf(news)
    const back = effects.find(isEffect('taken-back'))
    if (back) events = events.filter(({ number }) => number < back.to)
    else events.push({ number: news.event.number, effects })
  }
  return events.flatMap(({ effects }) => effects)
}

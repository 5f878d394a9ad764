/** The round that ended the game, seat by seat, as the log tells it: the last card, its runs, what they brought. */

import type { Item, News } from '$/wire/types'
import { currentEffects, isEffect, type EffectOf } from '../../effects'

export interface LastCard {
  seat: number
  placed: EffectOf<'edo-placed'> | null
  points: number
  /** How the points add up. */
  parts: Item[]
}

/** Everybody's, beginning with whoever started the round; none for a window that came too late to see it. */
export function lastRound(history: readonly News[], seats: number): LastCard[] {
  const effects = currentEffects(history)
  const opened = effects.findLast(isEffect('edo-opened'))
  if (!opened) return []
  const round = effects.slice(effects.lastIndexOf(opened))
  return Array.from({ length: seats }, (_, turn) => {
    const seat = (opened.starts + turn) % seats
    const scored = round.filter(isEffect('scored')).filter((one) => one.seat === seat)
    return {
      seat,
      placed: round.filter(isEffect('edo-placed')).find((one) => one.seat === seat) ?? null,
      points: scored.reduce((sum, { points }) => sum + points, 0),
      parts: scored.flatMap(({ parts }) => parts),
    }
  })
}

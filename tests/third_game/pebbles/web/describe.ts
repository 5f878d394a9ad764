/** One event as lines of the log, from its effects. */

import type { LogLine } from '$/games/contract'
import { effectsOf, isEffect } from '$/games/effects'
import type { Effect, News } from '$/wire/types'

function lineOf(effect: Effect, points: number[]): LogLine[] {
  switch (effect.key) {
    case 'pebbles-heaped':
      return [{ seat: null, key: 'pebbles-heap', args: { count: effect.heap } }]
    case 'pebbles-taken':
      return [{ seat: effect.seat, key: 'pebbles-log-taken', args: { count: effect.count }, icon: 'pebble', points }]
    default:
      return []
  }
}

export function describe(news: News): LogLine[] {
  const effects = effectsOf(news)
  const points = effects.filter(isEffect('scored')).map((scored) => scored.points)
  return effects.flatMap((effect) => lineOf(effect, points))
}

/** One event as lines of the log, from its effects. */

import type { Effect, News } from '$/wire/types'
import type { LogLine } from '../contract'
import { effectsOf } from '../effects'

function lineOf(effect: Effect): LogLine[] {
  switch (effect.key) {
    case 'edo-opened':
      return [{ seat: null, key: 'edo-log-opened', args: { round: effect.round }, sound: 'taiko' }]
    case 'edo-taken': {
      const key = effect.last ? 'edo-log-last' : 'edo-log-taken'
      return [{ seat: effect.seat, key, args: { card: effect.card + 1 }, sound: 'paper' }]
    }
    case 'edo-placed': {
      const { seat, runs } = effect
      const icon = runs[0]?.feature
      return [{ seat, key: 'edo-log-placed', args: { runs: runs.length }, sound: 'wood', ...(icon ? { icon } : {}) }]
    }
    case 'edo-ended':
      return [{ seat: null, key: 'edo-log-ended', args: { why: effect.why } }]
    case 'scored':
      return effect.points ? [{ seat: effect.seat, key: 'edo-log-scored', args: {}, points: [effect.points] }] : []
    default:
      return []
  }
}

export const describe = (news: News): LogLine[] => effectsOf(news).flatMap(lineOf)

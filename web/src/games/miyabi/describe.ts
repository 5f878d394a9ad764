/** One event as lines of the log, from its effects. */

import type { Effect, News } from '$/wire/types'
import type { LogLine } from '../contract'
import { effectsOf, isEffect } from '../effects'
import { cellName, letterOf } from './geometry'

const iconOf = (object: string, count = 1): string => `${letterOf(object)}${count}`

function lineOf(effect: Effect): LogLine[] {
  switch (effect.key) {
    case 'miyabi-dealt':
      return [{ seat: null, key: 'miyabi-log-dealt', args: { round: effect.round }, sound: 'taiko' }]
    case 'miyabi-placed': {
      const { seat, object, objects: count, at, layer } = effect
      const args = { object, count, at: cellName(at), layer }
      return [{ seat, key: 'miyabi-log-placed', args, icon: iconOf(object, count), sound: 'wood', layer }]
    }
    case 'miyabi-zen-placed': {
      const { seat, object, at } = effect
      return [{ seat, key: 'miyabi-log-zen', args: { object, at: cellName(at) }, icon: iconOf(object), sound: 'stone' }]
    }
    case 'miyabi-enclosed':
      return [{ seat: effect.seat, key: 'miyabi-log-enclosed', args: { at: cellName(effect.at) } }]
    case 'miyabi-bonus-taken': {
      const { seat, object } = effect
      return [{ seat, key: 'miyabi-log-bonus', args: { object }, icon: iconOf(object), sound: 'paper' }]
    }
    case 'miyabi-frog-placed':
      return [
        {
          seat: effect.seat,
          key: 'miyabi-log-frog',
          args: { at: cellName(effect.at) },
          icon: 'frog-silver',
          sound: 'drop',
        },
      ]
    case 'miyabi-frog-stepped': {
      const { seat, at, layer, turned_golden: golden } = effect
      const icon = golden ? 'frog-golden' : 'frog-silver'
      const step = { seat, key: 'miyabi-log-step', args: { at: cellName(at), layer }, icon, sound: 'drop' as const }
      return golden ? [step, { seat, key: 'miyabi-log-golden', icon }] : [step]
    }
    case 'miyabi-passed':
      return [{ seat: effect.seat, key: 'miyabi-log-passed' }]
    case 'miyabi-majority': {
      const { object, counts } = effect
      const args = { object, counts: counts.join(' : ') }
      return [{ seat: null, key: 'miyabi-log-majority', args, icon: iconOf(object) }]
    }
    default:
      return []
  }
}

/** Points stand at the end of the first line about their seat: “+5 +9”. */
export function describe(news: News): LogLine[] {
  const effects = effectsOf(news)
  const lines = effects.flatMap(lineOf)
  for (const scored of effects.filter(isEffect('scored'))) {
    const points = scored.parts.map((part) => part.points).filter((count) => count)
    const line = lines.find(({ seat }) => seat === scored.seat)
    if (line && points.length) line.points = points
    else if (points.length) lines.push({ seat: scored.seat, key: 'miyabi-log-final', points: [scored.points] })
  }
  return lines
}

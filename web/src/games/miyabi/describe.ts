/** One event as lines of the log, from its effects. */

import type { News } from '$/wire/types'
import type { LogLine } from '../contract'
import { effectsOf, type Effect } from '../effects'
import { cellName, letterOf } from './geometry'

const text = (effect: Effect, detail: string): string => String(effect[detail] ?? '')
const number = (effect: Effect, detail: string): number => Number(effect[detail] ?? 0)
const at = (effect: Effect): string => cellName(number(effect, 'at'))
const seatOf = (effect: Effect): number | null => (typeof effect.seat === 'number' ? effect.seat : null)

const LINES: Record<string, (effect: Effect) => LogLine[]> = {
  'miyabi-dealt': (effect) => [{ seat: null, key: 'miyabi-log-dealt', args: { round: number(effect, 'round') } }],
  'miyabi-placed': (effect) => [
    {
      seat: seatOf(effect),
      key: 'miyabi-log-placed',
      args: {
        object: text(effect, 'object'),
        count: number(effect, 'objects'),
        at: at(effect),
        layer: number(effect, 'layer'),
      },
      icon: `${letterOf(text(effect, 'object'))}${number(effect, 'objects')}`,
    },
  ],
  'miyabi-zen-placed': (effect) => [
    {
      seat: seatOf(effect),
      key: 'miyabi-log-zen',
      args: { object: text(effect, 'object'), at: at(effect) },
      icon: `${letterOf(text(effect, 'object'))}1`,
    },
  ],
  'miyabi-enclosed': (effect) => [{ seat: seatOf(effect), key: 'miyabi-log-enclosed', args: { at: at(effect) } }],
  'miyabi-bonus-taken': (effect) => [
    {
      seat: seatOf(effect),
      key: 'miyabi-log-bonus',
      args: { object: text(effect, 'object') },
      icon: `${letterOf(text(effect, 'object'))}1`,
    },
  ],
  'miyabi-frog-placed': (effect) => [
    { seat: seatOf(effect), key: 'miyabi-log-frog', args: { at: at(effect) }, icon: 'frog-silver' },
  ],
  'miyabi-frog-stepped': (effect) => [
    {
      seat: seatOf(effect),
      key: 'miyabi-log-step',
      args: { at: at(effect), layer: number(effect, 'layer') },
      icon: effect.turned_golden ? 'frog-golden' : 'frog-silver',
    },
    ...(effect.turned_golden ? [{ seat: seatOf(effect), key: 'miyabi-log-golden', icon: 'frog-golden' }] : []),
  ],
  'miyabi-passed': (effect) => [{ seat: seatOf(effect), key: 'miyabi-log-passed' }],
  'miyabi-majority': (effect) => [
    {
      seat: null,
      key: 'miyabi-log-majority',
      args: { object: text(effect, 'object'), counts: (effect.counts as number[]).join(' : ') },
      icon: `${letterOf(text(effect, 'object'))}1`,
    },
  ],
}

/** Points stand at the end of the first line about their seat: “+5 +9”. */
export function describe(news: News): LogLine[] {
  const effects = effectsOf(news)
  const lines = effects.flatMap((effect) => LINES[effect.key]?.(effect) ?? [])
  for (const scored of effects.filter(({ key }) => key === 'scored')) {
    const parts = (scored.parts as { points: number }[] | undefined) ?? []
    const points = parts.map((part) => part.points).filter((count) => count)
    const line = lines.find(({ seat }) => seat === scored.seat)
    if (line && points.length) line.points = points
    else if (points.length)
      lines.push({ seat: seatOf(scored), key: 'miyabi-log-final', points: [number(scored, 'points')] })
  }
  return lines
}

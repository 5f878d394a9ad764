/** One event as lines of the log, from its effects. */

import type { News } from '$/wire/types'
import type { LogLine } from '../contract'
import { effectsOf, type Effect } from '../effects'

const seatOf = ({ seat }: Effect): number | null => (typeof seat === 'number' ? seat : null)
const number = (effect: Effect, detail: string): number => Number(effect[detail] ?? 0)

const LINES: Record<string, (effect: Effect) => LogLine[]> = {
  'edo-opened': (effect) => [{ seat: null, key: 'edo-log-opened', args: { round: number(effect, 'round') } }],
  'edo-taken': (effect) => [
    {
      seat: seatOf(effect),
      key: effect.last ? 'edo-log-last' : 'edo-log-taken',
      args: { card: number(effect, 'card') + 1 },
    },
  ],
  'edo-placed': (effect) => {
    const runs = effect.runs as { feature: string; length: number }[]
    const icon = runs[0]?.feature
    return [{ seat: seatOf(effect), key: 'edo-log-placed', args: { runs: runs.length }, ...(icon ? { icon } : {}) }]
  },
  'edo-ended': (effect) => [{ seat: null, key: 'edo-log-ended', args: { why: String(effect.why) } }],
  scored: (effect) => {
    const points = number(effect, 'points')
    return points ? [{ seat: seatOf(effect), key: 'edo-log-scored', args: {}, points: [points] }] : []
  },
}

export function describe(news: News): LogLine[] {
  return effectsOf(news).flatMap((effect) => LINES[effect.key]?.(effect) ?? [])
}

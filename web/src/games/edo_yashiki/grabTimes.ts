/** How fast everybody was in the last live grab, as the table has kept it. */

import type { News } from '$/wire/types'
import { effectsOf, isEffect } from '../effects'

export interface GrabTime {
  seat: number
  /** From the signal, in milliseconds; null for who had the last card. */
  ms: number | null
}

/** What the table notes beside a grab. */
interface GrabNote {
  seat: number
  effective: number
}

const grabIn = ({ event }: News): GrabNote | undefined =>
  event?.event === 'happened' ? (event.note?.grab as GrabNote | undefined) : undefined

export function grabTimesOf(history: readonly News[]): GrabTime[] {
  const times: GrabTime[] = []
  for (const news of history) {
    const effects = effectsOf(news)
    if (effects.some(isEffect('edo-opened'))) times.length = 0
    const grab = grabIn(news)
    if (grab) times.push({ seat: grab.seat, ms: Math.round(grab.effective) })
    const last = effects.filter(isEffect('edo-taken')).find((taken) => taken.last)
    if (last && times.length) times.push({ seat: last.seat, ms: null })
  }
  return times
}

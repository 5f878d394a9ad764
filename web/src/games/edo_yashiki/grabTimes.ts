/** How fast everybody was in the last live grab, as the table has kept it. */

import type { News } from '$/wire/types'

export interface GrabTime {
  seat: number
  /** From the signal, in milliseconds; null for who had the last card. */
  ms: number | null
}

interface GrabNews {
  event?: { event?: string; note?: { grab?: { seat: number; effective: number } } } | null
  effects?: { key: string; seat?: number; last?: boolean }[]
}

export function grabTimesOf(history: readonly News[]): GrabTime[] {
  const found: GrabTime[] = []
  for (const news of history as readonly GrabNews[]) {
    if (news.effects?.some(({ key }) => key === 'edo-opened')) found.length = 0
    const grab = news.event?.note?.grab
    if (grab) found.push({ seat: grab.seat, ms: Math.round(grab.effective) })
    const last = news.effects?.find(({ key, last }) => key === 'edo-taken' && last)
    if (last?.seat !== undefined && found.length) found.push({ seat: last.seat, ms: null })
  }
  return found
}

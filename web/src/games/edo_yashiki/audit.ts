/** How fast everybody was in the last live grab, as the table has kept it. */

import type { News } from '$/wire/types'

export interface Grabbed {
  seat: number
  /** From the signal, in milliseconds; null for who had the last card. */
  ms: number | null
}

interface Told {
  event?: { event?: string; note?: { grab?: { seat: number; effective: number } } } | null
  effects?: { key: string; seat?: number; last?: boolean }[]
}

export function auditOf(history: readonly News[]): Grabbed[] {
  const found: Grabbed[] = []
  for (const news of history as readonly Told[]) {
    if (news.effects?.some(({ key }) => key === 'edo-opened')) found.length = 0
    const grab = news.event?.note?.grab
    if (grab) found.push({ seat: grab.seat, ms: Math.round(grab.effective) })
    const last = news.effects?.find(({ key, last }) => key === 'edo-taken' && last)
    if (last?.seat !== undefined && found.length) found.push({ seat: last.seat, ms: null })
  }
  return found
}

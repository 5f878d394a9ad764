// The times that decided a live grab, as the table kept them beside the event, from the signal on.
import type { News } from '$/wire/types'

export interface Press {
  seat: number
  arrival: number
  claimed: number
  effective: number
  lag: number
}

export interface Grab {
  won: Press
  beaten: Press[]
}

const FIELDS = ['seat', 'arrival', 'claimed', 'effective', 'lag'] as const

/** A file may say anything: what is no press is no press. */
function pressOf(told: unknown): Press | null {
  const found = (told ?? {}) as Record<string, unknown>
  return FIELDS.every((field) => typeof found[field] === 'number') ? (found as unknown as Press) : null
}

export function grabOf(news: News | null): Grab | null {
  if (news?.event?.event !== 'happened') return null
  const told = news.event.note?.grab as { beaten?: unknown[] } | undefined
  const won = pressOf(told)
  if (!won) return null
  const beaten = Array.isArray(told?.beaten) ? told.beaten.map(pressOf).filter((press) => press !== null) : []
  return { won, beaten }
}

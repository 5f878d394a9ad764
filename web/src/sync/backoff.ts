// Exponential backoff with jitter, so that clients do not reconnect in step.
export const MIN_DELAY_MS = 500
export const MAX_DELAY_MS = 10_000

/** Milliseconds before attempt `attempt` (from 0): half fixed, half random. */
export function retryDelay(attempt: number, random: () => number): number {
  const most = Math.min(MAX_DELAY_MS, 2 * MIN_DELAY_MS * 2 ** Math.min(attempt, 10))
  return Math.max(MIN_DELAY_MS, most / 2 + (random() * most) / 2)
}

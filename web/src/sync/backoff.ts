// How long to wait before coming back: longer each time, never in step with everybody else.
export const MIN_DELAY_MS = 500
export const MAX_DELAY_MS = 10_000

/** Milliseconds before try number `tries` (counted from 0): half of it sure, half of it chance. */
export function retryDelay(tries: number, random: () => number): number {
  const most = Math.min(MAX_DELAY_MS, 2 * MIN_DELAY_MS * 2 ** Math.min(tries, 10))
  return Math.max(MIN_DELAY_MS, most / 2 + (random() * most) / 2)
}

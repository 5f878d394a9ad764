// How long to wait before coming back: longer each time, never in step with everybody else.
export const SHORTEST = 500
export const LONGEST = 10_000

/** Milliseconds before try number `tries` (counted from 0): half of it sure, half of it chance. */
export function delay(tries: number, random: () => number): number {
  const most = Math.min(LONGEST, 2 * SHORTEST * 2 ** Math.min(tries, 10))
  return Math.max(SHORTEST, most / 2 + (random() * most) / 2)
}

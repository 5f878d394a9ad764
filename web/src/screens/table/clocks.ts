// How much time is left, as a clock shows it.
const MINUTE_SECONDS = 60
const HOUR_SECONDS = 60 * MINUTE_SECONDS
const DAY_SECONDS = 24 * HOUR_SECONDS

/** “1:05”, “2:00:00” and, where there are days, “3 d 4 h” in figures that every language reads. */
export function clockText(milliseconds: number): string {
  const seconds = Math.ceil(Math.max(milliseconds, 0) / 1000)
  if (seconds >= 2 * DAY_SECONDS)
    return `${Math.floor(seconds / DAY_SECONDS)}d ${Math.floor((seconds % DAY_SECONDS) / HOUR_SECONDS)}h`
  const two = (value: number): string => String(value).padStart(2, '0')
  const [hours, minutes, rest] = [
    Math.floor(seconds / HOUR_SECONDS),
    Math.floor((seconds % HOUR_SECONDS) / MINUTE_SECONDS),
    seconds % MINUTE_SECONDS,
  ]
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

// How much time is left, as a clock shows it.
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** “1:05”, “2:00:00” and, where there are days, “3 d 4 h” in figures that every language reads. */
export function clockText(milliseconds: number): string {
  const seconds = Math.ceil(Math.max(milliseconds, 0) / 1000)
  if (seconds >= 2 * DAY) return `${Math.floor(seconds / DAY)}d ${Math.floor((seconds % DAY) / HOUR)}h`
  const two = (value: number): string => String(value).padStart(2, '0')
  const [hours, minutes, rest] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / MINUTE), seconds % MINUTE]
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

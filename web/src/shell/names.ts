// What people and bots are called on the screen.
import { t } from '$/i18n/language.svelte'
import type { SeatNews } from '$/wire/types'

/** Everybody has a name. Bots of older tables have none but their level, and are counted where there are several. */
export function displayName(seats: SeatNews[], index: number): string {
  const seat = seats[index]
  const level = seat?.held === 'bot' ? seat.bot : null
  if (!level || seat?.name?.toLowerCase() !== level) return seat?.name ?? ''
  const alike = seats.map((one, at) => (one.held === 'bot' && one.bot === level ? at : -1)).filter((at) => at >= 0)
  const name = t(`level-${level}`)
  return alike.length > 1 ? `${name} ${alike.indexOf(index) + 1}` : name
}

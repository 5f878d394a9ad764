// What people and bots are called on the screen.
import { t } from '$/i18n/language.svelte'
import type { SeatNews } from '$/wire/types'

/** People's names are theirs; bots are called by their level, and counted where there are several of one. */
export function displayName(seats: SeatNews[], index: number): string {
  const seat = seats[index]
  if (seat?.held !== 'bot' || !seat.bot) return seat?.name ?? ''
  const level = seat.bot
  const alike = seats.map((one, at) => (one.held === 'bot' && one.bot === level ? at : -1)).filter((at) => at >= 0)
  const name = t(`level-${level}`)
  return alike.length > 1 ? `${name} ${alike.indexOf(index) + 1}` : name
}

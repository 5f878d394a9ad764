/** What everybody is called at a board: you are “you”, unless several play at this device. */

import type { Seat } from './contract'

export const nameOf = ({ name, you }: Pick<Seat, 'name' | 'you'>, t: (key: string) => string): string =>
  you ? t('you') : (name ?? '')
export const namesOf = (seats: Seat[], t: (key: string) => string): string[] => seats.map((seat) => nameOf(seat, t))

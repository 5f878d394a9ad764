// What is shown while that is behind the present: the position after some entry, and the table around it as it is now.
import type { TableState } from '$/sync/reducer'
import type { Choices, News, View } from '$/wire/types'

export interface Picture {
  view: View
  /** The entry that it shows last. */
  seq: number
}

/** The table with an earlier position. It is not over before its end is seen; new choices wait for that, too. */
export function tableIn(picture: Picture, present: TableState, offered: Choices | null | undefined): TableState {
  const phase = present.phase === 'over' ? 'playing' : present.phase
  const choices = present.choices === offered ? present.choices : null
  return { ...present, view: picture.view, phase, choices, ended: null }
}

/** The picture after these entries. */
export const pictureAfter = (passed: News[], picture: Picture): Picture => ({
  view: passed.findLast((news) => news.view)?.view ?? picture.view,
  seq: passed.at(-1)?.seq ?? picture.seq,
})

/** Somebody's action, and neither chance's nor the table's. */
export const isAction = ({ event }: News): boolean => event?.event === 'happened' && typeof event.who === 'number'

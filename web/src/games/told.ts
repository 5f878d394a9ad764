/** What every game is told in, beside the types of the wire. */

import type { Item } from '$/wire/types'

export type { Choices, Item } from '$/wire/types'

/** What goes into a sentence. */
export type Words = Item['args']

/** Why something cannot be done. */
export interface Reason {
  code: string
  rule: string
  args?: Words
}

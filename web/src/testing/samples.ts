// Small values of the wire's types, for tests of code that does not look inside them.
import type { Choices, View } from '$/wire/types'

/** A view with only these fields: the sync layer reads no others. */
export const sampleView = (fields: Partial<View> & Record<string, unknown>): View => fields as View

/** One action to choose from. */
export const sampleChoices = (seat: number, seq: number, action = 'a'): Choices => ({
  seat,
  seq,
  actions: [action],
  points: [0],
  sums: [[]],
  parts: [],
  cover: { does: ['pass'], tile: [''], column: [-1], turn: [''], at: [-1], cells: [[]], layer: [-1], objects: [0] },
  blocked: { reasons: [], tiles: {}, actions: {} },
})

/** From a tile on display to a confirmed action: column first, then turn, then confirm. A machine without a screen.
 *
 * Nothing leaves it but by `confirm`, and that gives only actions which the server has offered.
 */

import type { Choice, Offer } from './offer'

export type MiyabiHand =
  | { holds: 'nothing' }
  /** A tile is picked; no column yet. */
  | { holds: 'tile'; tile: string }
  /** Everything is chosen; it lies in the garden as a preview. */
  | { holds: 'preview'; choice: Choice }

export const EMPTY: MiyabiHand = { holds: 'nothing' }

export type Input =
  | { do: 'pick'; tile: string }
  | { do: 'column'; column: number }
  /** Taps, the wheel and R: the next or previous turn that is possible. */
  | { do: 'turn'; by: 1 | -1 }
  /** A tile swung about its object cell by its green end: that way, if it is possible. */
  | { do: 'aim'; turn: string }
  /** A cell of the garden was tapped. */
  | { do: 'cell'; cell: number }
  /** Anything that is one action: passing, ending the turn, a step of the frog, a hint. */
  | { do: 'action'; action: string }
  | { do: 'undo' }

const COLUMNS = 6

export function step(offer: Offer, hand: MiyabiHand, input: Input): MiyabiHand {
  switch (input.do) {
    case 'pick':
      return pick(offer, hand, input.tile)
    case 'column':
      return column(offer, hand, input.column)
    case 'turn':
      return turn(offer, hand, input.by)
    case 'aim':
      return aim(offer, hand, input.turn)
    case 'cell':
      return cell(offer, hand, input.cell)
    case 'action':
      return preview(offer.named(input.action)) ?? hand
    case 'undo':
      return EMPTY
  }
}

/** The action to send; null while there is nothing complete. */
export function confirm(offer: Offer, hand: MiyabiHand): string | null {
  return hand.holds === 'preview' && offer.named(hand.choice.action) ? hand.choice.action : null
}

/** After news: what is still offered stays in hand. */
export function carriedOver(offer: Offer | null, hand: MiyabiHand): MiyabiHand {
  if (!offer) return EMPTY
  if (hand.holds === 'tile') return offer.pickable(hand.tile) ? hand : EMPTY
  if (hand.holds === 'preview') return preview(offer.named(hand.choice.action)) ?? EMPTY
  return hand
}

export function tileInHand(hand: MiyabiHand): string | null {
  if (hand.holds === 'tile') return hand.tile
  return hand.holds === 'preview' && hand.choice.tile ? hand.choice.tile : null
}

/** Which of how many turns lies there, both from 1. */
export function turnOf(offer: Offer, hand: MiyabiHand): { number: number; of: number } | null {
  if (hand.holds !== 'preview' || hand.choice.column < 0) return null
  const turns = offer.turns(hand.choice.tile, hand.choice.column)
  return { number: turns.findIndex(({ action }) => action === hand.choice.action) + 1, of: turns.length }
}

const preview = (choice: Choice | undefined): MiyabiHand | null => (choice ? { holds: 'preview', choice } : null)

/** The same tile again puts it back; another one keeps the column, where it fits there. */
function pick(offer: Offer, hand: MiyabiHand, tile: string): MiyabiHand {
  if (tile === tileInHand(hand)) return EMPTY
  if (!offer.pickable(tile)) return hand
  const kept =
    hand.holds === 'preview' && hand.choice.column >= 0 ? best(offer.turns(tile, hand.choice.column)) : undefined
  return preview(kept) ?? { holds: 'tile', tile }
}

/** A blocked column changes nothing: the caller says why. The turn stays as it was, where that is possible. */
function column(offer: Offer, hand: MiyabiHand, to: number): MiyabiHand {
  const tile = tileInHand(hand)
  if (tile === null || to < 0 || to >= COLUMNS) return hand
  const turns = offer.turns(tile, to)
  const same = hand.holds === 'preview' ? turns.find(({ turn }) => turn === hand.choice.turn) : undefined
  return preview(same ?? best(turns)) ?? hand
}

/** The first of those that score most. */
function best(turns: readonly Choice[]): Choice | undefined {
  return turns.reduce<Choice | undefined>((top, next) => (top && top.points >= next.points ? top : next), undefined)
}

function turn(offer: Offer, hand: MiyabiHand, by: 1 | -1): MiyabiHand {
  const now = turnOf(offer, hand)
  if (!now || hand.holds !== 'preview') return hand
  const turns = offer.turns(hand.choice.tile, hand.choice.column)
  return preview(turns[(now.number - 1 + by + now.of) % now.of]) ?? hand
}

function aim(offer: Offer, hand: MiyabiHand, towards: string): MiyabiHand {
  if (hand.holds !== 'preview') return hand
  const turns = offer.turns(hand.choice.tile, hand.choice.column)
  return preview(turns.find(({ turn }) => turn === towards)) ?? hand
}

/** With a tile in hand: its column, or another turn where the tile lies already. Else the frog may want to go there. */
function cell(offer: Offer, hand: MiyabiHand, at: number): MiyabiHand {
  const tile = tileInHand(hand)
  if (tile === null) return preview(offer.frogs.find((frog) => frog.at === at)) ?? hand
  const to = at % COLUMNS
  if (hand.holds === 'preview' && (hand.choice.column === to || hand.choice.cells.includes(at)))
    return turn(offer, hand, 1)
  return column(offer, hand, to)
}

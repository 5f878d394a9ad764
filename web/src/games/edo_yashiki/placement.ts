/** From the card in hand to a confirmed placement: a ghost that snaps, half a turn, confirm. A machine without a screen.
 *
 * The ghost may lie where no card can: then it says why, and cannot be confirmed. Nothing leaves but by `confirm`.
 */

import type { Choice, Offer } from './offer'

export interface Ghost {
  x: number
  y: number
  turned: boolean
}

export type Hand =
  | { holds: 'nothing' }
  | { holds: 'card'; ghost: Ghost }
  /** A grab or a choice among runs, picked but not yet confirmed. */
  | { holds: 'pick'; choice: Choice }

export const EMPTY: Hand = { holds: 'nothing' }

export type Input =
  /** A tap or a drag: the card's top left square would be about here, in squares. */
  | { do: 'near'; x: number; y: number }
  /** Exactly here, possible or not: keys. */
  | { do: 'at'; x: number; y: number }
  | { do: 'turn' }
  | { do: 'pick'; action: string }
  | { do: 'undo' }

/** How far a ghost is drawn to a place that is possible, in squares. */
const REACH_SQUARES = 0.9

export function step(offer: Offer, hand: Hand, input: Input): Hand {
  switch (input.do) {
    case 'near':
      return lay(offer, hand, nearest(offer, input.x, input.y, turnedIn(hand)))
    case 'at':
      return lay(offer, hand, { x: input.x, y: input.y, turned: turnedIn(hand) })
    case 'turn':
      return turn(offer, hand)
    case 'pick': {
      const choice = offer.does === 'place' ? undefined : offer.named(input.action)
      return choice ? { holds: 'pick', choice } : hand
    }
    case 'undo':
      return EMPTY
  }
}

const turnedIn = (hand: Hand): boolean => hand.holds === 'card' && hand.ghost.turned

/** What would be confirmed; undefined where the ghost lies where it cannot. */
export function chosen(offer: Offer, hand: Hand): Choice | undefined {
  if (hand.holds === 'pick') return offer.named(hand.choice.action)
  return hand.holds === 'card' ? offer.at(hand.ghost.x, hand.ghost.y, hand.ghost.turned) : undefined
}

export const confirm = (offer: Offer, hand: Hand): string | null => chosen(offer, hand)?.action ?? null

/** After news of others: what is still offered stays in hand; a ghost stays where it was. */
export function carriedOver(offer: Offer | null, hand: Hand): Hand {
  if (!offer || (hand.holds === 'card') !== (offer.does === 'place')) return EMPTY
  if (hand.holds === 'pick') return offer.named(hand.choice.action) ? hand : EMPTY
  return hand
}

function lay(offer: Offer, hand: Hand, ghost: Ghost): Hand {
  if (offer.does !== 'place') return hand
  const { left, top, right, bottom } = offer.frame
  if (ghost.x < left || ghost.y < top || ghost.x >= right || ghost.y >= bottom) return hand
  const same =
    hand.holds === 'card' && hand.ghost.x === ghost.x && hand.ghost.y === ghost.y && hand.ghost.turned === ghost.turned
  return same ? hand : { holds: 'card', ghost }
}

/** The closest possible place within reach, or else just the closest square. */
function nearest(offer: Offer, x: number, y: number, turned: boolean): Ghost {
  const [column, row] = [Math.round(x), Math.round(y)]
  let best: Ghost = { x: column, y: row, turned }
  let distance = REACH_SQUARES
  for (const [dx, dy] of [
    [0, 0],
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    if (!offer.at(column + dx, row + dy, turned)) continue
    const far = Math.hypot(column + dx - x, row + dy - y)
    if (far < distance) [best, distance] = [{ x: column + dx, y: row + dy, turned }, far]
  }
  return best
}

/** A card that half a turn does not change has no other way up. */
function turn(offer: Offer, hand: Hand): Hand {
  if (hand.holds !== 'card' || offer.faces.length < 2) return hand
  return { holds: 'card', ghost: { ...hand.ghost, turned: !hand.ghost.turned } }
}

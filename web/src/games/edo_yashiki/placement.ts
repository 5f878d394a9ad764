/** From the card in hand to a confirmed placement: a ghost that snaps, half a turn, confirm. A machine without a screen.
 *
 * The ghost may lie where no card can: then it says why, and cannot be confirmed. Nothing leaves but by `confirm`.
 * An open card that is picked but not taken yet can be tried in the house in the same way, where the server says how.
 */

import type { Choice, Offer } from './offer'

export interface Ghost {
  x: number
  y: number
  turned: boolean
}

export type EdoHand =
  | { holds: 'nothing' }
  | { holds: 'card'; ghost: Ghost }
  /** A grab or a choice among runs, picked but not yet confirmed; and where its card is tried. */
  | { holds: 'pick'; choice: Choice; ghost: Ghost | null }

export const EMPTY: EdoHand = { holds: 'nothing' }

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

export function step(offer: Offer, hand: EdoHand, input: Input): EdoHand {
  const places = placesFor(offer, hand)
  switch (input.do) {
    case 'near':
      return places ? lay(places, hand, nearest(places, input.x, input.y, turnedIn(hand))) : hand
    case 'at':
      return places ? lay(places, hand, { x: input.x, y: input.y, turned: turnedIn(hand) }) : hand
    case 'turn':
      return places ? turn(places, hand) : hand
    case 'pick': {
      const choice = offer.does === 'place' ? undefined : offer.named(input.action)
      return choice ? { holds: 'pick', choice, ghost: null } : hand
    }
    case 'undo':
      return EMPTY
  }
}

/** The places of the card in hand, or of the open card that is tried. */
export function placesFor(offer: Offer, hand: EdoHand): Offer | null {
  if (offer.does === 'place') return offer
  return hand.holds === 'pick' ? offer.trial(hand.choice.card) : null
}

export const ghostIn = (hand: EdoHand): Ghost | null => (hand.holds === 'nothing' ? null : hand.ghost)

const turnedIn = (hand: EdoHand): boolean => ghostIn(hand)?.turned ?? false

/** What would be confirmed; undefined where the ghost lies where it cannot. */
export function chosen(offer: Offer, hand: EdoHand): Choice | undefined {
  if (hand.holds === 'pick') return offer.named(hand.choice.action)
  return hand.holds === 'card' ? offer.at(hand.ghost.x, hand.ghost.y, hand.ghost.turned) : undefined
}

/** What the card would do where it lies or is tried. */
export function placed(offer: Offer, hand: EdoHand): Choice | undefined {
  const ghost = ghostIn(hand)
  return ghost ? placesFor(offer, hand)?.at(ghost.x, ghost.y, ghost.turned) : undefined
}

export const confirm = (offer: Offer, hand: EdoHand): string | null => chosen(offer, hand)?.action ?? null

/** After news of others: what is still offered stays in hand; a ghost stays where it was. */
export function carriedOver(offer: Offer | null, hand: EdoHand): EdoHand {
  if (!offer || (hand.holds === 'card') !== (offer.does === 'place')) return EMPTY
  if (hand.holds === 'pick') return offer.named(hand.choice.action) ? hand : EMPTY
  return hand
}

/** The card that was tried is in hand now, and lies where it was tried. */
export const taken = (offer: Offer, ghost: Ghost): EdoHand =>
  offer.does === 'place' && offer.at(ghost.x, ghost.y, ghost.turned) ? { holds: 'card', ghost } : EMPTY

function lay(places: Offer, hand: EdoHand, ghost: Ghost): EdoHand {
  const { left, top, right, bottom } = places.frame
  if (ghost.x < left || ghost.y < top || ghost.x >= right || ghost.y >= bottom) return hand
  const before = ghostIn(hand)
  if (before?.x === ghost.x && before.y === ghost.y && before.turned === ghost.turned) return hand
  return withGhost(hand, ghost)
}

const withGhost = (hand: EdoHand, ghost: Ghost): EdoHand =>
  hand.holds === 'pick' ? { ...hand, ghost } : { holds: 'card', ghost }

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
function turn(places: Offer, hand: EdoHand): EdoHand {
  const ghost = ghostIn(hand)
  return ghost && places.faces.length > 1 ? withGhost(hand, { ...ghost, turned: !ghost.turned }) : hand
}

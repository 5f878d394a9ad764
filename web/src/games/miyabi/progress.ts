/** How far the turn has come, for the status line. */

import type { MiyabiView } from '$/wire/types'
import type { Offer } from './offer'
import { tileInHand, turnOf, type MiyabiHand } from './placement'
import { COLUMN_LETTERS } from './geometry'
import type { Translate } from './words'

export interface Step {
  text: string
  state: 'done' | 'now' | 'later'
}

const inOrder = (texts: string[], now: number): Step[] =>
  texts.map((text, number) => ({ text, state: number < now ? 'done' : number === now ? 'now' : 'later' }))

/** Once it is sent, all of it is done. */
export function stepsOf(t: Translate, offer: Offer, hand: MiyabiHand, view: MiyabiView, sent: boolean): Step[] {
  const steps = stepsIn(t, offer, hand, view)
  return sent ? steps.map((step) => ({ ...step, state: 'done' })) : steps
}

function stepsIn(t: Translate, offer: Offer, hand: MiyabiHand, view: MiyabiView): Step[] {
  if (view.phase === 'frog-setup')
    return inOrder([t('miyabi-step-frog-setup'), t('miyabi-step-confirm')], hand.holds === 'preview' ? 1 : 0)
  const placing = offer.choices.some(({ does }) => does === 'tile' || does === 'zen')
  if (!placing)
    return inOrder(
      [t(view.turn.placed ? 'miyabi-step-frog-or-end' : 'miyabi-step-pass'), t('miyabi-step-confirm')],
      hand.holds === 'preview' ? 1 : 0,
    )
  if (hand.holds === 'preview' && hand.choice.column < 0)
    return inOrder([t('miyabi-step-frog'), t('miyabi-step-confirm')], 1)
  const column =
    hand.holds === 'preview'
      ? t('miyabi-step-in-column', { column: COLUMN_LETTERS[hand.choice.column] ?? '' })
      : t('miyabi-step-column')
  const turns = turnOf(offer, hand)
  const now = tileInHand(hand) === null ? 0 : hand.holds === 'tile' ? 1 : turns && turns.of > 1 ? 2 : 3
  const first = t(offer.frogs.length ? 'miyabi-step-tile-or-frog' : 'miyabi-step-tile')
  return inOrder([first, column, t('miyabi-step-turn'), t('miyabi-step-confirm')], now)
}

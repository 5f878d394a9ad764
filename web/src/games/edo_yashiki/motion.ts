/** How Edo Yashiki's events move: cards from the open row into a house, new cards when a round begins. */

import { fly, isInWindow, seatSpot, spotIn, type Spot } from '$/motion/flight'
import { showPoints } from '$/motion/points'
import { arriveOneByOne, sweep } from '$/motion/sweep'
import type { EdoHouse, EdoView, News } from '$/wire/types'
import type { Motion, Scene } from '../contract'
import { effectsOf, type EffectOf } from '../effects'
import { nameOf } from '../names'
import { HIGH, UNIT, WIDE, windowOn } from './geometry'

const FLIGHT_MS = 520
const TAKING_MS = 450
const SWEEP_MS = 450
const DEAL_MS = 450

type Placed = EffectOf<'edo-placed'>

const houseOf = (seat: number): SVGSVGElement | null => document.querySelector(`svg[data-house="${seat}"]`)
const isSmall = (seat: number): boolean => houseOf(seat)?.classList.contains('mini') ?? false

/** A point of a small house once it is drawn anew, with its new card. */
function spotSoon(svg: SVGSVGElement, house: EdoHouse, x: number, y: number): Spot {
  const { left, top, width, height } = svg.getBoundingClientRect()
  const view = windowOn(house, width, height)
  return { x: left + (x - view.x) / view.unit, y: top + (y - view.y) / view.unit, scale: 1 / view.unit }
}

/** The middle of the card where it comes to lie. A house that is out of sight is at its owner's card. */
function landing({ seat, x, y }: Placed, house: EdoHouse | undefined): Spot | null {
  const svg = houseOf(seat)
  if (!svg || !house) return null
  const [right, down] = [(x + WIDE / 2) * UNIT, (y + HIGH / 2) * UNIT]
  const spot = isSmall(seat) ? spotSoon(svg, house, right, down) : spotIn(svg, right, down)
  return spot && isInWindow(spot) ? spot : seatSpot(seat, 0.2)
}

function flyCard(placed: Placed, to: Spot | null): void {
  const card = document.querySelector<SVGSVGElement>(`[data-taker="${placed.seat}"] svg`)
  const anchor = { x: (WIDE / 2) * UNIT, y: (HIGH / 2) * UNIT }
  const from = card && spotIn(card, anchor.x, anchor.y)
  if (!card || !from || !to) return
  const turn = placed.turned ? 180 : 0
  fly({ piece: card, anchor, from, to, turn, ms: FLIGHT_MS, seat: placed.seat })
}

function placing(placed: Placed, { after }: Scene<EdoView>): Motion {
  const house = after.houses[placed.seat]
  return {
    travel: FLIGHT_MS,
    rest: 260,
    depart: () => flyCard(placed, landing(placed, house)),
    arrive: () => {
      const spot = landing(placed, house)
      if (spot && isSmall(placed.seat)) showPoints(placed.points, spot, placed.seat)
    },
  }
}

function opening({ round, starts }: EffectOf<'edo-opened'>, { before, after, seats, you, t }: Scene<EdoView>): Motion {
  const old = round > 1 && before.open.length > 0
  const starter = seats[starts]
  const word =
    after.grab === 'live'
      ? t('edo-status-round', { round })
      : starts === you && starter?.you
        ? t('edo-round-yours', { round })
        : t('edo-round-theirs', { round, name: starter ? nameOf(starter, t) : '' })
  return {
    travel: old ? SWEEP_MS : 0,
    rest: DEAL_MS,
    word,
    depart: () => old && sweep('.cards', '.cards button', SWEEP_MS),
    arrive: () => arriveOneByOne('.cards button', DEAL_MS),
  }
}

export function motionOf(news: News, scene: Scene<EdoView>): Motion | null {
  for (const effect of effectsOf(news)) {
    if (effect.key === 'edo-opened') return opening(effect, scene)
    if (effect.key === 'edo-placed') return placing(effect, scene)
    if (effect.key === 'edo-taken') return { travel: 0, rest: TAKING_MS }
  }
  return null
}

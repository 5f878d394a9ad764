/** A petal drifts over the gravel, and under everything that lies on it. */

import type { Creature } from './life'
import { part, passing } from './stage'

const FALL_MS = 12_000
const TRIES = 60
const LARGEST_PX = 22
/** How it sways on the way down: to the side as a part of the way, and how far it has turned, in degrees. */
const SWAYS = [
  [0, -30],
  [0.09, 20],
  [0.03, 75],
  [0.14, 110],
  [0.08, 170],
  [0.2, 215],
] as const

/** A place that nothing lies on, as parts of the gravel's width and height; the middle where none is found. */
function freePlace(gravel: HTMLElement): { across: number; down: number } {
  const origin = gravel.getBoundingClientRect()
  const boxes = [...gravel.querySelectorAll('[data-on-gravel]')].map((one) => one.getBoundingClientRect())
  for (let tries = 0; tries < TRIES; tries++) {
    const [across, down] = [Math.random(), Math.random()]
    const [x, y] = [origin.left + across * origin.width, origin.top + down * origin.height]
    if (!boxes.some((box) => x > box.left && x < box.right && y > box.top && y < box.bottom)) return { across, down }
  }
  return { across: 0.5, down: 0.5 }
}

/** It never leaves the gravel: nothing begins to scroll because of it. */
function path(width: number, height: number, from: number): Keyframe[] {
  const last = SWAYS.length - 1
  return SWAYS.map(([aside, turn], number) => {
    const x = Math.min(Math.max(from + aside * width, 0), width - LARGEST_PX)
    const y = ((height - LARGEST_PX) * number) / last
    const opacity = number === 0 || number === last ? 0 : 1
    return { transform: `translate(${x}px, ${y}px) rotate(${turn}deg)`, opacity, easing: 'ease-in-out' }
  })
}

export const petal: Creature = {
  rest: 60_000,
  stir: () => {
    const gravel = document.querySelector<HTMLElement>('.gravel')
    if (!gravel) return []
    const fallen = part('life-petal')
    gravel.append(fallen)
    const { clientWidth: width, clientHeight: height } = gravel
    const { across, down } = freePlace(gravel)
    const aside = SWAYS[Math.round(down * (SWAYS.length - 1))]?.[0] ?? 0
    return [passing(fallen, path(width, height, (across - aside) * width), { duration: FALL_MS })]
  },
}

/** The koi of a cell leave their places, swim round their pond once, and come back to where they were. */

import type { Creature } from '$/life/life'
import { part, passing, putOver, stirred } from '$/life/stage'
import './life.css'

const SWIM_MS = 6500
const STROKE_MS = 650
/** By how many there are: how large each one is, and how far from the middle, both of the pond's width. */
const SHOALS: Record<number, { size: number; away: number }> = {
  1: { size: 0.56, away: 0.2 },
  2: { size: 0.46, away: 0.25 },
  3: { size: 0.42, away: 0.28 },
}
/** The drawing's head is up to the right; at the top of its round it swims to the right. */
const HEADING = 45
const SWING = 8

/** All ponds in sight: the disc, and how many koi are on it. */
function ponds(): { disc: Element; count: number }[] {
  const first = document.querySelectorAll('.plot svg.garden circle + use[href="#object-f"]')
  return [...first].map((one) => {
    let count = 1
    for (let next = one.nextElementSibling; next?.getAttribute('href') === '#object-f'; count++)
      next = next.nextElementSibling
    return { disc: one.previousElementSibling as Element, count: Math.min(count, 3) }
  })
}

function swimmer(number: number, count: number, pond: number): { koi: SVGSVGElement; stroke: Animation } {
  const { size, away } = SHOALS[count] ?? { size: 0.42, away: 0.28 }
  const koi = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
  use.setAttribute('href', '#object-f')
  koi.setAttribute('viewBox', '0 0 100 100')
  koi.setAttribute('class', 'life-koi')
  koi.style.width = koi.style.height = `${size * pond}px`
  koi.append(use)
  const pose = (swing: number): Keyframe => ({
    transform: `translate(-50%, -50%) rotate(${(360 / count) * number}deg) translateY(${-away * pond}px) rotate(${HEADING + swing}deg)`,
  })
  const stroke = stirred(koi, [{ ...pose(-SWING), easing: 'ease-in-out' }, pose(SWING)], {
    duration: STROKE_MS,
    delay: -number * 200,
    direction: 'alternate',
    iterations: Math.ceil(SWIM_MS / STROKE_MS),
  })
  return { koi, stroke }
}

export const koi: Creature = {
  rest: 36_000,
  stir: () => {
    const all = ponds()
    const chosen = all[Math.floor(Math.random() * all.length)]
    const pond = chosen && putOver(chosen.disc, 'life-pond')
    if (!chosen || !pond) return []
    const shoal = part('life-shoal')
    pond.append(shoal)
    const swimmers = Array.from({ length: chosen.count }, (_, one) => swimmer(one, chosen.count, pond.clientWidth))
    shoal.append(...swimmers.map((one) => one.koi))
    const swim = [{ transform: 'rotate(0)', easing: 'cubic-bezier(.35, .1, .6, .95)' }, { transform: 'rotate(360deg)' }]
    const round = stirred(shoal, swim, { duration: SWIM_MS })
    const shown = [0, 1, 1, 0].map((opacity, number) => ({ opacity, offset: [0, 0.08, 0.92, 1][number] as number }))
    return [passing(pond, shown, { duration: SWIM_MS }), round, ...swimmers.map((one) => one.stroke)]
  },
}

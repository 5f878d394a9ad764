/** Points on a chip of paper, over the place that scored them. */

import type { Spot } from './flight'
import { pass } from './layer'

const POINTS_MS = 1100

export function showPoints(points: number, { x, y }: Spot, seat: number): void {
  if (!points) return
  const chip = document.createElement('span')
  chip.className = 'motion-points'
  chip.dataset.seat = String(seat)
  chip.textContent = `+${points}`
  const at = (up: number, scale = 1): string => `translate(${x}px, ${y - up}px) translate(-50%, -50%) scale(${scale})`
  pass(
    chip,
    [
      { transform: at(-8, 0.7), opacity: 0 },
      { transform: at(6), opacity: 1, offset: 0.15 },
      { transform: at(10), opacity: 1, offset: 0.82 },
      { transform: at(24), opacity: 0 },
    ],
    { duration: POINTS_MS, easing: 'ease-out' },
  )
}

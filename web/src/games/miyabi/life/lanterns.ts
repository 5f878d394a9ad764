/** By night a lantern's flame stoops in a breath of wind. */

import type { Creature } from '$/life/life'
import { passing, putOver } from '$/life/stage'
import { isDark } from '$/state/preferences.svelte'
import './life.css'

const FLICKER_MS = 1800
const FLAME = [0, 0.7, 0.3, 0.85, 0.2, 0.6, 0.45, 0]
const GLOW = 1.9

export const lanterns: Creature = {
  rest: 20_000,
  stir: () => {
    const lit = isDark() ? [...document.querySelectorAll('svg.lanterns use[href="#lantern"]:not([opacity])')] : []
    const chosen = lit[Math.floor(Math.random() * lit.length)]
    const glow = chosen && putOver(chosen, 'life-glow', GLOW)
    if (!glow) return []
    const flame = FLAME.map((opacity, number) => ({ opacity, transform: `scale(${1 + (number % 3) * 0.04})` }))
    return [passing(glow, flame, { duration: FLICKER_MS })]
  },
}

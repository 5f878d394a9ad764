/** Edo Yashiki's drawings as symbols of the page. */

import { addSymbols, ensureSymbols as ensureShared, pattern, symbols } from '$/draw/symbols'
import { SMALL_TERRAIN_ART, TERRAIN_ART } from './art/terrains'

/** An ink line with a light one beside it, so that it shows on any ground. */
const ROPES =
  pattern(
    'rope-hatch',
    11,
    '<path d="M.9 0V11" stroke="#22262B" stroke-opacity=".55" stroke-width="1.8"/><path d="M2.5 0V11" stroke="#F7F2E6" stroke-opacity=".62" stroke-width="1.5"/>',
  ) +
  pattern(
    'rope-hatch-small',
    5,
    '<path d="M.6 0V5" stroke="#22262B" stroke-opacity=".7" stroke-width="1.3"/><path d="M1.8 0V5" stroke="#F7F2E6" stroke-opacity=".8"/>',
  )

const ART =
  symbols('terrain', '0 0 60 60', TERRAIN_ART, 'hidden') +
  symbols('small-terrain', '0 0 24 24', SMALL_TERRAIN_ART, 'hidden') +
  ROPES

export function ensureSymbols(): void {
  ensureShared()
  addSymbols('edo_yashiki', ART)
}

/** Miyabi's drawings as symbols of the page. */

import './garden.css'
import { addSymbols, ensureSymbols as ensureShared, pattern, symbol, symbols } from '$/draw/symbols'
import { BONSAI, GOLDEN_FROG, LANTERN, LANTERN_FIELD, REASONS, SILVER_FROG } from './art/furniture'
import { OBJECT_ART } from './art/objects'

/** Shadow that fades away from what casts it: to the right, downwards, and up from the foot of a wall. */
const shade = (id: string, across: string): string =>
  `<linearGradient id="${id}" ${across}><stop offset="0" stop-color="var(--shade)"/><stop offset=".3" stop-color="var(--shade)" stop-opacity=".55"/><stop offset="1" stop-color="var(--shade)" stop-opacity="0"/></linearGradient>`

const ART = [
  symbols('object', '0 0 100 100', OBJECT_ART),
  symbol('lantern', '0 0 100 110', LANTERN),
  symbol('lantern-field', '0 0 100 110', LANTERN_FIELD),
  symbol('bonsai', '0 0 100 100', BONSAI),
  symbol('frog-silver', '0 0 100 100', SILVER_FROG),
  symbol('frog-golden', '0 0 100 100', GOLDEN_FROG),
  symbols('why', '0 0 24 24', REASONS),
  shade('shade-right', 'x1="0" x2="1"'),
  shade('shade-down', 'x1="0" x2="0" y1="0" y2="1"'),
  shade('shade-up', 'x1="0" x2="0" y1="1" y2="0"'),
  shade('shade-left', 'x1="1" x2="0"'),
  pattern('hatch', 8, '<path d="M0 0V8" stroke="var(--hatch)" stroke-width="3.4"/>'),
].join('')

export function ensureSymbols(): void {
  ensureShared()
  addSymbols('miyabi', ART)
}

/** All drawings as symbols in one hidden SVG at the top of the page; everything else refers to them with <use>. */

import './draw.css'
import { BONSAI, GOLDEN_FROG, HOUSE_SIGN, LANTERN, LANTERN_FIELD, REASONS, SILVER_FROG, TORII } from './art/furniture'
import { CREST_ART } from './art/crests'
import { OBJECT_ART } from './art/objects'
import { SMALL_TERRAIN_ART, TERRAIN_ART } from './art/terrains'

const ID = 'niwashi-symbols'

const symbol = (id: string, box: string, art: string, overflow = 'visible'): string =>
  `<symbol id="${id}" viewBox="${box}" overflow="${overflow}">${art}</symbol>`

const each = (prefix: string, box: string, art: Record<string, string>, overflow?: string): string =>
  Object.entries(art)
    .map(([name, drawing]) => symbol(`${prefix}-${name}`, box, drawing, overflow))
    .join('')

const pattern = (id: string, side: number, lines: string): string =>
  `<pattern id="${id}" width="${side}" height="${side}" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">${lines}</pattern>`

/** Hatching means locked: an ink line with a light one beside it, so that it shows on any ground. */
const PATTERNS =
  pattern('hatch', 8, '<path d="M0 0V8" stroke="var(--hatch)" stroke-width="3.4"/>') +
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

const GLOW =
  '<radialGradient id="glow"><stop offset="0" stop-color="#FFD166" stop-opacity="var(--glow)"/><stop offset=".55" stop-color="#FFD166" stop-opacity="calc(var(--glow) * .35)"/><stop offset="1" stop-color="#FFD166" stop-opacity="0"/></radialGradient>'

const SYMBOLS = [
  each('object', '0 0 100 100', OBJECT_ART),
  each('terrain', '0 0 60 60', TERRAIN_ART, 'hidden'),
  each('small-terrain', '0 0 24 24', SMALL_TERRAIN_ART, 'hidden'),
  each('crest', '-14 -14 28 28', Object.fromEntries(CREST_ART.map((art, seat) => [seat, art]))),
  symbol('lantern', '0 0 100 110', LANTERN),
  symbol('lantern-field', '0 0 100 110', LANTERN_FIELD),
  symbol('bonsai', '0 0 100 100', BONSAI),
  symbol('frog-silver', '0 0 100 100', SILVER_FROG),
  symbol('frog-golden', '0 0 100 100', GOLDEN_FROG),
  symbol('torii', '0 0 40 52', TORII),
  each('why', '0 0 24 24', REASONS),
  symbol('house-sign', '-32 -32 64 64', HOUSE_SIGN),
].join('')

/** Once a page, however many tables it shows. The text is ours alone: nothing from outside goes into it. */
export function ensureSymbols(page: Document = document): void {
  if (page.getElementById(ID)) return
  const text = `<svg xmlns="http://www.w3.org/2000/svg" id="${ID}" width="0" height="0" aria-hidden="true"><defs>${SYMBOLS}${PATTERNS}${GLOW}</defs></svg>`
  const svg = page.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true)
  svg.classList.add('niwashi-symbols')
  page.body.prepend(svg)
}

/** Drawings as symbols in hidden SVGs at the top of the page; everything else refers to them with <use>.
 *
 * These are the shell's own. A game has more in its folder, as art that its own `ensureSymbols` adds.
 */

import './draw.css'
import { CREST_ART } from './crests'
import { TORII } from './torii'

export const symbol = (id: string, box: string, art: string, overflow = 'visible'): string =>
  `<symbol id="${id}" viewBox="${box}" overflow="${overflow}">${art}</symbol>`

/** A symbol for each drawing: `object-m`, `object-p` … */
export const symbols = (prefix: string, box: string, art: Record<string, string>, overflow?: string): string =>
  Object.entries(art)
    .map(([name, drawing]) => symbol(`${prefix}-${name}`, box, drawing, overflow))
    .join('')

/** Slanted lines: hatching means locked. */
export const pattern = (id: string, side: number, lines: string): string =>
  `<pattern id="${id}" width="${side}" height="${side}" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">${lines}</pattern>`

const GLOW =
  '<radialGradient id="glow"><stop offset="0" stop-color="#FFD166" stop-opacity="var(--glow)"/><stop offset=".55" stop-color="#FFD166" stop-opacity="calc(var(--glow) * .35)"/><stop offset="1" stop-color="#FFD166" stop-opacity="0"/></radialGradient>'

const SHELL =
  symbols('crest', '-14 -14 28 28', Object.fromEntries(CREST_ART.map((art, seat) => [seat, art]))) +
  symbol('torii', '0 0 40 52', TORII) +
  GLOW

/** Once a page, however many tables it shows. The text is ours alone: nothing from outside goes into it. */
export function addSymbols(owner: string, art: string): void {
  const id = `niwashi-symbols-${owner}`
  if (document.getElementById(id)) return
  const text = `<svg xmlns="http://www.w3.org/2000/svg" id="${id}" width="0" height="0" aria-hidden="true"><defs>${art}</defs></svg>`
  const svg = document.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true)
  svg.classList.add('niwashi-symbols')
  document.body.prepend(svg)
}

export const ensureSymbols = (): void => addSymbols('shell', SHELL)

/** The four squares of an Edo Yashiki card, told apart by the polarity of their lines, also in greyscale. */

import { TERRAIN_COLOURS, type Terrain } from '../palette'

const leaf = (x: number, y: number, turn: number, size: number, colour: string): string =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})"><path d="M0 0C5-8 15-8.5 23 0C15 8.5 5 8 0 0Z" fill="${colour}"/><path d="M1 0H19" stroke="#13462D" stroke-width="1.7" stroke-linecap="round"/></g>`

const wave = (y: number, width: number, opacity = 1): string =>
  `<path d="M-1 ${y}q8-9 15.5 0t15 0 15 0 15.5 0" stroke="#F7F2E6" stroke-width="${width}" fill="none" opacity="${opacity}"/>`

/** Basket weave: blocks of lines, lying and standing in turn. */
function weave(blocks: number, lines: number): string {
  const side = 60 / blocks
  const margin = side * 0.1
  let d = ''
  for (let row = 0; row < blocks; row++)
    for (let column = 0; column < blocks; column++)
      for (let line = 1; line <= lines; line++) {
        const offset = (side * line) / (lines + 1)
        d +=
          (row + column) % 2
            ? `M${column * side + offset} ${row * side + margin}v${side - 2 * margin}`
            : `M${column * side + margin} ${row * side + offset}h${side - 2 * margin}`
      }
  return d
}

const ground = (letter: Terrain, side: number): string =>
  `<rect width="${side}" height="${side}" fill="${TERRAIN_COLOURS[letter]}"/>`

/** 60×60, for squares of 30 px and more. */
export const TERRAIN_ART: Record<Terrain, string> = {
  T: `${ground('T', 60)}<path d="${weave(4, 3)}" stroke="#8A6419" stroke-width="1.25" stroke-linecap="round" fill="none"/>`,
  P: `${ground('P', 60)}<path d="M0 36q7.5-9 15 0t15 0 15 0 15 0V60H0Z" fill="#0E69A8"/>${wave(16, 3.2)}${wave(33, 3.2)}${wave(50, 2.2, 0.85)}`,
  F: `${ground('F', 60)}<rect y="15" width="60" height="15" fill="#98958D"/><rect y="45" width="60" height="15" fill="#7E7B74"/><path d="M6 6h20M42 9h14M22 22h24M4 37h22M36 39h12M8 53h12M34 54h20" stroke="#B3B0A8" stroke-width="1.4" stroke-linecap="round"/><path d="M0 15H60M0 30H60M0 45H60M36 0V15M14 15V30M44 30V45M26 45V60" stroke="#2B2E32" stroke-width="2"/><g fill="#2B2E32"><circle cx="40" cy="4" r="1.3"/><circle cx="18" cy="19" r="1.3"/><circle cx="48" cy="34" r="1.3"/><circle cx="30" cy="49" r="1.3"/></g>`,
  G: `${ground('G', 60)}<path d="M6 34C16 26 22 18 26 5M34 58C42 50 48 40 51 30" stroke="#3C7A4E" stroke-width="1.8" fill="none"/>${leaf(24, 12, -8, 0.92, '#8CBF72')}${leaf(20, 20, 196, 0.82, '#5FA065')}${leaf(16, 27, 28, 0.8, '#5FA065')}${leaf(49, 37, 200, 0.9, '#8CBF72')}${leaf(45, 45, 10, 0.62, '#5FA065')}${leaf(40, 52, 196, 0.92, '#5FA065')}`,
}

/** 24×24, for smaller ones: fewer and bolder lines. */
export const SMALL_TERRAIN_ART: Record<Terrain, string> = {
  T: `${ground('T', 24)}<path d="M2 4h8M2 8h8M16 2v8M20 2v8M4 14v8M8 14v8M14 16h8M14 20h8" stroke="#8A6419" stroke-width="1.5" stroke-linecap="round"/>`,
  P: `${ground('P', 24)}<path d="M0 9q3-5 6 0t6 0 6 0 6 0M0 17.5q3-5 6 0t6 0 6 0 6 0" stroke="#F7F2E6" stroke-width="2.2" fill="none"/>`,
  F: `${ground('F', 24)}<path d="M0 8H24M0 16H24M15 0V8M7 8V16M18 16V24" stroke="#2B2E32" stroke-width="1.5"/>`,
  G: `${ground('G', 24)}<path d="M3 11C5 4 12 3 16 4C15 9 10 13 3 11Z" fill="#8CBF72"/><path d="M8 20C11 13 17 12 22 13C20 19 14 22 8 20Z" fill="#5FA065"/>`,
}

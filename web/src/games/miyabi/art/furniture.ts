/** What stands about in a garden and on the table: lanterns, the bonsai, frogs. */

import { INK } from '$/draw/palette'

const OUTLINE = `stroke="${INK}" stroke-width="3.2" stroke-linejoin="round" stroke-linecap="round"`

/** 100×110. */
export const LANTERN = `<g ${OUTLINE}><path d="M28 108H72L66 98H34Z" fill="#7E7B70"/><path d="M43 98L45 78H55L57 98Z" fill="#A9A598"/>
<path d="M26 78H74L66 69H34Z" fill="#7E7B70"/><rect x="33" y="43" width="34" height="26" fill="#A9A598"/>
<rect x="40.5" y="47" width="19" height="18" rx="1" fill="#FFD166" stroke-width="2.6"/><path d="M50 47V65M40.5 56H59.5" stroke-width="1.9" fill="none"/>
<path d="M7 43Q10 37 8 33Q28 32 40 17H60Q72 32 92 33Q90 37 93 43Q72 46 50 46Q28 46 7 43Z" fill="#7E7B70"/>
<path d="M41 17Q41 12 45 11Q44 5 50 1.5Q56 5 55 11Q59 12 59 17Z" fill="#A9A598"/></g>
<path d="M24 36Q36 32 43 22" fill="none" stroke="#A9A598" stroke-width="2.4" stroke-linecap="round"/>`

/** The empty field of a lantern, dashed, in the text's colour. */
export const LANTERN_FIELD = `<path d="M28 108H72L66 98H57L55 78H74L66 69H67V45.5Q82 45 93 43Q90 37 92 33Q72 32 60 17Q59 12 55 11Q56 5 50 1.5Q44 5 45 11Q41 12 41 17Q28 32 8 33Q10 37 7 43Q18 45 33 45.5V69H34L26 78H45L43 98H34Z" fill="none" stroke="currentColor" stroke-width="3" stroke-dasharray="6 5.5" stroke-linejoin="round" stroke-linecap="round"/>`

/** 100×100. */
export const BONSAI = `<g ${OUTLINE}><path d="M40 80C40 66 58 62 56 50C55 42 44 42 40 34L47 31C53 38 65 40 66 51C67 60 60 66 56 80Z" fill="#8A6B4C"/>
<path d="M62 56C70 56 74 52 79 49L82 53C76 58 70 61 63 62Z" fill="#8A6B4C"/>
<path d="M16 32C8 24 18 15 26 18C30 6 48 4 53 15C62 11 72 19 66 29C60 35 24 37 16 32Z" fill="#2F6B49"/>
<path d="M64 50C58 43 65 36 72 38C76 31 89 32 90 40C98 42 97 52 90 53C82 55 70 54 64 50Z" fill="#2F6B49"/>
<path d="M14 58C8 51 15 45 21 47C25 40 37 41 38 48C45 49 45 58 39 60C32 62 20 62 14 58Z" fill="#2F6B49"/>
<path d="M20 80H80L73 95H27Z" fill="#3E6A8C"/><path d="M16 76H84V83H16Z" fill="#3E6A8C"/><path d="M30 95V98M70 95V98" fill="none" stroke-width="4"/></g>
<path d="M24 25q3-4 7-2M35 15q6-4 10 0M50 23q4-3 8 0M72 44q3-3 6-1M82 41q4-1 5 3M21 53q3-3 6-1" fill="none" stroke="#A7CDA9" stroke-width="2.3" stroke-linecap="round"/>`

/** From above, like the koi; a golden one has rays as well, since metal is only a colour. */
function frog(body: string, shade: string, rays: boolean): string {
  const beams = 'M50 1V9M29 4L33 11M71 4L67 11'
  const crown = rays
    ? `<path d="${beams}" stroke="${INK}" stroke-width="7" stroke-linecap="round"/><path d="${beams}" stroke="${body}" stroke-width="3" stroke-linecap="round"/>`
    : ''
  const arms = 'M27 50C17 50 10 56 7 65M73 50C83 50 90 56 93 65'
  return `${crown}<g ${OUTLINE}>
<path d="M24 62C8 64 3 80 9 91C13 97 24 97 33 92L23 85C28 80 36 80 42 82Z" fill="${shade}"/><path d="M76 62C92 64 97 80 91 91C87 97 76 97 67 92L77 85C72 80 64 80 58 82Z" fill="${shade}"/>
<path d="${arms}" fill="none" stroke-width="10"/><path d="${arms}" fill="none" stroke="${shade}" stroke-width="5"/>
<path d="M50 18C72 18 84 32 82 46C81 54 77 58 74 66C70 80 62 88 50 88C38 88 30 80 26 66C23 58 19 54 18 46C16 32 28 18 50 18Z" fill="${body}"/>
<circle cx="28" cy="24" r="10" fill="${body}"/><circle cx="72" cy="24" r="10" fill="${body}"/></g>
<circle cx="27" cy="23" r="4.4" fill="${INK}"/><circle cx="73" cy="23" r="4.4" fill="${INK}"/>
<path d="M41 58q-4 9 1 18M59 58q4 9-1 18" fill="none" stroke="${shade}" stroke-width="3.4" stroke-linecap="round"/>
<path d="M32 40Q50 52 68 40" fill="none" stroke="${INK}" stroke-width="2.8" stroke-linecap="round"/>`
}

export const SILVER_FROG = frog('#D5DADF', '#97A1AA', false)
export const GOLDEN_FROG = frog('#F2BE3A', '#B27A12', true)

/** Why a column is blocked, 24×24, in the text's colour: steps, something sticking out, raked rings. */
export const REASONS = {
  uneven:
    '<path d="M2 20H9V14H15V8H22" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round"/>',
  outside:
    '<path d="M3 4V20H15" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="3 2.4"/><path d="M9 8H22V14H9Z" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linejoin="round"/>',
  zen: '<circle cx="12" cy="12" r="4" fill="none" stroke="currentColor" stroke-width="2"/><circle cx="12" cy="12" r="8.6" fill="none" stroke="currentColor" stroke-width="2"/>',
}

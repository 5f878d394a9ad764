/** The six objects of a Miyabi garden, flat like woodblock prints: one ink contour, one colour, a 100×100 field. */

import { INK, PAPER } from '$/draw/palette'
import { OBJECT_COLOURS, type ObjectLetter } from '../palette'

const OUTLINE = `stroke="${INK}" stroke-width="3.2" stroke-linejoin="round" stroke-linecap="round"`

function polar(x: number, y: number, degrees: number, radius: number): string {
  const angle = (degrees * Math.PI) / 180
  return `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`
}

function maple(): string {
  const [x, y] = [50, 54]
  const lobes = [
    [-204, 38],
    [-146, 48],
    [-90, 52],
    [-34, 48],
    [24, 38],
  ] as const
  const teeth = [
    [-21, 0.56],
    [-14.5, 0.79],
    [-9.5, 0.75],
    [0, 1],
    [9.5, 0.75],
    [14.5, 0.79],
    [21, 0.56],
  ] as const
  const edge: string[] = []
  lobes.forEach(([angle, length], number) => {
    for (const [turn, reach] of teeth) edge.push(polar(x, y, angle + turn, length * reach))
    const next = lobes[number + 1]
    if (next) edge.push(polar(x, y, (angle + next[0]) / 2, 17))
  })
  edge.push(polar(x, y, 60, 15), polar(x, y, 90, 10), polar(x, y, 120, 15))
  const veins = lobes.map(([angle, length]) => `M${x} ${y + 4}L${polar(x, y, angle, length * 0.74)}`).join('')
  const stem = 'M50 60C51 76 54 87 60 97'
  return `<path d="${stem}" fill="none" stroke="${INK}" stroke-width="7.5" stroke-linecap="round"/>
<path d="${stem}" fill="none" stroke="${OBJECT_COLOURS.m}" stroke-width="2.6" stroke-linecap="round"/>
<path d="M${edge.join('L')}Z" fill="${OBJECT_COLOURS.m}" ${OUTLINE}/>
<path d="${veins}" fill="none" stroke="#E9A06A" stroke-width="2.1" stroke-linecap="round"/>`
}

function pagoda(): string {
  const roof = (y: number, half: number, height: number, eave: number): string => {
    const [left, right] = [50 - half, 50 + half]
    return (
      `M${left} ${y}Q${left + eave * 1.1} ${y - 1} ${50 - half * 0.42} ${y - height}L${50 + half * 0.42} ${y - height}` +
      `Q${right - eave * 1.1} ${y - 1} ${right} ${y}Q${right - 3} ${y + 6} ${right - 9} ${y + 5.5}` +
      `L${left + 9} ${y + 5.5}Q${left + 3} ${y + 6} ${left} ${y}Z`
    )
  }
  const storeys = [
    [73, 20],
    [49, 16],
    [28, 12],
  ]
    .map(([y, half]) => `<rect x="${50 - half!}" y="${y}" width="${2 * half!}" height="17" fill="${PAPER}"/>`)
    .join('')
  const roofs = [roof(72, 41, 14, 14), roof(49, 34, 13, 12), roof(29, 27, 11, 10)]
    .map((d) => `<path d="${d}" fill="${OBJECT_COLOURS.p}"/>`)
    .join('')
  return `<g ${OUTLINE}><path d="M50 4V24" fill="none" stroke-width="3.6"/><path d="M45 10.5H55M46 16H54" fill="none" stroke-width="2.6"/>
<path d="M18 96H82V89.5H18Z" fill="#B7A7BC"/>${storeys}
<path d="M50 80V89M41 80V89M59 80V89M50 56V64M43 56V64M57 56V64" fill="none" stroke-width="2.4"/>${roofs}</g>
<g fill="none" stroke="#A98BB8" stroke-width="2" stroke-linecap="round"><path d="M34 66Q29 69 23 70M66 66Q71 69 77 70M50 61V71"/>
<path d="M37 43Q33 46 28 47M63 43Q67 46 72 47M50 39V48M50 21V28"/></g>`
}

/** Seen from above, head up right, the body in a bow: the silhouette alone says fish. */
function koi(): string {
  const blue = OBJECT_COLOURS.f
  const fin = '#8CC1F5'
  const body =
    'M78 7C89 8 95 18 92 31C89 46 77 55 62 62C48 68 39 74 33 85C31 88 26 87 25 83C25 68 31 58 40 48C49 38 51 29 57 18C62 10 69 6 78 7Z'
  return `<g ${OUTLINE}>
<path d="M29 79C20 71 10 70 3 74C9 78 12 82 12 87C10 92 12 97 16 100C20 95 27 91 35 91C36 86 33 82 29 79Z" fill="${fin}"/>
<path d="M51 31C42 23 31 23 23 29C31 33 36 40 42 47Z" fill="${fin}"/><path d="M83 46C91 54 92 65 87 73C80 69 73 65 67 60Z" fill="${fin}"/>
<path d="${body}" fill="${blue}"/></g>
<g fill="${PAPER}"><path d="M66 25C70 17 80 15 85 21C88 27 84 36 76 37C68 37 63 32 66 25Z"/><path d="M47 47C54 45 63 49 64 56C58 61 50 64 45 66C43 60 43 52 47 47Z"/><path d="M31 71C35 68 39 70 38 74C36 78 34 82 31 82C29 79 29 74 31 71Z"/></g>
<path d="${body}" fill="none" ${OUTLINE}/>
<path d="M62 40q5-1 8 3M53 36q4-3 8-1M72 47q4-2 6 1M68 52q3-2 5 1M40 55q1 5 0 8M35 62q2 4 1 7" fill="none" stroke="#0B4E96" stroke-width="2.3" stroke-linecap="round"/>
<circle cx="66" cy="15" r="3.4" fill="${INK}"/><circle cx="90" cy="25" r="3.4" fill="${INK}"/>
<path d="M75 6q-2-4-7-4M88 11q3-4 7-4" fill="none" stroke="${INK}" stroke-width="2.6" stroke-linecap="round"/>`
}

function azalea(): string {
  const petal = 'M0-6C-9-12-24-22-20-36C-18-43-9-47-3.5-44Q0-40 3.5-44C9-47 18-43 20-36C24-22 9-12 0-6Z'
  const at = (number: number): string => `transform="translate(50 51) rotate(${number * 72})"`
  const petals = [1, 4, 2, 3, 0].map((n) => `<path ${at(n)} d="${petal}" fill="${OBJECT_COLOURS.a}"/>`).join('')
  const veins = [0, 1, 2, 3, 4].map((n) => `<path ${at(n)} d="M0-10V-31M-4.5-14L-9.5-28M4.5-14L9.5-28"/>`).join('')
  const stamens = (
    [
      [-126, 21],
      [-90, 24],
      [-54, 21],
      [-18, 18],
      [198, 18],
    ] as const
  )
    .map(([angle, reach]) => {
      const [x, y] = polar(50, 51, angle, reach).split(' ')
      return `<path d="M50 51L${x} ${y}" stroke="${PAPER}" stroke-width="2"/><circle cx="${x}" cy="${y}" r="3" fill="${PAPER}" stroke="${INK}" stroke-width="1.3"/>`
    })
    .join('')
  return `<g ${OUTLINE}>${petals}</g><g fill="none" stroke="#8A2F55" stroke-width="2" stroke-linecap="round" opacity=".75">${veins}</g>
<circle cx="50" cy="51" r="9.5" fill="#8A2F55" stroke="${INK}" stroke-width="2.6"/>${stamens}`
}

function boxwood(): string {
  const leaf = OBJECT_COLOURS.b
  return `<g ${OUTLINE}><path d="M42 78L40 95H47L50 84L54 95H61L58 78Z" fill="#8A6B4C"/>
<path d="M24 56C12 50 16 32 30 33C30 14 44 6 54 10C66 5 79 16 75 31C88 32 91 50 78 56Z" fill="${leaf}"/>
<path d="M12 84C-1 80 1 61 14 60C15 48 32 44 39 52C46 44 60 44 65 52C73 46 87 50 88 61C101 62 101 80 88 84C70 89 30 89 12 84Z" fill="${leaf}"/></g>
<g fill="none" stroke="#8FBB97" stroke-width="2.9" stroke-linecap="round"><path d="M36 27q2-9 11-10M58 17q9 0 10 9M46 31q6-5 12 0M27 45q4-5 9-2M66 44q5-3 9 2M48 43q3-2 6 0"/>
<path d="M10 71q3-6 9-5M26 59q6-4 10 1M49 57q6-4 11 0M75 60q7-1 9 5M28 73q5-4 10 0M50 70q5-4 10 0M69 75q5-4 10 0"/></g>
<path d="M26 95.500H74" stroke="${INK}" stroke-width="3.4" stroke-linecap="round"/>`
}

function stone(): string {
  const edge = 'M62 6L80 20L86 52L92 84L80 93L22 93L9 85L17 66L33 42L44 18Z'
  return `<g ${OUTLINE}><path d="${edge}" fill="${OBJECT_COLOURS.s}"/>
<path d="M62 6L44 18L33 42L17 66L30 70L48 54L57 30Z" fill="#A5A297" stroke="none"/>
<path d="M80 20L86 52L92 84L80 93L66 93L70 62L66 34Z" fill="#454439" stroke="none"/>
<path d="M62 6L57 30L48 54L30 70L17 66M57 30L66 34L80 20M66 34L70 62L66 93M48 54L70 62M30 70L33 92" fill="none" stroke-width="1.9"/>
<path d="${edge}" fill="none"/>
<path d="M6 90Q10 79 19 84Q25 76 33 84Q40 79 46 87Q50 90 50 94L22 95Q8 96 6 90Z" fill="#7C9A5B" stroke-width="2.6"/></g>
<path d="M14 88q3-3 6 0M27 87q3-3 6 0" fill="none" stroke="#13462D" stroke-width="2" stroke-linecap="round"/>`
}

export const OBJECT_ART: Record<ObjectLetter, string> = {
  m: maple(),
  p: pagoda(),
  f: koi(),
  a: azalea(),
  b: boxwood(),
  s: stone(),
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HEIGHT_COLOURS, INK_OF, OBJECT_COLOURS, PAPER, SEAT_COLOURS, TERRAIN_COLOURS, VERMILION } from './palette'
import { ciede, contrast, difference, type ColorVision } from '../testing/colorVision'

const SIGHTS: ColorVision[] = ['normal', 'protan', 'deutan', 'tritan']
const pairs = (colours: readonly string[]): [string, string][] =>
  colours.flatMap((one, n) => colours.slice(n + 1).map((other): [string, string] => [one, other]))
const closest = (colours: readonly string[], sight: ColorVision): number =>
  Math.min(...pairs(colours).map(([one, other]) => difference(one, other, sight)))

test('the measure agrees with the published test data of CIEDE2000', () => {
  expect(ciede([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 3)
  expect(ciede([50, 2.5, 0], [73, 25, -18])).toBeCloseTo(27.1492, 3)
  expect(ciede([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514])).toBeCloseTo(0.9082, 3)
})

describe.each(SIGHTS)('%s sight', (sight) => {
  test('objects are told apart', () => expect(closest(Object.values(OBJECT_COLOURS), sight)).toBeGreaterThanOrEqual(18))
  test('terrains are told apart', () =>
    expect(closest(Object.values(TERRAIN_COLOURS), sight)).toBeGreaterThanOrEqual(26))
  test('seats are told apart', () => expect(closest(SEAT_COLOURS, sight)).toBeGreaterThanOrEqual(18))
})

test('no seat passes for what begins or scores', () => {
  for (const seat of SEAT_COLOURS) expect(difference(seat, VERMILION)).toBeGreaterThanOrEqual(15)
})

test.each(['light', 'dark'] as const)('the numeral is read on every height: %s', (theme) => {
  for (const ground of HEIGHT_COLOURS[theme]) expect(contrast(ground, INK_OF[theme])).toBeGreaterThanOrEqual(4.5)
})

test.each(['light', 'dark'] as const)('the next layer is another tint: %s', (theme) => {
  const tints = HEIGHT_COLOURS[theme]
  for (let n = 1; n < tints.length; n++) expect(difference(tints[n]!, tints[n - 1]!)).toBeGreaterThan(3)
})

test('objects stand out from their disc of paper', () => {
  for (const colour of Object.values(OBJECT_COLOURS)) expect(contrast(colour, PAPER)).toBeGreaterThanOrEqual(3)
})

test('the style sheets have the same colours', () => {
  const css = readFileSync(join(import.meta.dirname, '../style/tokens.css'), 'utf8').toUpperCase()
  const [light = '', dark = ''] = css.split(/:ROOT\[DATA-THEME='DARK'\]/)
  SEAT_COLOURS.forEach((colour, seat) => expect(light).toContain(`--SEAT-${seat}: ${colour}`))
  HEIGHT_COLOURS.light.forEach((colour, height) => expect(light).toContain(`--HEIGHT-${height}: ${colour}`))
  HEIGHT_COLOURS.dark.forEach((colour, height) => expect(dark).toContain(`--HEIGHT-${height}: ${colour}`))
})

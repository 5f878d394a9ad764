import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SEAT_COLOURS, VERMILION } from './palette'
import { ciede, closest, difference, SIGHTS } from '../testing/colorVision'

test('the measure agrees with the published test data of CIEDE2000', () => {
  expect(ciede([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 3)
  expect(ciede([50, 2.5, 0], [73, 25, -18])).toBeCloseTo(27.1492, 3)
  expect(ciede([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514])).toBeCloseTo(0.9082, 3)
})

test.each(SIGHTS)('seats are told apart: %s sight', (sight) =>
  expect(closest(SEAT_COLOURS, sight)).toBeGreaterThanOrEqual(18),
)

test('no seat passes for what begins or scores', () => {
  for (const seat of SEAT_COLOURS) expect(difference(seat, VERMILION)).toBeGreaterThanOrEqual(15)
})

test('the style sheet has the same colours', () => {
  const css = readFileSync(join(import.meta.dirname, '../style/tokens.css'), 'utf8').toUpperCase()
  SEAT_COLOURS.forEach((colour, seat) => expect(css).toContain(`--SEAT-${seat}: ${colour}`))
})

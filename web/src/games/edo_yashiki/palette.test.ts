import { expect, test } from 'vitest'
import { closest, SIGHTS } from '$/testing/colorVision'
import { TERRAIN_COLOURS } from './palette'

test.each(SIGHTS)('terrains are told apart: %s sight', (sight) =>
  expect(closest(Object.values(TERRAIN_COLOURS), sight)).toBeGreaterThanOrEqual(26),
)

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PAPER } from '$/draw/palette'
import { closest, contrast, difference, SIGHTS } from '$/testing/colorVision'
import { HEIGHT_COLOURS, INK_OF, OBJECT_COLOURS } from './palette'

test.each(SIGHTS)('objects are told apart: %s sight', (sight) =>
  expect(closest(Object.values(OBJECT_COLOURS), sight)).toBeGreaterThanOrEqual(18),
)

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

test('the style sheet has the same colours', () => {
  const css = readFileSync(join(import.meta.dirname, 'garden.css'), 'utf8').toUpperCase()
  const [light = '', dark = ''] = css.split(/:ROOT\[DATA-THEME='DARK'\]/)
  HEIGHT_COLOURS.light.forEach((colour, height) => expect(light).toContain(`--HEIGHT-${height}: ${colour}`))
  HEIGHT_COLOURS.dark.forEach((colour, height) => expect(dark).toContain(`--HEIGHT-${height}: ${colour}`))
})

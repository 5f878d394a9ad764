import { expect, test } from 'vitest'
import { isFreeLine } from './quiet'

test('a garden is fetched unasked only on a line that is known to cost nothing', () => {
  expect(isFreeLine(undefined, false)).toBe(true)
  expect(isFreeLine({ type: 'wifi' }, true)).toBe(true)
  expect(isFreeLine({ type: 'cellular' }, true)).toBe(false)
  expect(isFreeLine({ type: 'cellular' }, false)).toBe(false)
  expect(isFreeLine({ saveData: true, type: 'wifi' }, false)).toBe(false)
  expect(isFreeLine(undefined, true)).toBe(false)
})

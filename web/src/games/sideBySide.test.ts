import { expect, test } from 'vitest'
import { columnsFor } from './sideBySide'

test('two stand side by side on a desk and one above the other on a tall screen', () => {
  expect(columnsFor(2, { width: 900, height: 500 }, 40, 10)).toBe(2)
  expect(columnsFor(2, { width: 700, height: 1300 }, 40, 10)).toBe(1)
})

test('four are two by two in a square, and in one row where it is low', () => {
  expect(columnsFor(4, { width: 900, height: 800 }, 40, 10)).toBe(2)
  expect(columnsFor(4, { width: 1200, height: 340 }, 40, 10)).toBe(4)
})

test('one fills its box', () => {
  expect(columnsFor(1, { width: 300, height: 900 }, 40, 10)).toBe(1)
})

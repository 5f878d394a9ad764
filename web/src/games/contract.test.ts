import { expect, test } from 'vitest'
import { coverOf } from './index'

test('a game that nobody drew has no cover', () => {
  expect(coverOf('chess')).toBeUndefined()
})

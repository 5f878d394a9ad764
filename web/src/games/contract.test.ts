import { expect, test } from 'vitest'
import { catalogOf, clientOf, pictureOf } from './index'

test('a game that nobody drew has no board, no picture and no words', async () => {
  expect(await clientOf('chess')).toBeNull()
  expect(pictureOf('chess', 'emblem')).toBeUndefined()
  expect(await catalogOf('chess', 'en')).toBe('')
})

import { expect, test } from 'vitest'
import { isFound, pieces, wordsIn } from './textMatch'

test('all words have to be there, whatever their case, accents and width', () => {
  expect(isFound('Une grenouille dorée', wordsIn('DOREE gren'))).toBe(true)
  expect(isFound('Une grenouille dorée', wordsIn('dorée argent'))).toBe(false)
  expect(isFound('6×6の庭', wordsIn('６'))).toBe(true)
  expect(isFound('anything', wordsIn('  '))).toBe(true)
})

test('Japanese letters with a mark are letters of their own', () => {
  expect(isFound('庭が', wordsIn('か'))).toBe(false)
})

test('what was looked for is marked where it stands', () => {
  expect(pieces('Größe zählt', wordsIn('zahl'))).toEqual([
    { text: 'Größe ', hit: false },
    { text: 'zähl', hit: true },
    { text: 't', hit: false },
  ])
  expect(pieces('aaa', wordsIn('aa'))).toEqual([{ text: 'aaa', hit: true }])
  expect(
    pieces('ⅳ x', wordsIn('x'))
      .map(({ text }) => text)
      .join(''),
  ).toBe('ⅳ x')
})

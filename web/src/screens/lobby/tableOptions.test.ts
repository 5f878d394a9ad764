import { cardOf } from '$/games/options'
import { expect, test } from 'vitest'
import { clockOf, standardOptions, withChange, withLetter } from './tableOptions'

test('letters join in their order and leave again', () => {
  const once = withLetter(standardOptions('miyabi'), 'expansions', 'E')
  const twice = withLetter(once, 'expansions', 'C')
  expect(twice.expansions).toBe('CE')
  expect(withLetter(twice, 'expansions', 'E').expansions).toBe('C')
})

test('Samurai Gardener brings its specialists', () => {
  const edition = cardOf('edo_yashiki')!.options.find((option) => option.name === 'edition')!
  expect(withChange(standardOptions('edo_yashiki'), edition, 'samurai-gardener')).toMatchObject({ specialists: true })
})

test('a clock is what its name says', () => {
  expect(clockOf('turn-60')).toEqual({ kind: 'turn', seconds: 60 })
  expect(clockOf('no such clock')).toEqual({ kind: 'none' })
})

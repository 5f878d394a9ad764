import { cardOf } from '$/games/options'
import { expect, test } from 'vitest'
import { atOneDevice, clockOf, hasRaces, isOnlyApart, standardOptions, withChange, withLetter } from './tableOptions'

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

test('at one device nobody is faster than another', () => {
  const grab = cardOf('edo_yashiki')!.options.find((option) => option.name === 'grab')!
  expect([isOnlyApart(grab, 'live'), isOnlyApart(grab, 'calm')]).toEqual([true, false])
  expect(atOneDevice('edo_yashiki', standardOptions('edo_yashiki'))).toMatchObject({ grab: 'calm', specialists: false })
  expect(atOneDevice('miyabi', { expansions: 'A' })).toEqual({ expansions: 'A' })
})

test('players race where the game says so', () => {
  expect(hasRaces('edo_yashiki', { grab: 'live' })).toBe(true)
  expect(hasRaces('edo_yashiki', { grab: 'calm' })).toBe(false)
  expect(hasRaces('miyabi', { expansions: 'A' })).toBe(false)
})

test('a clock is what its name says', () => {
  expect(clockOf('turn-60')).toEqual({ kind: 'turn', seconds: 60 })
  expect(clockOf('no such clock')).toEqual({ kind: 'none' })
})

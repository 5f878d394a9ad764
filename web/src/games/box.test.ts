import { expect, test } from 'vitest'
import { confirmEntry, isAssumed, OWN_SOURCE, sourceKey } from './box'
import * as edo from './edo_yashiki/box/file'
import * as miyabi from './miyabi/box/file'

test('a source says whether an entry is assumed, known, or from the owner’s box', () => {
  const sources = ['A', 'A: as even as possible', 'X: printed', 'P', 'Aki', undefined, OWN_SOURCE]
  expect(sources.map((source) => isAssumed({ source }))).toEqual([true, true, false, false, false, false, false])
  expect(sources.map((source) => sourceKey({ source })).filter((key) => key === 'box-said-own')).toHaveLength(1)
})

test('only what is assumed is confirmed', () => {
  expect(confirmEntry({ count: 6, source: 'A' })).toEqual({ count: 6, source: OWN_SOURCE })
  expect(confirmEntry({ count: 6, source: 'P' })).toEqual({ count: 6, source: 'P' })
})

test('a square of a card is set, and nothing else', () => {
  const cards = [{ face: 'FG/FP/TT', source: 'A' }, { face: 'TP/TT/FG' }]
  const changed = edo.withSquare({ game: '', name: '', cards }, 0, 3, 'G')
  expect(changed.cards).toEqual([{ face: 'FG/FG/TT', source: OWN_SOURCE }, { face: 'TP/TT/FG' }])
  expect('TPFG'.split('').map((feature) => edo.nextTerrain(feature as 'T'))).toEqual(['P', 'F', 'G', 'T'])
})

test('a number is set in its section', () => {
  const file = {
    game: '',
    name: '',
    tiles: { m1: { count: 6, source: 'A' } },
    bonuses: { maple: { points: 10 } },
    zen: {},
  }
  expect(miyabi.withNumber(file, 'tiles', 'm1', 7).tiles).toEqual({ m1: { count: 7, source: OWN_SOURCE } })
  expect(miyabi.withNumber(file, 'bonuses', 'maple', 9).bonuses).toEqual({ maple: { points: 9, source: OWN_SOURCE } })
  expect(miyabi.numberOf(file.bonuses.maple)).toBe(10)
})

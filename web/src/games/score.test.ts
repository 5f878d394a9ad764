import { describe, expect, test } from 'vitest'
import * as edo from './edo_yashiki/score/code'
import * as miyabi from './miyabi/score/code'

describe('a sheet in a link', () => {
  test('comes back as it was, whatever people are called', () => {
    const cells = 'g123z0'.repeat(6)
    const sheet = { expansions: 'BC', seats: ['Hana, K;', '花/子', '%'].map((name) => ({ name, points: '87', cells })) }
    const code = miyabi.write(sheet)
    expect(code).toMatch(/^[A-Za-z0-9%.,;_~!'()*-]+$/)
    expect(miyabi.read(code)).toEqual(sheet)
    expect(miyabi.read(miyabi.write(miyabi.blank()))).toEqual(miyabi.blank())
    const pad = {
      specialists: true,
      seats: [
        { name: 'Hana', rounds: [['T3', 'P4'], []] },
        { name: '', rounds: [[], ['G6']] },
      ],
    }
    expect(edo.read(edo.write(pad))).toEqual(pad)
    expect(edo.write(pad)).toBe('s;Hana,T3P4.0;,0.G6')
  })
  test('is nothing where it was cut or invented', () => {
    const whole = miyabi.write(miyabi.blank())
    for (const code of [
      '',
      whole.slice(0, -1),
      `${whole}0`,
      whole.replace('0;', 'X;'),
      whole.replace(',,', ',-1,'),
      'x'.repeat(3000),
      '%E0;',
    ]) {
      expect(miyabi.read(code)).toBeNull()
    }
    for (const code of [
      '',
      '0;Hana,0',
      '0;a,0;b,0.0',
      '0;a,X3;b,0',
      '0;a,T2;b,0',
      `0;a,${'T3'.repeat(13)};b,0`,
      '0;%,0;b,0',
    ])
      expect(edo.read(code)).toBeNull()
  })
})

test('a tap turns through everything that a cell can show', () => {
  const all = (zen: boolean): string => {
    let [state, seen]: [miyabi.CellState, string] = ['0', '']
    do seen += state = miyabi.next(state, zen)
    while (state !== '0')
    return seen
  }
  expect(all(false)).toBe('123g0')
  expect(all(true)).toBe('123gz0')
})

test('more people keep what is written already', () => {
  const pad = edo.withRuns(edo.withRound(edo.blank()), 1, 1, ['T3'])
  expect(edo.withSeats(pad, 3).seats.map((seat) => seat.rounds)).toEqual([
    [[], []],
    [[], ['T3']],
    [[], []],
  ])
  expect(edo.withSeats(pad, 2)).toEqual(pad)
  expect(miyabi.withSeats(miyabi.blank(), 4).seats).toHaveLength(4)
})

test('runs stand in the order of their features, the longest first', () => {
  expect(edo.sorted(['G3', 'T3', 'P4', 'T5'])).toEqual(['T5', 'T3', 'P4', 'G3'])
})

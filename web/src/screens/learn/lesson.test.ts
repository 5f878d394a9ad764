import type { Lesson } from '$/games/lesson'
import type { Choices, Replay } from '$/wire/types'
import { expect, test } from 'vitest'
import {
  BEGINNING,
  previous,
  done,
  isDone,
  isNoticed,
  isWanted,
  numbersFor,
  next,
  interpolations,
  readProgress,
  recordAt,
} from './lesson'
import { selectorOf } from './spotlight'

const lesson: Lesson = {
  game: 'miyabi',
  you: 0,
  names: ['', 'Mei'],
  facts: { six: 6 },
  positions: {
    first: { options: { seats: 2 }, events: [['chance', 'deal …']] },
    later: {
      options: { seats: 3 },
      events: [
        ['chance', 'deal …'],
        [0, 'm1a'],
      ],
    },
  },
  steps: [
    { id: 'look', at: 'first', rules: [] },
    { id: 'pick', rules: [], do: { notice: 'picked f2' } },
    { id: 'place', rules: [], do: { act: ['f2cE'], scores: 5 }, then: [[1, 'p2bS']], after: {} },
    { id: 'go', rules: [], do: { act: ['f1d'] } },
    { id: 'end', at: 'later', rules: [] },
  ],
}
const choices = {
  seat: 0,
  seq: 1,
  actions: ['f2cE', 'm2aE', 'm1a'],
  points: [2, 5, 1],
  sums: [],
  parts: [],
  cover: { layer: [1, 2, 3] },
  blocked: {},
} as unknown as Choices

test('a record is the step’s position and all that was done since', () => {
  expect(recordAt(lesson, BEGINNING)).toEqual({ options: { seats: 2 }, events: [['chance', 'deal …']] })
  expect(recordAt(lesson, { step: 2, acted: { place: 'm2aE' } }).events).toEqual([
    ['chance', 'deal …'],
    [0, 'm2aE'],
    [1, 'p2bS'],
  ])
  expect(recordAt(lesson, { step: 4, acted: {} })).toEqual({
    options: { seats: 3 },
    events: [
      ['chance', 'deal …'],
      [0, 'm1a'],
    ],
  })
  expect(recordAt(lesson, { step: 5, acted: {} }).options).toEqual({ seats: 3 })
})

test('a step that was skipped is played as it would have been shown', () => {
  expect(recordAt(lesson, { step: 3, acted: {} }).events.slice(1)).toEqual([
    [0, 'f2cE'],
    [1, 'p2bS'],
  ])
})

test('what is asked for is one of some actions, or any that scores enough', () => {
  const step = lesson.steps[2]!
  expect(['f2cE', 'm2aE', 'm1a', 'x'].map((action) => isWanted(step, choices, action))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(isWanted(lesson.steps[1]!, choices, 'f2cE')).toBe(false)
  expect(isNoticed(lesson.steps[1], 'picked f2')).toBe(true)
  expect(isNoticed(lesson.steps[1], 'picked m2')).toBe(false)
})

test('one goes on, waits for what is said afterwards, and back again', () => {
  const picked = done(lesson, next(lesson, BEGINNING), 'picked f2')
  expect(picked.step).toBe(2)
  const placed = done(lesson, picked, 'f2cE')
  expect([placed.step, isDone(lesson, placed)]).toEqual([2, true])
  expect(previous(lesson, placed)).toEqual({ step: 2, acted: { pick: 'picked f2' } })
  expect(previous(lesson, picked)).toEqual({ step: 1, acted: {} })
  expect(previous(lesson, BEGINNING)).toEqual(BEGINNING)
  expect(next(lesson, { step: 5, acted: {} }).step).toBe(5)
})

test('numbers come from what the server told', () => {
  const told = {
    opening: {},
    news: [
      {
        effects: [
          { key: 'scored', seat: 1, points: 9 },
          { key: 'scored', seat: 0, points: 4 },
        ],
        view: { rows: [{ most: 15 }], display: ['a', 'b'] },
      },
    ],
    choices: [choices],
  } as unknown as Replay
  const found = interpolations(lesson, told, lesson.steps[2]!)
  const says = {
    most: 'view.rows.0.most',
    tiles: 'view.display.length',
    points: 'scored.points',
    layer: 'offer.layer',
    six: 'facts.six',
  }
  expect(numbersFor(found, says)).toEqual({ most: 15, tiles: 2, points: 4, layer: 1, six: 6 })
})

test('what was kept is read again if it fits the lesson', () => {
  expect(readProgress(lesson, '{"step":2,"acted":{"pick":"picked f2","x":7}}')).toEqual({
    step: 2,
    acted: { pick: 'picked f2' },
  })
  for (const text of [null, '', '[]', '{"step":99}', '{"step":-1}', '{"step":"2"}'])
    expect(readProgress(lesson, text)).toEqual(BEGINNING)
})

test('what is pointed at has a name and perhaps a word', () => {
  const points = { garden: () => '.garden', cell: (which: string) => `[data-cell="${which}"]` }
  expect(selectorOf(points, 'garden')).toBe('.garden')
  expect(selectorOf(points, 'cell 15')).toBe('[data-cell="15"]')
  expect(selectorOf(points, 'nothing')).toBeNull()
  expect(selectorOf(points, undefined)).toBeNull()
})

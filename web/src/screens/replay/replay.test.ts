// @vitest-environment jsdom
// The parts of a replay that need no screen: files, reviews, the graph's places.
import { judgedAt, nextOf, turnsOf } from '$/advice/review'
import type { JudgementOut, ReviewOut } from '$/wire/types'
import { afterEach, describe, expect, test } from 'vitest'
import { across, chancesAt, down, eventAt, lineOf, type Frame } from './graph'
import {
  hasOwnBox,
  saveRecord,
  saveReviewHash,
  loadRecord,
  loadReviewHash,
  MAX_RECORD_BYTES,
  readRecord,
  RecordError,
} from './recordFile'

const RECORD = { niwashi: 1, game: 'miyabi', options: { seats: 2 }, events: [['chance', 'deal']] }

afterEach(() => sessionStorage.clear())

describe('a record out of a file', () => {
  const refused = (text: string): string => {
    try {
      readRecord(text)
    } catch (error) {
      return error instanceof RecordError ? error.key : 'another error'
    }
    return 'read'
  }

  test('is read, over one line or several', () => {
    expect(readRecord(JSON.stringify(RECORD))).toEqual(RECORD)
    expect(readRecord(JSON.stringify(RECORD, null, 2))).toEqual(RECORD)
  })

  test('has the box of its host, or names a set of ours', () => {
    const record = readRecord(JSON.stringify(RECORD))
    expect(hasOwnBox(record)).toBe(false)
    expect(hasOwnBox({ ...record, components: { name: 'reconstruction-1', sha256: '42' } })).toBe(false)
    expect(hasOwnBox({ ...record, components: { name: 'mine', sha256: '42', tiles: {} } })).toBe(true)
  })

  test('what is none is told apart', () => {
    const line = JSON.stringify(RECORD)
    expect(refused(`${line}\n${line}\n`)).toBe('record-several')
    expect(refused('a garden')).toBe('record-no-json')
    expect(refused('{"a": 1}\nand more')).toBe('record-no-json')
    expect(refused('')).toBe('record-no-json')
    for (const other of ['[]', 'null', '3', '{"niwashi": 1}', '{"niwashi": 1, "game": "miyabi", "events": 3}'])
      expect(refused(other)).toBe('record-no-record')
    expect(refused(' '.repeat(MAX_RECORD_BYTES + 1))).toBe('record-too-large')
  })

  test('stays in this window until it is put away', () => {
    expect(loadRecord()).toBeNull()
    saveRecord(readRecord(JSON.stringify(RECORD)))
    expect(loadRecord()).toEqual(RECORD)
    saveRecord(null)
    expect(loadRecord()).toBeNull()
  })

  test('and so does the way to its review', () => {
    saveReviewHash('file', 'abc')
    saveReviewHash('t1', 'def')
    expect([loadReviewHash('file'), loadReviewHash('t1'), loadReviewHash('t2')]).toEqual(['abc', 'def', null])
  })
})

const judgement = (event: number, seat: number, chances: number[]): JudgementOut =>
  ({ event, seat, chances }) as unknown as JudgementOut
const review = {
  judgements: [judgement(1, 0, [0.5, 0.5]), judgement(2, 1, [0.75, 0.25]), judgement(4, 0, [0.25, 0.75])],
  turning_points: [{ number: 3, kind: 'loss', seat: 0, swing: 0.5 }],
} as unknown as ReviewOut

describe('a review', () => {
  test('judges the event that led to a place', () => {
    expect(judgedAt(review, 3)?.seat).toBe(1)
    expect(judgedAt(review, 4), 'chance acted').toBeNull()
    expect(judgedAt(review, 0)).toBeNull()
  })

  test('says where its turning points are', () => {
    expect(turnsOf(review).map(({ at }) => at)).toEqual([5])
  })

  test('the next place is found both ways, and none beyond the last', () => {
    expect([nextOf([5, 9, 2], 4, 1), nextOf([5, 9, 2], 5, 1), nextOf([5, 9, 2], 5, -1), nextOf([5], 5, 1)]).toEqual([
      5,
      9,
      2,
      null,
    ])
  })
})

describe('the graph', () => {
  const frame: Frame = { width: 340, height: 172, left: 30, right: 30, top: 10, bottom: 26, last: 7 }

  test('a click finds the event that is drawn there', () => {
    for (let at = 0; at <= 7; at++) expect(eventAt(frame, across(frame, at))).toBe(at)
    expect([eventAt(frame, -50), eventAt(frame, 999)]).toEqual([0, 7])
  })

  test('certainty is at the top and the line goes through every action', () => {
    expect([down(frame, 1), down(frame, 0)]).toEqual([10, 146])
    expect(lineOf(frame, review.judgements, 0)).toBe('M110 78L150 44L230 112')
    expect(lineOf(frame, [], 0)).toBe('')
  })

  test('chances are those after the last action, and even before the first', () => {
    expect(chancesAt(review, 0, 2)).toEqual([0.5, 0.5])
    expect(chancesAt(review, 4, 2)).toEqual([0.75, 0.25])
    expect(chancesAt(review, 7, 2)).toEqual([0.25, 0.75])
  })
})

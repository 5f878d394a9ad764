// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import type { GameRecord } from '$/sync/api'
import type { ReviewOut } from '$/wire/types'
import { loadBegun, loadReview, saveBegun, saveReview } from './ownReviews'

const record = (...events: string[]): GameRecord =>
  ({ game: 'miyabi', options: {}, events: events.map((what) => [0, what]) }) as GameRecord
const review = (actions: number): ReviewOut => ({ actions }) as ReviewOut

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('reviews that this browser has computed', () => {
  it('are kept for the record that they are about', () => {
    saveReview('file', record('a', 'b'), review(2))
    expect(loadReview('file', record('a', 'b'))).toEqual(review(2))
    expect(loadReview('file', record('a', 'c'))).toBeNull()
    expect(loadReview('t1', record('a', 'b'))).toBeNull()
  })

  it('are the newest four', () => {
    for (const n of [1, 2, 3, 4, 5]) saveReview(`t${n}`, record('a'), review(n))
    expect(loadReview('t1', record('a'))).toBeNull()
    expect(loadReview('t2', record('a'))).toEqual(review(2))
  })

  it('go on where they were, until they are finished', () => {
    expect(loadBegun('t1', record('a'))).toBeNull()
    saveBegun('t1', record('a'), ['one'])
    expect(loadBegun('t1', record('a'))).toEqual(['one'])
    expect(loadBegun('t1', record('b'))).toBeNull()
    saveReview('t1', record('a'), review(1))
    expect(loadBegun('t1', record('a'))).toBeNull()
  })
})

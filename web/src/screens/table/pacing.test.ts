import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { News } from '$/wire/types'
import { MAX_QUEUED, Pacer, type PacerClock, type Timing } from './pacing'

const clock: PacerClock = {
  now: () => Date.now(),
  after: (ms, then) => setTimeout(then, ms) as unknown as number,
  cancel: (timer) => clearTimeout(timer),
}
const FLIGHT: Timing = { travel: 500, rest: 200 }
const AT_ONCE: Timing = { travel: 0, rest: 0 }

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

const news = (...numbers: number[]): News[] => numbers.map((seq) => ({ seq, at: 0, event: null }) as unknown as News)
const numbers = (all: News[]): string => all.map(({ seq }) => seq).join(' ')

/** Writes down what happens, and when. */
function paced(timing: (seq: number) => Timing | null = () => FLIGHT): { pacer: Pacer; told: string[] } {
  const told: string[] = []
  const tell = (what: string): void => void told.push(`${Date.now()} ${what}`)
  const pacer = new Pacer(
    {
      timing: ({ seq }) => timing(seq),
      depart: ({ seq }) => tell(`departs ${seq}`),
      arrive: ({ seq }) => tell(`arrives ${seq}`),
      skip: (passed) => tell(`skips ${numbers(passed)}`),
      settle: () => tell('settles'),
    },
    clock,
  )
  return { pacer, told }
}

describe('events that come together', () => {
  test('are shown one after another', () => {
    const { pacer, told } = paced()
    pacer.push(news(1, 2, 3))
    vi.runAllTimers()
    expect(told).toEqual([
      '0 departs 1',
      '500 arrives 1',
      '700 departs 2',
      '1200 arrives 2',
      '1400 departs 3',
      '1900 arrives 3',
      '1900 settles',
    ])
  })

  test('leave room for what comes later, too', () => {
    const { pacer, told } = paced()
    pacer.push(news(1))
    vi.advanceTimersByTime(600)
    pacer.push(news(2))
    vi.runAllTimers()
    expect(told).toEqual([
      '0 departs 1',
      '500 arrives 1',
      '500 settles',
      '700 departs 2',
      '1200 arrives 2',
      '1200 settles',
    ])
  })

  test('pass at once where they take no time', () => {
    const { pacer, told } = paced(() => AT_ONCE)
    pacer.push(news(1, 2))
    expect(told).toEqual(['0 departs 1', '0 arrives 1', '0 departs 2', '0 arrives 2', '0 settles'])
  })

  test('are passed over where they are too many', () => {
    const { pacer, told } = paced()
    const many = Array.from({ length: MAX_QUEUED + 1 }, (_, n) => n)
    pacer.push(news(...many))
    expect(told).toEqual([`0 skips ${many.join(' ')}`, '0 settles'])
    vi.runAllTimers()
    expect(told).toHaveLength(2)
  })
})

describe('an input', () => {
  test('leads to the present, and nothing comes after', () => {
    const { pacer, told } = paced()
    pacer.push(news(1, 2, 3))
    vi.advanceTimersByTime(600)
    pacer.skip()
    vi.runAllTimers()
    expect(told).toEqual(['0 departs 1', '500 arrives 1', '600 skips 2 3', '600 settles'])
    expect(pacer.isBehind).toBe(false)
  })

  test('means nothing in the present', () => {
    const { pacer, told } = paced()
    pacer.skip()
    expect(told).toEqual([])
  })

  test('frees the way for the next event', () => {
    const { pacer, told } = paced()
    pacer.push(news(1))
    vi.advanceTimersByTime(100)
    pacer.skip()
    pacer.push(news(2))
    expect(told.at(-1)).toBe('100 departs 2')
  })
})

describe('an event that cannot wait', () => {
  const own = (seq: number): Timing | null => (seq === 3 ? null : FLIGHT)

  test('is shown at once with all before it, and what follows goes on', () => {
    const { pacer, told } = paced(own)
    pacer.push(news(1, 2))
    vi.advanceTimersByTime(100)
    pacer.push(news(3, 4))
    vi.runAllTimers()
    expect(told).toEqual(['0 departs 1', '100 skips 1 2 3', '100 departs 4', '600 arrives 4', '600 settles'])
  })

  test('settles where nothing follows', () => {
    const { pacer, told } = paced(own)
    pacer.push(news(3))
    expect(told).toEqual(['0 skips 3', '0 settles'])
  })
})

test('nothing begins while what was shown before still rests', () => {
  const { pacer, told } = paced()
  pacer.rest(400)
  pacer.push(news(1))
  vi.runAllTimers()
  expect(told[0]).toBe('400 departs 1')
})

import { expect, test } from 'vitest'
import { LEAD_MS, SUSPENSE_MS, scoresAfter, stepMs } from './ending'

const steps = [
  { label: { key: 'a' }, points: [7, 0] },
  { label: { key: 'b' }, points: [0, 4] },
]

test('scores lead from those before the end to the final ones', () => {
  expect(scoresAfter(steps, 0, [27, 14])).toEqual([20, 10])
  expect(scoresAfter(steps, 1, [27, 14])).toEqual([27, 10])
  expect(scoresAfter(steps, 2, [27, 14])).toEqual([27, 14])
})

test('the end takes twelve seconds at most, and no step is over in a blink', () => {
  for (let count = 1; count <= 9; count++) {
    expect(LEAD_MS + count * stepMs(count) + SUSPENSE_MS).toBeLessThanOrEqual(12_000)
    expect(stepMs(count)).toBeGreaterThan(900)
  }
})

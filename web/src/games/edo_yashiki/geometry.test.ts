import type { EdoView } from '$/wire/types'
import { expect, test } from 'vitest'
import fixtures from '../fixtures/edo_yashiki.json'
import { cardsOf, fitted, within, zoomed } from './geometry'

test.each(Object.entries(fixtures))('the log has every card of every house: %s', (_name, { view, history }) => {
  const { houses } = view as unknown as EdoView
  houses.forEach((house, seat) => expect(cardsOf(history as never, seat, house).length).toBeGreaterThan(0))
})

test('a house that the log does not explain is drawn by its squares', () => {
  const { view, history } = fixtures.place
  const house = view.houses[0] as unknown as EdoView['houses'][number]
  expect(cardsOf(history.slice(0, 3) as never, 0, house)).toEqual([])
})

test('what lies under the pointer stays there while zooming', () => {
  const before = { x: 3, y: -2, scale: 40 }
  const after = zoomed(before, 1.5, 120, -60)
  expect(after.scale).toBe(60)
  expect(after.x + 120 / after.scale).toBeCloseTo(before.x + 120 / before.scale)
  expect(after.y - 60 / after.scale).toBeCloseTo(before.y - 60 / before.scale)
})

test('a fitted house is whole in its window', () => {
  const { x, y, scale } = fitted({ left: -4, top: -7, right: 6, bottom: 5 }, 800, 400)
  expect((-4 - x) * scale + 400).toBeGreaterThanOrEqual(0)
  expect((6 - x) * scale + 400).toBeLessThanOrEqual(800)
  expect((-7 - y) * scale + 200).toBeGreaterThanOrEqual(0)
  expect((5 - y) * scale + 200).toBeLessThanOrEqual(400)
})

test('a house fills its window; its margin goes before its squares become small', () => {
  const house = { left: 0, top: 0, right: 8, bottom: 7 }
  expect(fitted(house, 1000, 700).scale).toBeGreaterThan(75)
  expect(fitted(house, 1000, 350, 48).scale).toBeCloseTo(48)
  expect(fitted(house, 1000, 280, 48).scale * 7).toBeLessThanOrEqual(280)
  expect(fitted(house, 300, 280, 48, 44).scale).toBe(44)
})

test('a locked run that is made longer lies within the longer one', () => {
  const run = { feature: 'P' as const, x: 2, y: 1, across: true, length: 3, points: 0 }
  expect(within(run, { ...run, x: 1, length: 4 })).toBe(true)
  expect(within(run, { ...run, x: 3, length: 4 })).toBe(false)
  expect(within(run, { ...run, across: false })).toBe(false)
})

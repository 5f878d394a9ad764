import type { MiyabiView } from '$/wire/types'
import { expect, test } from 'vitest'
import { currentEffects } from '../effects'
import fixtures from '../fixtures/miyabi.json'
import { CELL, DISC, HEADROOM, LIFT, cellName, cellOf, cellsOf, liftOf, tileOf } from './geometry'
import { highlight } from './highlight.svelte'
import { slotsOf, stackOn, tilesOnTop } from './stacks'

const HEIGHTS = [0, 1, 2, 3, 4, 5, 6, 12, 30]
/** Of a cell: where its numeral and its pips end. */
const NUMERAL = 24
const PIPS = 12 + 2 * 12.5 + 4.7

test('no neighbour covers a numeral or a pip, for any mix of heights', () => {
  for (const back of HEIGHTS)
    for (const front of HEIGHTS) {
      const covered = CELL - liftOf(front, false) + liftOf(back, false)
      expect(covered).toBeGreaterThan(Math.max(NUMERAL, PIPS))
      expect(covered).toBeGreaterThanOrEqual(DISC.y + DISC.radius)
    }
})

test('a layer lifts by at most 5% of a cell, and the first row has room for it', () => {
  expect(LIFT).toBeLessThanOrEqual(0.05 * CELL)
  expect(HEADROOM).toBeGreaterThanOrEqual(liftOf(30, false))
  expect(liftOf(6, true)).toBe(0)
})

test('cells have the names that people use', () => {
  for (let cell = 0; cell < 36; cell++) expect(cellOf(cellName(cell))).toBe(cell)
  expect(cellName(20)).toBe('c4')
})

test('a tile on display has as many squares as objects, its own first', () => {
  for (const kind of ['m1', 'f2', 'sL', 'mJ', 'bK', 'fI', 'pH']) {
    const tile = tileOf(kind)
    expect(tile.squares).toHaveLength(tile.count)
    expect(Math.min(...tile.squares.flat())).toBe(0)
  }
  expect(tileOf('pH').squares[0]).toEqual([0, 1])
  expect(tileOf('mJ').squares[0]).toEqual([1, 0])
})

const games = Object.entries(fixtures).map(
  ([name, { view, history }]) => [name, view as unknown as MiyabiView, currentEffects(history as never)] as const,
)

test.each(games)('the log has every layer, and what it shows is what lies there: %s', (_name, view, past) => {
  view.gardens.forEach((garden, seat) => {
    const top = tilesOnTop(past, seat, garden)
    for (const { cell, height, count, zen } of cellsOf(garden)) {
      if (zen) continue
      const stack = stackOn(past, seat, garden, cell)
      expect(stack).toHaveLength(height)
      expect(stack.every(({ placed }) => placed)).toBe(true)
      expect(stack[0]?.objects ?? 0).toBe(count)
      expect(top[cell] === null).toBe(height === 0)
    }
  })
})

test.each(games)('taken tiles leave slots, and the rest are on display: %s', (_name, view, past) => {
  const slots = slotsOf(past, view.display)
  expect(
    slots
      .filter(({ taker }) => taker === undefined)
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual([...view.display].sort())
  if (view.phase === 'turn') expect(slots).toHaveLength(view.dealt)
})

test('pointing at an expansion shows the cells that the server names', () => {
  const view = fixtures.expansions.view as unknown as MiyabiView
  highlight.toggle('colourful')
  view.gardens.forEach((_, seat) => expect([...highlight.cellsOf(seat, view)]).toEqual(view.groups.colourful?.[seat]))
  highlight.toggle('colourful')
  expect(highlight.cellsOf(0, view).size).toBe(0)
})

test('what was taken back lies nowhere', () => {
  const placed = { key: 'miyabi-placed', seat: 0, tile: 'm1', object: 'maple', objects: 1, at: 0, cells: [0], layer: 1 }
  const event = (number: number, effects: unknown[]) => ({
    seq: number,
    at: 0,
    event: { event: 'happened', number },
    effects,
  })
  expect(currentEffects([event(0, [placed]), event(1, [{ key: 'taken-back', to: 0 }])] as never)).toEqual([])
})

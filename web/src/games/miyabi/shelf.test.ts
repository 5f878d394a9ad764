import { describe, expect, test } from 'vitest'
import { lowShelf, shelfInRows } from './shelf'

const two = [
  ['m1', 'f1', 'a1', 's1'],
  ['p2', 'f2', 'a2', 'b2'],
  ['sL', 'mJ'],
  ['fI', 'bI'],
]
const four = two.map((group) => [...group, ...group])

describe('tiles on display', () => {
  test('grow with their box', () => {
    const cells = [240, 320, 480].map((side) => shelfInRows(two, side, side * 1.3).cell)
    expect(cells).toEqual([...cells].sort((a, b) => a - b))
    expect(cells.at(-1)).toBeGreaterThan(60)
  })

  test('give up their rows by shape where they are many', () => {
    expect(shelfInRows(two, 300, 420).grouped).toBe(true)
    expect(shelfInRows(four, 400, 200).grouped).toBe(false)
  })

  test('are pushed sideways on a shelf that is too low for all of them', () => {
    expect(lowShelf(two, 366, 200).cell).toBeGreaterThan(lowShelf(two, 366, 100).cell)
    expect(lowShelf(four, 366, 100)).toEqual({ cell: 32, grouped: false, sideways: true })
  })

  test('are as small as they must be where even one of them hardly fits', () => {
    expect(lowShelf(four, 366, 40)).toEqual({ cell: 22, grouped: false, sideways: true })
  })
})

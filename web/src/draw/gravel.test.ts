import { expect, test } from 'vitest'
import { RAKING, rake } from './gravel'

const box = { x: 100, y: 100, width: 200, height: 120 }

test('where nothing lies, nothing bends', () => {
  expect(rake(400, 300, [])).toHaveLength(0)
})

test('lines keep off what lies there and go round it at even distances', () => {
  const strokes = rake(400, 320, [box])
  for (let n = 0; n < strokes.length; n += 2) {
    const [x, y] = [strokes[n] as number, strokes[n + 1] as number]
    const right = Math.max(box.x - x, x - box.x - box.width, 0)
    const down = Math.max(box.y - y, y - box.y - box.height, 0)
    const beside = right ? Math.min(y - box.y, box.y + box.height - y) : Math.min(x - box.x, box.x + box.width - x)
    if (beside < RAKING.radius + 2) continue // corners are round
    const distance = right + down
    const lines = (distance - RAKING.first) / RAKING.gap
    expect(distance).toBeGreaterThan(2)
    expect(Math.abs(lines - Math.round(lines))).toBeLessThan(0.1)
  }
})

import type { Effect, News } from '$/wire/types'
import { expect, test } from 'vitest'
import { tableLines } from './tableLog'

const happened = (who: number | string, effects: Effect[]): News => ({
  seq: 5,
  at: 0,
  event: { event: 'happened', number: 3, who, what: 'told by its effects' },
  effects,
})

test('what the table did is told by its effects', () => {
  const lines = [
    { key: 'taken-back', to: 2 } as const,
    { key: 'handed-over', seat: 1, level: 'strong' } as const,
    { key: 'returned', seat: 1 } as const,
    { key: 'resigned', seat: 0 } as const,
  ].flatMap((effect) => tableLines(happened('table', [effect])) ?? [])
  expect(lines.map(({ key, seat }) => [key, seat])).toEqual([
    ['log-back', null],
    ['log-bot', 1],
    ['log-person', 1],
    ['log-resign', 0],
  ])
})

test('what happens in the game is for the game to describe', () => {
  expect(tableLines(happened(0, []))).toBeNull()
})

import { describe, expect, it } from 'vitest'
import type { TableState } from '$/sync/reducer'
import { isAloneWithBots } from './solo'

const table = (held: string[], more: Partial<TableState> = {}): TableState =>
  ({ seats: held.map((one) => ({ name: '', held: one })), you: 0, yours: [], phase: 'playing', ...more }) as TableState

describe('where bots are computed in the browser', () => {
  it('is a table at which everybody else is a bot', () => {
    expect(isAloneWithBots(table(['person', 'bot', 'bot']))).toBe(true)
  })

  it('is no table with another person, even if a bot stands in for them', () => {
    expect(isAloneWithBots(table(['person', 'bot', 'person']))).toBe(false)
  })

  it('is no hot seat: who shares the device has a stake', () => {
    expect(isAloneWithBots(table(['person', 'person', 'bot'], { yours: [0, 1] }))).toBe(false)
  })

  it('is nowhere for spectators, nor before the start or after the end', () => {
    expect(isAloneWithBots(table(['bot', 'bot'], { you: undefined }))).toBe(false)
    for (const phase of ['gathering', 'paused', 'over'])
      expect(isAloneWithBots(table(['person', 'bot'], { phase }))).toBe(false)
  })
})

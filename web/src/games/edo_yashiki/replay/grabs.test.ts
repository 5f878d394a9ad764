import type { News } from '$/wire/types'
import { describe, expect, test } from 'vitest'
import { grabOf } from './grabs'

describe('the times of a grab', () => {
  const happened = (note: unknown): News =>
    ({ seq: 1, at: 0, event: { event: 'happened', number: 0, who: 0, what: 'grab 1', note } }) as unknown as News
  const press = { seat: 1, arrival: 340, claimed: 300, effective: 310, lag: 20 }

  test('are those of the winner and of whoever was beaten', () => {
    expect(grabOf(happened({ grab: { signal: 5, ...press, beaten: [{ ...press, seat: 0 }] } }))).toMatchObject({
      won: press,
      beaten: [{ seat: 0 }],
    })
  })

  test('a file that says something else is no harm', () => {
    for (const note of [undefined, {}, { grab: 3 }, { grab: { seat: 'x' } }, { grab: [] }])
      expect(grabOf(happened(note))).toBeNull()
    expect(grabOf(happened({ grab: { ...press, beaten: [{}, 'x', null] } }))?.beaten).toEqual([])
    expect(grabOf(null)).toBeNull()
  })
})

import type { MiyabiChoices } from './offer'
import { describe, expect, test } from 'vitest'
import fixtures from '../fixtures/miyabi.json'
import { offerOf, type Choice, type Offer } from './offer'
import { carriedOver, confirm, EMPTY, step, type MiyabiHand, type Input } from './placement'

const positions = Object.entries(fixtures)
  .filter(([, { choices }]) => choices)
  .map(([name, { choices }]): [string, Offer] => [name, offerOf(choices as unknown as MiyabiChoices)])

const run = (offer: Offer, inputs: Input[], from: MiyabiHand = EMPTY): MiyabiHand =>
  inputs.reduce((hand, input) => step(offer, hand, input), from)

const times = (count: number, input: Input): Input[] => Array.from({ length: count }, () => input)

/** How often one turns from the first preview in a column until this choice lies there. */
function turnsUntil(offer: Offer, inputs: Input[], wanted: Choice): number {
  let hand = run(offer, inputs)
  for (let count = 0; count < 4; count++) {
    if (confirm(offer, hand) === wanted.action) return count
    hand = step(offer, hand, { do: 'turn', by: 1 })
  }
  return -1
}

describe.each(positions)('%s', (_name, offer) => {
  const placings = offer.choices.filter(({ column }) => column >= 0)
  const others = offer.choices.filter(({ column }) => column < 0)

  test('every placing is reached by taps alone', () => {
    for (const wanted of placings) {
      const start: Input[] = [
        { do: 'pick', tile: wanted.tile },
        { do: 'cell', cell: wanted.at },
      ]
      const turns = turnsUntil(offer, start, wanted)
      const taps = times(turns, { do: 'cell', cell: wanted.at })
      expect(turns, wanted.action).toBeGreaterThanOrEqual(0)
      expect(confirm(offer, run(offer, [...start, ...taps]))).toBe(wanted.action)
    }
  })

  test('every placing is reached by dragging alone: to its column, then swung round', () => {
    for (const wanted of placings) {
      const drags: Input[] = [
        { do: 'pick', tile: wanted.tile },
        { do: 'column', column: wanted.column },
        { do: 'aim', turn: wanted.turn },
      ]
      expect(confirm(offer, run(offer, drags))).toBe(wanted.action)
    }
  })

  test('every placing is reached by keys alone: tile, 1–6, R', () => {
    for (const wanted of placings) {
      const start: Input[] = [
        { do: 'pick', tile: wanted.tile },
        { do: 'column', column: wanted.column },
      ]
      const turns = turnsUntil(offer, start, wanted)
      expect(confirm(offer, run(offer, [...start, ...times(turns, { do: 'turn', by: 1 })]))).toBe(wanted.action)
    }
  })

  test('every step of the frog, passing and ending is reached', () => {
    for (const wanted of others) {
      const input: Input = wanted.at >= 0 ? { do: 'cell', cell: wanted.at } : { do: 'action', action: wanted.action }
      expect(confirm(offer, run(offer, [input]))).toBe(wanted.action)
    }
  })

  test('nothing else can be confirmed, whatever is pressed', () => {
    const offered = new Set(offer.choices.map(({ action }) => action))
    const tiles = [...new Set(placings.map(({ tile }) => tile)), 'm1', 'pH', 'zs']
    const inputs: Input[] = [
      ...tiles.map((tile): Input => ({ do: 'pick', tile })),
      ...[-1, 0, 1, 2, 3, 4, 5, 6].map((column): Input => ({ do: 'column', column })),
      ...['E', 'S', 'W', 'N'].map((turn): Input => ({ do: 'aim', turn })),
      ...[0, 7, 14, 21, 28, 35, 3, 33].map((cell): Input => ({ do: 'cell', cell })),
      { do: 'turn', by: 1 },
      { do: 'turn', by: -1 },
      { do: 'action', action: 'pass' },
      { do: 'action', action: 'no such thing' },
    ]
    let hand: MiyabiHand = EMPTY
    let random = 7
    for (let count = 0; count < 5_000; count++) {
      random = (random * 48_271) % 2_147_483_647
      hand = step(offer, hand, inputs[random % inputs.length] as Input)
      const action = confirm(offer, hand)
      expect(action === null || offered.has(action)).toBe(true)
    }
  })

  test('Esc empties the hand from everywhere and sends nothing', () => {
    for (const wanted of offer.choices) {
      const hand = step(offer, { holds: 'preview', choice: wanted }, { do: 'undo' })
      expect(hand).toEqual(EMPTY)
      expect(confirm(offer, hand)).toBeNull()
    }
  })
})

const [, offer] = positions.find(([name]) => name === 'two') as [string, Offer]
const wanted = offer.choices.find(({ turn }) => turn) as Choice

test('a tile alone, or a column alone, cannot be confirmed', () => {
  expect(confirm(offer, step(offer, EMPTY, { do: 'pick', tile: wanted.tile }))).toBeNull()
  expect(step(offer, EMPTY, { do: 'column', column: wanted.column })).toBe(EMPTY)
})

test('the same tile again puts it back', () => {
  const picked = step(offer, EMPTY, { do: 'pick', tile: wanted.tile })
  expect(step(offer, picked, { do: 'pick', tile: wanted.tile })).toEqual(EMPTY)
})

test('a blocked column changes nothing and has a reason', () => {
  for (const tile of new Set(offer.choices.map((choice) => choice.tile)))
    for (let column = 0; column < 6; column++)
      if (!offer.turns(tile, column).length) {
        const picked = step(offer, EMPTY, { do: 'pick', tile })
        expect(step(offer, picked, { do: 'column', column })).toBe(picked)
        expect(offer.whyNot(tile, column)?.rule).toMatch(/^M/)
      } else expect(offer.whyNot(tile, column)).toBeNull()
})

test('turning all the way round comes back to the start', () => {
  const hand: MiyabiHand = { holds: 'preview', choice: wanted }
  const count = offer.turns(wanted.tile, wanted.column).length
  expect(run(offer, times(count, { do: 'turn', by: 1 }), hand)).toEqual(hand)
  expect(
    run(
      offer,
      [
        { do: 'turn', by: 1 },
        { do: 'turn', by: -1 },
      ],
      hand,
    ),
  ).toEqual(hand)
})

test('what is no longer offered does not stay in hand', () => {
  const empty = { ...offer, choices: [], named: () => undefined, pickable: () => false }
  expect(carriedOver(empty, { holds: 'preview', choice: wanted })).toEqual(EMPTY)
  expect(carriedOver(empty, { holds: 'tile', tile: wanted.tile })).toEqual(EMPTY)
  expect(carriedOver(null, { holds: 'tile', tile: wanted.tile })).toEqual(EMPTY)
  expect(carriedOver(offer, { holds: 'preview', choice: wanted })).toEqual({ holds: 'preview', choice: wanted })
})

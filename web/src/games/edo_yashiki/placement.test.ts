import type { EdoChoices } from './offer'
import { describe, expect, test } from 'vitest'
import fixtures from '../fixtures/edo_yashiki.json'
import { offerOf, type Offer } from './offer'
import { carriedOver, chosen, confirm, EMPTY, step, type Hand, type Input } from './placement'

const positions = Object.entries(fixtures)
  .filter(([, { choices }]) => choices)
  .map(([name, { choices }]): [string, Offer] => [name, offerOf(choices as unknown as EdoChoices)])

const run = (offer: Offer, inputs: Input[], from: Hand = EMPTY): Hand =>
  inputs.reduce((hand, input) => step(offer, hand, input), from)
const turns = (turned: boolean): Input[] => (turned ? [{ do: 'turn' }] : [])

describe.each(positions)('%s', (_name, offer) => {
  test('every action is reached by taps alone, also somewhat beside the place', () => {
    for (const wanted of offer.choices) {
      const tap: Input =
        offer.does === 'place'
          ? { do: 'near', x: wanted.x + 0.2, y: wanted.y - 0.3 }
          : { do: 'pick', action: wanted.action }
      expect(confirm(offer, run(offer, [tap, ...turns(wanted.turned), tap]))).toBe(wanted.action)
    }
  })

  test('every placement is reached by keys alone: step by step over whatever lies between, then R', () => {
    if (offer.does !== 'place') return
    const first = offer.choices[0]!
    for (const wanted of offer.choices) {
      let hand = run(offer, [{ do: 'at', x: first.x, y: first.y }, ...turns(wanted.turned)])
      for (let x = first.x; x !== wanted.x; x += Math.sign(wanted.x - first.x))
        hand = step(offer, hand, { do: 'at', x, y: first.y })
      for (let y = first.y; y !== wanted.y; y += Math.sign(wanted.y - first.y))
        hand = step(offer, hand, { do: 'at', x: wanted.x, y })
      hand = step(offer, hand, { do: 'at', x: wanted.x, y: wanted.y })
      expect(confirm(offer, hand)).toBe(wanted.action)
    }
  })

  test('nothing else can be confirmed, and where a card cannot lie there is a reason', () => {
    const offered = new Set(offer.choices.map(({ action }) => action))
    if (offer.does !== 'place')
      return expect(confirm(offer, run(offer, [{ do: 'at', x: 0, y: 0 }, { do: 'turn' }]))).toBeNull()
    const { left, top, right, bottom } = offer.frame
    for (let x = left - 2; x < right + 2; x++)
      for (let y = top - 2; y < bottom + 2; y++)
        for (const turned of [false, true]) {
          const hand = run(offer, [{ do: 'at', x, y }, ...turns(turned)])
          const action = confirm(offer, hand)
          if (action) expect(offered.has(action)).toBe(true)
          else if (hand.holds === 'card' && !offer.at(x, y, !turned)) expect(offer.whyNot(x, y)?.rule).toMatch(/^E3/)
        }
  })

  test('Esc empties the hand from everywhere and sends nothing', () => {
    for (const wanted of offer.choices) {
      const full =
        offer.does === 'place'
          ? run(offer, [{ do: 'at', x: wanted.x, y: wanted.y }])
          : run(offer, [{ do: 'pick', action: wanted.action }])
      expect(full).not.toEqual(EMPTY)
      const hand = step(offer, full, { do: 'undo' })
      expect(hand).toEqual(EMPTY)
      expect(confirm(offer, hand)).toBeNull()
    }
  })

  test('what the preview says adds up to the points that will be awarded', () => {
    for (const { points, parts, runs } of offer.choices) {
      expect(parts.reduce((sum, part) => sum + part.points, 0)).toBe(points)
      if (offer.does === 'place') expect(runs).toHaveLength(parts.filter(({ key }) => key === 'edo-part-run').length)
    }
  })
})

test('news of others leave the ghost where it is; another decision takes it away', () => {
  const [, place] = positions.find(([name]) => name === 'place') as [string, Offer]
  const [, grab] = positions.find(([name]) => name === 'live') as [string, Offer]
  const hand = step(place, EMPTY, { do: 'at', x: place.choices[0]!.x, y: place.choices[0]!.y })
  expect(carriedOver(place, hand)).toBe(hand)
  expect(chosen(place, hand)).toBeDefined()
  expect(carriedOver(grab, hand)).toEqual(EMPTY)
  expect(carriedOver(null, hand)).toEqual(EMPTY)
})

import type { EdoChoices } from './offer'
import { describe, expect, test } from 'vitest'
import fixtures from '../fixtures/edo_yashiki.json'
import { offerOf, type Offer } from './offer'
import {
  carriedOver,
  chosen,
  confirm,
  EMPTY,
  ghostIn,
  placed,
  placesFor,
  step,
  taken,
  type EdoHand,
  type Input,
} from './placement'

const positions = Object.entries(fixtures)
  .filter(([, { choices }]) => choices)
  .map(([name, { choices }]): [string, Offer] => [name, offerOf(choices as unknown as EdoChoices)])

const run = (offer: Offer, inputs: Input[], from: EdoHand = EMPTY): EdoHand =>
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

describe('an open card is tried before it is taken', () => {
  const offerAt = (name: string): Offer => positions.find(([one]) => one === name)![1]
  const calm = offerAt('calm')

  test.each(calm.choices)('$action: every place, either way up, and what is confirmed is the grab', (pick) => {
    const picked = run(calm, [{ do: 'pick', action: pick.action }])
    const places = placesFor(calm, picked)!
    expect(places.choices.length).toBeGreaterThan(20)
    expect(Math.max(...places.choices.map(({ points }) => points))).toBe(pick.best)
    for (const { x, y, turned, points, runs } of places.choices) {
      const hand = run(calm, [{ do: 'at', x, y }, ...turns(turned)], picked)
      expect(ghostIn(hand)).toEqual({ x, y, turned })
      expect(placed(calm, hand)).toMatchObject({ points, runs })
      expect(confirm(calm, hand)).toBe(pick.action)
    }
  })

  test('another card begins anew, and where no card can lie there is a reason', () => {
    const [one, other] = calm.choices
    const { frame } = calm.trial(one!.card)!
    const hand = run(calm, [
      { do: 'pick', action: one!.action },
      { do: 'at', x: frame.left, y: frame.top },
    ])
    expect(placed(calm, hand) ?? placesFor(calm, hand)!.whyNot(frame.left, frame.top)).toBeDefined()
    expect(ghostIn(step(calm, hand, { do: 'pick', action: other!.action }))).toBeNull()
  })

  test('nothing can be tried before a card is picked, or in a live grab', () => {
    expect(placesFor(calm, EMPTY)).toBeNull()
    const live = offerAt('live')
    const picked = run(live, [{ do: 'pick', action: live.choices[0]!.action }])
    expect(placesFor(live, picked)).toBeNull()
    expect(live.choices.every(({ best }) => best === null)).toBe(true)
  })

  test('once it is taken it lies where it was tried, if it can', () => {
    const place = offerAt('place')
    const { x, y, turned } = place.choices[0]!
    expect(taken(place, { x, y, turned })).toEqual({ holds: 'card', ghost: { x, y, turned } })
    expect(taken(place, { x: 90, y: 90, turned })).toBe(EMPTY)
  })
})

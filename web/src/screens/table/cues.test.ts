import { beforeEach, expect, test, vi } from 'vitest'
import type { LogLine } from '$/games/contract'
import { playSignal } from '$/games/edo_yashiki/signalSound'
import { describe as describeEdo } from '$/games/edo_yashiki/describe'
import { describe as describeMiyabi } from '$/games/miyabi/describe'
import type { Effect, News } from '$/wire/types'
import { playEnd, playLines } from './cues'

const heard: { name: string; at: number; layer?: number | undefined; off: boolean }[] = []
vi.mock('$/state/sound', () => ({
  schedule: (name: string, at: number, options: { layer?: number } = {}) => {
    const one = { name, at, layer: options.layer, off: false }
    heard.push(one)
    return () => (one.off = true)
  },
}))

beforeEach(() => {
  heard.length = 0
  vi.spyOn(performance, 'now').mockReturnValue(1000)
})

const happened = (...effects: unknown[]): News => ({ effects: effects as Effect[] }) as unknown as News

test('a tile sounds by its layer, then its points drop and the stone walks', () => {
  const placed = { key: 'miyabi-placed', seat: 0, object: 'fish', objects: 2, at: [2, 2], layer: 3 }
  const scored = { key: 'scored', seat: 0, points: 6, total: 6, parts: [{ points: 6 }] }
  playLines(describeMiyabi(happened(placed, scored)))
  expect(heard.map(({ name }) => name)).toEqual(['wood', 'drop', 'stone'])
  expect(heard[0]).toMatchObject({ at: 1000, layer: 3 })
  expect(heard.map(({ at }) => at)).toEqual([...heard.map(({ at }) => at)].sort((one, other) => one - other))
})

test('rounds are drummed in, cards rustle and are laid on wood', () => {
  const effects = [
    { key: 'edo-opened', round: 2 },
    { key: 'edo-taken', seat: 1, card: 0, last: false },
    { key: 'edo-placed', seat: 1, runs: [] },
  ]
  playLines(describeEdo(happened(...effects)))
  expect(heard.map(({ name }) => name)).toEqual(['taiko', 'paper', 'wood'])
  playLines(describeMiyabi(happened({ key: 'miyabi-dealt', round: 2 })))
  expect(heard.at(-1)?.name).toBe('taiko')
})

test('what happens together is heard one after the other', () => {
  const lines: LogLine[] = [1, 2, 3].map((layer) => ({ seat: 0, key: 'x', sound: 'wood', layer }))
  playLines([{ seat: null, key: 'silent' }, ...lines])
  expect(heard.map(({ at }) => at)).toEqual([1000, 1180, 1360])
})

test('the end is drummed, and closed by the clappers', () => {
  playEnd()
  expect(heard[0]?.name).toBe('taiko')
  expect(heard.filter(({ name }) => name === 'clap')).toHaveLength(4)
  expect(heard.at(-1)?.name).toBe('clap')
})

test('each lamp clicks on its beat, and the clap is the signal itself', () => {
  playSignal(2600, 500, 3)
  const times = heard.map(({ name, at }) => [name, at])
  expect(times).toEqual([
    ['clap', 2600],
    ['click', 2100],
    ['click', 1600],
    ['click', 1100],
  ])
})

test('a signal that moves is called off, and lamps that are lit stay silent', () => {
  const stop = playSignal(2200, 500, 3)
  expect(heard.map(({ at }) => at)).toEqual([2200, 1700, 1200])
  stop()
  expect(heard.every(({ off }) => off)).toBe(true)
})

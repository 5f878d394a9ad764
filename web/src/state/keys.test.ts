// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { shownGames } from '$/games/options'
import { allCommands, commandOf, commandsOf, moveCommand } from './keys'

const press = (key: string, more: object = {}) => ({
  key,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  target: null,
  ...more,
})

test('a key means its command, capital or small', () => {
  expect(commandOf(press('r'), {}, true)).toBe('turn')
  expect(commandOf(press('R'), {}, true)).toBe('turn')
  expect(commandOf(press('Escape'), {}, true)).toBe('undo')
  expect(commandOf(press('q'), {}, true)).toBeNull()
})

test('with Ctrl, or while typing, it means nothing', () => {
  expect(commandOf(press('r', { ctrlKey: true }), {}, true)).toBeNull()
  expect(commandOf(press('r', { target: document.createElement('input') }), {}, true)).toBeNull()
})

test('single letters can be turned off, and other keys stay', () => {
  expect(commandOf(press('h'), {}, false)).toBeNull()
  expect(commandOf(press('Enter'), {}, false)).toBe('confirm')
})

test('a command moves, and the one that was there takes its place', () => {
  const moved = moveCommand('hint', 'r', {})
  expect(commandOf(press('r'), moved ?? {}, true)).toBe('hint')
  expect(commandOf(press('h'), moved ?? {}, true)).toBe('turn')
})

test('the keys that move the focus are not to be had', () => {
  expect(moveCommand('hint', 'ArrowUp', {})).toBeNull()
  expect(moveCommand('hint', 'Tab', {})).toBeNull()
})

test("a game's keys mean something at its boards alone, and can be moved like all others", () => {
  expect(commandOf(press('i'), {}, true, 'miyabi')).toBe('stack')
  expect(commandOf(press('i'), {}, true)).toBeNull()
  const moved = moveCommand('stack', 'q', {}) ?? {}
  expect(commandOf(press('q'), moved, true, 'miyabi')).toBe('stack')
})

test('what reads a board is there where the game can read it out', () => {
  expect(commandOf(press('x'), {}, true, 'miyabi')).toBe('row')
  expect(commandOf(press('x'), {}, true, 'chess')).toBeNull()
})

test('no two commands of a board have the same key', () => {
  for (const game of shownGames()) {
    const keys = commandsOf(game).map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
  }
  const keys = allCommands().map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})

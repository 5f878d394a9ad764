// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { commandOf, moveCommand } from './keys'

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
  expect(commandOf(press('x'), {}, true)).toBeNull()
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

import { expect, test } from 'vitest'
import { readRoute, tableIn } from './route.svelte'

test('addresses say where we are', () => {
  expect(readRoute('')).toEqual({ screen: 'lobby' })
  expect(readRoute('#/')).toEqual({ screen: 'lobby' })
  expect(readRoute('#/t/tabc123')).toEqual({ screen: 'table', table: 'tabc123' })
  expect(readRoute('#/settings')).toEqual({ screen: 'settings' })
  expect(readRoute('#/learn/miyabi')).toEqual({ screen: 'learn', game: 'miyabi' })
  expect(readRoute('#/rules')).toEqual({ screen: 'rules', game: null, place: null })
  expect(readRoute('#/rules/edo_yashiki')).toEqual({ screen: 'rules', game: 'edo_yashiki', place: null })
  expect(readRoute('#/rules/miyabi/M6.C5')).toEqual({ screen: 'rules', game: 'miyabi', place: 'M6.C5' })
  expect(readRoute('#/rules/miyabi/<b>')).toEqual({ screen: 'nowhere' })
  expect(readRoute('#/learn/')).toEqual({ screen: 'nowhere' })
  expect(readRoute('#/t/')).toEqual({ screen: 'nowhere' })
  expect(readRoute('#/t/a/b')).toEqual({ screen: 'nowhere' })
  expect(readRoute('#/t/<script>')).toEqual({ screen: 'nowhere' })
})

test('a link is understood however it was copied', () => {
  const id = 't0123456789abcdef'
  for (const text of [id, ` ${id} `, `https://x.example/garden/#/t/${id}`, `x.example/#/t/${id}/`, `/t/${id}`]) {
    expect(tableIn(text)).toBe(id)
  }
  for (const text of ['', 'hello there', 'https://x.example/', '#/settings']) expect(tableIn(text)).toBeNull()
})

import { expect, test } from 'vitest'
import { readRoute, tableIn } from './route.svelte'

test('addresses say where we are', () => {
  expect(readRoute('')).toEqual({ screen: 'lobby' })
  expect(readRoute('#/')).toEqual({ screen: 'lobby' })
  expect(readRoute('#/t/tabc123')).toEqual({ screen: 'table', table: 'tabc123' })
  expect(readRoute('#/settings')).toEqual({ screen: 'settings' })
  expect(readRoute('#/score')).toEqual({ screen: 'score', game: null, code: null })
  expect(readRoute('#/score/miyabi')).toEqual({ screen: 'score', game: 'miyabi', code: null })
  expect(readRoute('#/score/miyabi/AC;Hana%20K,12,0g1')).toEqual({ screen: 'score', game: 'miyabi', code: 'AC;Hana%20K,12,0g1' })
  expect(readRoute('#/score/miyabi/a/b')).toEqual({ screen: 'nowhere' })
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

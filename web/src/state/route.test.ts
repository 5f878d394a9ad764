import { expect, test } from 'vitest'
import { readRoute, parseTableId, toReplay } from './route.svelte'

test('addresses say where we are', () => {
  expect(readRoute('')).toEqual({ screen: 'lobby' })
  expect(readRoute('#/')).toEqual({ screen: 'lobby' })
  expect(readRoute('#/t/tabc123')).toEqual({ screen: 'table', table: 'tabc123' })
  expect(readRoute('#/settings')).toEqual({ screen: 'settings' })
  expect(readRoute('#/score')).toEqual({ screen: 'score', game: null, code: null })
  expect(readRoute('#/score/miyabi')).toEqual({ screen: 'score', game: 'miyabi', code: null })
  expect(readRoute('#/score/miyabi/AC;Hana%20K,12,0g1')).toEqual({
    screen: 'score',
    game: 'miyabi',
    code: 'AC;Hana%20K,12,0g1',
  })
  expect(readRoute('#/score/miyabi/a/b')).toEqual({ screen: 'notFound' })
  expect(readRoute('#/learn/miyabi')).toEqual({ screen: 'learn', game: 'miyabi' })
  expect(readRoute('#/box/miyabi')).toEqual({ screen: 'box', game: 'miyabi' })
  expect(readRoute('#/box')).toEqual({ screen: 'notFound' })
  expect(readRoute('#/rules')).toEqual({ screen: 'rules', game: null, place: null })
  expect(readRoute('#/rules/edo_yashiki')).toEqual({ screen: 'rules', game: 'edo_yashiki', place: null })
  expect(readRoute('#/rules/miyabi/M6.C5')).toEqual({ screen: 'rules', game: 'miyabi', place: 'M6.C5' })
  expect(readRoute('#/rules/miyabi/<b>')).toEqual({ screen: 'notFound' })
  expect(readRoute('#/learn/')).toEqual({ screen: 'notFound' })
  expect(readRoute('#/t/')).toEqual({ screen: 'notFound' })
  expect(readRoute('#/t/a/b')).toEqual({ screen: 'notFound' })
  expect(readRoute('#/t/<script>')).toEqual({ screen: 'notFound' })
})

test('a link is understood however it was copied', () => {
  const id = 't0123456789abcdef'
  for (const text of [id, ` ${id} `, `https://x.example/garden/#/t/${id}`, `x.example/#/t/${id}/`, `/t/${id}`]) {
    expect(parseTableId(text)).toBe(id)
  }
  for (const text of ['', 'hello there', 'https://x.example/', '#/settings']) expect(parseTableId(text)).toBeNull()
})

test('a replay is of a table or of what was opened here, at an event or with its analysis', () => {
  const replay = { screen: 'replay', table: 't1', at: null, analyse: false }
  expect(readRoute('#/r/t1')).toEqual(replay)
  expect(readRoute('#/r/t1/17')).toEqual({ ...replay, at: 17 })
  expect(readRoute('#/r/t1/analysis')).toEqual({ ...replay, analyse: true })
  expect(readRoute('#/replay')).toEqual({ ...replay, table: null })
  expect(readRoute('#/replay/3')).toEqual({ ...replay, table: null, at: 3 })
  for (const address of ['#/r', '#/r/', '#/r/t1/x', '#/r/t1/-1', '#/r/t1/3/4', '#/r/<b>/3', '#/replay/x'])
    expect(readRoute(address), address).toEqual({ screen: 'notFound' })
  for (const route of [toReplay('t1'), toReplay('t1', 3), toReplay(null, 'analysis'), toReplay(null)])
    expect(readRoute(route).screen).toBe('replay')
})

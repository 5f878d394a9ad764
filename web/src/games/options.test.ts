import { expect, test } from 'vitest'
import { shownGames, termsOf } from './options'

const keysOf = (game: string, options: Record<string, unknown>, brief = false): string[] =>
  termsOf(game, options, brief).map(({ key }) => key)

test('games stand in the order that their cards say', () => {
  expect(shownGames()).toEqual(['miyabi', 'edo_yashiki'])
})

test('what is agreed is told: letters one by one, or in brief', () => {
  const options = { expansions: 'AC', free_pass: true }
  expect(keysOf('miyabi', options)).toEqual(['miyabi-expansions-A', 'miyabi-expansions-C', 'miyabi-free_pass'])
  expect(termsOf('miyabi', options, true)[0]).toEqual({ key: 'miyabi-expansions-short', args: { letters: 'A C' } })
})

test('the usual is not told, unless it has an icon', () => {
  const usual = { grab: 'live', specialists: false, edition: 'edo-yashiki' }
  expect(termsOf('edo_yashiki', usual)).toMatchObject([{ key: 'edo_yashiki-grab-live', icon: 'bolt' }])
  expect(keysOf('edo_yashiki', { ...usual, edition: 'samurai-gardener' })).toContain(
    'edo_yashiki-edition-samurai-gardener',
  )
  expect(keysOf('miyabi', { expansions: '', free_pass: false }, true)).toEqual([])
})

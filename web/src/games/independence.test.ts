// A game is one folder: nothing outside it names the game, its options or their values.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cardOf, shownGames, type Option } from './options'

const SRC = join(import.meta.dirname, '..')
const games = shownGames()

/** The client's own sources: no folder of a game, no test or drawing made of games, nothing that the wire brings. */
const isShared = (path: string): boolean =>
  /\.(ts|svelte|css|ftl)$/.test(path) &&
  !games.some((game) => path.startsWith(`games/${game}/`)) &&
  !/^(wire|testing|gallery)\/|\.test\.ts$|\.gallery\.svelte$/.test(path)

const shared = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => isShared(path) && statSync(join(SRC, path)).isFile())

const valuesOf = (option: Option): string[] => (option.kind === 'one' ? option.values : [])

/** A name in any spelling: edo_yashiki, Edo Yashiki, edoYashiki. */
const named = (name: string): RegExp => new RegExp(name.split(/[_-]/).join('[-_ ]?'), 'i')

/** Values are often everyday words: they count where code quotes them. */
const quoted = (value: string): RegExp => new RegExp(`(['"\`])${value}\\1`)

const options = games.flatMap((game) => cardOf(game)?.options ?? [])
const forbidden = [
  ...games.map(named),
  ...options.map(({ name }) => named(name.replace(/s$/, ''))),
  ...options.flatMap(valuesOf).map(quoted),
]

/** What a comment gives as an example harms nobody. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[^]*?\*\/|<!--[^]*?-->|^\s*(\/\/|#).*$/gm, (comment) => comment.replace(/[^\n]/g, ''))

test('no shared file names a game, an option or its value', () => {
  expect(shared.length).toBeGreaterThan(100)
  expect(forbidden.length).toBeGreaterThan(8)
  const found = shared.flatMap((path) =>
    withoutComments(readFileSync(join(SRC, path), 'utf8'))
      .split('\n')
      .flatMap((line, index) =>
        forbidden.some((word) => word.test(line)) ? [`${path}:${index + 1}: ${line.trim().slice(0, 90)}`] : [],
      ),
  )
  expect(found).toEqual([])
})

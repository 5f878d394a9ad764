// Every sentence of a card and of a box is given exactly the numbers that it takes, in every language.
import { FluentBundle, FluentResource } from '@fluent/bundle'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '$/i18n/catalog'
import { shownGames } from './options'
import { hasPart } from './index'
import { referenceOf, type Line } from './reference'

const games = shownGames().filter((game) => hasPart(game, 'reference'))
const references = new Map(await Promise.all(games.map(async (game) => [game, await referenceOf(game)] as const)))

function bundleOf(game: string, language: string): FluentBundle {
  const bundle = new FluentBundle(language)
  for (const area of ['locales', 'rules', 'reference'])
    bundle.addResource(new FluentResource(readFileSync(`src/games/${game}/${area}/${language}.ftl`, 'utf8')), {
      allowOverrides: true,
    })
  return bundle
}

function problemsOf(bundle: FluentBundle, key: string, says: Line['says'] = {}): string[] {
  const message = bundle.getMessage(key)
  if (!message?.value) return [`${key} is missing`]
  const problems: Error[] = []
  const text = bundle.formatPattern(message.value, says, problems)
  const unused = Object.values(says).filter((number) => !text.includes(String(number)))
  return [...problems.map((problem) => `${key}: ${problem.message}`), ...unused.map((n) => `${key} does not say ${n}`)]
}

test('both games have one', () => expect(games.length).toBe(2))

describe.each(games)('%s', (game) => {
  test.each(LANGUAGES)('%s', (language) => {
    const reference = references.get(game)
    const bundle = bundleOf(game, language)
    const lines = reference!.panels.flatMap(({ id, lines }) => lines.map((line) => [`card-${id}`, line] as const))
    const steps = reference!.setup.map((line) => ['setup', line] as const)
    const sentences = [...lines, ...steps].flatMap(([of, { name, says, title }]) => [
      ...problemsOf(bundle, `${game}-${of}-${name}`, says),
      ...(title ? problemsOf(bundle, title) : []),
    ])
    const names = [
      `${game}-theme`,
      ...reference!.panels.map(({ id }) => `${game}-card-${id}`),
      ...Object.keys(reference!.contents).map((piece) => `${game}-contents-${piece}`),
    ]
    expect([...sentences, ...names.flatMap((key) => problemsOf(bundle, key))]).toEqual([])
  })
})

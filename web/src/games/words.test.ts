import { FluentResource } from '@fluent/bundle'
import { parse, type Message, type Resource } from '@fluent/syntax'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { emptyBundle, LANGUAGES } from '$/i18n/catalog'
import edo_yashiki from './fixtures/edo_yashiki.json'
import miyabi from './fixtures/miyabi.json'

const GAMES = ['miyabi', 'edo_yashiki']
const here = import.meta.dirname

const read = (game: string, language: string): string =>
  readFileSync(join(here, game, 'locales', `${language}.ftl`), 'utf8')
const messages = (text: string): Message[] =>
  (parse(text, {}) as Resource).body.filter((entry): entry is Message => entry.type === 'Message')
const variables = (text: string): string[] => [
  ...new Set([...text.matchAll(/\$(\w+)/g)].map(([, name]) => name as string)),
]

/** All keys that the folder's code spells out; those put together at run time are checked by what they begin with. */
function usedKeys(game: string): string[] {
  const files = readdirSync(join(here, game)).filter(
    (name) => /\.(svelte|ts)$/.test(name) && !/test|gallery/.test(name),
  )
  const text = files.map((name) => readFileSync(join(here, game, name), 'utf8')).join('\n')
  const prefix = game === 'miyabi' ? 'miyabi' : 'edo'
  return [
    ...new Set(
      [...text.matchAll(new RegExp(`(?:\\bt\\(|key: )[^\\n]{0,60}?'(${prefix}-[a-z0-9-]+)'`, 'g'))].map(
        ([, key]) => key as string,
      ),
    ),
  ]
}

describe.each(GAMES)('%s', (game) => {
  const english = messages(read(game, 'en'))
  const keys = english.map(({ id }) => id.name)

  test.each(LANGUAGES)('%s has every message, and no other', (language) => {
    expect(
      messages(read(game, language))
        .map(({ id }) => id.name)
        .sort(),
    ).toEqual([...keys].sort())
  })

  test.each(LANGUAGES)('%s reads without an error', (language) => {
    const bundle = emptyBundle(language)
    expect(bundle.addResource(new FluentResource(read(game, language)))).toEqual([])
    for (const key of keys) {
      const errors: Error[] = []
      const value = bundle.getMessage(key)?.value
      expect(value, key).toBeTruthy()
      const args = Object.fromEntries(variables(read(game, 'en')).map((name) => [name, 2]))
      if (value) bundle.formatPattern(value, args, errors)
      expect(errors, key).toEqual([])
    }
  })

  test('whatever the server names has its words: parts of scores, and reasons', () => {
    const told = JSON.stringify({ miyabi, edo_yashiki }[game])
    const parts = [...told.matchAll(/"key":"(\w+-part-[a-z-]+)"/g)].map(([, key]) => key as string)
    const reasons = [...told.matchAll(/"code":"(\w+)\/([a-z-]+)"/g)].map(([, who, code]) => `${who}-why-${code}`)
    expect(reasons.length).toBeGreaterThan(3)
    const wanted = [...new Set([...parts, ...reasons])].filter(
      (key) => key !== 'edo-part-runs' && key !== 'edo-part-bonuses',
    )
    expect(wanted.filter((key) => !keys.includes(key))).toEqual([])
  })

  test('whatever the code asks for is there', () => {
    expect(usedKeys(game).filter((key) => !keys.includes(key))).toEqual([])
    expect(usedKeys(game).length).toBeGreaterThan(30)
  })
})

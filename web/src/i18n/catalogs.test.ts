// No key is missing, unused or given what it does not take, in any language.
import {
  parse,
  Transformer,
  type Entry,
  type FunctionReference,
  type Message,
  type MessageReference,
  type VariableReference,
} from '@fluent/syntax'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from './catalog'

const SRC = 'src'
const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
const catalogs = files(SRC).filter((path) => path.endsWith('.ftl'))
const languageOf = (path: string): string => LANGUAGES.find((one) => path.split(/[/.]/).includes(one)) ?? ''

/** Names that go into a message; `>key` stands for those of another message that it is made with. */
class Variables extends Transformer {
  found = new Set<string>()
  override visitMessageReference(node: MessageReference): MessageReference {
    this.found.add(`>${node.id.name}`)
    return node
  }
  override visitVariableReference(node: VariableReference): VariableReference {
    this.found.add(node.id.name)
    return node
  }
  override visitFunctionReference(node: FunctionReference): FunctionReference {
    expect(['NUMBER', 'DATETIME', 'DE']).toContain(node.id.name)
    this.genericVisit(node)
    return node
  }
}

function variablesIn(message: Message): string[] {
  const seen = new Variables()
  seen.visit(message.clone())
  return [...seen.found].sort()
}

/** Messages that others are made with. */
const within = new Set<string>()

/** Every message of a language with the names that go into it. */
function messages(language: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const path of catalogs.filter((one) => languageOf(one) === language)) {
    for (const entry of parse(readFileSync(path, 'utf8'), {}).body as Entry[]) {
      expect(entry.type, `${path}: ${entry.type === 'Junk' ? entry.content : ''}`).not.toBe('Junk')
      if (entry.type !== 'Message') continue
      expect(found.has(entry.id.name), `${path}: ${entry.id.name} is there twice`).toBe(false)
      found.set(entry.id.name, variablesIn(entry))
      for (const name of variablesIn(entry)) if (name.startsWith('>')) within.add(name.slice(1))
    }
  }
  const whole = (key: string): string[] =>
    (found.get(key) ?? []).flatMap((name) => (name.startsWith('>') ? whole(name.slice(1)) : [name]))
  return new Map([...found.keys()].map((key) => [key, [...new Set(whole(key))].sort()]))
}

/** The names in `a, b: f(c, d), e: 1`: commas in brackets do not count. */
function namesGiven(text: string): string[] {
  let depth = 0
  const parts = ['']
  for (const letter of text) {
    depth += '([{'.includes(letter) ? 1 : ')]}'.includes(letter) ? -1 : 0
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts
    .map((one) => one.trim().split(':')[0]!.trim())
    .filter(Boolean)
    .sort()
}

const english = messages('en')
const sources = files(SRC).filter(
  (path) => /\.(svelte|ts)$/.test(path) && !/\.(test|gallery)\./.test(path) && !path.includes('wire/types'),
)
const code = sources.map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** Keys as they stand in the code, and patterns for those that are put together: `level-${level}`. */
const literals = new Set<string>()
const patterns: RegExp[] = []
for (const { text } of code) {
  for (const [, key] of text.matchAll(/['"]([a-z][a-z0-9_]*(?:-[A-Za-z0-9_]+)*)['"]/g)) literals.add(key!)
  for (const [, key] of text.matchAll(/`([^`\n]*\$\{[^`\n]*)`/g)) {
    const pattern = key!.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '§').replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    if (/^[\w§-]+$/.test(key!.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '§')) && /[a-z]{3}|§-§/.test(pattern))
      patterns.push(new RegExp(`^${pattern.replaceAll('§', '[\\w-]+')}$`))
  }
}

describe.each(LANGUAGES.filter((one) => one !== 'en'))('%s', (language) => {
  const own = messages(language)
  test('has every message, and no other', () => {
    expect([...own.keys()].sort()).toEqual([...english.keys()].sort())
  })
  test('puts the same things into its messages', () => {
    for (const [key, names] of english) expect({ key, names: own.get(key) }).toEqual({ key, names })
  })
})

test('every message is used somewhere', () => {
  const unused = [...english.keys()].filter(
    (key) => !literals.has(key) && !within.has(key) && !patterns.some((one) => one.test(key)),
  )
  expect(unused).toEqual([])
})

test('every key in the code is a message', () => {
  const missing: string[] = []
  for (const { path, text } of code)
    for (const [, key] of text.matchAll(/\bt\('([^']+)'/g)) if (!english.has(key!)) missing.push(`${path}: ${key}`)
  expect(missing).toEqual([])
})

test('messages are given what they take, and nothing else', () => {
  const wrong: string[] = []
  for (const { path, text } of code) {
    for (const [, key, given] of text.matchAll(/\bt\('([^']+)'(?:, \{ ?([^{}]*?) ?\})?\)/g)) {
      const names = namesGiven(given ?? '')
      if (english.has(key!) && names.join() !== english.get(key!)!.join())
        wrong.push(
          `${path}: ${key} takes ${english.get(key!)!.join() || 'nothing'}, given ${names.join() || 'nothing'}`,
        )
    }
  }
  expect(wrong).toEqual([])
})

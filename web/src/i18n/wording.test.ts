// Every message of every language is formatted with edge numbers and every case of its selectors; then the text is
// searched for what grammar, typography and terminology forbid.
import {
  parse,
  Transformer,
  type Entry,
  type Message,
  type SelectExpression,
  type VariableReference,
} from '@fluent/syntax'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addMessages, format, LANGUAGES, loadBundle, type Arguments, type Language } from './catalog'
import terminology from './terminology.json'

/** One idea and its word in each language, in all catalogs or in those of one game; and what was said instead. */
interface Term extends Record<Language, string> {
  idea: string
  game?: string
  avoid?: Partial<Record<Language, string>>
}
const TERMS: Term[] = terminology

const CATALOGS = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ftl'))
  .map((name) => join('src', name))
const EDGE_NUMBERS = [0, 1, 2, 5]
const EDGE_NAMES = ['Mei', 'Aki', 'Élise']
const PLURALS = ['zero', 'one', 'two', 'few', 'many', 'other']
/** What is a word and not a number, wherever it is put in. */
const NAMES = new Set([
  'name',
  'names',
  'file',
  'text',
  'who',
  'game',
  'scores',
  'cell',
  'run',
  'entry',
  'section',
  'face',
  'rival',
  'house',
  'garden',
])
/** Their numbers are never 0 or 1: a garden that is too full, runs of three or more, seats of a table. */
const MANY = new Set([
  'all-tables',
  'analysis-progress',
  'edo-part-run',
  'edo-run',
  'edo_yashiki-score-six',
  'edo_yashiki-score-wrong-over',
  'miyabi-display-left',
  'miyabi-score-wrong-alone',
  'miyabi-score-wrong-lanterns',
  'miyabi-score-wrong-tiles',
  'name-cut',
  'rules-count',
  'seats-range',
])
/** Lessons and figures show fixed positions, cards and set-ups tell the rules' own numbers: all are known, and the text is
 *  written for them. */
const isFixed = (key: string): boolean => MANY.has(key) || /-(lesson|figure|card|setup)-/.test(key)

const catalogsOf = (language: Language) => CATALOGS.filter((path) => path.split(/[/.]/).includes(language))
const messagesIn = (path: string): Message[] =>
  (parse(readFileSync(path, 'utf8'), {}).body as Entry[]).filter((entry) => entry.type === 'Message')

/** The names that go into a message, each with the cases that its selectors tell apart. */
class Cases extends Transformer {
  readonly of = new Map<string, Set<string>>()
  override visitVariableReference(node: VariableReference): VariableReference {
    if (!this.of.has(node.id.name)) this.of.set(node.id.name, new Set())
    return node
  }
  override visitSelectExpression(node: SelectExpression): SelectExpression {
    this.genericVisit(node)
    if (node.selector.type !== 'VariableReference') return node
    const cases = this.of.get(node.selector.id.name) ?? new Set()
    for (const { key } of node.variants) if (key.type === 'Identifier') cases.add(key.name)
    this.of.set(node.selector.id.name, cases)
    return node
  }
}

/** All messages that a message refers to, itself included: their names are its names. */
function withReferences(message: Message, all: Map<string, Message>): Message[] {
  const text = JSON.stringify(message)
  const named = [...text.matchAll(/"type":"MessageReference","id":\{"type":"Identifier","name":"([^"]+)"/g)]
  return [message, ...named.flatMap(([, name]) => (all.has(name!) ? withReferences(all.get(name!)!, all) : []))]
}

/** What a message may be given: words where it selects by words, a name for names, edge numbers elsewhere. One thing is
 *  varied at a time. */
function argumentsOf(message: Message, all: Map<string, Message>): Arguments[] {
  const cases = new Cases()
  for (const one of withReferences(message, all)) cases.visit(one.clone())
  const values = [...cases.of].map(([name, words]): [string, (string | number)[]] => {
    const spoken = [...words].filter((word) => !PLURALS.includes(word))
    return [name, spoken.length ? spoken : NAMES.has(name) ? EDGE_NAMES : EDGE_NUMBERS]
  })
  const usual = Object.fromEntries(values.map(([name, some]) => [name, some.at(-1)!]))
  return [usual, ...values.flatMap(([name, some]) => some.map((value) => ({ ...usual, [name]: value })))]
}

const AFTER_ONE = 'a plural after 1'
const WRONG: Record<Language, [RegExp, string][]> = {
  en: [
    [/(?<![\d.,–-])1 (?!(is|was|has|as|across|less|this|ms|vs|seats taken)\b)[a-z]+s\b/, AFTER_ONE],
    [/[Ww]hoever|\bWho (can|ties|was) /, 'who instead of a player who'],
    [/(?<![Tt]here )\b(is|are) no (?=[a-z])(?!longer|more|such)/, 'is no instead of is not a'],
  ],
  de: [
    [
      /(?<![\d.,–-])1 (\S+ )?(Punkte|Objekte|Felder|Zeilen|Spalten|Reihen|Merkmale|Karten|Plätze|Personen|Runden|Partien|Tische|Teile|Gartenteile|Zeichen|Aktionen|Züge|Minuten|Stunden|Tage|Seiten|Marker[ns]|Spiele)\b/,
      AFTER_ONE,
    ],
    [/["']/, 'a straight quote'],
  ],
  fr: [
    [/(?<![\d.,–-])[01] (?!(pas|fois|plus|ms)\b)[a-zé-]+s\b/, AFTER_ONE],
    [/ [;:!?\u00bb]|\u00ab /, 'a plain space where a line must not break'],
    [/(?<![-\w])(de|la|le|que|ne|se|je) [aeiouéèêàâîôû][\wéèê]/i, 'no elision'],
    [/ …/, 'a space before an ellipsis'],
    [/\b(vous (?!deux|ne vous|gênez)|votre\b|vos\b)/i, 'vous instead of tu'],
  ],
  ja: [[/[ぁ-んァ-ヶ一-龠][,.;:!?]|[,;:!?][ぁ-んァ-ヶ一-龠]/, 'half-width punctuation']],
}
const TWICE: [RegExp, string] = [/(?<!\p{L})(\p{L}+ \p{L}+( \p{L}+)*) \1(?!\p{L})/u, 'the same words twice']

/** The words of a catalog, without its keys, cases, names and comments. */
const wordsIn = (path: string): string =>
  readFileSync(path, 'utf8')
    .replace(/^#.*$|^[\w-]+ =|^\s*\*?\[[\w-]+\]/gm, '')
    .replace(/\{ ?[\w$-]+ ?(->|\})?/g, '')

describe.each(LANGUAGES)('%s', (language) => {
  const paths = catalogsOf(language)
  const all = new Map(paths.flatMap(messagesIn).map((message) => [message.id.name, message]))

  test('reads right with 0, 1, 2 and 5', async () => {
    const bundle = await loadBundle(language)
    for (const path of paths) addMessages(bundle, readFileSync(path, 'utf8'))
    const found = new Map<string, string>()
    for (const [key, message] of all)
      for (const args of argumentsOf(message, all)) {
        const text = format(bundle, key, args)
        for (const [pattern, what] of [...WRONG[language], TWICE])
          if (!(what === AFTER_ONE && isFixed(key)) && pattern.test(text) && !found.has(`${key}: ${what}`))
            found.set(`${key}: ${what}`, text)
      }
    expect([...found]).toEqual([])
  })

  test.each(TERMS)('has one word for a $idea', ({ idea, game, avoid, ...word }) => {
    const places = paths.filter((path) => !game || path.startsWith(join('src', 'games', game)))
    const texts = places.map((path) => [path, wordsIn(path)] as const)
    const used = new RegExp(word[language], 'iu')
    expect(
      texts.some(([, text]) => used.test(text)),
      `${idea}: ${word[language]} is said somewhere`,
    ).toBe(true)
    const other = avoid?.[language]
    const found = texts.flatMap(([path, text]) =>
      (other ? [...text.matchAll(new RegExp(other, 'gu'))] : []).map(([words]) => [path, words]),
    )
    expect(found, `say ${word[language]}`).toEqual([])
  })
})

test('Japanese knows no plural: [one] would never be chosen', () => {
  for (const path of catalogsOf('ja'))
    expect(readFileSync(path, 'utf8'), path).not.toMatch(/^\s*\[(one|two|few|many)\]/m)
})

// Words: Fluent catalogs, one folder a language. No framework in here.
import { FluentBundle, FluentNumber, FluentResource, type FluentFunction, type FluentVariable } from '@fluent/bundle'

export const LANGUAGES = ['en', 'de', 'fr', 'ja'] as const
export type Language = (typeof LANGUAGES)[number]
export type Arguments = Record<string, string | number>

/** What each language calls itself. */
export const OWN_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch', fr: 'Français', ja: '日本語' }

/** The shell's words, and those by which games show themselves in the lobby. */
const catalogs = import.meta.glob<string>(['../locales/*/shell.ftl', '../games/*/lobby/*.ftl'], {
  query: '?raw',
  import: 'default',
})
/** The words of an area come with its screen: locales/<language>/<area>.ftl, or games/<game>/<area>/<language>.ftl. */
const areas = import.meta.glob<string>(
  [
    '../locales/*/*.ftl',
    '!../locales/*/shell.ftl',
    '../games/*/{advice,box,lesson,reading,reference,replay,rules,score}/*.ftl',
  ],
  { query: '?raw', import: 'default' },
)

/** locales/de/shell.ftl and games/<game>/lobby/de.ftl are both German. */
const languageIn = (path: string): string | undefined =>
  /\/locales\/(\w+)\/|\/lobby\/(\w+)\.ftl$/.exec(path)?.slice(1).find(Boolean)

export const isLanguage = (text: string): text is Language => (LANGUAGES as readonly string[]).includes(text)

/** The language of ours that somebody reads best, from what their browser says. */
export function matchLanguage(wanted: readonly string[]): Language {
  const found = wanted.map((one) => one.toLowerCase().split('-')[0] ?? '').find(isLanguage)
  return found ?? 'en'
}

/** Fluent's own NUMBER passes over signs and percents in silence; this one heeds whatever Intl does. */
const NUMBER: FluentFunction = ([value], options) => {
  const plain = Object.entries(options).map(([name, one]) => [name, one instanceof FluentNumber ? one.value : one])
  return value instanceof FluentNumber
    ? new FluentNumber(value.value, { ...value.opts, ...Object.fromEntries(plain) })
    : (value ?? '')
}

/** French: “de Mei”, but “d’Aki”. Japanese names with an H keep it. */
const DE: FluentFunction = ([given]) => {
  const name = String(given ?? '')
  return /^[aeiouàâäéèêëîïôöùûüœæ]/i.test(name) ? `d’${name}` : `de ${name}`
}

/** French sets high punctuation and quotes off with a narrow space at which no line breaks; catalogs may have plain ones. */
const FRENCH_SPACE = / (?=[:;!?\u00bb])|(?<=\u00ab) /g
const setFrench = (text: string): string => text.replace(FRENCH_SPACE, '\u202f')

/** No words yet, but what a language needs to set them. */
export function emptyBundle(language: Language): FluentBundle {
  const transform = language === 'fr' ? setFrench : undefined
  return new FluentBundle(language, { useIsolating: false, functions: { NUMBER, DE }, transform })
}

/** All words of the shell in a language. */
export async function loadBundle(language: Language): Promise<FluentBundle> {
  const bundle = emptyBundle(language)
  const own = Object.entries(catalogs).filter(([path]) => languageIn(path) === language)
  for (const text of await Promise.all(own.map(([, load]) => load()))) bundle.addResource(new FluentResource(text))
  return bundle
}

/** The words of an area in a language, as Fluent text: `learning` of the shell, `<game>/rules` of a game. */
export async function catalogText(area: string, language: Language): Promise<string> {
  const path = area.includes('/') ? `../games/${area}/${language}.ftl` : `../locales/${language}/${area}.ftl`
  return (await areas[path]?.()) ?? ''
}

/** The words of a game or an area join those of the shell. */
export function addMessages(bundle: FluentBundle, text: string): void {
  bundle.addResource(new FluentResource(text), { allowOverrides: true })
}

/** A message in its language; the key itself where there is none, so that a hole is seen and nothing breaks. */
export function format(bundle: FluentBundle | null, key: string, args?: Arguments): string {
  const message = bundle?.getMessage(key)
  if (!bundle || !message?.value) return key
  return bundle.formatPattern(message.value, args as Record<string, FluentVariable> | undefined, [])
}

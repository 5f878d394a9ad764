// The language that is chosen now. Reading `t` in a component makes it follow.
import { catalogOf } from '$/games'
import type { FluentBundle } from '@fluent/bundle'
import { addMessages, catalogText, format, loadBundle, type Arguments, type Language } from './catalog'

let bundle = $state.raw<FluentBundle | null>(null)
let current = $state<Language>('en')
/** What was asked for last; `current` once its words are there. */
let requested: Language = 'en'
let loading: Promise<void> = Promise.resolve()
let games: string[] = []
let areas: string[] = []

export const language = (): Language => current

/** A message in the language that is chosen. */
export const t = (key: string, args?: Arguments): string => format(bundle, key, args)

export const has = (key: string): boolean => bundle?.hasMessage(key) ?? false

export function setLanguage(language: Language): Promise<void> {
  requested = language
  return reload()
}

/** One after the other: words that come late must not take the place of more words, or of another language. */
function reload(): Promise<void> {
  loading = loading.catch(() => undefined).then(load)
  return loading
}

async function load(): Promise<void> {
  const language = requested
  const loaded = await loadBundle(language)
  for (const game of games) addMessages(loaded, await catalogOf(game, language))
  for (const area of areas) addMessages(loaded, await catalogText(area, language))
  if (language === 'ja') await import('../style/fonts-ja.css')
  bundle = loaded
  current = language
  document.documentElement.lang = language
}

/** The words of a game, from now on in every language that is spoken. */
export async function loadGameCatalog(game: string): Promise<void> {
  if (games.includes(game)) return loading
  games = [...games, game]
  await reload()
}

/** The words of an area of the client, from now on in every language that is spoken. */
export async function loadCatalog(...named: string[]): Promise<void> {
  const more = named.filter((area) => !areas.includes(area))
  if (!more.length) return loading
  areas = [...areas, ...more]
  await reload()
}

/** “Aki, Bo and Mei”. */
export const formatList = (names: string[]): string =>
  new Intl.ListFormat(current, { type: 'conjunction' }).format(names)

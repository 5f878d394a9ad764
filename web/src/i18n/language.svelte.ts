// The language that is chosen now. Reading `t` in a component makes it follow.
import { catalogOf } from '$/games'
import type { FluentBundle } from '@fluent/bundle'
import { addWords, areaOf, format, loadBundle, type Arguments, type Language } from './catalog'

let bundle = $state.raw<FluentBundle | null>(null)
let current = $state<Language>('en')
let games: string[] = []
let areas: string[] = []

export const language = (): Language => current

/** A message in the language that is chosen. */
export const t = (key: string, args?: Arguments): string => format(bundle, key, args)

export const has = (key: string): boolean => bundle?.hasMessage(key) ?? false

export async function speak(wanted: Language): Promise<void> {
  const loaded = await loadBundle(wanted)
  for (const game of games) addWords(loaded, await catalogOf(game, wanted))
  for (const area of areas) addWords(loaded, await areaOf(area, wanted))
  if (wanted === 'ja') await import('../style/fonts-ja.css')
  bundle = loaded
  current = wanted
  document.documentElement.lang = wanted
}

/** The words of a game, from now on in every language that is spoken. */
export async function learn(game: string): Promise<void> {
  if (games.includes(game)) return
  games = [...games, game]
  await speak(current)
}

/** The words of an area of the client, from now on in every language that is spoken. */
export async function learnArea(...wanted: string[]): Promise<void> {
  const more = wanted.filter((area) => !areas.includes(area))
  if (!more.length) return
  areas = [...areas, ...more]
  await speak(current)
}

/** «3 minutes ago», «2 Nov»: how long ago something was, in words that fit. */
export function ago(at: number, now: number): string {
  const minutes = Math.round((now - at) / 60_000)
  const words = new Intl.RelativeTimeFormat(current, { numeric: 'auto', style: 'long' })
  if (minutes < 60) return words.format(-Math.max(minutes, 0), 'minute')
  if (minutes < 24 * 60) return words.format(-Math.round(minutes / 60), 'hour')
  return words.format(-Math.round(minutes / 1440), 'day')
}

/** «Aki, Bo and Mei». */
export const listed = (names: string[]): string => new Intl.ListFormat(current, { type: 'conjunction' }).format(names)

/** What a page of drawings needs to show a whole table: words, people, and a machine that only takes notes. */

import { FluentResource } from '@fluent/bundle'
import { emptyBundle, matchLanguage } from '$/i18n/catalog'
import { commandOf } from '$/state/keys'
import type { Choices, News } from '$/wire/types'
import type { GameProps, Seat } from './contract'

const catalogs = import.meta.glob<string>(['./*/locales/*.ftl', '../locales/*/shell.ftl'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const NAMES = ['Aki', 'Hana', 'Bo', 'Mei', 'Kenji']

export const asked = new URLSearchParams(location.search)
const language = matchLanguage([asked.get('lang') ?? 'en'])
if (language === 'ja') void import('../style/fonts-ja.css')

/** A real position, as tools/client/board_positions.py writes it. */
export interface Fixture {
  view: { seats: number }
  choices: Choices | null
  history: News[]
}

/** The one that is asked for, or else this. */
export const fixtureOf = (fixtures: object, usual: string): Fixture =>
  (fixtures as Record<string, Fixture>)[asked.get('position') ?? usual]!

function translator(game: string): (key: string, args?: Record<string, string | number>) => string {
  const bundle = emptyBundle(language)
  for (const path of [`./${game}/locales/${language}.ftl`, `../locales/${language}/shell.ftl`])
    bundle.addResource(new FluentResource(catalogs[path] ?? ''))
  document.documentElement.lang = language
  return (key, args) => {
    const message = bundle.getMessage(key)?.value
    const words = message ? bundle.formatPattern(message, args, []) : `⟨${key}⟩`
    return asked.has('long') ? words.padEnd(Math.round(words.length * 1.4), '·') : words
  }
}

const people = (count: number, you: number | null): Seat[] =>
  Array.from({ length: count }, (_, index) => ({
    index,
    you: index === you,
    name: NAMES[index] ?? '',
    held: 'person',
    bot: null,
    here: true,
    ready: true,
    resigned: false,
    lag: 20 + 15 * index,
    clock: null,
    runs: false,
  }))

/** Everything but view and choices. */
export function props<View>(
  game: string,
  seats: number,
  you: number | null,
): Omit<GameProps<View>, 'view' | 'choices'> {
  return {
    seats: people(seats, you),
    you,
    options: {},
    latest: [],
    history: [],
    shown: you ?? 0,
    show: () => undefined,
    live: null,
    preferences: { confirm: true, plan: asked.has('plan') || innerWidth < 700, motion: asked.has('motion') },
    act: async (action) => {
      console.info('act', action)
      return false
    },
    command: (event) => commandOf(event, {}, true, game),
    announce: () => undefined,
    t: translator(game),
    hinted: null,
    spot: null,
  }
}

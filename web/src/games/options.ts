// What a game shows of itself before anything of it is loaded: what can be chosen when a table is opened, its keys and
// its name in Japanese. A game's folder says so in lobby/options.ts; its words are in lobby/<language>.ftl.
import type { IconName } from '$/ui/icons'
import type { Kanji } from '$/ui/kanji'
import { pictureOf } from './index'

/** One of several values. */
interface OneOf {
  name: string
  kind: 'one'
  values: string[]
  standard: string
  /** What else a value brings with it. */
  forces?: Record<string, Record<string, unknown>>
  /** A table always says which value it has, with its icon; without icons, only if it is not the standard. */
  icons?: Record<string, IconName>
  /** What takes a value's place at a shared device, where it cannot be; `<game>-<name>-<value>-not-here` says why. */
  hereInstead?: Record<string, string>
  /** Values with live races: seats act at the same time, on a signal. */
  races?: string[]
}

/** Letters that join into one text, a switch, or one of several. Its name is the server's. */
export type Option =
  { name: string; kind: 'letters'; letters: string[] } | { name: string; kind: 'flag'; standard: boolean } | OneOf

/** A command that a key gives. */
export interface GameKey {
  id: string
  /** What it has unless somebody moves it, as KeyboardEvent.key has it; letters small. */
  key: string
  /** The message that says what it does. */
  label: string
  /** It reads something out of the board: the game's reading/ has the sentence. */
  reads?: boolean
}

export interface LobbyCard {
  /** The place of its card in the lobby; games without one come last, by their names. */
  place?: number
  /** Minutes that a game takes, for the card. */
  minutes: number
  options: Option[]
  /** What “play now” opens. */
  quick: Record<string, unknown>
  keys?: GameKey[]
  kanji?: Kanji
}

const cards = import.meta.glob<{ default: LobbyCard }>('./*/lobby/options.ts', { eager: true })

export const cardOf = (game: string): LobbyCard | undefined => cards[`./${game}/lobby/options.ts`]?.default

/** The games that this client has a card for, in the lobby's order. */
export const shownGames = (): string[] =>
  Object.keys(cards)
    .map((path) => path.split('/')[1]!)
    .sort((a, b) => placeOf(a) - placeOf(b) || a.localeCompare(b))

const placeOf = (game: string): number => cardOf(game)?.place ?? 99

/** Something that has been agreed about a table: its words, and the picture or icon beside them. */
export interface Term {
  key: string
  args?: Record<string, string>
  picture?: string
  icon?: IconName
}

/** What is special about a table with these options; `brief` says letters as letters. */
export const termsOf = (game: string, chosen: Record<string, unknown>, brief = false): Term[] =>
  (cardOf(game)?.options ?? []).flatMap((option) => termsIn(game, option, chosen[option.name], brief))

function termsIn(game: string, option: Option, value: unknown, brief: boolean): Term[] {
  const key = `${game}-${option.name}`
  const picture = (name: string): string | undefined => pictureOf(game, `option-${name}`)
  if (option.kind === 'flag') return value === true ? [{ key, picture: picture(option.name) }] : []
  if (option.kind === 'letters') {
    const letters = [...String(value ?? '')]
    if (brief) return letters.length ? [{ key: `${key}-short`, args: { letters: letters.join(' ') } }] : []
    return letters.map((letter) => ({ key: `${key}-${letter}`, picture: picture(letter) }))
  }
  const one = String(value ?? option.standard)
  if (one === option.standard && !option.icons) return []
  return [{ key: `${key}-${one}`, picture: picture(one), icon: option.icons?.[one] }]
}

// What can be chosen when a table is opened, game by game, as the lobby's form shows it.
// A game's folder says so in lobby/options.ts; its words are in lobby/<language>.ftl.

/** Letters that join into one text (expansions), a switch, or one of several. Its name is the server's. */
export type Option =
  | { name: string; kind: 'letters'; letters: string[] }
  | { name: string; kind: 'flag'; standard: boolean }
  | { name: string; kind: 'one'; values: string[]; standard: string; forces?: Record<string, Record<string, unknown>> }

export interface LobbyCard {
  /** Minutes that a game takes, for the card. */
  minutes: number
  options: Option[]
  /** What “play now” opens. */
  quick: Record<string, unknown>
}

const cards = import.meta.glob<{ default: LobbyCard }>('./*/lobby/options.ts', { eager: true })

export const cardOf = (game: string): LobbyCard | undefined => cards[`./${game}/lobby/options.ts`]?.default

/** The games that this client has a card for, in the order of their folders' names. */
export const shownGames = (): string[] =>
  Object.keys(cards)
    .map((path) => path.split('/')[1]!)
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))

/** The elder first, as the rulebooks came to us. */
const rank = (game: string): number => ['miyabi', 'edo_yashiki'].indexOf(game) + 1 || 99

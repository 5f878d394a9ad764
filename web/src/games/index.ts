// Finds the games by their folders, as the server does: pictures come with the lobby, boards when a table is opened.
import type { GameClient } from './contract'

const clients = import.meta.glob<{ default: GameClient }>('./*/index.ts')
const pictures = import.meta.glob<string>('./*/*.svg', { query: '?url', import: 'default', eager: true })
const catalogs = import.meta.glob<string>('./*/locales/*.ftl', { query: '?raw', import: 'default' })

/** The address of a picture in a game's folder. */
export const pictureOf = (game: string, picture: string): string | undefined => pictures[`./${game}/${picture}.svg`]

/** The board of a game; null for one that this client cannot draw. */
export async function clientOf(game: string): Promise<GameClient | null> {
  const load = clients[`./${game}/index.ts`]
  return load ? (await load()).default : null
}

/** A game's words in a language, as Fluent text; empty where it has none. */
export async function catalogOf(game: string, language: string): Promise<string> {
  return (await catalogs[`./${game}/locales/${language}.ftl`]?.()) ?? ''
}

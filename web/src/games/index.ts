// Finds the games by their folders, as the server does: pictures come with the lobby, boards when a table is opened.
import type { GameClient } from './contract'

const clients = import.meta.glob<{ default: GameClient }>('./*/index.ts')
const pictures = import.meta.glob<string>('./*/*.svg', { query: '?url', import: 'default', eager: true })
const catalogs = import.meta.glob<string>('./*/locales/*.ftl', { query: '?raw', import: 'default' })

/** What a game may have beside its board; each folder is described by the module of its name in games/. */
const parts = import.meta.glob<{ default: unknown }>('./*/{box,lesson,reading,reference,replay,rules,score}/index.ts')
export type Part = 'box' | 'lesson' | 'reading' | 'reference' | 'replay' | 'rules' | 'score'

/** The address of a picture in a game's folder. */
export const pictureOf = (game: string, picture: string): string | undefined => pictures[`./${game}/${picture}.svg`]

/** The board of a game; null for one that this client cannot draw. */
export async function clientOf(game: string): Promise<GameClient | null> {
  const load = clients[`./${game}/index.ts`]
  return load ? (await load()).default : null
}

export const hasPart = (game: string, part: Part): boolean => `./${game}/${part}/index.ts` in parts

/** Null where the game has no such part. */
export async function partOf<Content>(game: string, part: Part): Promise<Content | null> {
  const load = parts[`./${game}/${part}/index.ts`]
  return load ? ((await load()).default as Content) : null
}

/** A game's words in a language, as Fluent text; empty where it has none. */
export async function catalogOf(game: string, language: string): Promise<string> {
  return (await catalogs[`./${game}/locales/${language}.ftl`]?.()) ?? ''
}

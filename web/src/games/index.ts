// Finds the games by their folders, as the server does: covers come with the lobby, boards when a table is opened.
import type { GameClient, GameCover } from './contract'

const covers = import.meta.glob<{ default: GameCover }>('./*/cover.ts', { eager: true })
const clients = import.meta.glob<{ default: GameClient }>('./*/index.ts')

export const coverOf = (game: string): GameCover | undefined => covers[`./${game}/cover.ts`]?.default

/** The board of a game; null for one that this client cannot draw. */
export async function clientOf(game: string): Promise<GameClient | null> {
  const load = clients[`./${game}/index.ts`]
  return load ? (await load()).default : null
}

// What can be heard of a board at the press of a key, if a game folder says it: reading/index.ts, whose default export
// finds the sentence. Its words are reading/<language>.ftl, loaded with the first key.
import { loadCatalog } from '$/i18n/language.svelte'
import type { GameProps } from './contract'
import { partOf } from './index'

/** The sentence for a command: a row, a column, or one of the game's own; null where there is nothing to say. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a game knows its own view; the shell knows none
export type Read<View = any> = (what: string, given: GameProps<View>) => string | null

export async function readAloud(game: string, what: string, given: GameProps<unknown>): Promise<void> {
  const [read] = await Promise.all([partOf<Read>(game, 'reading'), loadCatalog(`${game}/reading`)])
  const said = read?.(what, given)
  if (said) given.announce(said)
}

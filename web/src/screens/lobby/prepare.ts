// Fetches what the first action at a table needs while nobody waits for it: the table's page, a board, its words.
import { clientOf } from '$/games'
import { loadCatalog, loadGameCatalog } from '$/i18n/language.svelte'

/** What is wanted now comes first; whoever pays for every byte is spared what they may never need. */
export function whenIdle(work: () => void): () => void {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return () => undefined
  if (typeof requestIdleCallback === 'function') {
    const asked = requestIdleCallback(work, { timeout: 2000 })
    return () => cancelIdleCallback(asked)
  }
  const timer = setTimeout(work, 600)
  return () => clearTimeout(timer)
}

/** The sum of what is fetched does not grow: it comes sooner. Whatever fails is fetched again when it is needed. */
export async function prepareTable(game: string): Promise<void> {
  const parts = [
    import('$/screens/table/Table.svelte'),
    clientOf(game),
    loadGameCatalog(game),
    loadCatalog('device', 'race'),
  ]
  await Promise.allSettled(parts)
}

// Fetches what the first action at a table needs, while the browser is idle: the table's page, a board, its words.
import { clientOf } from '$/games'
import { loadCatalog, loadGameCatalog } from '$/i18n/language.svelte'

/** Runs work once the browser is idle, and never in data-saving mode. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return () => undefined
  if (typeof requestIdleCallback === 'function') {
    const asked = requestIdleCallback(work, { timeout: 2000 })
    return () => cancelIdleCallback(asked)
  }
  const timer = setTimeout(work, 600)
  return () => clearTimeout(timer)
}

/** Fetches nothing that a table would not fetch anyway. What fails is fetched again when it is needed. */
export async function prefetchTable(game: string): Promise<void> {
  const parts = [
    import('$/screens/table/Table.svelte'),
    clientOf(game),
    loadGameCatalog(game),
    loadCatalog('device', 'race'),
  ]
  await Promise.allSettled(parts)
}

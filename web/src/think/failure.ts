// Said where this browser cannot compute, and why; from then on the server computes without a word.
import { loadCatalog, t } from '$/i18n/language.svelte'
import { toast } from '$/state/announcer.svelte'

let isTold = false

export async function tellFailure(): Promise<void> {
  if (isTold) return
  isTold = true
  await loadCatalog('think')
  toast(t('think-failed'), 'problem')
}

// A link goes to the clipboard, and somebody is told so.
import { t } from '$/i18n/language.svelte'
import { toast } from '$/state/announcer.svelte'

/** Where a browser does not let us, the link is marked in its field to be copied by hand; without one it is shown. */
export async function copyLink(link: string, field?: HTMLInputElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    toast(t('link-copied'))
  } catch {
    field?.focus()
    field?.select()
    toast(field ? t('link-copy-yourself') : link)
  }
}

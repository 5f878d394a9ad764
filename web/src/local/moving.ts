// From the server to the garden and back: the same tab, another page. A game goes along as its record.
import { saveToPlayOn } from '$/screens/replay/recordFile'
import { toast } from '$/state/announcer.svelte'
import { t } from '$/i18n/language.svelte'
import { problemText } from '$/shell/problems'
import { navigate } from '$/state/route.svelte'
import { api } from '$/sync/api'
import { keptVersion } from './keep'
import { hasServer, home, toGarden, toServer } from './offered'

/** Whether the server answers, and is ready. */
export async function isServerThere(): Promise<boolean> {
  try {
    const answer = await fetch(`${home()}starting`, { cache: 'no-store' })
    return answer.ok && ((await answer.json()) as { ready?: boolean }).ready === true
  } catch {
    return false
  }
}

/** Also where only what stands behind # differs: then the same address has another page by now. */
function go(address: string): void {
  const [page] = address.split('#')
  if (page === location.href.split('#')[0]) {
    history.replaceState(null, '', address)
    location.reload()
  } else location.href = address
}

export async function goToServer(hash = '#/'): Promise<boolean> {
  const there = await isServerThere()
  if (there) go(toServer(hash))
  else toast(t('lobby-away'), 'problem')
  return there
}

export const goToGarden = (hash = '#/'): void => go(toGarden(hash))

/** A game goes on on the other side, by its record. */
export async function takeAlong(table: string, seat: number | null): Promise<void> {
  if (!hasServer && !(await keptVersion())) return navigate('#/offline')
  try {
    const record = await api.record(table)
    saveToPlayOn(record, seat)
    const hash = `#/replay/${record.events.length}`
    if (hasServer) await goToServer(hash)
    else goToGarden(hash)
  } catch (error) {
    toast(problemText(error), 'problem')
  }
}

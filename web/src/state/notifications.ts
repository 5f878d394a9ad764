// Notifications of the browser's, for whoever has asked for them. Permission is asked for by a click, never by a page.
import { setPreferences, preferences } from './preferences.svelte'
import { navigate, toTable } from './route.svelte'

export const canNotify = (): boolean => typeof Notification !== 'undefined'

/** Switches them on, where the person lets the browser, or off. */
export async function setNotifications(wanted: boolean): Promise<boolean> {
  const granted = wanted && canNotify() && (await Notification.requestPermission()) === 'granted'
  setPreferences({ notify: granted })
  return granted === wanted
}

/** True if one is shown: only to somebody who wants them and does not look at the page. */
export function notify(table: string, text: string): boolean {
  if (!preferences.notify || !canNotify() || Notification.permission !== 'granted' || !document.hidden) return false
  try {
    const shown = new Notification('Niwashi', { body: text, tag: table, icon: 'niwashi.svg' })
    shown.onclick = () => {
      window.focus()
      navigate(toTable(table))
      shown.close()
    }
    return true
  } catch {
    return false // phones let only service workers show them
  }
}

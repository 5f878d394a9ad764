import './style/fonts.css'
import './style/tokens.css'
import './style/base.css'
import './style/ui.css'
import { mount } from 'svelte'
import { setLanguage } from './i18n/language.svelte'
import App from './shell/App.svelte'
import { applyTheme, preferences } from './state/preferences.svelte'
import { restoreSession } from './state/session.svelte'
import { openTransport } from './sync/transport'

const isServerThere = (): Promise<boolean> =>
  fetch(location.pathname, { cache: 'no-store' }).then(
    (answer) => answer.ok,
    () => false,
  )

// A part that is not there any more: the server has a newer client. Once, so that a broken server is no endless
// loop; and only if the server answers, for without it a page that is loaded anew would be none.
addEventListener('vite:preloadError', () => {
  const [already] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (already?.type !== 'reload') void isServerThere().then((there) => there && location.reload())
})

applyTheme()
await Promise.all([openTransport(), setLanguage(preferences.language), restoreSession()])
mount(App, { target: document.getElementById('app') as HTMLElement })

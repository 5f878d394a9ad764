// The service worker of a served site. Pages come from the server, always; without a line the garden opens that a page
// has kept (web/src/local/keep.ts). A cache is whole once it has the list, which is put into it last.
const SCOPE = self.registration.scope
const PREFIX = `niwashi@${new URL(SCOPE).pathname} `
const LIST = 'garden/offline.json'
const PAGE = 'garden/page.html'
/** Addresses with a hash in them: their content never changes. */
const NAMED_BY_HASH = /^(assets\/|garden\/[0-9a-f]{16}\/)/
/** A proxy whose server is gone. */
const GONE = [502, 504]

const address = (name) => new URL(name, SCOPE).href
const plain = (url) => url.split(/[?#]/)[0]

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]))
})

async function keptCaches() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
  return Promise.all(names.reverse().map((name) => caches.open(name)))
}

/** The newest page that has everything it needs. */
async function keptPage() {
  for (const cache of await keptCaches()) {
    if (await cache.match(address(LIST))) return cache.match(address(PAGE), { ignoreVary: true })
  }
}

async function keptPart(url) {
  for (const cache of await keptCaches()) {
    const kept = await cache.match(url, { ignoreVary: true })
    if (kept) return kept
  }
}

/** Whoever asks for the garden gets it; everybody else the server's page, as long as there is a server. */
async function openPage(event) {
  if (new URL(event.request.url).searchParams.has('offline')) {
    const kept = await keptPage()
    if (kept) return kept
  }
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request))
    return GONE.includes(answer.status) ? ((await keptPage()) ?? answer) : answer
  } catch (error) {
    const kept = await keptPage()
    if (kept) return kept
    throw error
  }
}

const openPart = async (request) => (await keptPart(plain(request.url))) ?? fetch(request)

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = plain(request.url)
  if (request.method !== 'GET' || !url.startsWith(SCOPE)) return
  if (request.mode === 'navigate') {
    if (url === SCOPE) event.respondWith(openPage(event))
  } else if (request.cache !== 'reload' && isPart(url.slice(SCOPE.length))) event.respondWith(openPart(request))
})

const isPart = (name) => NAMED_BY_HASH.test(name) || name === 'niwashi.svg' || name === 'manifest.webmanifest'

// Whether the page that we are on has a garden for times without a line, and which one.
const page = globalThis.document?.documentElement.dataset

/** The version of the garden that this server offers; none in a garden itself, or where browsers keep nothing. */
export const offered =
  page?.offered !== undefined && 'serviceWorker' in navigator && 'caches' in globalThis ? page.offered : null
/** We are in the garden of a site that has a server, too. */
export const hasServer = page?.served !== undefined

/** Where this site's pages are, without what stands behind # or ?. */
export const home = (): string => document.baseURI.split(/[?#]/)[0]!
/** The garden, also while there is a line. */
export const toGarden = (hash = '#/'): string => `${home()}?offline${hash}`
export const toServer = (hash = '#/'): string => `${home()}${hash}`

/** As the service worker names it (src/niwashi/server/http/service_worker.js). */
export const cachePrefix = (): string => `niwashi@${new URL(home()).pathname} `

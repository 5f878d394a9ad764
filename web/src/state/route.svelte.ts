// Where we are. The part after # never reaches a server or its log, and a private table's id is its key.
export type Route =
  | { screen: 'lobby' }
  | { screen: 'table'; table: string }
  | { screen: 'settings' }
  | { screen: 'about' }
  | { screen: 'learn'; game: string }
  /** All games' rules, one game's, or one place in them: the number of a rule, or a section's name. */
  | { screen: 'rules'; game: string | null; place: string | null }
  | { screen: 'nowhere' }

const NAME = /^[a-z_]{1,40}$/
const PLACE = /^[A-Za-z0-9.-]{0,40}$/

function readRules(game: string, place: string): Route {
  if ((game && !NAME.test(game)) || !PLACE.test(place)) return { screen: 'nowhere' }
  return { screen: 'rules', game: game || null, place: place || null }
}

export function readRoute(hash: string): Route {
  const [first = '', second = '', ...rest] = hash.replace(/^#?\/?/, '').split('/')
  if (first === 'rules' && rest.length < 2) return readRules(second, rest[0] ?? '')
  if (rest.length) return { screen: 'nowhere' }
  if (first === '' && !second) return { screen: 'lobby' }
  if (first === 't' && /^[A-Za-z0-9_-]{1,64}$/.test(second)) return { screen: 'table', table: second }
  if (first === 'learn' && NAME.test(second)) return { screen: 'learn', game: second }
  if ((first === 'settings' || first === 'about') && !second) return { screen: first }
  return { screen: 'nowhere' }
}

export const route = $state<{ now: Route }>({ now: readRoute(typeof location === 'undefined' ? '' : location.hash) })

if (typeof window !== 'undefined') {
  window.addEventListener('hashchange', () => {
    route.now = readRoute(location.hash)
  })
}

export const toTable = (table: string): string => `#/t/${table}`
export const toLesson = (game: string): string => `#/learn/${game}`
export const toRules = (game: string, place = ''): string => `#/rules/${game}${place ? `/${place}` : ''}`
export const go = (hash: string): void => {
  location.hash = hash
}

/** The link that one sends to a friend. */
export const inviteLink = (table: string): string => `${location.href.split('#')[0]}${toTable(table)}`

/** The table that a pasted link, or a bare id, names; null for anything else. */
export function tableIn(text: string): string | null {
  const found = /(?:#?\/t\/|^)([A-Za-z0-9_-]{8,64})\/?$/.exec(text.trim())
  return found?.[1] ?? null
}

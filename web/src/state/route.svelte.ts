// Where we are. The part after # never reaches a server or its log, and a private table's id is its key.
export type Route =
  | { screen: 'lobby' }
  | { screen: 'table'; table: string }
  | { screen: 'replay'; table: string | null; at: number | null; analyse: boolean }
  | { screen: 'games' }
  | { screen: 'settings' }
  | { screen: 'about' }
  | { screen: 'offline' }
  | { screen: 'learn'; game: string }
  /** All games' rules, one game's, or one place in them: the number of a rule, or a section's name. */
  | { screen: 'rules'; game: string | null; place: string | null }
  /** A score sheet, and what is written on it where somebody has sent it. */
  | { screen: 'score'; game: string | null; code: string | null }
  /** The form in which the owner of a game's box writes down what is in it. */
  | { screen: 'box'; game: string }
  | { screen: 'notFound' }

const NAME = /^[a-z_]{1,40}$/
const PLACE = /^[A-Za-z0-9.-]{0,40}$/
const SHEET = /^[A-Za-z0-9%.,;_~!'()*-]{0,4000}$/

function readRules(game: string, place: string): Route {
  if ((game && !NAME.test(game)) || !PLACE.test(place)) return { screen: 'notFound' }
  return { screen: 'rules', game: game || null, place: place || null }
}

function readScore(game: string, code: string): Route {
  if ((game && !NAME.test(game)) || !SHEET.test(code)) return { screen: 'notFound' }
  return { screen: 'score', game: game || null, code: code || null }
}

export function readRoute(hash: string): Route {
  const [first = '', second = '', ...rest] = hash.replace(/^#?\/?/, '').split('/')
  if (first === 'rules' && rest.length < 2) return readRules(second, rest[0] ?? '')
  if (first === 'score' && rest.length < 2) return readScore(second, rest[0] ?? '')
  if (first === 'r' && isTable(second)) return replayRoute(second, rest)
  if (first === 'replay') return replayRoute(null, [second, ...rest].filter(Boolean))
  if (rest.length) return { screen: 'notFound' }
  if (first === '' && !second) return { screen: 'lobby' }
  if (first === 't' && isTable(second)) return { screen: 'table', table: second }
  if ((first === 'learn' || first === 'box') && NAME.test(second)) return { screen: first, game: second }
  if (isPlain(first) && !second) return { screen: first }
  return { screen: 'notFound' }
}

const isPlain = (text: string): text is 'settings' | 'about' | 'games' | 'offline' =>
  ['settings', 'about', 'games', 'offline'].includes(text)

const isTable = (text: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(text)

/** #/r/<table>, of a record that somebody opened #/replay; then, if wanted, after how many events, or “analysis”. */
function replayRoute(table: string | null, rest: string[]): Route {
  const [where = ''] = rest
  if (rest.length > 1 || !/^(\d{0,5}|analysis)$/.test(where)) return { screen: 'notFound' }
  const analyse = where === 'analysis'
  return { screen: 'replay', table, at: analyse || !where ? null : Number(where), analyse }
}

export const route = $state<{ now: Route }>({ now: readRoute(typeof location === 'undefined' ? '' : location.hash) })

if (typeof window !== 'undefined') {
  window.addEventListener('hashchange', () => {
    route.now = readRoute(location.hash)
  })
}

export const toScore = (game = '', code = ''): string => ['#/score', game, code].filter(Boolean).join('/')
export const toTable = (table: string): string => `#/t/${table}`
/** The replay of a table, or of the record that was opened here: at its beginning, at an event, or with its analysis. */
export const toReplay = (table: string | null, where: number | 'analysis' | null = null): string =>
  [table === null ? '#/replay' : `#/r/${table}`, ...(where === null ? [] : [where])].join('/')
export const toBox = (game: string): string => `#/box/${game}`
export const toLesson = (game: string): string => `#/learn/${game}`
export const toRules = (game: string, place = ''): string => `#/rules/${game}${place ? `/${place}` : ''}`
export const navigate = (hash: string): void => {
  location.hash = hash
}

const here = (): string => location.href.split(/[?#]/)[0]!

/** Where other devices open this page: here, unless the server says that only its own machine can; '' for nowhere. */
export const sharedPage = (): string => document.documentElement.dataset.shared ?? here()

/** A link to hand on; to the server's own machine only where there is no other way. */
export const linkTo = (hash: string): string => (sharedPage() || here()) + hash

/** The table that a pasted link, or a bare id, names; null for anything else. */
export function parseTableId(text: string): string | null {
  const found = /(?:#?\/t\/|^)([A-Za-z0-9_-]{8,64})\/?$/.exec(text.trim())
  return found?.[1] ?? null
}

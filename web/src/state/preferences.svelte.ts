// Preferences, stored in this browser only.
import { matchLanguage, isLanguage, type Language } from '$/i18n/catalog'
import { save, load } from './storage'

export interface Preferences {
  language: Language
  theme: 'auto' | 'light' | 'dark'
  colour: 'ink' | 'contrast'
  motion: 'auto' | 'none' | 'full'
  sound: boolean
  /** From 0 to 1. */
  volume: number
  /** Ask before an action leaves the browser. */
  confirm: boolean
  /** At a hot seat: the board waits until the device has been passed on. */
  handOver: boolean
  /** A notification of the browser's when it is our turn and nobody looks. */
  notify: boolean
  /** Plan view: no lift. Null is what the screen suggests. */
  plan: boolean | null
  /** Single letters do something; off for those whose speech or hands press them by accident. */
  letters: boolean
  /** Where somebody has moved a command to another key: command → key. */
  keys: Record<string, string>
  /** The name one comes in with as a guest. */
  name: string
}

const STORAGE_KEY = 'niwashi.preferences'

const defaultPreferences = (languages: readonly string[]): Preferences => ({
  language: matchLanguage(languages),
  theme: 'auto',
  colour: 'ink',
  motion: 'auto',
  sound: true,
  volume: 0.7,
  confirm: true,
  handOver: true,
  notify: false,
  plan: null,
  letters: true,
  keys: {},
  name: '',
})

const ALLOWED: Record<string, readonly unknown[]> = {
  theme: ['auto', 'light', 'dark'],
  colour: ['ink', 'contrast'],
  motion: ['auto', 'none', 'full'],
  sound: [true, false],
  confirm: [true, false],
  handOver: [true, false],
  notify: [true, false],
  plan: [true, false, null],
  letters: [true, false],
}

/** What was kept, as far as it still makes sense; anything else is as it is for everybody. */
export function parsePreferences(text: string | null, languages: readonly string[]): Preferences {
  const found = defaultPreferences(languages)
  let parsed: unknown
  try {
    parsed = JSON.parse(text ?? '{}')
  } catch {
    return found
  }
  if (typeof parsed !== 'object' || parsed === null) return found
  const given = parsed as Record<string, unknown>
  for (const [name, values] of Object.entries(ALLOWED)) {
    if (name in given && values.includes(given[name])) Object.assign(found, { [name]: given[name] })
  }
  if (typeof given.language === 'string' && isLanguage(given.language)) found.language = given.language
  if (typeof given.volume === 'number' && given.volume >= 0 && given.volume <= 1) found.volume = given.volume
  if (typeof given.name === 'string') found.name = given.name.slice(0, 24)
  if (typeof given.keys === 'object' && given.keys !== null) found.keys = readKeys(given.keys)
  return found
}

function readKeys(given: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}

export const preferences = $state(
  parsePreferences(load(STORAGE_KEY) ?? null, typeof navigator === 'undefined' ? [] : navigator.languages),
)

/** Changes some of them and keeps them. */
export function setPreferences(change: Partial<Preferences>): void {
  Object.assign(preferences, change)
  save(STORAGE_KEY, JSON.stringify(preferences))
}

// -- what the system says, where a preference is “auto” ---------------------------------------------------------------
const mediaQuery = (query: string): MediaQueryList | null =>
  typeof matchMedia === 'function' ? matchMedia(query) : null
const DARK = mediaQuery('(prefers-color-scheme: dark)')
const REDUCED_MOTION = mediaQuery('(prefers-reduced-motion: reduce)')
const NARROW = mediaQuery('(width < 720px)')
const system = $state({
  dark: DARK?.matches ?? false,
  reducedMotion: REDUCED_MOTION?.matches ?? false,
  narrow: NARROW?.matches ?? false,
})
DARK?.addEventListener('change', (event) => (system.dark = event.matches))
REDUCED_MOTION?.addEventListener('change', (event) => (system.reducedMotion = event.matches))
NARROW?.addEventListener('change', (event) => (system.narrow = event.matches))

export const isDark = (): boolean => (preferences.theme === 'auto' ? system.dark : preferences.theme === 'dark')
export const isReducedMotion = (): boolean =>
  preferences.motion === 'auto' ? system.reducedMotion : preferences.motion === 'none'
export const isFlatView = (): boolean => preferences.plan ?? system.narrow

/** Puts theme, colour and motion on the page, and keeps them there. */
export function applyTheme(): void {
  $effect.root(() => {
    $effect(() => {
      const page = document.documentElement
      page.dataset.theme = isDark() ? 'dark' : 'light'
      page.dataset.colour = preferences.colour
      page.dataset.motion = preferences.motion === 'auto' ? 'auto' : preferences.motion === 'none' ? 'none' : 'full'
    })
  })
}

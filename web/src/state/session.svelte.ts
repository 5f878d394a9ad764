// Who we are to the server: nobody until it matters, then a guest with a name, or an account.
import { api, Refusal } from '$/sync/api'
import { isLocal } from '$/sync/transport'
import type { Me } from '$/wire/types'
import { save, load } from './storage'
import { setPreferences, preferences } from './preferences.svelte'

export const session = $state<{ me: Me | null; known: boolean }>({ me: null, known: false })

/** Names for guests who would rather not think of one: trees, birds and what else lives in a garden. */
const NAMES = [
  'Ayame',
  'Enaga',
  'Fuji',
  'Hagi',
  'Hasu',
  'Hotaru',
  'Kaede',
  'Kame',
  'Kiku',
  'Kirin',
  'Koke',
  'Matsu',
  'Mejiro',
  'Momiji',
  'Nanten',
  'Sakura',
  'Sagi',
  'Suzume',
  'Take',
  'Tombo',
  'Tsubaki',
  'Tsuru',
  'Uguisu',
  'Ume',
  'Yanagi',
]

const randomName = (random: () => number = Math.random): string => NAMES[Math.floor(random() * NAMES.length)]!

/** A name to begin with: the one used last, or one out of the garden. */
export const suggestedName = (): string => session.me?.name ?? (preferences.name || randomName())

/** Names for everybody at one device: one's own first, the others out of the garden, all different. */
export function suggestedNames(random: () => number = Math.random): string[] {
  const others = NAMES.filter((name) => name !== preferences.name).sort(() => random() - 0.5)
  return [preferences.name || (others.pop() as string), ...others].slice(0, 5)
}

/** Asks the server once whether it still knows us; who never came in, as far as this browser knows, need not ask. */
export async function restoreSession(force = false): Promise<void> {
  try {
    if (isLocal) session.me = preferences.name ? { name: preferences.name, guest: true } : null
    else if (force || wasSignedIn()) session.me = await api.me()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.status === 401) setSignedIn(false)
  }
  session.known = true
}

/** The cookie itself is hidden from scripts; this only says that there is one. */
const SIGNED_IN_KEY = 'niwashi.came-in'

/** In a browser that keeps nothing for us we ask each time. */
const wasSignedIn = (): boolean => load(SIGNED_IN_KEY) !== null
const setSignedIn = (signedIn: boolean): void => save(SIGNED_IN_KEY, signedIn ? '1' : null)

/** Comes in as a guest, unless somebody is in already; a guest who is in may take another name. */
export async function signInAsGuest(name: string): Promise<Me> {
  const me = session.me
  if (me && (!me.guest || !name.trim() || me.name === name.trim())) return me
  session.me = await (me ? api.rename(name) : api.signInAsGuest(name))
  session.known = true
  if (!isLocal) setSignedIn(true)
  setPreferences({ name: session.me.name })
  return session.me
}

/** A name has no more characters than this, here and at the server. */
export const MAX_NAME_LENGTH = 24

export async function register(name: string, password: string): Promise<void> {
  session.me = await api.register(name, password)
  setSignedIn(true)
}

export async function logIn(name: string, password: string): Promise<void> {
  session.me = await api.logIn(name, password)
  setSignedIn(true)
}

/** The server no longer knows us: the session has ended, or the account was deleted. */
export function clearSession(): void {
  session.me = null
  setSignedIn(false)
}

export async function logOut(): Promise<void> {
  await api.signOut()
  clearSession()
}

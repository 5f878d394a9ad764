// Who we are to the server: nobody until it matters, then a guest with a name, or an account.
import { api, Refusal } from '$/sync/api'
import type { Me } from '$/wire/types'
import { keep, kept } from './kept'
import { prefer, preferences } from './preferences.svelte'

export const session = $state<{ me: Me | null; known: boolean }>({ me: null, known: false })

/** Names for guests who would rather not think of one: trees, birds and what else lives in a garden. */
const NAMES = [
  'Ayame', 'Enaga', 'Fuji', 'Hagi', 'Hasu', 'Hotaru', 'Kaede', 'Kame', 'Kiku', 'Kirin', 'Koke', 'Matsu', 'Mejiro',
  'Momiji', 'Nanten', 'Sakura', 'Sagi', 'Suzume', 'Take', 'Tombo', 'Tsubaki', 'Tsuru', 'Uguisu', 'Ume', 'Yanagi',
]

export const someName = (random: () => number = Math.random): string => NAMES[Math.floor(random() * NAMES.length)]!

/** A name to begin with: the one used last, or one out of the garden. */
export const suggestedName = (): string => preferences.name || someName()

/** Names for everybody at one device: one's own first, the others out of the garden, all different. */
export function suggestedNames(random: () => number = Math.random): string[] {
  const others = NAMES.filter((name) => name !== preferences.name).sort(() => random() - 0.5)
  return [preferences.name || (others.pop() as string), ...others].slice(0, 5)
}

/** Asks the server once whether it still knows us; who never came in need not ask. */
export async function recall(): Promise<void> {
  try {
    if (marked()) session.me = await api.me()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.status === 401) mark(false)
  }
  session.known = true
}

/** The cookie itself is hidden from scripts; this only says that there is one. */
const MARK = 'niwashi.came-in'

/** In a browser that keeps nothing for us we ask each time. */
const marked = (): boolean => kept(MARK) !== null
const mark = (came: boolean): void => keep(MARK, came ? '1' : null)

/** Comes in as a guest, unless somebody is in already. */
export async function comeIn(name: string): Promise<Me> {
  if (session.me) return session.me
  session.me = await api.comeIn(name)
  session.known = true
  mark(true)
  prefer({ name: session.me.name })
  return session.me
}

export async function register(name: string, password: string): Promise<void> {
  session.me = await api.register(name, password)
  mark(true)
}

export async function logIn(name: string, password: string): Promise<void> {
  session.me = await api.logIn(name, password)
  mark(true)
}

/** The server no longer knows us: the session has ended, or the account was deleted. */
export function forget(): void {
  session.me = null
  mark(false)
}

export async function logOut(): Promise<void> {
  await api.leave()
  forget()
}

// Who we are to the server: nobody until it matters, then a guest with a name, or an account.
import { api, Refusal } from '$/sync/api'
import type { Me } from '$/wire/types'
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

/** Asks the server once whether it knows us. */
export async function recall(): Promise<void> {
  try {
    session.me = await api.me()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    session.me = null
  }
  session.known = true
}

/** Comes in as a guest, unless somebody is in already. */
export async function comeIn(name: string): Promise<Me> {
  if (session.me) return session.me
  session.me = await api.comeIn(name)
  session.known = true
  prefer({ name: session.me.name })
  return session.me
}

export async function register(name: string, password: string): Promise<void> {
  session.me = await api.register(name, password)
}

export async function logIn(name: string, password: string): Promise<void> {
  session.me = await api.logIn(name, password)
}

export async function logOut(): Promise<void> {
  await api.leave()
  session.me = null
}

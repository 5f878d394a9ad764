// Opening a table: the host comes in, sits down, seats the bots and, if nobody else is awaited, starts.
import { api } from '$/sync/api'
import { signInAsGuest, suggestedName } from '$/state/session.svelte'
import { expectOpening } from '$/state/turns.svelte'
import type { NewSeat, NewTable } from '$/wire/types'

export interface TableSetup {
  table: NewTable
  /** For each other seat the level of its bot; null leaves it to a person. */
  bots: (string | null)[]
  /** Seats stay as they are; otherwise they are drawn. */
  arranged?: boolean
  /** At a hot seat: what those are called who play at this device, by seat; null for seats of others. */
  here?: (string | null)[]
  /** What a guest would like to be called from now on. */
  name?: string
}

/** Returns the table's id. One request does it all: on a slow line every further one is felt. */
export async function createTable({ table, bots, arranged = false, here, name }: TableSetup): Promise<string> {
  await signInAsGuest(name ?? suggestedName())
  const seats = [null, ...bots].map((bot, seat): NewSeat => {
    if (bot) return { bot }
    if (here) return here[seat] == null ? {} : { called: here[seat] }
    return seat === 0 ? { you: true } : {}
  })
  return expectOpening(api.createTable({ ...table, seats, arranged }))
}

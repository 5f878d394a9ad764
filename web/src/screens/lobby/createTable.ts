// Opening a table: the host comes in, sits down, seats the bots and, if nobody else is awaited, starts.
import { api } from '$/sync/api'
import { signInAsGuest, suggestedName } from '$/state/session.svelte'
import { expectTable } from '$/state/turns.svelte'
import type { NewTable } from '$/wire/types'

export interface TableSetup {
  table: NewTable
  /** For each other seat the level of its bot; null leaves it to a person. */
  bots: (string | null)[]
  /** Seats stay as they are; otherwise they are drawn. */
  arranged?: boolean
  /** At a hot seat: what those are called who play at this device, by seat; null for seats of others. */
  here?: (string | null)[]
}

let count = 0
const request = (does: string, fields: object = {}): object => ({
  do: does,
  id: `open-${Date.now()}-${count++}`,
  ...fields,
})

/** Returns the table's id. */
export async function createTable({ table, bots, arranged = false, here }: TableSetup): Promise<string> {
  const me = await signInAsGuest(suggestedName())
  const id = await api.createTable(table)
  expectTable(id)
  for (const [seat, called] of (here ?? [null]).entries()) {
    if (here && called === null) continue
    await api.request(id, request('sit', { name: me.name, seat, ...(here ? { called } : {}) }))
  }
  for (const [index, level] of bots.entries()) {
    if (level) await api.request(id, request('bot', { seat: index + 1, level }))
  }
  if (arranged) await api.request(id, request('arrange', { order: [0, ...bots.map((_, index) => index + 1)] }))
  if (bots.every((level, index) => level ?? here?.[index + 1])) await api.request(id, request('start'))
  return id
}

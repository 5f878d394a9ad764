// Opening a table: the host comes in, sits down, seats the bots and, if nobody else is awaited, starts.
import { api } from '$/sync/api'
import { comeIn, suggestedName } from '$/state/session.svelte'
import type { NewTable } from '$/wire/types'

export interface Opening {
  table: NewTable
  /** For each other seat the level of its bot; null leaves it to a person. */
  bots: (string | null)[]
  /** Seats stay as they are; otherwise they are drawn. */
  arranged?: boolean
}

let count = 0
const request = (does: string, fields: object = {}): object => ({ do: does, id: `open-${Date.now()}-${count++}`, ...fields })

/** Returns the table's id. */
export async function open({ table, bots, arranged = false }: Opening): Promise<string> {
  const me = await comeIn(suggestedName())
  const id = await api.openTable(table)
  await api.request(id, request('sit', { name: me.name, seat: 0 }))
  for (const [index, level] of bots.entries()) {
    if (level) await api.request(id, request('bot', { seat: index + 1, level }))
  }
  if (arranged) await api.request(id, request('arrange', { order: [0, ...bots.map((_, index) => index + 1)] }))
  if (bots.every(Boolean)) await api.request(id, request('start'))
  return id
}

// A table against bots that begins where a record stood.
import { signInAsGuest, suggestedName } from '$/state/session.svelte'
import { expectTable } from '$/state/turns.svelte'
import { api, type GameRecord } from '$/sync/api'

let count = 0
const request = (does: string, fields: object = {}): object => ({
  do: does,
  id: `on-${Date.now()}-${count++}`,
  ...fields,
})

/** Returns the table's id. Seats stay as they are in the record. */
export async function playOn(record: GameRecord, seats: number, seat: number, level: string): Promise<string> {
  const me = await signInAsGuest(suggestedName())
  const table = await api.playOn(record, record.events.length)
  expectTable(table)
  await api.request(table, request('sit', { name: me.name, seat }))
  const all = Array.from({ length: seats }, (_, index) => index)
  for (const other of all.filter((one) => one !== seat))
    await api.request(table, request('bot', { seat: other, level }))
  await api.request(table, request('arrange', { order: all }))
  await api.request(table, request('start'))
  return table
}

// The browser's environment for the sync layer: lines, tickets, clocks, randomness.
import type { TicketOut } from '$/wire/types'
import { api } from './api'
import type { LobbyEnvironment } from './lobby'
import type { TableEnvironment } from './table'
import { transport } from './transport'

function id(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Relative to `api/`; a ticket may lead to that of another node. */
const socketPath = ({ ticket, path }: TicketOut, endpoint: string): string =>
  `${path && `../${path}api/`}${endpoint}/socket?ticket=${ticket}`

const shared = {
  connect: (path: string) => transport.connect(path),
  ticket: (table: string | null) => api.ticket(table),
  random: Math.random,
}

export const lobbyEnvironment: LobbyEnvironment = {
  ...shared,
  address: (ticket) => socketPath(ticket, 'lobby'),
}

export const tableEnvironment: TableEnvironment = {
  ...shared,
  snapshot: api.table,
  history: api.news,
  address: (table, ticket, since) => {
    const resume = since === null ? '' : `&since=${since}`
    return socketPath(ticket, `tables/${table}`) + resume
  },
  now: () => performance.now(),
  id,
}

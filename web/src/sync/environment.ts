// The browser's environment for the sync layer: WebSockets, tickets, clocks, randomness.
import { apiUrl, api } from './api'
import type { SocketLike } from './connection'
import type { LobbyEnvironment } from './lobby'
import type { TableEnvironment } from './table'

const socketAddress = (path: string): string => apiUrl(path).replace(/^http/, 'ws')

function id(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const shared = {
  connect: (url: string): SocketLike => new WebSocket(url) as unknown as SocketLike,
  ticket: (table: string | null) => api.ticket(table),
  random: Math.random,
}

export const lobbyEnvironment: LobbyEnvironment = {
  ...shared,
  address: (ticket) => socketAddress(`lobby/socket?ticket=${ticket}`),
}

export const tableEnvironment: TableEnvironment = {
  ...shared,
  snapshot: api.table,
  history: api.news,
  address: (table, ticket, since) => {
    const resume = since === null ? '' : `&since=${since}`
    return socketAddress(`tables/${table}/socket?ticket=${ticket}${resume}`)
  },
  now: () => performance.now(),
  id,
}

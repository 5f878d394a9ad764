// The real world for the sync layer: WebSockets, tickets, clocks, chance.
import { address, api } from './api'
import type { Link } from './connection'
import type { LobbyWorld } from './lobby'
import type { TableWorld } from './table'

const socketAddress = (path: string): string => address(path).replace(/^http/, 'ws')

function id(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const shared = {
  connect: (url: string): Link => new WebSocket(url) as unknown as Link,
  ticket: api.ticket,
  random: Math.random,
}

export const lobbyWorld: LobbyWorld = {
  ...shared,
  address: (ticket) => socketAddress(`lobby/socket?ticket=${ticket}`),
}

export const tableWorld: TableWorld = {
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

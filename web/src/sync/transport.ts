// Two ways to whoever runs the tables: a server by HTTP and sockets, or Python in a worker of this page.
import type { SocketLike } from './connection'

/** An answer over HTTP, or what stands for one. */
export interface Answered {
  status: number
  statusText: string
  text: string
}

export interface Transport {
  request: (
    method: string,
    path: string,
    body: string | undefined,
    signal: AbortSignal | undefined,
  ) => Promise<Answered>
  /** `path` is that of a socket, with ticket and what was seen last. */
  connect: (path: string) => SocketLike
}

/** The hash of the list of parts, in a garden without a server; `niwashi site` writes it into the page. */
const parts = globalThis.document?.documentElement.dataset.garden
export const isLocal = parts !== undefined

const address = (path: string): string => new URL(`api/${path}`, document.baseURI.split('#')[0]).href

const server: Transport = {
  request: async (method, path, body, signal) => {
    const headers = body === undefined ? undefined : { 'content-type': 'application/json' }
    const response = await fetch(address(path), { method, headers, body, credentials: 'same-origin', signal })
    return { status: response.status, statusText: response.statusText, text: await response.text() }
  },
  connect: (path) => new WebSocket(address(path).replace(/^http/, 'ws')) as unknown as SocketLike,
}

export let transport = server

/** Call it before anything is asked for. */
export async function openTransport(): Promise<void> {
  if (parts !== undefined) transport = (await import('$/local/garden')).openGarden(parts)
}

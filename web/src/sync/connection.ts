// A reconnecting socket: each attempt has a fresh ticket and a longer delay, until it is closed.
import type { Message, TicketOut } from '$/wire/types'
import { retryDelay } from './backoff'

/** The part of WebSocket that we use. */
export interface SocketLike {
  send: (text: string) => void
  close: () => void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number }) => void) | null
  /** That of a WebSocket; a line within this machine has none. */
  readyState?: number
  /** A line within this machine cannot die unnoticed, and so has no heartbeats. */
  quiet?: boolean
}

const OPEN = 1

/** What a connection needs from its environment; tests pass their own. */
export interface Environment {
  connect: (url: string) => SocketLike
  ticket: (table: string | null) => Promise<TicketOut>
  random: () => number
}

export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused' | 'closed'

export interface Endpoint {
  /** The table's id; null is the lobby. */
  table: string | null
  /** Where the socket is, with the ticket and what was seen last. */
  url: (ticket: TicketOut) => string
  onMessage: (message: Message) => void
  onStateChange: (state: ConnectionState) => void
}

/** The server sends a heartbeat at least every ten seconds; after three missed ones the connection is dead. */
export const HEARTBEAT_TIMEOUT_MS = 32_000
const CLOSE_CODE_BASE = 4000
/** Retrying cannot help: no session, no such table, a table that the host has closed. */
const FINAL_CLOSE_CODES = [CLOSE_CODE_BASE + 401, CLOSE_CODE_BASE + 404, CLOSE_CODE_BASE + 410]
/** Nor can it here. Any other 403 is an expired ticket, and the next attempt has a new one. */
export const BANNED_CODE = 'people/banned'

export class Connection {
  state: ConnectionState = 'closed'
  /** The HTTP status of the refusal: 401 when the session has ended. */
  refusal: number | null = null
  #socket: SocketLike | null = null
  #attempts = 0
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #heartbeatTimer: ReturnType<typeof setTimeout> | undefined
  #retryAfterMs: number | null = null
  #banned = false
  /** The path to the table's own node did not open a socket. Without it any node serves the next attempt. */
  #isPathBroken = false

  constructor(
    private readonly environment: Environment,
    private readonly endpoint: Endpoint,
  ) {}

  open(): void {
    if (this.state === 'closed' || this.state === 'refused') void this.#connect()
  }

  close(): void {
    clearTimeout(this.#retryTimer)
    clearTimeout(this.#heartbeatTimer)
    const socket = this.#socket
    this.#socket = null
    if (socket) this.#discard(socket)
    this.#setState('closed')
  }

  /** Closes an opening socket once it is open: browsers log an error otherwise. */
  #discard(socket: SocketLike): void {
    if (this.state === 'open') socket.close()
    else socket.onopen = () => socket.close()
  }

  /** False while there is no connection. Browsers log an error if a socket that is closing is written to. */
  send(text: string): boolean {
    if (this.state !== 'open' || (this.#socket?.readyState ?? OPEN) !== OPEN) return false
    this.#socket?.send(text)
    return true
  }

  /** Skips the delay: the machine is online again, or the page is visible again. */
  reconnectNow(): void {
    if (this.state !== 'lost') return
    clearTimeout(this.#retryTimer)
    void this.#connect()
  }

  /** Reconnects from the last entry seen, after a gap. */
  resync(): void {
    this.#socket?.close()
  }

  async #connect(): Promise<void> {
    this.#setState(this.state === 'lost' ? 'lost' : 'connecting')
    let ticket: TicketOut
    try {
      ticket = await this.environment.ticket(this.endpoint.table)
    } catch (error) {
      const status = (error as { status?: number }).status ?? 0
      if (status === 401) this.#refuse(status)
      else this.#retryLater()
      return
    }
    if (this.state === 'closed') return
    if (this.#isPathBroken) ticket = { ...ticket, path: '' }
    this.#isPathBroken = ticket.path !== '' // until it opens
    const socket = this.environment.connect(this.endpoint.url(ticket))
    this.#socket = socket
    socket.onopen = () => this.#onOpen(socket)
    socket.onmessage = (event) => this.#onMessage(socket, event.data)
    socket.onclose = (event) => this.#onClose(socket, event.code)
    this.#restartHeartbeatTimer() // a socket that never opens is as dead as one that falls silent
  }

  #onOpen(socket: SocketLike): void {
    if (socket !== this.#socket) return
    this.#isPathBroken = false
    this.#setState('open')
    this.#restartHeartbeatTimer()
  }

  #onMessage(socket: SocketLike, data: unknown): void {
    if (socket !== this.#socket) return
    this.#restartHeartbeatTimer()
    const message = JSON.parse(String(data)) as Message
    // A connection that only says why it ends does not reset the delay.
    if (!message.error && !message.bye) this.#attempts = 0
    if (message.bye) this.#retryAfterMs = message.bye.seconds * 1000
    if (message.error) this.#banned = message.error.code === BANNED_CODE
    this.endpoint.onMessage(message)
  }

  #onClose(socket: SocketLike, code: number): void {
    if (socket !== this.#socket) return
    this.#socket = null
    clearTimeout(this.#heartbeatTimer)
    if (FINAL_CLOSE_CODES.includes(code) || (code === CLOSE_CODE_BASE + 403 && this.#banned))
      this.#refuse(code - CLOSE_CODE_BASE)
    else this.#retryLater()
  }

  #refuse(status: number): void {
    this.refusal = status
    this.#setState('refused')
  }

  #retryLater(): void {
    if (this.state === 'closed') return
    this.#setState('lost')
    const waitMs = Math.max(retryDelay(this.#attempts, this.environment.random), this.#retryAfterMs ?? 0)
    this.#attempts += 1
    this.#retryAfterMs = null
    clearTimeout(this.#retryTimer)
    this.#retryTimer = setTimeout(() => void this.#connect(), waitMs)
  }

  #restartHeartbeatTimer(): void {
    clearTimeout(this.#heartbeatTimer)
    if (!this.#socket?.quiet) this.#heartbeatTimer = setTimeout(() => this.resync(), HEARTBEAT_TIMEOUT_MS)
  }

  #setState(state: ConnectionState): void {
    if (state === this.state) return
    this.state = state
    this.endpoint.onStateChange(state)
  }
}

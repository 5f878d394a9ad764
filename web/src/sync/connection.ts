// A socket that comes back: with a fresh ticket, after a while that grows, for as long as anybody wants it.
import type { Message } from '$/wire/types'
import { retryDelay } from './backoff'

/** As much of a WebSocket as we use. */
export interface SocketLike {
  send: (text: string) => void
  close: () => void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number }) => void) | null
}

/** What a connection needs of the world; tests bring their own. */
export interface Environment {
  connect: (url: string) => SocketLike
  ticket: (table: string | null) => Promise<string>
  random: () => number
}

export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused' | 'closed'

export interface Endpoint {
  /** The table's id; null is the lobby. */
  table: string | null
  /** Where the socket is, with the ticket and what was seen last. */
  url: (ticket: string) => string
  onMessage: (message: Message) => void
  onStateChange: (state: ConnectionState) => void
}

/** The server beats every ten seconds at most; three missed beats are a dead line. */
export const HEARTBEAT_TIMEOUT_MS = 32_000
const CLOSE_CODE_BASE = 4000
/** These will not get better by trying again: no session, no such table, a table that the host has closed. */
const FINAL_CLOSE_CODES = [CLOSE_CODE_BASE + 401, CLOSE_CODE_BASE + 404, CLOSE_CODE_BASE + 410]
/** Nor will this; any other 403 is a ticket, which is made anew. */
export const BANNED_CODE = 'people/banned'

export class Connection {
  state: ConnectionState = 'closed'
  /** Why it is refused, as HTTP counts it: 401 for a session that has ended. */
  refusal: number | null = null
  #socket: SocketLike | null = null
  #attempts = 0
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #heartbeatTimer: ReturnType<typeof setTimeout> | undefined
  #retryAfterMs: number | null = null
  #banned = false

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

  /** A socket that is only just opening is closed once it is open: browsers complain otherwise. */
  #discard(socket: SocketLike): void {
    if (this.state === 'open') socket.close()
    else socket.onopen = () => socket.close()
  }

  /** True if it went out; false while there is no line. */
  send(text: string): boolean {
    if (this.state !== 'open') return false
    this.#socket?.send(text)
    return true
  }

  /** Now and not later: the machine says that it is online again, or the page is looked at again. */
  reconnectNow(): void {
    if (this.state !== 'lost') return
    clearTimeout(this.#retryTimer)
    void this.#connect()
  }

  /** Drops the line and comes back, with what was seen last: something was missed. */
  resync(): void {
    this.#socket?.close()
  }

  async #connect(): Promise<void> {
    this.#setState(this.state === 'lost' ? 'lost' : 'connecting')
    let ticket: string
    try {
      ticket = await this.environment.ticket(this.endpoint.table)
    } catch (error) {
      const status = (error as { status?: number }).status ?? 0
      if (status === 401) this.#refuse(status)
      else this.#retryLater()
      return
    }
    if (this.state === 'closed') return
    const socket = this.environment.connect(this.endpoint.url(ticket))
    this.#socket = socket
    socket.onopen = () => this.#onOpen(socket)
    socket.onmessage = (event) => this.#onMessage(socket, event.data)
    socket.onclose = (event) => this.#onClose(socket, event.code)
    this.#restartHeartbeatTimer() // a line that never opens is as dead as one that falls silent
  }

  #onOpen(socket: SocketLike): void {
    if (socket !== this.#socket) return
    this.#setState('open')
    this.#restartHeartbeatTimer()
  }

  #onMessage(socket: SocketLike, data: unknown): void {
    if (socket !== this.#socket) return
    this.#restartHeartbeatTimer()
    const message = JSON.parse(String(data)) as Message
    // A line that only says why it ends was no success: the next try waits longer.
    if (!message.error && !message.bye) this.#attempts = 0
    if (message.bye) this.#retryAfterMs = message.bye.seconds * 1000
    if (message.error) this.#banned = message.error.code === BANNED_CODE
    this.endpoint.onMessage(message)
  }

  #onClose(socket: SocketLike, code: number): void {
    if (socket !== this.#socket) return
    this.#socket = null
    clearTimeout(this.#heartbeatTimer)
    if (FINAL_CLOSE_CODES.includes(code) || (code === CLOSE_CODE_BASE + 403 && this.#banned)) this.#refuse(code - CLOSE_CODE_BASE)
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
    this.#heartbeatTimer = setTimeout(() => this.resync(), HEARTBEAT_TIMEOUT_MS)
  }

  #setState(state: ConnectionState): void {
    if (state === this.state) return
    this.state = state
    this.endpoint.onStateChange(state)
  }
}

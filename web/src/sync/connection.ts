// A socket that comes back: with a fresh ticket, after a while that grows, for as long as anybody wants it.
import type { Message } from '$/wire/types'
import { delay } from './backoff'

/** As much of a WebSocket as we use. */
export interface Link {
  send: (text: string) => void
  close: () => void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number }) => void) | null
}

/** What a connection needs of the world; tests bring their own. */
export interface World {
  connect: (url: string) => Link
  ticket: (door: string | null) => Promise<string>
  random: () => number
}

export type Line = 'connecting' | 'open' | 'lost' | 'refused' | 'closed'

export interface Door {
  /** The table's id; null is the lobby. */
  table: string | null
  /** Where the socket is, with the ticket and what was seen last. */
  url: (ticket: string) => string
  heard: (message: Message) => void
  changed: (line: Line) => void
}

/** The server beats every ten seconds at most; three missed beats are a dead line. */
export const SILENCE = 32_000
const REFUSED = 4000
/** These will not get better by trying again: no session, no such table, a table that the host has closed. */
const FINAL = [REFUSED + 401, REFUSED + 404, REFUSED + 410]
/** Nor will this; any other 403 is a ticket, which is made anew. */
export const BANNED = 'people/banned'

export class Connection {
  line: Line = 'closed'
  /** Why it is refused, as HTTP counts it: 401 for a session that has ended. */
  refusal: number | null = null
  #link: Link | null = null
  #tries = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #wait: number | null = null
  #banned = false

  constructor(
    private readonly world: World,
    private readonly door: Door,
  ) {}

  open(): void {
    if (this.line === 'closed' || this.line === 'refused') void this.#connect()
  }

  close(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#silence)
    const link = this.#link
    this.#link = null
    if (link) this.#drop(link)
    this.#become('closed')
  }

  /** A socket that is only just opening is closed once it is open: browsers complain otherwise. */
  #drop(link: Link): void {
    if (this.line === 'open') link.close()
    else link.onopen = () => link.close()
  }

  /** True if it went out; false while there is no line. */
  send(text: string): boolean {
    if (this.line !== 'open') return false
    this.#link?.send(text)
    return true
  }

  /** Now and not later: the machine says that it is online again, or the page is looked at again. */
  hurry(): void {
    if (this.line !== 'lost') return
    clearTimeout(this.#timer)
    void this.#connect()
  }

  /** Drops the line and comes back, with what was seen last: something was missed. */
  again(): void {
    this.#link?.close()
  }

  async #connect(): Promise<void> {
    this.#become(this.line === 'lost' ? 'lost' : 'connecting')
    let ticket: string
    try {
      ticket = await this.world.ticket(this.door.table)
    } catch (error) {
      const status = (error as { status?: number }).status ?? 0
      if (status === 401) this.#refused(status)
      else this.#lose()
      return
    }
    if (this.line === 'closed') return
    const link = this.world.connect(this.door.url(ticket))
    this.#link = link
    link.onopen = () => this.#opened(link)
    link.onmessage = (event) => this.#heard(link, event.data)
    link.onclose = (event) => this.#ended(link, event.code)
    this.#listen() // a line that never opens is as dead as one that falls silent
  }

  #opened(link: Link): void {
    if (link !== this.#link) return
    this.#become('open')
    this.#listen()
  }

  #heard(link: Link, data: unknown): void {
    if (link !== this.#link) return
    this.#listen()
    const message = JSON.parse(String(data)) as Message
    // A line that only says why it ends was no success: the next try waits longer.
    if (!message.error && !message.bye) this.#tries = 0
    if (message.bye) this.#wait = message.bye.seconds * 1000
    if (message.error) this.#banned = message.error.code === BANNED
    this.door.heard(message)
  }

  #ended(link: Link, code: number): void {
    if (link !== this.#link) return
    this.#link = null
    clearTimeout(this.#silence)
    if (FINAL.includes(code) || (code === REFUSED + 403 && this.#banned)) this.#refused(code - REFUSED)
    else this.#lose()
  }

  #refused(status: number): void {
    this.refusal = status
    this.#become('refused')
  }

  #lose(): void {
    if (this.line === 'closed') return
    this.#become('lost')
    const wait = Math.max(delay(this.#tries, this.world.random), this.#wait ?? 0)
    this.#tries += 1
    this.#wait = null
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#connect(), wait)
  }

  #listen(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.again(), SILENCE)
  }

  #become(line: Line): void {
    if (line === this.line) return
    this.line = line
    this.door.changed(line)
  }
}

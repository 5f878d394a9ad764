// One table, from this machine: what is known of it, and what is asked of it. No framework in here.
import type { Act, Answer, Message, News, Request, Said, Snapshot, Turn } from '$/wire/types'
import { TableClock } from './clock'
import { BANNED, Connection, type Line, type World } from './connection'
import { fold, offered, seatsChange, standingOf, type Standing } from './fold'

/** A request without its id, which is made here. */
export type Asking = Request extends infer Each ? (Each extends { id: string } ? Omit<Each, 'id'> : never) : never

/** What a table needs of the world. */
export interface TableWorld extends World {
  /** The table over HTTP, for whoever has no session yet and after seats have changed. */
  snapshot: (table: string) => Promise<Snapshot>
  history: (table: string, since: number) => Promise<News[]>
  address: (table: string, ticket: string, since: number | null) => string
  /** Milliseconds of this machine, never going back. */
  now: () => number
  id: () => string
}

/** Told whenever something changes; what has changed can be read from the client. */
export interface TableEars {
  /** The table as it is now. `fresh` is what has just happened, oldest first; empty for a snapshot. */
  changed: (fresh: News[]) => void
  line: (line: Line) => void
  said: (line: Said) => void
  /** The host has deleted these lines of the chat. */
  unsaid: (lines: number[]) => void
  /** Another table waits for us, or no longer does. */
  turn: (turn: Turn) => void
  rematch: (table: string) => void
  problem: (code: string, sentence: string) => void
}

interface Pending {
  request: Request
  settle: (answer: Answer) => void
  fail: (problem: Error) => void
}

/** How often what is not answered is sent again. */
export const RESEND = 4000
/** What is said as a line ends for good: who shows the table sees it by the line. */
const LAST_WORDS = ['store/table', 'table/closed', 'people/gone', 'people/session', BANNED]
/** Names have changed: nothing that we have of the table may be kept. */
const ANEW = 'table/anew'
/** Entries of the past that are fetched for the log. */
const REMEMBERED = 120

export class TableClient {
  standing: Standing | null = null
  /** What happened, as far back as the log goes. */
  log: News[] = []
  readonly clock = new TableClock()
  readonly connection: Connection
  #pending = new Map<string, Pending>()
  #resend: ReturnType<typeof setInterval> | undefined
  #refreshing: Promise<void> | null = null
  /** A refresh found more than we had heard of: once we have, another one is due. */
  #behind = false
  /** We come back without saying what we have. */
  #anew = false
  /** The newest entry whose cards we said we have seen. */
  #seen = -1

  constructor(
    readonly id: string,
    private readonly world: TableWorld,
    private readonly ears: TableEars,
  ) {
    this.connection = new Connection(world, {
      table: id,
      url: (ticket) => world.address(id, ticket, this.#anew ? null : (this.standing?.seq ?? null)),
      heard: (message) => this.#heard(message),
      changed: (line) => this.#lineChanged(line),
    })
  }

  /** Looks at the table without a session: once, over HTTP. */
  async look(): Promise<void> {
    this.#adopt(await this.world.snapshot(this.id))
    await this.#remember()
  }

  open(): void {
    this.connection.open()
    this.#resend ??= setInterval(() => this.#sendAgain(), RESEND)
  }

  close(): void {
    clearInterval(this.#resend)
    this.#resend = undefined
    this.connection.close()
    for (const one of this.#pending.values()) one.fail(new Error('closed'))
    this.#pending.clear()
  }

  /** Sends a request until it is answered, over as many connections as that takes. It is carried out once. */
  ask(asking: Asking): Promise<Answer> {
    const request = { ...asking, id: this.world.id() } as Request
    return new Promise((settle, fail) => {
      this.#pending.set(request.id, { request, settle, fail })
      this.connection.send(JSON.stringify(request))
    })
  }

  /** An action for the decision that is open; in a live grab with the table's time as we know it. */
  act(action: string): Promise<Answer> {
    const seq = this.standing?.choices?.seq ?? this.standing?.seq ?? 0
    const asking: Omit<Act, 'id'> = { do: 'act', seq, action }
    if (this.standing?.yours?.length) asking.seat = this.standing.choices?.seat ?? this.standing.you
    if (this.standing?.signal != null && this.clock.known) asking.at = this.clock.there(this.world.now())
    return this.ask(asking)
  }

  /** How many requests wait for an answer. */
  get waiting(): number {
    return this.#pending.size
  }

  /** Once and without an answer: pongs, and “we show the cards”. */
  #tell(asking: Asking): void {
    this.connection.send(JSON.stringify({ ...asking, id: this.world.id() }))
  }

  #sendAgain(): void {
    for (const { request } of this.#pending.values()) this.connection.send(JSON.stringify(request))
  }

  #lineChanged(line: Line): void {
    if (line === 'open') {
      this.clock.reconnected()
      this.#sendAgain()
    }
    this.ears.line(line)
  }

  #heard(message: Message): void {
    const now = this.world.now()
    if (message.ping) {
      this.#tell({ do: 'pong', n: message.ping.n })
      this.clock.heard(message.ping, now)
    }
    if (message.snapshot) this.#snapshot(message.snapshot, now)
    if (message.news) this.#news(message.news)
    if (message.choices && this.standing) {
      this.standing = offered(this.standing, message.choices)
      this.ears.changed([])
    }
    if (message.answer) this.#answered(message.answer)
    if (message.heartbeat) {
      this.clock.guess(message.heartbeat.at, now)
      if (this.standing && message.heartbeat.seq > this.standing.seq) this.connection.again()
    }
    if (message.chat) this.ears.said(message.chat)
    if (message.unsaid) this.ears.unsaid(message.unsaid)
    if (message.turn) this.ears.turn(message.turn)
    if (message.bye?.code === ANEW) this.#anew = true
    if (message.rematch) this.ears.rematch(message.rematch)
    if (message.error) this.#problem(message.error.code, message.error.sentence)
  }

  #snapshot(snapshot: Snapshot, now: number): void {
    this.clock.guess(snapshot.at, now)
    if (this.#anew) this.log = []
    this.#anew = false
    this.#adopt(snapshot)
    void this.#remember()
  }

  #adopt(snapshot: Snapshot): void {
    this.standing = standingOf(snapshot)
    this.#recall(snapshot.story ?? [])
    this.#sayWhatWeSee()
    this.ears.changed([])
  }

  /** Entries in order, each once. What we have already is passed over; a gap fetches what is missing. */
  #news(all: News[]): void {
    if (!this.standing) return
    const fresh = all.filter((one) => one.seq > (this.standing as Standing).seq)
    if (fresh.length && fresh[0]!.seq !== this.standing.seq + 1) {
      this.connection.again()
      return
    }
    for (const one of fresh) this.standing = fold(this.standing, one)
    this.log = [...this.log, ...fresh]
    if (this.#behind || fresh.some(seatsChange)) void this.refresh()
    else if (fresh.some((one) => one.event?.event === 'happened') && this.#clocksRun()) void this.refresh()
    this.#sayWhatWeSee()
    this.ears.changed(fresh)
  }

  #clocksRun(): boolean {
    return (this.standing?.settings.clock?.kind ?? 'none') !== 'none' || this.standing?.options.grab === 'live'
  }

  /** Cards of a live grab are on the screen: the signal waits for everybody to say so. */
  #sayWhatWeSee(): void {
    const table = this.standing
    const grabbing = table?.options.grab === 'live' && table.view?.phase === 'grab' && table.signal == null
    if (!table || !grabbing || table.you == null || this.#seen === table.newest) return
    this.#seen = table.newest ?? -1
    this.#tell({ do: 'seen', seq: this.#seen })
  }

  /** Who sits where, how much time and lag everybody has: what only a snapshot says. Never goes back in time. */
  refresh(): Promise<void> {
    if (this.#refreshing) this.#behind = true
    this.#refreshing ??= this.#fetch().finally(() => {
      this.#refreshing = null
      if (this.#behind && this.connection.line === 'open') setTimeout(() => this.#behind && void this.refresh(), 200)
    })
    return this.#refreshing
  }

  async #fetch(): Promise<void> {
    let found: Snapshot
    try {
      found = await this.world.snapshot(this.id)
    } catch {
      return
    }
    const table = this.standing
    if (!table || found.seq < table.seq) {
      this.#behind = true
      return
    }
    this.#behind = found.seq > table.seq
    if (this.#behind) return
    const { seats, you, yours, host, phase, at } = standingOf(found)
    this.standing = { ...table, seats, you, yours, host, phase, at }
    this.ears.changed([])
  }

  async #remember(): Promise<void> {
    const seq = this.standing?.seq ?? -1
    const known = this.log.at(-1)?.seq ?? -1
    if (known >= seq) return
    try {
      this.#recall(await this.world.history(this.id, Math.max(seq - REMEMBERED, known, -1)))
      this.ears.changed([])
    } catch {
      // The log is a comfort: the table goes on without its past.
    }
  }

  /** Entries of the past join the log, each once; what came with its view stays as it came. */
  #recall(past: News[]): void {
    const known = new Set(this.log.map((one) => one.seq))
    const more = past.filter((one) => !known.has(one.seq))
    if (more.length) this.log = [...this.log, ...more].sort((a, b) => a.seq - b.seq)
  }

  #answered(answer: Answer): void {
    const found = this.#pending.get(answer.id)
    this.#pending.delete(answer.id)
    if (answer.answer === 'conflict') this.#news(answer.missing)
    found?.settle(answer)
    const asked = found?.request.do
    if (answer.answer === 'done' && (asked === 'sit' || asked === 'leave')) void this.refresh()
  }

  /** Too fast is tried again later; what can never be carried out is given up. */
  #problem(code: string, sentence: string): void {
    if (code.startsWith('limits/') || code === 'server/busy') return
    for (const one of this.#pending.values()) one.fail(Object.assign(new Error(sentence), { code, sentence }))
    this.#pending.clear()
    if (!LAST_WORDS.includes(code)) this.ears.problem(code, sentence)
  }
}

// One table, from this machine: what is known of it, and what is asked of it. No framework in here.
import type { Act, Answer, BotPosition, Message, News, Request, Said, Snapshot, TicketOut, Turn } from '$/wire/types'
import { TableClock } from './clock'
import { BANNED_CODE, Connection, type ConnectionState, type Environment } from './connection'
import { reduce, withChoices, changesSeats, fromSnapshot, type TableState } from './reducer'

/** A request without its id, which is made here. */
export type RequestBody = Request extends infer Each ? (Each extends { id: string } ? Omit<Each, 'id'> : never) : never

/** What a table needs from its environment. */
export interface TableEnvironment extends Environment {
  /** The table over HTTP, for whoever has no session yet and after seats have changed. */
  snapshot: (table: string) => Promise<Snapshot>
  history: (table: string, since: number) => Promise<News[]>
  address: (table: string, ticket: TicketOut, since: number | null) => string
  /** Milliseconds of this machine, never going back. */
  now: () => number
  id: () => string
}

/** Told whenever something changes; what has changed can be read from the client. */
export interface TableHandlers {
  /** The table as it is now. `fresh` is what has just happened, oldest first; empty for a snapshot. */
  onChange: (fresh: News[]) => void
  onConnectionState: (state: ConnectionState) => void
  onChat: (line: Said) => void
  /** The host has deleted these lines of the chat. */
  onChatDeleted: (lines: number[]) => void
  /** Another table waits for us, or no longer does. */
  onTurn: (turn: Turn) => void
  onRematch: (table: string) => void
  /** A bot is to act, and we said that we compute what it does. */
  onBotPosition: (position: BotPosition) => void
  onError: (code: string, sentence: string) => void
}

interface Pending {
  request: Request
  settle: (answer: Answer) => void
  fail: (problem: Error) => void
}

/** How often what is not answered is sent again. */
export const RESEND_MS = 4000
/** What is said as a line ends for good: who shows the table sees it by the line. */
const FINAL_ERROR_CODES = ['store/table', 'table/closed', 'people/gone', 'people/session', BANNED_CODE]
/** Names have changed: nothing that we have of the table may be kept. */
const RELOAD_CODE = 'table/anew'
/** Entries of the past that are fetched for the log. */
const MAX_HISTORY = 120

export class TableClient {
  tableState: TableState | null = null
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
  #reloading = false
  /** The newest entry whose cards we said we have seen. */
  #seen = -1

  constructor(
    readonly id: string,
    private readonly environment: TableEnvironment,
    private readonly handlers: TableHandlers,
  ) {
    this.connection = new Connection(environment, {
      table: id,
      url: (ticket) => environment.address(id, ticket, this.#reloading ? null : (this.tableState?.seq ?? null)),
      onMessage: (message) => this.#onMessage(message),
      onStateChange: (state) => this.#onConnectionState(state),
    })
  }

  /** The table over HTTP: one round trip, where a socket takes three. The socket goes on from there. */
  async load(): Promise<void> {
    const found = await this.environment.snapshot(this.id)
    if (found.seq <= (this.tableState?.seq ?? -1)) return
    this.#applySnapshot(found)
    await this.#fetchHistory()
  }

  open(): void {
    this.connection.open()
    this.#resend ??= setInterval(() => this.#resendPending(), RESEND_MS)
  }

  /** As whoever we are now: with another session comes another seat, so nothing that we have may be kept. */
  reopen(): void {
    if (this.connection.state !== 'closed') this.#reloading = true
    this.connection.close()
    this.open()
  }

  close(): void {
    clearInterval(this.#resend)
    this.#resend = undefined
    this.connection.close()
    for (const one of this.#pending.values()) one.fail(new Error('closed'))
    this.#pending.clear()
  }

  /** Sends a request until it is answered, over as many connections as that takes. It is carried out once. */
  request(body: RequestBody): Promise<Answer> {
    const request = { ...body, id: this.environment.id() } as Request
    return new Promise((settle, fail) => {
      this.#pending.set(request.id, { request, settle, fail })
      this.connection.send(JSON.stringify(request))
    })
  }

  /** An action for the decision that is open; in a live race with the table's time as we know it. */
  act(action: string): Promise<Answer> {
    const seq = this.tableState?.choices?.seq ?? this.tableState?.seq ?? 0
    const body: Omit<Act, 'id'> = { do: 'act', seq, action }
    if (this.tableState?.yours?.length) body.seat = this.tableState.choices?.seat ?? this.tableState.you
    if (this.tableState?.signal != null && this.clock.isSynchronised)
      body.at = this.clock.toTableTime(this.environment.now())
    return this.request(body)
  }

  /** How many requests wait for an answer. */
  get pendingCount(): number {
    return this.#pending.size
  }

  /** Once and without an answer: pongs, and “we show the cards”. */
  #notify(body: RequestBody): void {
    this.connection.send(JSON.stringify({ ...body, id: this.environment.id() }))
  }

  #resendPending(): void {
    for (const { request } of this.#pending.values()) this.connection.send(JSON.stringify(request))
  }

  #onConnectionState(state: ConnectionState): void {
    if (state === 'open') {
      this.clock.forgetPings()
      this.#resendPending()
    }
    this.handlers.onConnectionState(state)
  }

  #onMessage(message: Message): void {
    const now = this.environment.now()
    if (message.ping) {
      this.#notify({ do: 'pong', n: message.ping.n })
      this.clock.onPing(message.ping, now)
    }
    if (message.snapshot) this.#onSnapshot(message.snapshot)
    if (message.news) this.#onNews(message.news)
    if (message.choices && this.tableState) {
      this.tableState = withChoices(this.tableState, message.choices)
      this.handlers.onChange([])
    }
    if (message.answer) this.#onAnswer(message.answer)
    if (message.heartbeat) {
      this.clock.estimate(message.heartbeat.at, now)
      if (this.tableState && message.heartbeat.seq > this.tableState.seq) this.connection.resync()
    }
    if (message.chat) this.handlers.onChat(message.chat)
    if (message.bot_position) this.handlers.onBotPosition(message.bot_position)
    if (message.unsaid) this.handlers.onChatDeleted(message.unsaid)
    if (message.turn) this.handlers.onTurn(message.turn)
    if (message.bye?.code === RELOAD_CODE) this.#reloading = true
    if (message.rematch) this.handlers.onRematch(message.rematch)
    if (message.error) this.#onError(message.error.code, message.error.sentence)
  }

  #onSnapshot(snapshot: Snapshot): void {
    if (this.#reloading) this.log = []
    this.#reloading = false
    this.#applySnapshot(snapshot)
    void this.#fetchHistory()
  }

  #applySnapshot(snapshot: Snapshot): void {
    this.clock.estimate(snapshot.at, this.environment.now())
    this.tableState = fromSnapshot(snapshot)
    this.#mergeIntoLog(snapshot.story ?? [])
    this.#acknowledgeCards()
    this.handlers.onChange([])
  }

  /** Entries in order, each once. What we have already is passed over; a gap fetches what is missing. */
  #onNews(all: News[]): void {
    if (!this.tableState) return
    const fresh = all.filter((one) => one.seq > (this.tableState as TableState).seq)
    if (fresh.length && fresh[0]!.seq !== this.tableState.seq + 1) {
      this.connection.resync()
      return
    }
    for (const one of fresh) this.tableState = reduce(this.tableState, one)
    this.log = [...this.log, ...fresh]
    if (this.#behind || fresh.some(changesSeats)) void this.refresh()
    else if (fresh.some((one) => one.event?.event === 'happened') && this.#hasClocks()) void this.refresh()
    this.#acknowledgeCards()
    this.handlers.onChange(fresh)
  }

  #hasClocks(): boolean {
    return (this.tableState?.settings.clock?.kind ?? 'none') !== 'none' || this.tableState?.races === true
  }

  /** What a live race is about is on the screen: the signal waits for everybody to say so. */
  #acknowledgeCards(): void {
    const table = this.tableState
    if (!table?.racing || table.signal != null || table.you == null || this.#seen === table.newest) return
    this.#seen = table.newest ?? -1
    this.#notify({ do: 'seen', seq: this.#seen })
  }

  /** Who sits where, how much time and lag everybody has: what only a snapshot says. Never goes back in time. */
  refresh(): Promise<void> {
    if (this.#refreshing) this.#behind = true
    this.#refreshing ??= this.#fetchSnapshot().finally(() => {
      this.#refreshing = null
      if (this.#behind && this.connection.state === 'open') setTimeout(() => this.#behind && void this.refresh(), 200)
    })
    return this.#refreshing
  }

  async #fetchSnapshot(): Promise<void> {
    let found: Snapshot
    try {
      found = await this.environment.snapshot(this.id)
    } catch {
      return
    }
    const table = this.tableState
    if (!table || found.seq < table.seq) {
      this.#behind = true
      return
    }
    this.#behind = found.seq > table.seq
    if (this.#behind) return
    const { seats, you, yours, host, host_seat, phase, at } = fromSnapshot(found)
    this.tableState = { ...table, seats, you, yours, host, host_seat, phase, at }
    this.handlers.onChange([])
  }

  async #fetchHistory(): Promise<void> {
    const seq = this.tableState?.seq ?? -1
    const known = this.log.at(-1)?.seq ?? -1
    if (known >= seq) return
    try {
      this.#mergeIntoLog(await this.environment.history(this.id, Math.max(seq - MAX_HISTORY, known, -1)))
      this.handlers.onChange([])
    } catch {
      // The log is a comfort: the table goes on without its past.
    }
  }

  /** Entries of the past join the log, each once; what came with its view stays as it came. */
  #mergeIntoLog(past: News[]): void {
    const known = new Set(this.log.map((one) => one.seq))
    const more = past.filter((one) => !known.has(one.seq))
    if (more.length) this.log = [...this.log, ...more].sort((a, b) => a.seq - b.seq)
  }

  #onAnswer(answer: Answer): void {
    const found = this.#pending.get(answer.id)
    this.#pending.delete(answer.id)
    if (answer.answer === 'conflict') this.#onNews(answer.missing)
    found?.settle(answer)
    const asked = found?.request.do
    if (answer.answer === 'done' && (asked === 'sit' || asked === 'leave')) void this.refresh()
  }

  /** Too fast is tried again later; what can never be carried out is given up. */
  #onError(code: string, sentence: string): void {
    if (code.startsWith('limits/') || code === 'server/busy') return
    for (const one of this.#pending.values()) one.fail(Object.assign(new Error(sentence), { code, sentence }))
    this.#pending.clear()
    if (!FINAL_ERROR_CODES.includes(code)) this.handlers.onError(code, sentence)
  }
}

// A table as components see it: the sync layer's client, made reactive, and what follows from its news.
import type { GameClient, LiveGrab, Seat } from '$/games/contract'
import { t } from '$/i18n/language.svelte'
import { displayName } from '$/shell/names'
import { problemText } from '$/shell/problems'
import { announceNow, announce, toast } from '$/state/announcer.svelte'
import { notify } from '$/state/notifications'
import { preferences } from '$/state/preferences.svelte'
import { clearSession } from '$/state/session.svelte'
import { clack, tap } from '$/state/sound'
import { tableShown, onTurn, fetchTurns, setTurn, expectTable } from '$/state/turns.svelte'
import { Refusal } from '$/sync/api'
import type { ConnectionState } from '$/sync/connection'
import type { TableState } from '$/sync/reducer'
import { TableClient, type RequestBody } from '$/sync/table'
import { tableEnvironment } from '$/sync/environment'
import type { Answer, Choices, News, Said, View } from '$/wire/types'
import { linesOf, sentenceOf, textOf, type LogEntry } from './logLines'

/** Somebody without a session looks again every so often. */
const POLL_MS = 4000
/** A line that is back within this time was never missed. */
const LOST_NOTICE_DELAY_MS = 1500

export class TableModel {
  tableState = $state.raw<TableState | null>(null)
  log = $state.raw<News[]>([])
  latest = $state.raw<News[]>([])
  chat = $state.raw<Said[]>([])
  unread = $state(0)
  connectionState = $state<ConnectionState>('connecting')
  lost = $state(false)
  rematch = $state<string | null>(null)
  problem = $state<string | null>(null)
  game = $state.raw<GameClient | null>(null)
  /** At a hot seat: who has the device in hand. */
  holder = $state<number | null>(null)
  readonly client: TableClient
  #pollTimer: ReturnType<typeof setInterval> | undefined
  #lostTimer: ReturnType<typeof setTimeout> | undefined
  /** Whose turn was said last. */
  #called: number | null = null

  constructor(readonly id: string) {
    this.client = new TableClient(id, tableEnvironment, {
      onChange: (fresh) => this.#onChange(fresh),
      onConnectionState: (state) => this.#onConnectionState(state),
      onChat: (said) => this.#onChat(said),
      onChatDeleted: (lines) => (this.chat = this.chat.filter((one) => !lines.includes(one.id))),
      onTurn,
      onRematch: (table) => {
        expectTable(table)
        this.rematch = table
      },
      onError: (code, sentence) => toast(problemText({ code, sentence }), 'problem'),
    })
  }

  /** Looks at the table; with a session also stays on the line. */
  start(known: boolean): () => void {
    tableShown(this.id)
    if (known) this.connect()
    else void this.refresh()
    this.#pollTimer = setInterval(() => {
      if (this.connectionState === 'closed' || this.client.connection.state === 'closed') void this.refresh()
    }, POLL_MS)
    const reconnect = () => this.client.connection.reconnectNow()
    addEventListener('online', reconnect)
    document.addEventListener('visibilitychange', reconnect)
    return () => {
      clearInterval(this.#pollTimer)
      clearTimeout(this.#lostTimer)
      removeEventListener('online', reconnect)
      document.removeEventListener('visibilitychange', reconnect)
      this.client.close()
    }
  }

  async refresh(): Promise<void> {
    try {
      await this.client.load()
      this.problem = null
      this.lost = false
    } catch (error) {
      if (error instanceof Refusal && error.status >= 400 && error.status < 500) this.problem = problemText(error)
      else this.lost = true
    }
  }

  /** Somebody has just come in. */
  connect(): void {
    this.client.open()
    void fetchTurns()
  }

  // -- asking ----------------------------------------------------------------------------------------------------------
  async request(body: RequestBody): Promise<boolean> {
    return this.#settle(this.client.request(body))
  }

  act = (action: string): void => {
    void this.#settle(this.client.act(action))
  }

  async #settle(asked: Promise<Answer>): Promise<boolean> {
    try {
      const answer = await asked
      if (answer.answer !== 'done') toast(problemText(answer), 'problem')
      return answer.answer === 'done'
    } catch {
      return false // said already, or the page is left
    }
  }

  // -- hearing ---------------------------------------------------------------------------------------------------------
  #onChange(fresh: News[]): void {
    const before = this.tableState?.view ?? null
    this.tableState = this.client.tableState
    this.log = this.client.log
    if (fresh.length) {
      this.latest = fresh
      this.#announceNews(fresh, before)
    }
    this.#announceTurn()
  }

  /** Each event is said once, in one sentence, and taps once. */
  #announceNews(fresh: News[], before: View | null): void {
    const lines = this.#linesOf(fresh, before)
    if (lines.length) announce(lines.map((line) => this.sentence(line)).join(' '))
    const placed = lines.find((line) => line.layer !== undefined)
    if (placed) tap(placed.layer)
  }

  #linesOf(all: News[], before: View | null): LogEntry[] {
    return linesOf(all, before, this.game)
  }

  /** The log, oldest first. */
  get lines(): LogEntry[] {
    return this.#linesOf(this.log, null)
  }

  sentence(line: LogEntry): string {
    return sentenceOf(line, (seat) => this.nameOf(seat))
  }

  text(line: LogEntry): string {
    return textOf(line, (seat) => this.nameOf(seat))
  }

  #announceTurn(): void {
    if (this.shared && (this.holder === null || !preferences.handOver)) this.holder = this.tableState?.you ?? null
    const turn = this.passTo ?? (this.mine ? this.you : null)
    if ((turn === null) !== (this.#called === null))
      setTurn({ table: this.id, game: this.tableState?.game ?? '', yours: turn !== null, at: Date.now() })
    if (turn !== null && turn !== this.#called) {
      announceNow(
        this.passTo !== null
          ? t('pass-device', { name: this.nameOf(turn) })
          : this.shared
            ? t('turn-of', { name: this.nameOf(turn) })
            : t('your-turn-call'),
      )
      clack()
      notify(this.id, t('your-turn-call'))
    }
    this.#called = turn
  }

  /** Whoever was to get the device has it. */
  takeDevice = (): void => {
    this.holder = this.tableState?.you ?? null
    this.#announceTurn()
  }

  #onConnectionState(state: ConnectionState): void {
    this.connectionState = state
    clearTimeout(this.#lostTimer)
    if (state === 'lost') {
      this.#lostTimer = setTimeout(() => {
        this.lost = true
        announceNow(t('connection-lost'))
      }, LOST_NOTICE_DELAY_MS)
    } else if (state === 'open') {
      if (this.lost) announce(t('connection-back'))
      this.lost = false
    } else if (state === 'refused') this.#onRefused()
  }

  /** The table says why, if it can still be asked; a session that has ended leaves us as somebody who looks on. */
  #onRefused(): void {
    if (this.client.connection.refusal === 401) {
      clearSession()
      toast(t('session-ended'), 'problem')
    }
    void this.refresh()
  }

  #onChat(said: Said): void {
    if (this.chat.some((one) => one.id === said.id)) return
    this.chat = [...this.chat, said].slice(-200)
    this.unread += 1
    announce(t('chat-said', { name: said.name, text: said.text }))
  }

  // -- reading ---------------------------------------------------------------------------------------------------------
  get choices(): Choices | null {
    return this.tableState?.phase === 'playing' && this.passTo === null ? (this.tableState.choices ?? null) : null
  }

  /** Several at this device play. */
  get shared(): boolean {
    return (this.tableState?.yours?.length ?? 0) > 1
  }

  /** Who is to get the device now, before they go on; null where nobody is. */
  get passTo(): number | null {
    const next = this.tableState?.phase === 'playing' ? (this.tableState.choices?.seat ?? null) : null
    return this.shared && this.holder !== null && next !== this.holder ? next : null
  }

  /** Our seat; at a hot seat that of whoever has the device in hand. */
  get you(): number | null {
    return (this.shared ? this.holder : null) ?? this.tableState?.you ?? null
  }

  /** All our seats. */
  get yours(): number[] {
    return this.shared ? (this.tableState?.yours ?? []) : this.you === null ? [] : [this.you]
  }

  /** Which of our seats something is asked for; whoever has one need not say so. */
  get named(): { seat?: number } {
    return this.shared && this.you !== null ? { seat: this.you } : {}
  }

  /** It is for us to act. */
  get mine(): boolean {
    return this.choices !== null
  }

  get seats(): Seat[] {
    const seats = this.tableState?.seats ?? []
    return seats.map((seat, index) => ({
      ...seat,
      name: displayName(seats, index),
      index,
      you: !this.shared && index === this.you,
    }))
  }

  nameOf(seat: number): string {
    return seat === this.you && !this.shared ? t('you') : displayName(this.tableState?.seats ?? [], seat)
  }

  get view(): View | null {
    return this.tableState?.view ?? null
  }

  get scores(): number[] {
    if (this.tableState?.ended) return this.tableState.ended.scores
    return this.view && this.game ? this.game.scores(this.view) : []
  }

  get toAct(): number[] {
    return this.view && this.game && this.tableState?.phase === 'playing' ? this.game.toAct(this.view) : []
  }

  get live(): LiveGrab | null {
    const table = this.tableState
    if (table?.options.grab !== 'live' || table.phase !== 'playing' || !table.view) return null
    const acting = table.view.to_act
    const grabbing = table.view.phase === 'grab'
    if (!grabbing && acting.length) return null
    const here = (at: number | null | undefined): number | null =>
      at == null ? null : this.client.clock.toLocalTime(at)
    return {
      stage: !grabbing ? 'call' : table.signal == null ? 'seen' : 'announced',
      signal: here(table.signal),
      lockedUntil: here(table.locked),
      ready: table.seats.map((seat) => seat.ready ?? false),
      sayReady: (auto) => void this.request({ do: 'ready', auto }),
    }
  }
}

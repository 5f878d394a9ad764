// A table as components see it: the sync layer's client, made reactive, and what follows from its news. The client knows
// the present; what is shown may be a few events behind (presentation).
import type { GameClient, LiveRace, Seat } from '$/games/contract'
import { t } from '$/i18n/language.svelte'
import { displayName } from '$/shell/names'
import { problemText } from '$/shell/problems'
import { announceNow, announce, toast } from '$/state/announcer.svelte'
import { notify } from '$/state/notifications'
import { preferences } from '$/state/preferences.svelte'
import { clearSession, session } from '$/state/session.svelte'
import { play } from '$/state/sound'
import { tableShown, onTurn, fetchTurns, setTurn, expectTable } from '$/state/turns.svelte'
import { api, Refusal } from '$/sync/api'
import type { ConnectionState } from '$/sync/connection'
import type { TableState } from '$/sync/reducer'
import { TableClient, type RequestBody } from '$/sync/table'
import type { BotPlayer } from '$/think/botPlayer'
import { isAloneWithBots } from '$/think/solo'
import { tableEnvironment } from '$/sync/environment'
import type { Answer, Choices, News, Said, TicketOut, View } from '$/wire/types'
import { playLines } from './cues'
import { isPresence, linesOf, sentenceOf, textOf, type LogEntry } from './logLines'
import { Presentation } from './presentation.svelte'

/** A line that is back within this time was never missed. */
const LOST_NOTICE_DELAY_MS = 1500

/** Lines of the log that are said at once. */
const MOST_SINCE = 20

/** A press in a race that came too early, or twice: the board says so, and only for as long as it matters. */
const isSeenOnBoard = (answer: Answer): boolean =>
  'code' in answer && ['table/early', 'table/locked', 'table/pressed'].includes(answer.code)

export class TableModel {
  /** What is shown of the table, which may be a few events behind. */
  readonly presentation: Presentation = new Presentation({
    game: () => this.game,
    you: () => this.you,
    seats: () => this.seats,
    isOwn: (seat) => this.isOwn(seat),
    onShown: (told) => playLines(this.#linesOf(told, null)),
    onSettled: () => this.#callIfDue(),
  })
  chat = $state.raw<Said[]>([])
  unread = $state(0)
  connectionState = $state<ConnectionState>('connecting')
  lost = $state(false)
  rematch = $state<string | null>(null)
  /** All have just agreed to it; whoever looks at an old table stays there. */
  moving = $state(false)
  problem = $state<string | null>(null)
  game = $state.raw<GameClient | null>(null)
  /** While the end is told: lines of the log from this event on wait. */
  untold = $state<number | null>(null)
  /** At a hot seat: who has the device in hand. */
  holder = $state<number | null>(null)
  /** Which of the two is open beside the board. */
  panel = $state<'log' | 'chat'>('log')
  readonly client: TableClient
  #lostTimer: ReturnType<typeof setTimeout> | undefined
  /** What bots do, if this browser computes it. */
  #bots: Promise<BotPlayer> | null = null
  /** Whose turn was said last. */
  #called: number | null = null
  /** “Your turn” is heard once that is seen. */
  #isCallDue = false

  constructor(readonly id: string) {
    // Whoever has no session watches.
    const ticket = (table: string | null): Promise<TicketOut> => api.ticket(table, session.me === null)
    this.client = new TableClient(
      id,
      { ...tableEnvironment, ticket },
      {
        onChange: (fresh) => this.#onChange(fresh),
        onConnectionState: (state) => this.#onConnectionState(state),
        onChat: (said) => this.#onChat(said),
        onChatDeleted: (lines) => (this.chat = this.chat.filter((one) => !lines.includes(one.id))),
        onTurn,
        onRematch: (table) => {
          expectTable(table)
          this.rematch = table
        },
        onBotPosition: (position) => void this.#bots?.then((bots) => bots.play(position)),
        onError: (code, sentence) => this.#onError(problemText({ code, sentence })),
      },
    )
  }

  start(): () => void {
    tableShown(this.id)
    void this.refresh()
    const reconnect = () => this.client.connection.reconnectNow()
    addEventListener('online', reconnect)
    document.addEventListener('visibilitychange', reconnect)
    return () => {
      clearTimeout(this.#lostTimer)
      this.presentation.leave()
      void this.#bots?.then((bots) => bots.close())
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

  /** What stands in the table's place already is not said again with every attempt. */
  #onError(text: string): void {
    if (text !== this.problem) toast(text, 'problem')
  }

  /** As whoever we are now; a table that is not there need not be asked again. */
  connect(): void {
    if (this.problem) return
    this.client.reopen()
    if (session.me) void fetchTurns()
  }

  // -- asking ----------------------------------------------------------------------------------------------------------
  async request(body: RequestBody): Promise<boolean> {
    return this.#settle(this.client.request(body))
  }

  act = (action: string): Promise<boolean> => {
    this.presentation.act()
    return this.#settle(this.client.act(action))
  }

  async #settle(asked: Promise<Answer>): Promise<boolean> {
    try {
      const answer = await asked
      if (answer.answer !== 'done' && !isSeenOnBoard(answer)) toast(problemText(answer), 'problem')
      return answer.answer === 'done'
    } catch {
      return false // said already, or the page is left
    }
  }

  // -- hearing ---------------------------------------------------------------------------------------------------------
  #onChange(fresh: News[]): void {
    const before = this.present
    this.presentation.present = this.client.tableState
    this.presentation.history = this.client.log
    if (!before && this.present) this.problem = null // another tab has closed: the table can be shown after all
    if (fresh.some((one) => one.event?.event === 'rematched')) this.moving = true
    if (fresh.length) this.#announceNews(fresh, before)
    this.#announceTurn()
    this.presentation.follow(fresh, before)
    this.#bots ??= this.#startBots()
  }

  /** Only once one has acted oneself, so that a board is there before anything else is loaded. */
  #startBots(): Promise<BotPlayer> | null {
    const table = this.present
    const isPlaying = this.client.log.some(({ event }) => event?.event === 'happened' && event.who === table?.you)
    if (!table || !isPlaying || !isAloneWithBots(table)) return null
    return import('$/think/botPlayer').then(({ BotPlayer }) => BotPlayer.start(this.client, table.game))
  }

  /** Each event is said once and at once, in one sentence. */
  #announceNews(fresh: News[], before: TableState | null): void {
    const declined = fresh.find((news) => this.#isDeclined(news, before))
    const lines = this.#linesOf(fresh, before?.view ?? null).filter(({ seq }) => seq !== declined?.seq)
    if (declined?.event?.event === 'declined') toast(t('asks-declined', { name: this.nameOf(declined.event.seat) }))
    if (lines.length) announce(lines.map((line) => this.sentence(line)).join(' '))
  }

  /** Somebody else does not want what we asked for. */
  #isDeclined({ event }: News, before: TableState | null): boolean {
    return event?.event === 'declined' && this.isOwn(before?.asked?.seat ?? '') && !this.isOwn(event.seat)
  }

  isOwn(who: number | string): boolean {
    return this.yours.includes(who as number)
  }

  #callIfDue(): void {
    if (this.#isCallDue) play('bamboo')
    this.#isCallDue = false
  }

  #linesOf(all: News[], before: View | null): LogEntry[] {
    return linesOf(all, before, this.game)
  }

  /** The log, oldest first. */
  get lines(): LogEntry[] {
    return this.#linesOf(this.log, null).filter(({ seq }) => seq < (this.untold ?? Infinity))
  }

  /** What happened since we acted last; nobody wants to hear a whole game. */
  get since(): LogEntry[] {
    const own = this.log.findLast(({ event }) => event?.event === 'happened' && event.who === this.you)
    return this.lines.filter((line) => line.seq > (own?.seq ?? 0) && !isPresence(line)).slice(-MOST_SINCE)
  }

  sentence(line: LogEntry): string {
    return sentenceOf(line, (seat) => this.nameOf(seat))
  }

  text(line: LogEntry): string {
    return textOf(line, (seat) => this.nameOf(seat))
  }

  #announceTurn(): void {
    if (this.shared && (this.holder === null || !preferences.handOver)) this.holder = this.tableState?.you ?? null
    const passTo = this.#passToIn(this.present)
    const turn = passTo ?? (this.present?.phase === 'playing' && this.present.choices ? this.you : null)
    if ((turn === null) !== (this.#called === null))
      setTurn({ table: this.id, game: this.tableState?.game ?? '', yours: turn !== null, at: Date.now() })
    if (turn !== null && turn !== this.#called) {
      announceNow(
        passTo !== null
          ? t('pass-device', { name: this.nameOf(turn) })
          : this.shared
            ? t('turn-of', { name: this.nameOf(turn) })
            : t('your-turn-call'),
      )
      this.#isCallDue = true
      notify(this.id, t('your-turn-call'))
    }
    this.#called = turn
  }

  /** Whoever was to get the device has it. */
  takeDevice = (): void => {
    this.holder = this.tableState?.you ?? null
    this.#announceTurn()
    this.#callIfDue()
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
      void this.#bots?.then((bots) => bots.offer())
    } else if (state === 'refused') this.#onRefused()
  }

  /** A session that has ended leaves us as somebody who watches; else the table says why, if it can still be asked. */
  #onRefused(): void {
    if (this.client.connection.refusal === 401) {
      clearSession()
      toast(t('session-ended'), 'problem')
    } else if (!this.problem) void this.refresh()
  }

  /** What others say is seen wherever one looks; one's own lines are no news. */
  #onChat(said: Said): void {
    if (this.chat.some((one) => one.id === said.id)) return
    this.chat = [...this.chat, said].slice(-200)
    if (this.#isOwn(said)) return
    play('paper')
    const text = t('chat-said', { name: said.name, text: said.text })
    if (this.panel === 'chat' && !document.hidden) announce(text)
    else {
      this.unread += 1
      toast(text)
    }
  }

  /** Lines on their way, which come back to us like everybody's; and who we are among the authors, once we know. */
  #sent: string[] = []
  #author: string | null = null
  #isOwn = (said: Said): boolean =>
    said.author === this.#author || (said.name === session.me?.name && this.#sent.includes(said.text))

  async say(text: string): Promise<void> {
    this.#sent.push(text)
    this.#author = (await api.postChat(this.id, text)).author
  }

  openPanel(panel: 'log' | 'chat'): void {
    this.panel = panel
    if (panel === 'chat') this.unread = 0
  }

  // -- reading ---------------------------------------------------------------------------------------------------------
  /** The table as the server has told it, and as it is shown. */
  get present(): TableState | null {
    return this.presentation.present
  }

  get tableState(): TableState | null {
    return this.presentation.tableState
  }

  /** What happened, as far as it is shown. */
  get log(): News[] {
    return this.presentation.log
  }

  get choices(): Choices | null {
    return this.tableState?.phase === 'playing' && this.passTo === null ? (this.tableState.choices ?? null) : null
  }

  /** Several at this device play. */
  get shared(): boolean {
    return (this.tableState?.yours?.length ?? 0) > 1
  }

  /** Who is to get the device now, before they go on; null where nobody is. */
  get passTo(): number | null {
    return this.#passToIn(this.tableState)
  }

  #passToIn(table: TableState | null): number | null {
    const next = table?.phase === 'playing' ? (table.choices?.seat ?? null) : null
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

  /** Where live races are possible: whether this seat need not say that it is ready; null elsewhere. */
  get alwaysReady(): boolean | null {
    const seat = this.you === null ? null : this.tableState?.seats[this.you]
    return seat && this.tableState?.races ? (seat.auto ?? false) : null
  }

  setAlwaysReady(always: boolean): void {
    void this.request({ do: 'ready', auto: always, now: false })
  }

  get live(): LiveRace | null {
    const table = this.tableState
    if (table?.phase !== 'playing' || (table.called == null && table.signal == null)) return null
    const here = (at: number | null | undefined): number | null =>
      at == null ? null : this.client.clock.toLocalTime(at)
    return {
      stage: table.signal == null ? 'look' : 'announced',
      signal: here(table.signal),
      lockedUntil: here(table.locked),
      ready: table.seats.map((seat) => seat.bot != null || (seat.ready ?? false)),
      always: table.seats.map((seat) => seat.auto ?? false),
      autoReadyAt: here(table.called_until),
      sayReady: (auto) => void this.request({ do: 'ready', auto }),
      setAlways: (always) => this.setAlwaysReady(always),
    }
  }
}

// A table as components see it: the sync layer's client, made reactive, and what follows from its news.
import type { GameClient, LiveGrab, Seat } from '$/games/contract'
import { t } from '$/i18n/language.svelte'
import { shownName } from '$/shell/names'
import { problemText } from '$/shell/problems'
import { call, say, toast } from '$/state/saying.svelte'
import { notify } from '$/state/notifying'
import { preferences } from '$/state/preferences.svelte'
import { forget } from '$/state/session.svelte'
import { clack, tap } from '$/state/sound'
import { arrivedAt, hearTurn, lookForTurns, markTurn, onTheWayTo } from '$/state/turns.svelte'
import { Refusal } from '$/sync/api'
import type { Line } from '$/sync/connection'
import type { Standing } from '$/sync/fold'
import { TableClient, type Asking } from '$/sync/table'
import { tableWorld } from '$/sync/world'
import type { Answer, Choices, News, Said } from '$/wire/types'
import { linesOf, sentenceOf, textOf, type Written } from './lines'

/** Somebody without a session looks again every so often. */
const LOOK_EACH = 4000
/** A line that is back within this time was never missed. */
const UNNOTICED = 1500

export class TableModel {
  standing = $state.raw<Standing | null>(null)
  log = $state.raw<News[]>([])
  latest = $state.raw<News[]>([])
  chat = $state.raw<Said[]>([])
  unread = $state(0)
  line = $state<Line>('connecting')
  lost = $state(false)
  rematch = $state<string | null>(null)
  problem = $state<string | null>(null)
  waiting = $state(0)
  game = $state.raw<GameClient | null>(null)
  /** At a hot seat: who has the device in hand. */
  holder = $state<number | null>(null)
  readonly client: TableClient
  #looking: ReturnType<typeof setInterval> | undefined
  #noticing: ReturnType<typeof setTimeout> | undefined
  /** Whose turn was said last. */
  #called: number | null = null

  constructor(readonly id: string) {
    this.client = new TableClient(id, tableWorld, {
      changed: (fresh) => this.#changed(fresh),
      line: (line) => this.#lineChanged(line),
      said: (said) => this.#said(said),
      unsaid: (lines) => (this.chat = this.chat.filter((one) => !lines.includes(one.id))),
      turn: hearTurn,
      rematch: (table) => {
        onTheWayTo(table)
        this.rematch = table
      },
      problem: (code, sentence) => toast(problemText({ code, sentence }), 'problem'),
    })
  }

  /** Looks at the table; with a session also stays on the line. */
  start(known: boolean): () => void {
    arrivedAt(this.id)
    if (known) this.comeIn()
    else void this.look()
    this.#looking = setInterval(() => {
      if (this.line === 'closed' || this.client.connection.line === 'closed') void this.look()
    }, LOOK_EACH)
    const hurry = () => this.client.connection.hurry()
    addEventListener('online', hurry)
    document.addEventListener('visibilitychange', hurry)
    return () => {
      clearInterval(this.#looking)
      clearTimeout(this.#noticing)
      removeEventListener('online', hurry)
      document.removeEventListener('visibilitychange', hurry)
      this.client.close()
    }
  }

  async look(): Promise<void> {
    try {
      await this.client.look()
      this.problem = null
      this.lost = false
    } catch (error) {
      if (error instanceof Refusal && error.status >= 400 && error.status < 500) this.problem = problemText(error)
      else this.lost = true
    }
  }

  /** Somebody has just come in. */
  comeIn(): void {
    this.client.open()
    void lookForTurns()
  }

  // -- asking ----------------------------------------------------------------------------------------------------------
  async ask(asking: Asking): Promise<boolean> {
    return this.#settled(this.client.ask(asking))
  }

  act = (action: string): void => {
    void this.#settled(this.client.act(action))
  }

  async #settled(asked: Promise<Answer>): Promise<boolean> {
    this.waiting = this.client.waiting
    try {
      const answer = await asked
      if (answer.answer !== 'done') toast(problemText(answer), 'problem')
      return answer.answer === 'done'
    } catch {
      return false // said already, or the page is left
    } finally {
      this.waiting = this.client.waiting
    }
  }

  // -- hearing ---------------------------------------------------------------------------------------------------------
  #changed(fresh: News[]): void {
    const before = this.standing?.view ?? null
    this.standing = this.client.standing
    this.log = this.client.log
    if (fresh.length) {
      this.latest = fresh
      this.#tell(fresh, before)
    }
    this.#turn()
  }

  /** Each event is said once, in one sentence, and taps once. */
  #tell(fresh: News[], before: Record<string, unknown> | null): void {
    const lines = this.#linesOf(fresh, before)
    if (lines.length) say(lines.map((line) => this.sentence(line)).join(' '))
    const placed = lines.find((line) => line.layer !== undefined)
    if (placed) tap(placed.layer)
  }

  #linesOf(all: News[], before: Record<string, unknown> | null): Written[] {
    return linesOf(all, before, this.game)
  }

  /** The log, oldest first. */
  get lines(): Written[] {
    return this.#linesOf(this.log, null)
  }

  sentence(line: Written): string {
    return sentenceOf(line, (seat) => this.nameOf(seat))
  }

  text(line: Written): string {
    return textOf(line, (seat) => this.nameOf(seat))
  }

  #turn(): void {
    if (this.shared && (this.holder === null || !preferences.handOver)) this.holder = this.standing?.you ?? null
    const turn = this.passTo ?? (this.mine ? this.you : null)
    if ((turn === null) !== (this.#called === null)) markTurn({ table: this.id, game: this.standing?.game ?? '', yours: turn !== null, at: Date.now() })
    if (turn !== null && turn !== this.#called) {
      call(this.passTo !== null ? t('pass-device', { name: this.nameOf(turn) }) : this.shared ? t('turn-of', { name: this.nameOf(turn) }) : t('your-turn-call'))
      clack()
      notify(this.id, t('your-turn-call'))
    }
    this.#called = turn
  }

  /** Whoever was to get the device has it. */
  takeDevice = (): void => {
    this.holder = this.standing?.you ?? null
    this.#turn()
  }

  #lineChanged(line: Line): void {
    this.line = line
    clearTimeout(this.#noticing)
    if (line === 'lost') {
      this.#noticing = setTimeout(() => {
        this.lost = true
        call(t('connection-lost'))
      }, UNNOTICED)
    } else if (line === 'open') {
      if (this.lost) say(t('connection-back'))
      this.lost = false
    } else if (line === 'refused') this.#refused()
  }

  /** The table says why, if it can still be asked; a session that has ended leaves us as somebody who looks on. */
  #refused(): void {
    if (this.client.connection.refusal === 401) {
      forget()
      toast(t('session-ended'), 'problem')
    }
    void this.look()
  }

  #said(said: Said): void {
    if (this.chat.some((one) => one.id === said.id)) return
    this.chat = [...this.chat, said].slice(-200)
    this.unread += 1
    say(t('chat-said', { name: said.name, text: said.text }))
  }

  // -- reading ---------------------------------------------------------------------------------------------------------
  get choices(): Choices | null {
    return this.standing?.phase === 'playing' && this.passTo === null ? (this.standing.choices ?? null) : null
  }

  /** Several at this device play. */
  get shared(): boolean {
    return (this.standing?.yours?.length ?? 0) > 1
  }

  /** Who is to get the device now, before they go on; null where nobody is. */
  get passTo(): number | null {
    const next = this.standing?.phase === 'playing' ? (this.standing.choices?.seat ?? null) : null
    return this.shared && this.holder !== null && next !== this.holder ? next : null
  }

  /** Our seat; at a hot seat that of whoever has the device in hand. */
  get you(): number | null {
    return (this.shared ? this.holder : null) ?? this.standing?.you ?? null
  }

  /** All our seats. */
  get yours(): number[] {
    return this.shared ? (this.standing?.yours ?? []) : this.you === null ? [] : [this.you]
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
    const seats = this.standing?.seats ?? []
    return seats.map((seat, index) => ({ ...seat, name: shownName(seats, index), index, you: !this.shared && index === this.you }))
  }

  nameOf(seat: number): string {
    return seat === this.you && !this.shared ? t('you') : shownName(this.standing?.seats ?? [], seat)
  }

  get view(): Record<string, unknown> | null {
    return this.standing?.view ?? null
  }

  get scores(): number[] {
    if (this.standing?.ended) return this.standing.ended.scores
    return this.view && this.game ? this.game.scores(this.view) : []
  }

  get toAct(): number[] {
    return this.view && this.game && this.standing?.phase === 'playing' ? this.game.toAct(this.view) : []
  }

  get live(): LiveGrab | null {
    const table = this.standing
    if (table?.options.grab !== 'live' || table.phase !== 'playing' || !table.view) return null
    const acting = (table.view.to_act as number[] | undefined) ?? []
    const grabbing = table.view.phase === 'grab'
    if (!grabbing && acting.length) return null
    const here = (at: number | null | undefined): number | null => (at == null ? null : this.client.clock.here(at))
    return {
      stage: !grabbing ? 'call' : table.signal == null ? 'seen' : 'announced',
      signal: here(table.signal),
      lockedUntil: here(table.locked),
      ready: table.seats.map((seat) => seat.ready ?? false),
      sayReady: (auto) => void this.ask({ do: 'ready', auto }),
    }
  }
}

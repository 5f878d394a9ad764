// A table as components see it: the sync layer's client, made reactive, and what follows from its news.
import type { GameClient, LiveGrab, LogLine, Seat } from '$/games/contract'
import { t } from '$/i18n/language.svelte'
import { shownName } from '$/shell/names'
import { problemText } from '$/shell/problems'
import { call, say, toast } from '$/state/saying.svelte'
import { forget } from '$/state/session.svelte'
import { notify } from '$/state/notifying'
import { clack, tap } from '$/state/sound'
import { hearTurn, lookForTurns, markTurn } from '$/state/turns.svelte'
import { Refusal } from '$/sync/api'
import type { Line } from '$/sync/connection'
import type { Standing } from '$/sync/fold'
import { TableClient, type Asking } from '$/sync/table'
import { tableWorld } from '$/sync/world'
import type { Answer, Choices, News, Said } from '$/wire/types'
import { tableLines } from './describing'

/** Somebody without a session looks again every so often. */
const LOOK_EACH = 4000
/** A line that is back within this time was never missed. */
const UNNOTICED = 1500

export interface Written extends LogLine {
  seq: number
  part: number
  /** Said and shown by the shell, not by the game. */
  shell: boolean
}

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
  readonly client: TableClient
  #looking: ReturnType<typeof setInterval> | undefined
  #noticing: ReturnType<typeof setTimeout> | undefined
  #wasMine = false

  constructor(readonly id: string) {
    this.client = new TableClient(id, tableWorld, {
      changed: (fresh) => this.#changed(fresh),
      line: (line) => this.#lineChanged(line),
      said: (said) => this.#said(said),
      unsaid: (lines) => (this.chat = this.chat.filter((one) => !lines.includes(one.id))),
      turn: hearTurn,
      rematch: (table) => (this.rematch = table),
      problem: (code, sentence) => toast(problemText({ code, sentence }), 'problem'),
    })
  }

  /** Looks at the table; with a session also stays on the line. */
  start(known: boolean): () => void {
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
    } catch (error) {
      if (error instanceof Refusal && error.status >= 400 && error.status < 500) this.problem = problemText(error)
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
    let view = before
    const found: Written[] = []
    for (const news of all) {
      const own = tableLines(news)
      const lines = own ?? (news.event?.event === 'happened' ? (this.game?.describe(news, view) ?? []) : [])
      lines.forEach((line, part) => found.push({ ...line, seq: news.seq, part, shell: own !== null }))
      if (news.view) view = news.view
    }
    return found
  }

  /** The log, oldest first. */
  get lines(): Written[] {
    return this.#linesOf(this.log, null)
  }

  sentence(line: Written): string {
    const text = t(line.key, this.#named(line))
    const points = (line.points ?? []).filter(Boolean).map((one) => t('points-signed', { points: one }))
    const name = line.seat !== null && !line.shell ? `${this.nameOf(line.seat)}: ` : ''
    return [`${name}${text}`, ...points].join(', ') + '.'
  }

  #named(line: LogLine): Record<string, string | number> {
    return line.seat === null ? { ...line.args } : { name: this.nameOf(line.seat), ...line.args }
  }

  text(line: Written): string {
    return t(line.key, this.#named(line))
  }

  #turn(): void {
    const mine = this.mine
    if (mine !== this.#wasMine) markTurn({ table: this.id, game: this.standing?.game ?? '', yours: mine, at: Date.now() })
    if (mine && !this.#wasMine) {
      call(t('your-turn-call'))
      clack()
      notify(this.id, t('your-turn-call'))
    }
    this.#wasMine = mine
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
    return this.standing?.phase === 'playing' ? (this.standing.choices ?? null) : null
  }

  get you(): number | null {
    return this.standing?.you ?? null
  }

  /** It is for us to act. */
  get mine(): boolean {
    return this.choices !== null
  }

  get seats(): Seat[] {
    const seats = this.standing?.seats ?? []
    return seats.map((seat, index) => ({ ...seat, name: shownName(seats, index), index, you: index === this.you }))
  }

  nameOf(seat: number): string {
    return seat === this.you ? t('you') : shownName(this.standing?.seats ?? [], seat)
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

// A replay as components see it: a record, told by the server as a table tells its game, and where in it we are.
import { judgedAt, nextOf, turnsOf, type TurningPoint } from '$/advice/review'
import type { Adviser } from '$/advice/reasons'
import type { GameClient, Motion, Seat } from '$/games/contract'
import type { ReplayProps } from '$/games/replay'
import { t } from '$/i18n/language.svelte'
import { playLines } from '$/screens/table/cues'
import { linesOf, sentenceOf, textOf, type LogEntry } from '$/screens/table/logLines'
import { displayName } from '$/shell/names'
import { announce } from '$/state/announcer.svelte'
import { isReducedMotion } from '$/state/preferences.svelte'
import { api, type GameRecord } from '$/sync/api'
import { reduce, fromSnapshot, type TableState } from '$/sync/reducer'
import type { Choices, JudgementOut, News, Replay, SeatNews, Snapshot, View } from '$/wire/types'
import { tick, type Component } from 'svelte'
import type * as Flights from './flights'
import { ReviewModel } from './reviewModel.svelte'

export const SPEEDS = [0.5, 1, 2, 4]
/** Milliseconds from one event to the next: long enough for a placing and its points. */
const STEP_MS = 1600

/** What could have been done instead: where the game stood, what was offered there, and what it would have come to. */
export interface Alternative {
  event: number
  seat: number
  action: string
  choices: Choices | null
  lines: LogEntry[]
}

export class ReplayModel {
  game = $state.raw<GameClient | null>(null)
  /** What the game shows beside an event. */
  Beside = $state.raw<Component<ReplayProps> | null>(null)
  at = $state(0)
  latest = $state.raw<News[]>([])
  playing = $state(false)
  speed = $state(1)
  /** The better action, once it is known; shown on the board if `showing`. */
  alternative = $state.raw<Alternative | null>(null)
  showing = $state(false)
  readonly isReplay = true
  readonly reviewModel: ReviewModel
  /** Whose event is on its way: theirs is the garden or house to look at. */
  #coming = $state<number | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined
  #flights: typeof Flights | null = null
  #shown = 0
  #alternatives: Record<number, Alternative> = {}

  constructor(
    /** The table it was played at; null for a file's. */
    readonly table: string | null,
    readonly record: GameRecord,
    readonly study: Replay,
    /** By their names: nobody is “you” in a replay, so a link shows everybody the same. */
    readonly held: SeatNews[],
  ) {
    this.reviewModel = new ReviewModel(table, record)
  }

  // -- where we are ----------------------------------------------------------------------------------------------------
  get last(): number {
    return this.study.news.length
  }

  /** Before that chance has laid the table, and there is nothing to see. */
  get first(): number {
    const acted = this.study.news.findIndex(({ event }) => event?.event === 'happened' && event.who !== 'chance')
    return acted < 0 ? this.last : acted
  }

  jump(to: number, aloud = true): void {
    const next = Math.min(Math.max(Math.round(to), this.first), this.last)
    const onward = next === this.at + 1
    this.at = next
    this.#coming = null
    this.showing = false
    const news = this.study.news[next - 1]
    // A board shows nothing twice, and here everything may come again: numbers go on growing.
    this.latest = onward && news ? [{ ...news, seq: ++this.#shown }] : []
    if (aloud) this.#announceStep(onward)
  }

  step(by: 1 | -1): void {
    this.pause()
    this.jump(this.at + by)
  }

  go(to: number): void {
    this.pause()
    this.jump(to)
  }

  /** To the turning point before or after this. */
  turn(way: 1 | -1): void {
    const to = nextOf(
      this.turns.map(({ at }) => at),
      this.at,
      way,
    )
    if (to !== null) this.go(to)
  }

  toggle(): void {
    if (this.playing) return this.pause()
    this.playing = true
    if (this.at === this.last) this.jump(this.first)
    void this.#loadFlights().then(() => this.playing && this.#next())
  }

  /** What moves is loaded before the first event that could, so that it does. */
  async #loadFlights(): Promise<void> {
    if (this.#flights || !this.game || isReducedMotion()) return
    const flights = await import('./flights').catch(() => null)
    await flights?.load(this.game)
    this.#flights = flights
  }

  pause(): void {
    this.playing = false
    this.#coming = null
    clearTimeout(this.#timer)
    this.#flights?.end()
  }

  /** An event travels as at a table before it is shown; from one to the next it takes as long with motion as without. */
  #next(): void {
    const motion = this.#motionOf(this.at + 1)
    const travel = motion?.travel ?? 0
    this.#after(STEP_MS - travel, () => {
      this.#coming = motion && this.#actorOf(this.at + 1)
      void tick().then(() => this.playing && motion && this.#flights?.depart(motion, this.speed))
      this.#after(travel, () => this.#onward(motion))
    })
  }

  #onward(motion: Motion | null): void {
    this.jump(this.at + 1)
    if (motion?.arrive) requestAnimationFrame(() => this.playing && motion.arrive?.())
    if (this.at < this.last) this.#next()
    else this.playing = false
  }

  #after(ms: number, then: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(then, ms / this.speed)
  }

  #motionOf(at: number): Motion | null {
    const news = this.study.news[at - 1]
    if (!news?.view || !this.#flights) return null
    const scene = { before: this.viewAt(at - 1), after: news.view, you: null, seats: this.seats, t }
    return this.#flights.motionOf(news, scene)
  }

  leave(): void {
    this.pause()
    this.reviewModel.stop()
  }

  // -- in words --------------------------------------------------------------------------------------------------------
  #lines = $derived.by(() => linesOf(this.study.news, this.study.opening, this.game))

  get lines(): LogEntry[] {
    return this.#lines
  }

  /** Of the event that led to here. */
  linesAt(at: number): LogEntry[] {
    return this.lines.filter(({ seq }) => seq === at)
  }

  sentences(lines: LogEntry[]): string {
    return lines.map((line) => sentenceOf(line, this.nameOf)).join(' ')
  }

  text(line: LogEntry): string {
    return textOf(line, this.nameOf)
  }

  said(at = this.at): string {
    const place = t('replay-place', { at, of: this.last })
    const lines = this.linesAt(at)
    return lines.length ? `${place}: ${this.sentences(lines)}` : place
  }

  #announceStep(onward: boolean): void {
    announce(this.said())
    if (onward) playLines(this.linesAt(this.at))
  }

  nameOf = (seat: number): string => displayName(this.tableState.seats, seat)

  get adviser(): Adviser {
    return { game: this.study.game, nameOf: this.nameOf }
  }

  // -- reading ---------------------------------------------------------------------------------------------------------
  #base = $derived.by(() =>
    fromSnapshot({
      table: '',
      seq: 0,
      at: 0,
      phase: 'playing',
      game: this.study.game,
      options: this.study.options,
      settings: {},
      commitment: '',
      seats: this.held,
      view: this.study.opening,
    } as unknown as Snapshot),
  )
  #tableState = $derived.by((): TableState => {
    const now = this.study.news.slice(0, this.at).reduce(reduce, this.#base)
    const winners = this.study.winners ?? []
    if (this.at < this.last || !winners.length) return now
    return { ...now, phase: 'over', ended: { event: 'ended', scores: this.study.scores, winners, ranks: [], seed: '' } }
  })

  get tableState(): TableState {
    return this.#tableState
  }

  get over(): boolean {
    return this.tableState.phase === 'over'
  }

  viewAt(at: number): View {
    return this.study.news[at - 1]?.view ?? this.study.opening
  }

  get view(): View {
    return this.viewAt(this.showing && this.alternative ? this.alternative.event : this.at)
  }

  get history(): News[] {
    return this.study.news.slice(0, this.showing && this.alternative ? this.alternative.event : this.at)
  }

  get event(): News | null {
    return this.study.news[this.at - 1] ?? null
  }

  /** Who acted last: theirs is the garden to look at. */
  get actor(): number | null {
    if (this.showing && this.alternative) return this.alternative.seat
    return this.#coming ?? this.#actorOf(this.at)
  }

  #actorOf(at: number): number | null {
    const by = this.study.news
      .slice(0, at)
      .findLast(({ event }) => event?.event === 'happened' && typeof event.who === 'number')
    return by?.event?.event === 'happened' ? Number(by.event.who) : null
  }

  get seats(): Seat[] {
    const seats = this.tableState.seats
    return seats.map((seat, index) => ({ ...seat, name: displayName(seats, index), index, you: false }))
  }

  get scores(): number[] {
    if (this.over && this.tableState.ended) return this.tableState.ended.scores
    return this.game ? this.game.scores(this.view) : []
  }

  get toAct(): number[] {
    return this.game && !this.over ? this.game.toAct(this.view) : []
  }

  // -- analysis --------------------------------------------------------------------------------------------------------
  #turns = $derived.by(() => (this.reviewModel.review ? turnsOf(this.reviewModel.review) : []))

  get turns(): TurningPoint[] {
    return this.#turns
  }

  get judgement(): JudgementOut | null {
    return this.reviewModel.review ? judgedAt(this.reviewModel.review, this.at) : null
  }

  /** Asks the server what a better action would have done, and what there was to choose from. */
  async weigh(judgement: JudgementOut): Promise<void> {
    const known = this.#alternatives[judgement.event] ?? (await this.#weighed(judgement))
    if (known) this.#alternatives[judgement.event] = known
    if (this.judgement?.event === judgement.event) this.alternative = known
  }

  async #weighed({ event, seat, best }: JudgementOut): Promise<Alternative | null> {
    if (!best) return null
    const before = this.cut(event)
    const [there, then] = await Promise.all([
      api.study(before, event, event),
      api.study({ ...before, events: [...before.events, [seat, best.action]] }, event),
    ])
    const choices = there.choices?.find((one) => one.seat === seat) ?? null
    const lines = linesOf(then.news, then.opening, this.game)
    return { event, seat, action: best.action, choices, lines: lines.filter((line) => line.seat === seat) }
  }

  show(showing: boolean): void {
    this.pause()
    this.showing = showing && this.alternative !== null
    this.latest = []
    if (this.showing && this.alternative)
      announce(t('analysis-shown', { what: this.sentences(this.alternative.lines) }))
    else announce(this.said())
  }

  /** The record up to there: an open game without a seed, since what chance brings next is not told. */
  cut(until: number): GameRecord {
    return { ...this.record, events: this.record.events.slice(0, until), result: null, seed: null, notes: {} }
  }
}

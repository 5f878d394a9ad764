// A lesson under way: what the server tells of it now, and what the learner's doings come to.
import type { LessonOf, Step } from '$/games/lesson'
import { save, load } from '$/state/storage'
import { Refusal, api } from '$/sync/api'
import type { Choices, News, Replay } from '$/wire/types'
import {
  BEGINNING,
  previous,
  done,
  isDone,
  isNoticed,
  isWanted,
  numbersFor,
  next,
  interpolations,
  readProgress,
  recordAt,
  shownAction,
  stepAt,
  type Progress,
} from './lesson'

const place = (game: string): string => `niwashi.lesson.${game}`

export class LessonModel {
  progress = $state.raw<Progress>(BEGINNING)
  told = $state.raw<Replay | null>(null)
  latest = $state.raw<News[]>([])
  choices = $state.raw<Choices | null>(null)
  /** Something else was done than what is asked for. */
  strayed = $state(false)
  hinted = $state<string | null>(null)
  problem = $state.raw<unknown>(null)
  #asked = 0

  constructor(readonly taught: LessonOf) {
    this.progress = readProgress(this.lesson, load(place(this.lesson.game)) ?? null)
  }

  get lesson() {
    return this.taught.lesson
  }

  readonly step = $derived.by((): Step | undefined => stepAt(this.lesson, this.progress))
  readonly isDone = $derived.by(() => isDone(this.lesson, this.progress))
  readonly isOver = $derived.by(() => this.step === undefined)
  /** What is pointed at now. */
  readonly point = $derived.by(() => (this.isDone ? this.step?.after?.point : this.step?.point))
  readonly rules = $derived.by(() => (this.isDone && this.step?.after?.rules) || this.step?.rules || [])
  /** The numbers of what is said now, as the server has them. */
  readonly numbers = $derived.by(() => {
    const step = this.step
    if (!step || !this.told) return {}
    return numbersFor(interpolations(this.lesson, this.told, step), this.isDone ? step.after?.says : step.says)
  })

  /** Where one was; from the beginning, if what was kept is no longer possible. */
  async start(): Promise<void> {
    await this.#tell(this.progress)
    if (this.problem instanceof Refusal && this.problem.status === 400) await this.#tell(BEGINNING)
  }

  /** An action of the learner: played if it is what the step asks for. */
  act = async (action: string): Promise<boolean> => {
    const step = this.step
    if (!step || !this.choices || this.isDone) return false
    this.strayed = !isWanted(step, this.choices, action)
    if (!this.strayed) await this.#tell(done(this.lesson, this.progress, action))
    return !this.strayed
  }

  /** Something that was tried or looked at on the board. */
  onNotice = (what: string): void => {
    if (isNoticed(this.step, what) && !this.isDone) void this.#tell(done(this.lesson, this.progress, what))
  }

  next = (): Promise<void> => this.#tell(next(this.lesson, this.progress))
  back = (): Promise<void> => this.#tell(previous(this.lesson, this.progress))
  restart = (): Promise<void> => this.#tell(BEGINNING)

  showMe = (): void => {
    this.hinted = null
    queueMicrotask(() => (this.hinted = shownAction(this.step)))
  }

  /** Goes there once the server has told what it looks like; meanwhile everything stays as it is. */
  async #tell(progress: Progress): Promise<void> {
    const asked = ++this.#asked
    const { options, events } = recordAt(this.lesson, progress)
    const known = this.told?.news ?? []
    try {
      const told = this.#isTold(events, options)
        ? this.told
        : await api.study({ niwashi: 1, game: this.lesson.game, options, events })
      if (asked === this.#asked && told) this.#show(progress, told, known)
    } catch (problem) {
      if (asked !== this.#asked) return
      this.problem = problem
      if (this.choices) this.choices = { ...this.choices }
    }
  }

  /** Reading on needs no question. */
  #isTold(events: readonly [number | string, string][], options: object): boolean {
    const happened = this.told?.news.map(({ event }) => event as { who?: unknown; what?: unknown }) ?? null
    if (!happened || !this.#options || JSON.stringify(options) !== this.#options) return false
    return (
      happened.length === events.length &&
      events.every(([who, what], n) => happened[n]?.who === who && happened[n]?.what === what)
    )
  }
  #options: string | null = null

  #show(progress: Progress, told: Replay, known: News[]): void {
    const grew = told.news.length > known.length && known.every((news, n) => same(news, told.news[n]))
    this.latest = grew && known.length ? told.news.slice(known.length) : []
    this.progress = progress
    this.#options = JSON.stringify(recordAt(this.lesson, progress).options)
    this.told = told
    this.problem = null
    this.strayed = false
    this.hinted = null
    const step = stepAt(this.lesson, progress)
    const asks = step?.do !== undefined && !isDone(this.lesson, progress)
    this.choices = asks ? (told.choices?.find(({ seat }) => seat === this.lesson.you) ?? null) : null
    save(place(this.lesson.game), JSON.stringify(progress))
  }
}

const happening = (news: News | undefined): string => JSON.stringify(news?.event)
const same = (one: News, other: News | undefined): boolean => happening(one) === happening(other)

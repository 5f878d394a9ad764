// A review in the making. This browser computes it where it can, and goes on where it was when one comes back. Else it
// goes on at the server, whoever leaves; coming back, one hears how far it is.
import type { Progress, ReviewOut } from '$/wire/types'
import { t } from '$/i18n/language.svelte'
import { problemText } from '$/shell/problems'
import { announce } from '$/state/announcer.svelte'
import { signInAsGuest, session, suggestedName } from '$/state/session.svelte'
import { api, Refusal, type GameRecord } from '$/sync/api'
import { isLocal } from '$/sync/transport'
import { saveReviewHash, loadReviewHash } from './recordFile'
import { forgetBegun, loadBegun, loadReview, saveBegun, saveReview } from './ownReviews'

const POLL_MS = 1000
const BAD_REQUEST = 400

export class ReviewModel {
  state = $state<Progress['state'] | 'asking'>('none')
  done = $state(0)
  of = $state<number | null>(null)
  review = $state.raw<ReviewOut | null>(null)
  problem = $state('')
  /** This browser computes it. */
  isComputedHere = $state(false)
  #pollTimer: ReturnType<typeof setTimeout> | undefined
  #stopped = false

  /** Of a table, or of a record alone. */
  constructor(
    readonly table: string | null,
    readonly record: GameRecord,
  ) {}

  get #source(): string {
    return this.table ?? 'file'
  }

  /** Here or at the server. */
  get hasBegun(): boolean {
    const here = loadReview(this.#source, this.record) ?? loadBegun(this.#source, this.record)
    return here !== null || loadReviewHash(this.#source) !== null
  }

  /** Is there one already? */
  async check(): Promise<void> {
    const kept = loadReview(this.#source, this.record)
    if (kept) return this.#onProgress({ state: 'done', review: kept })
    if (loadBegun(this.#source, this.record)) return this.start()
    const hash = loadReviewHash(this.#source)
    if (hash) await this.#request(() => api.recordReview(hash))
    if (this.state === 'none' && this.table !== null && session.me) await this.#request(() => api.review(this.table!))
    this.problem = '' // nobody has asked for anything yet
  }

  async start(): Promise<void> {
    this.state = 'asking'
    this.problem = ''
    announce(t('analysis-starting'))
    await this.#request(async () => {
      await signInAsGuest(suggestedName())
      const computed = await this.#compute()
      if (computed) return computed
      return this.table === null ? this.#startForRecord() : this.#startForTable(this.table)
    })
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#pollTimer)
  }

  /** Null where the server must compute it. */
  async #compute(): Promise<Progress | null> {
    if (isLocal) return null
    const review = await this.#computeReview()
    this.isComputedHere = false
    if (review) saveReview(this.#source, this.record, review)
    if (review) announce(t('analysis-done'))
    return review ? { state: 'done', review } : this.#stopped ? { state: 'none' } : null
  }

  async #computeReview(): Promise<ReviewOut | null> {
    const { computeReview } = await import('$/think/advice')
    const judgements = loadBegun(this.#source, this.record) ?? []
    const onProgress = (done: number, of: number): void => {
      this.isComputedHere = true
      Object.assign(this, { state: 'running', done, of })
      saveBegun(this.#source, this.record, judgements)
    }
    try {
      return await computeReview(this.record, judgements, { onProgress, isStopped: () => this.#stopped })
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== BAD_REQUEST) throw error
      forgetBegun() // the server is of another version by now, and would refuse them each time
      return null
    }
  }

  /** Whoever played has the review kept with the table; others have the record reviewed. */
  async #startForTable(table: string): Promise<Progress> {
    try {
      return await api.startReview(table)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'analysis/seat') return this.#startForRecord()
      throw error
    }
  }

  async #startForRecord(): Promise<Progress> {
    const progress = await api.startRecordReview(this.record)
    if (progress.record) saveReviewHash(this.#source, progress.record)
    return progress
  }

  async #request(ask: () => Promise<Progress>): Promise<void> {
    try {
      this.#onProgress(await ask())
    } catch (error) {
      this.state = 'none'
      this.isComputedHere = false
      this.problem = problemText(error)
      announce(this.problem)
    }
  }

  #onProgress(progress: Progress): void {
    this.state = progress.state
    this.done = progress.done ?? 0
    this.of = progress.of ?? null
    this.review = (progress.review as ReviewOut | undefined) ?? null
    if (progress.state === 'running' && !this.#stopped)
      this.#pollTimer = setTimeout(() => void this.#poll(progress.record), POLL_MS)
  }

  async #poll(hash: string | null | undefined): Promise<void> {
    await this.#request(() => (hash ? api.recordReview(hash) : api.review(this.table ?? '')))
    if (this.state === 'done') announce(t('analysis-done'))
  }
}

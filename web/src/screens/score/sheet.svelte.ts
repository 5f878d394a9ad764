// A score sheet being filled in: what is on it, what was before, what it comes to. Kept in this browser and in links.
import type { BaseSheet, SheetClient, SheetError } from '$/games/score'
import { has, t } from '$/i18n/language.svelte'
import { problemText } from '$/shell/problems'
import { save, load } from '$/state/storage'
import { api, Refusal } from '$/sync/api'
import type { ScoredSheet } from '$/wire/types'

/** Milliseconds after the last change until it is scored. */
const SCORE_DELAY_MS = 180
const MAX_UNDO_STEPS = 200

const place = (game: string): string => `niwashi.sheet.${game}`

export class SheetModel {
  sheet = $state.raw<BaseSheet>({ seats: [] })
  scored = $state.raw<ScoredSheet | null>(null)
  error = $state.raw<SheetError | null>(null)
  /** Earlier sheets, as they are written in links. */
  #past = $state.raw<string[]>([])
  #typing = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #asked = 0

  constructor(
    readonly game: string,
    readonly client: SheetClient,
  ) {
    this.sheet = this.#kept() ?? client.blank()
    this.#score()
  }

  #kept(): BaseSheet | null {
    const code = load(place(this.game))
    return code == null ? null : (this.client.read(code) as BaseSheet | null)
  }

  /** A sheet that somebody has sent lies on top of one's own, which undoing brings back; false for what is none. */
  open(code: string): boolean {
    const found = this.client.read(code) as BaseSheet | null
    if (found) this.change(found)
    return found !== null
  }

  get code(): string {
    return this.client.write(this.sheet)
  }

  /** What each seat is called, also while nobody has said so. */
  get names(): string[] {
    return this.sheet.seats.map(({ name }, seat) => name.trim() || t('score-player', { number: seat + 1 }))
  }

  /** Nobody has entered anything yet: points that all share for nothing make no winner. */
  get blank(): boolean {
    const bare = ({ seats }: BaseSheet): string => JSON.stringify(seats.map((seat) => ({ ...seat, name: '' })))
    return bare(this.sheet) === bare(this.client.withSeats(this.client.blank(), this.sheet.seats.length) as BaseSheet)
  }

  change = (next: BaseSheet, typing = false): void => {
    const before = this.code
    if (this.client.write(next) === before) return
    if (!typing || !this.#typing) this.#past = [...this.#past, before].slice(-MAX_UNDO_STEPS)
    this.#typing = typing
    this.#put(next)
  }

  get undoable(): boolean {
    return this.#past.length > 0
  }

  undo = (): void => {
    const before = this.#past.at(-1)
    if (before === undefined) return
    this.#past = this.#past.slice(0, -1)
    this.#typing = false
    this.#put(this.client.read(before) as BaseSheet)
  }

  clear = (): void => this.change(this.client.withSeats(this.client.blank(), this.sheet.seats.length) as BaseSheet)

  #put(next: BaseSheet): void {
    this.sheet = next
    save(place(this.game), this.code)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#score(), SCORE_DELAY_MS)
  }

  /** Only the newest question's answer counts. */
  #score(): void {
    const asked = ++this.#asked
    const settle = (scored: ScoredSheet | null, error: SheetError | null): void => {
      if (asked !== this.#asked) return
      if (scored) this.scored = scored
      this.error = error
    }
    api.score(this.client.answers(this.sheet, this.names)).then(
      (scored) => settle(scored, null),
      (error: unknown) => settle(null, sheetError(this.game, error)),
    )
  }

  close = (): void => clearTimeout(this.#timer)
}

/** Ours where we have words for the code, else the server's own sentence. */
function sheetError(game: string, error: unknown): SheetError {
  const { code = '', about = {} } = error instanceof Refusal ? error : {}
  const key = `${game}-score-wrong-${code.replace('tally/', '')}`
  return { code, about, text: code.startsWith('tally/') && has(key) ? t(key, about) : problemText(error) }
}

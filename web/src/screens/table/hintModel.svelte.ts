// Advice for the decision that is open: computed here or at the server, shown until that decision is made.
import type { HintOut } from '$/wire/types'
import { loadAdvice, reasonText, type Adviser } from '$/advice/reasons'
import { t } from '$/i18n/language.svelte'
import { problemText } from '$/shell/problems'
import { announce, toast } from '$/state/announcer.svelte'
import { api, Refusal } from '$/sync/api'
import { isLocal } from '$/sync/transport'
import { tick } from 'svelte'
import type { TableModel } from './model.svelte'

const MAX_TRIES = 4

export class HintModel {
  thinking = $state(false)
  #hint = $state.raw<HintOut | null>(null)
  /** The decision that it is for. */
  #seq = $state<number | null>(null)
  /** Off for a moment when it is asked for again, so that it is laid down once more. */
  #isShown = $state(true)

  constructor(private readonly model: TableModel) {}

  /** Somebody who plays at a table that allows it. */
  get offered(): boolean {
    const { tableState, you } = this.model
    return you !== null && tableState?.phase === 'playing' && tableState.settings.hints !== false
  }

  get adviser(): Adviser {
    return { game: this.model.tableState?.game ?? '', nameOf: (seat) => this.model.nameOf(seat) }
  }

  /** In a live race there is no time to think. */
  get possible(): boolean {
    return this.offered && this.model.mine && !this.thinking && this.model.live === null
  }

  get hint(): HintOut | null {
    return this.#hint && this.#seq === this.model.choices?.seq ? this.#hint : null
  }

  /** The action that lies on the board as a preview. */
  get action(): string | null {
    return this.#isShown ? (this.hint?.action ?? null) : null
  }

  async ask(): Promise<void> {
    if (!this.possible) return
    if (this.hint) return this.#showAgain()
    const seq = this.model.choices?.seq ?? null
    this.thinking = true
    try {
      const [hint] = await Promise.all([this.#fetch(seq), loadAdvice(this.adviser.game)])
      this.#seq = seq
      this.#hint = hint
      if (this.hint) announce(this.#sentence(hint))
    } catch (error) {
      toast(problemText(error), 'problem')
    } finally {
      this.thinking = false
    }
  }

  /** Computed in this browser where that is possible, and else by the server, which also says why there is none. */
  async #fetch(seq: number | null): Promise<HintOut> {
    return (await this.#compute()) ?? this.#request(seq)
  }

  async #compute(): Promise<HintOut | null> {
    if (isLocal) return null
    try {
      const { computeHint } = await import('$/think/advice')
      return await computeHint(this.adviser.game, this.model.id)
    } catch {
      return null
    }
  }

  /** The first hint of a server may take long; it goes on being computed, and the same question waits for it. */
  async #request(seq: number | null): Promise<HintOut> {
    for (let tries = 1; ; tries++)
      try {
        return await api.hint(this.model.id)
      } catch (error) {
        const slow = error instanceof Refusal && error.code === 'hint/slow'
        if (!slow || tries === MAX_TRIES || seq !== this.model.choices?.seq) throw error
      }
  }

  async #showAgain(): Promise<void> {
    this.#isShown = false
    await tick()
    this.#isShown = true
    if (this.hint) announce(this.#sentence(this.hint))
  }

  close(): void {
    this.#hint = null
  }

  words(action: string): string {
    const { game, choices, view } = this.model
    return game && choices && view ? game.actionWords(action, choices, view, t) : action
  }

  why(hint: HintOut): string[] {
    if (hint.legal === 1) return [t('hint-only')]
    return hint.reasons.length ? hint.reasons.map((reason) => reasonText(reason, this.adviser)) : [t('hint-none')]
  }

  #sentence(hint: HintOut): string {
    return t('hint-said', { action: this.words(hint.action), points: hint.gain, why: this.why(hint).join('; ') })
  }
}

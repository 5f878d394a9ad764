// Advice for the decision that is open: asked of the server, shown until that decision is made.
import type { HintOut } from '$/wire/types'
import { reasonText } from '$/advice/reasons'
import { loadCatalog, t } from '$/i18n/language.svelte'
import { problemText } from '$/shell/problems'
import { announce, toast } from '$/state/announcer.svelte'
import { api } from '$/sync/api'
import { tick } from 'svelte'
import type { TableModel } from './model.svelte'

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

  /** In a live grab there is no time to think. */
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
      const [hint] = await Promise.all([api.hint(this.model.id), loadCatalog('advice')])
      this.#seq = seq
      this.#hint = hint
      if (this.hint) announce(this.#sentence(hint))
    } catch (error) {
      toast(problemText(error), 'problem')
    } finally {
      this.thinking = false
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
    return hint.reasons.length
      ? hint.reasons.map((reason) => reasonText(reason, (seat) => this.model.nameOf(seat)))
      : [t('hint-none')]
  }

  #sentence(hint: HintOut): string {
    return t('hint-said', { action: this.words(hint.action), points: hint.gain, why: this.why(hint).join('; ') })
  }
}

/** Hides the choices between sending an action and its answer, so that no action is sent twice. Times out. */

const TIMEOUT_MS = 4000

export class PendingAction<Offered extends object> {
  #offered = $state.raw<Offered | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined

  /** The choices that may still be acted on. */
  available(offered: Offered | null): Offered | null {
    return offered === this.#offered ? null : offered
  }

  lock(offered: Offered | null): void {
    this.#offered = offered
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => (this.#offered = null), TIMEOUT_MS)
  }
}

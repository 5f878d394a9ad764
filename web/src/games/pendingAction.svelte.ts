/** Between sending an action and hearing of it nothing is offered; if nothing is heard, it is offered again. */

const TIMEOUT_MS = 4000

export class PendingAction<Offered extends object> {
  #offered = $state.raw<Offered | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined

  /** What is still open of what the server offers. */
  available(offered: Offered | null): Offered | null {
    return offered === this.#offered ? null : offered
  }

  lock(offered: Offered | null): void {
    this.#offered = offered
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => (this.#offered = null), TIMEOUT_MS)
  }
}

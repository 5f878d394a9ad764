/** Between sending an action and its answer nothing more can be chosen, and what was chosen lies there as if placed. */

export class PendingAction<Offered extends object> {
  #offered = $state.raw<Offered | null>(null)

  /** One of these choices is on its way. */
  isSent(offered: Offered | null): boolean {
    return offered !== null && offered === this.#offered
  }

  /** Until others are offered, or it is refused. */
  send(offered: Offered | null, asked: Promise<boolean>): void {
    this.#offered = offered
    void asked.then((done) => {
      if (!done && this.#offered === offered) this.#offered = null
    })
  }
}

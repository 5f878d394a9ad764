// The table's clock as far as this machine can know it, from pings. The server says which ping travelled fastest.
import type { Ping } from '$/wire/types'

const MAX_PINGS = 64

export class TableClock {
  #arrivals = new Map<number, number>()
  #offset: number | null = null

  /** Notes a ping that has just come in, by this machine's clock. */
  onPing(ping: Ping, now: number): void {
    this.#arrivals.set(ping.n, now)
    if (this.#arrivals.size > MAX_PINGS) this.#arrivals.delete(this.#arrivals.keys().next().value as number)
    if (ping.best == null || ping.best_at == null || ping.lag == null) return
    const arrived = this.#arrivals.get(ping.best)
    if (arrived !== undefined) this.#offset = ping.best_at + ping.lag - arrived
  }

  /** Without pings, what a message that just came in says is close enough to count minutes by. */
  estimate(at: number, now: number): void {
    this.#offset ??= at - now
  }

  get isSynchronised(): boolean {
    return this.#offset !== null
  }

  /** The table's time at a moment of ours, in whole milliseconds. */
  toTableTime(now: number): number {
    return Math.round(now + (this.#offset ?? 0))
  }

  /** Our time at a moment of the table's. */
  toLocalTime(at: number): number {
    return at - (this.#offset ?? 0)
  }

  /** A new connection counts its pings anew; what is known of the clock stays. */
  forgetPings(): void {
    this.#arrivals.clear()
  }
}

// One's own games: those that run, and those that are over, page by page, as far as they match what is looked for.
import { session } from '$/state/session.svelte'
import { api, Refusal } from '$/sync/api'
import { isLocal } from '$/sync/transport'
import type { MyGame, TableRow } from '$/wire/types'

export class GamesModel {
  running = $state.raw<TableRow[]>([])
  finished = $state.raw<MyGame[]>([])
  count = $state(0)
  won = $state(0)
  /** Where the next page begins; null after the last. */
  next = $state<string | null>(null)
  loaded = $state(false)
  away = $state(false)
  name = $state('')
  game = $state('')
  /** Answers to what was looked for before are dropped. */
  #asked = 0

  get searching(): boolean {
    return this.name.trim() !== '' || this.game !== ''
  }

  async start(): Promise<void> {
    if (session.me || isLocal)
      await Promise.all([this.search(), this.#guard(async () => void (this.running = await api.myTables()))])
    this.loaded = true
  }

  search = (): Promise<void> => this.#fetch(null)

  more = (): Promise<void> => this.#fetch(this.next)

  async #fetch(after: string | null): Promise<void> {
    const asked = ++this.#asked
    await this.#guard(async () => {
      const page = await api.myGames(this.#query(after))
      if (asked !== this.#asked) return
      this.finished = after === null ? page.games : [...this.finished, ...page.games]
      this.count = page.count
      this.won = page.won
      this.next = page.next ?? null
    })
  }

  #query(after: string | null): string {
    const given = Object.entries({ name: this.name.trim(), game: this.game, after: after ?? '' })
    const asked = given.filter(([, value]) => value).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    return asked.join('&')
  }

  async #guard(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      this.away = false
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.away = error.status !== 401
    }
  }

  /** Of the tables that run, those that match as well. */
  get shown(): TableRow[] {
    const name = this.name.trim().toLowerCase()
    return this.running.filter(
      (row) =>
        (!this.game || row.game === this.game) &&
        (!name || row.seats.some((seat) => seat.name.toLowerCase().includes(name))),
    )
  }
}

// What the lobby shows: tables to continue, open tables, and how many people are about.
import { api, Refusal } from '$/sync/api'
import { LobbyClient, withTable } from '$/sync/lobby'
import { lobbyWorld } from '$/sync/world'
import { t } from '$/i18n/language.svelte'
import { toast } from '$/state/saying.svelte'
import { forget, session } from '$/state/session.svelte'
import { hearTurn, waitFor } from '$/state/turns.svelte'
import type { Offer, Snapshot, TableRow } from '$/wire/types'

/** Without a session there is no socket: we look again every so often. */
const LOOK_EACH = 15_000
/** More running tables than this are not fetched one by one. */
const MOST_CONTINUED = 4

/** A table of ours, with what a row does not say: whose turn, which round, what score. */
export interface Continued {
  row: TableRow
  snapshot: Snapshot | null
}

export class Lobby {
  offer = $state.raw<Offer | null>(null)
  open = $state.raw<TableRow[]>([])
  running = $state.raw<TableRow[]>([])
  mine = $state.raw<Continued[]>([])
  /** The server cannot be reached. */
  away = $state(false)
  #socket: LobbyClient | null = null
  #timer: ReturnType<typeof setInterval> | undefined

  start(): () => void {
    void this.look()
    this.#timer = setInterval(() => void this.look(), LOOK_EACH)
    if (session.me) this.listen()
    return () => {
      clearInterval(this.#timer)
      this.#socket?.close()
    }
  }

  /** From now on tables come by themselves. */
  listen(): void {
    this.#socket ??= new LobbyClient(lobbyWorld, {
      changed: () => this.#heard(),
      line: (line) => line === 'refused' && this.#refused(),
      turns: waitFor,
      turn: (turn) => {
        hearTurn(turn)
        void this.#lookAtMine().catch(() => undefined)
      },
    })
    this.#socket.open()
  }

  /** Whoever the server no longer knows is nobody again. */
  #refused(): void {
    if (this.#socket?.connection.refusal !== 401) return
    forget()
    this.mine = []
    toast(t('session-ended'), 'problem')
  }

  async look(): Promise<void> {
    try {
      this.offer ??= await api.games()
      if (this.#socket?.connection.line !== 'open') this.open = await api.tables('open')
      this.running = await api.tables('running')
      await this.#lookAtMine()
      this.away = false
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.away = true
    }
  }

  #heard(): void {
    const all = this.#socket?.tables ?? []
    this.open = all.filter((one) => one.state === 'open')
    for (const one of all) if (one.state === 'running') this.running = withTable(this.running, one)
  }

  async #lookAtMine(): Promise<void> {
    if (!session.me) return
    const rows = await api.myTables()
    const looked = rows.slice(0, MOST_CONTINUED).map(async (row): Promise<Continued> => ({ row, snapshot: await api.table(row.table).catch(() => null) }))
    this.mine = [...(await Promise.all(looked)), ...rows.slice(MOST_CONTINUED).map((row) => ({ row, snapshot: null }))]
  }

  get people(): number {
    const seats = [...this.open, ...this.running].flatMap((table) => table.seats)
    return seats.filter((seat) => !seat.bot && seat.name).length
  }
}

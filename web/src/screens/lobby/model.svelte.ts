// What the lobby shows: tables to continue, open tables, and how many people are about.
import { api, Refusal } from '$/sync/api'
import { LobbyClient, withTable } from '$/sync/lobby'
import { lobbyEnvironment } from '$/sync/environment'
import { isLocal } from '$/sync/transport'
import { problemText } from '$/shell/problems'
import { t } from '$/i18n/language.svelte'
import { toast } from '$/state/announcer.svelte'
import { clearSession, session } from '$/state/session.svelte'
import { onTurn, setTurns } from '$/state/turns.svelte'
import type { GamesOut, Snapshot, TableRow } from '$/wire/types'

/** Without a session there is no socket: we look again every so often. */
const POLL_MS = 15_000
/** More running tables than this are not fetched one by one. */
const MAX_SNAPSHOTS = 4

/** A table of ours, with what a row does not say: whose turn, which round, what score. */
export interface MyTable {
  row: TableRow
  snapshot: Snapshot | null
}

export class LobbyModel {
  offer = $state.raw<GamesOut | null>(null)
  open = $state.raw<TableRow[]>([])
  running = $state.raw<TableRow[]>([])
  mine = $state.raw<MyTable[]>([])
  /** The server cannot be reached. */
  away = $state(false)
  /** Why a garden without a server does not start. */
  fault = $state('')
  #socket: LobbyClient | null = null
  #timer: ReturnType<typeof setInterval> | undefined

  start(): () => void {
    void this.refresh()
    if (!isLocal) this.#timer = setInterval(() => void this.refresh(), POLL_MS)
    if (session.me) this.subscribe()
    return () => {
      clearInterval(this.#timer)
      this.#socket?.close()
    }
  }

  /** From now on tables come by themselves. */
  subscribe(): void {
    this.#socket ??= new LobbyClient(lobbyEnvironment, {
      onChange: () => this.#onChange(),
      onConnectionState: (state) => state === 'refused' && this.#onRefused(),
      onTurns: setTurns,
      onTurn: (turn) => {
        onTurn(turn)
        void this.#refreshMine().catch(() => undefined)
      },
    })
    this.#socket.open()
  }

  /** Whoever the server no longer knows is nobody again. */
  #onRefused(): void {
    if (this.#socket?.connection.refusal !== 401) return
    clearSession()
    this.mine = []
    toast(t('session-ended'), 'problem')
  }

  async refresh(): Promise<void> {
    try {
      this.offer ??= await api.games()
      if (this.#socket?.connection.state !== 'open') this.open = await api.tables('open')
      this.running = await api.tables('running')
      await this.#refreshMine()
      this.away = false
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.away = true
      this.fault = error.code.startsWith('site/') ? problemText(error) : ''
    }
  }

  #onChange(): void {
    const all = this.#socket?.tables ?? []
    this.open = all.filter((one) => one.state === 'open')
    for (const one of all) if (one.state === 'running') this.running = withTable(this.running, one)
  }

  async #refreshMine(): Promise<void> {
    if (!session.me) return
    const rows = await api.myTables()
    const looked = rows
      .slice(0, MAX_SNAPSHOTS)
      .map(async (row): Promise<MyTable> => ({ row, snapshot: await api.table(row.table).catch(() => null) }))
    this.mine = [...(await Promise.all(looked)), ...rows.slice(MAX_SNAPSHOTS).map((row) => ({ row, snapshot: null }))]
  }

  /** Nobody is about, as far as we have heard. */
  get empty(): boolean {
    return this.offer !== null && !this.away && !this.open.length && !this.running.length
  }

  get people(): number {
    const seats = [...this.open, ...this.running].flatMap((table) => table.seats)
    return seats.filter((seat) => !seat.bot && seat.name).length
  }
}

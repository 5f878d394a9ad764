// The lobby's client: open public tables, newest first, kept up to date.
import type { Message, TableRow, TicketOut, Turn } from '$/wire/types'
import { Connection, type ConnectionState, type Environment } from './connection'

export interface LobbyEnvironment extends Environment {
  address: (ticket: TicketOut) => string
}

export interface LobbyHandlers {
  onChange: () => void
  onConnectionState: (state: ConnectionState) => void
  /** All tables that wait for us. */
  onTurns: (turns: Turn[]) => void
  /** One more that does, or one that no longer does. */
  onTurn: (turn: Turn) => void
}

export class LobbyClient {
  tables: TableRow[] = []
  readonly connection: Connection

  constructor(
    environment: LobbyEnvironment,
    private readonly handlers: LobbyHandlers,
  ) {
    this.connection = new Connection(environment, {
      table: null,
      url: (ticket) => environment.address(ticket),
      onMessage: (message) => this.#onMessage(message),
      onStateChange: (state) => handlers.onConnectionState(state),
    })
  }

  open(): void {
    this.connection.open()
  }

  close(): void {
    this.connection.close()
  }

  #onMessage(message: Message): void {
    if (message.lobby) this.tables = message.lobby
    if (message.table) this.tables = withTable(this.tables, message.table)
    if (message.lobby || message.table) this.handlers.onChange()
    if (message.turns) this.handlers.onTurns(message.turns)
    if (message.turn) this.handlers.onTurn(message.turn)
  }
}

const FINISHED_STATES = ['over', 'closed']

/** A table that is new or has changed goes to the front; one that is over or closed goes. */
export function withTable(tables: TableRow[], table: TableRow): TableRow[] {
  const others = tables.filter((one) => one.table !== table.table)
  return FINISHED_STATES.includes(table.state) ? others : [table, ...others]
}

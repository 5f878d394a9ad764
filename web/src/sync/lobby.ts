// The lobby from this machine: open public tables, newest first, kept up to date.
import type { Message, TableRow, Turn } from '$/wire/types'
import { Connection, type Line, type World } from './connection'

export interface LobbyWorld extends World {
  address: (ticket: string) => string
}

export interface LobbyEars {
  changed: () => void
  line: (line: Line) => void
  /** All tables that wait for us. */
  turns: (turns: Turn[]) => void
  /** One more that does, or one that no longer does. */
  turn: (turn: Turn) => void
}

export class LobbyClient {
  tables: TableRow[] = []
  readonly connection: Connection

  constructor(
    world: LobbyWorld,
    private readonly ears: LobbyEars,
  ) {
    this.connection = new Connection(world, {
      table: null,
      url: (ticket) => world.address(ticket),
      heard: (message) => this.#heard(message),
      changed: (line) => ears.line(line),
    })
  }

  open(): void {
    this.connection.open()
  }

  close(): void {
    this.connection.close()
  }

  #heard(message: Message): void {
    if (message.lobby) this.tables = message.lobby
    if (message.table) this.tables = withTable(this.tables, message.table)
    if (message.lobby || message.table) this.ears.changed()
    if (message.turns) this.ears.turns(message.turns)
    if (message.turn) this.ears.turn(message.turn)
  }
}

const GONE = ['over', 'closed']

/** A table that is new or has changed goes to the front; one that is over or closed goes. */
export function withTable(tables: TableRow[], table: TableRow): TableRow[] {
  const others = tables.filter((one) => one.table !== table.table)
  return GONE.includes(table.state) ? others : [table, ...others]
}

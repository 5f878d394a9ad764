// Tables that wait for us, whichever page is shown. Every socket of ours hears of them.
import { t } from '$/i18n/language.svelte'
import { api } from '$/sync/api'
import { LobbyClient } from '$/sync/lobby'
import { lobbyEnvironment } from '$/sync/environment'
import type { Turn } from '$/wire/types'
import { notify } from './notifications'
import { toast } from './announcer.svelte'

/** The one that has waited longest first. */
export const turns = $state<{ waiting: Turn[] }>({ waiting: [] })

const others = (table: string): Turn[] => turns.waiting.filter((one) => one.table !== table)

/** All of them, as the lobby's socket begins. */
export function setTurns(all: Turn[]): void {
  turns.waiting = [...all].sort((a, b) => a.at - b.at)
}

/** Tables that this window is about to show: they are no other table, even if their first turn is told elsewhere. */
// eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
const expected = new Set<string>()

export const expectTable = (table: string): void => void expected.add(table)

/** Tables that are being opened: our first turn there may be told before their name is. */
let opening = 0

export async function expectOpening(opened: Promise<string>): Promise<string> {
  opening += 1
  try {
    const table = await opened
    expectTable(table)
    return table
  } finally {
    opening -= 1
  }
}

/** It is on the screen now. */
export const tableShown = (table: string): void => void expected.delete(table)

/** What the table on the screen knows by itself; nothing is said about it. */
export function setTurn(turn: Turn): void {
  turns.waiting = turn.yours ? [...others(turn.table), turn] : others(turn.table)
}

/** Another table begins to wait for us, or no longer does. */
export function onTurn(turn: Turn): void {
  const known = turns.waiting.some((one) => one.table === turn.table)
  setTurn(turn)
  if (!turn.yours || known || opening || expected.has(turn.table)) return
  const text = t('turn-elsewhere', { game: t(`${turn.game}-title`) })
  if (!notify(turn.table, text)) toast(text)
}

/** Over HTTP, where no lobby's socket has told us. */
export async function fetchTurns(): Promise<void> {
  const rows = await api.myTables().catch(() => [])
  setTurns(
    rows.filter((row) => row.turn).map(({ table, game, updated }) => ({ table, game, yours: true, at: updated })),
  )
}

/** On pages that have no socket of their own. */
export function listenForTurns(): () => void {
  const ignore = (): void => undefined
  const client = new LobbyClient(lobbyEnvironment, {
    onChange: ignore,
    onConnectionState: ignore,
    onTurns: setTurns,
    onTurn,
  })
  client.open()
  return () => client.close()
}

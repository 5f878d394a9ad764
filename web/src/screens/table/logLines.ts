// Events as lines of a log, at a table and in a replay: the same words for the same events.
import type { GameClient, LogLine, Seat } from '$/games/contract'
import { t } from '$/i18n/language.svelte'
import type { TableState } from '$/sync/reducer'
import type { News, View } from '$/wire/types'
import { tableLines } from './tableLog'

export interface LogEntry extends LogLine {
  seq: number
  part: number
  /** Said and shown by the shell, not by the game. */
  shell: boolean
}

/** What the row of seats needs to know. */
export interface SeatsModel {
  seats: Seat[]
  toAct: number[]
  scores: number[]
  game: GameClient | null
  view: View | null
  /** All of it is past: nobody is thinking any more. */
  isReplay?: boolean
  tableState: Pick<TableState, 'settings' | 'phase' | 'races' | 'ended'> | null
}

/** Who comes and goes is said, and seen in the row of seats; between the actions of a game it is noise. */
export const isPresence = ({ key }: LogLine): boolean => key === 'log-came' || key === 'log-went'

type Names = (seat: number) => string

export function linesOf(all: News[], before: View | null, game: GameClient | null): LogEntry[] {
  let view = before
  const found: LogEntry[] = []
  for (const news of all) {
    const own = tableLines(news)
    const lines = own ?? (news.event?.event === 'happened' ? (game?.describe(news, view) ?? []) : [])
    lines.forEach((line, part) => found.push({ ...line, seq: news.seq, part, shell: own !== null }))
    if (news.view) view = news.view
  }
  return found
}

const named = (line: LogLine, nameOf: Names): Record<string, string | number> =>
  line.seat === null ? { ...line.args } : { name: nameOf(line.seat), ...line.args }

export const textOf = (line: LogEntry, nameOf: Names): string => t(line.key, named(line, nameOf))

export function sentenceOf(line: LogEntry, nameOf: Names): string {
  const points = (line.points ?? []).filter(Boolean).map((one) => t('points-signed', { points: one }))
  const name = line.seat !== null && !line.shell ? `${nameOf(line.seat)}: ` : ''
  return [`${name}${textOf(line, nameOf)}`, ...points].join(', ') + '.'
}

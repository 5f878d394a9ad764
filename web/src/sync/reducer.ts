// Reduces news to the table's state. Views, choices and points come ready from the server; only seats are computed.
import type { Choices, Happened, News, SeatNews, Snapshot } from '$/wire/types'

/** A seat that nobody holds. */
const EMPTY_SEAT: SeatNews = { name: '', held: 'open', bot: null, here: true, ready: false, resigned: false }

/** A seat, and whether it is ready for every live grab to come. */
interface SeatState extends SeatNews {
  auto?: boolean
}

/** A snapshot, kept up to date, and what a snapshot does not say. */
export interface TableState extends Snapshot {
  seats: SeatState[]
  /** Until when your seat is locked after a press before the signal, by the table's clock. */
  locked: number | null
}

/** What a snapshot leaves out is as it is unless it says otherwise. */
export const fromSnapshot = (snapshot: Snapshot): TableState => ({
  host: false,
  yours: [],
  agreed: [],
  ...snapshot,
  seats: snapshot.seats.map(withSeatDefaults),
  locked: null,
})

export const withSeatDefaults = (seat: SeatNews): SeatNews => ({ ...EMPTY_SEAT, ...seat })

/** The table after one more entry. Never changes the one before. */
export function reduce(table: TableState, news: News): TableState {
  const next: TableState = { ...table, seq: news.seq, at: news.at }
  if (news.view) next.view = news.view
  return news.event ? applyEvent(next, news) : next
}

/** What our seat may do; at a hot seat it says which of ours that is. */
export const withChoices = (table: TableState, choices: Choices): TableState => ({
  ...table,
  choices,
  you: table.yours?.length ? choices.seat : table.you,
})

/** Does this change who sits where, so that only the server knows which seat is ours? */
export const changesSeats = (news: News): boolean =>
  ['sat', 'emptied', 'arranged', 'started'].includes(news.event?.event ?? '')

function applyEvent(table: TableState, news: News): TableState {
  const event = news.event
  switch (event?.event) {
    case 'sat': {
      const held = event.bot ? 'bot' : 'person'
      return seat(table, event.seat, { ...EMPTY_SEAT, name: event.name, held, bot: event.bot ?? null })
    }
    case 'emptied':
      return seat({ ...table, you: table.you === event.seat ? null : table.you }, event.seat, EMPTY_SEAT)
    case 'arranged':
      return reorderSeats(table, event.order)
    case 'started':
      return { ...reorderSeats(table, event.order), phase: 'playing' }
    case 'happened':
      return applyGameEvent(table, event, news.seq)
    case 'came':
      return seat(table, event.seat, { here: true })
    case 'went':
      return seat(table.asked?.seat === event.seat ? withoutQuestion(table) : table, event.seat, { here: false })
    case 'readied':
      return seat(table, event.seat, { ready: true, auto: event.auto ?? false })
    case 'announced':
      return { ...table, signal: event.signal }
    case 'early':
      return event.seat === table.you ? { ...table, locked: event.until } : table
    case 'asked':
      return { ...table, asked: event, asked_seq: news.seq, agreed: [event.seat] }
    case 'agreed':
      return { ...table, agreed: [...(table.agreed ?? []), event.seat].sort((a, b) => a - b) }
    case 'declined':
      return withoutQuestion(table)
    case 'paused':
      return { ...withoutQuestion(table), phase: 'paused' }
    case 'resumed':
      return { ...table, phase: 'playing' }
    case 'ended':
      return { ...withoutQuestion(table), phase: 'over', seed: event.seed, choices: null, ended: event }
    case 'rematched':
      return withoutQuestion(table)
    default:
      return table
  }
}

function applyGameEvent(table: TableState, event: Happened, seq: number): TableState {
  const next: TableState = { ...table, events: event.number + 1, newest: seq }
  const acting = table.view?.to_act
  // What the seat may do next comes right behind; where another seat acted, what it may do stays until then.
  if (next.choices && (event.who === next.choices.seat || !acting?.includes(next.choices.seat))) next.choices = null
  if (event.who === 'table') return applyTableEvent(next, event.what.split(' '))
  return resetReady(withoutQuestion(endGrab(next, acting)))
}

/** The signal belongs to the cards that lie open; once they are taken it means nothing. */
function endGrab(table: TableState, acting: number[] | undefined): TableState {
  const grabbing = table.view?.phase === 'grab' && (acting?.length ?? 0) > 0
  return grabbing ? table : { ...table, signal: null, locked: null }
}

function applyTableEvent(table: TableState, [what, number, level]: string[]): TableState {
  const which = Number(number)
  if (what === 'bot') return seat(table, which, { bot: level ?? null })
  if (what === 'person') return seat(table, which, { bot: null })
  if (what === 'resign') return seat(table, which, { resigned: true })
  return resetReady(withoutQuestion({ ...table, choices: null }))
}

const withoutQuestion = (table: TableState): TableState => ({ ...table, asked: null, asked_seq: null, agreed: [] })

/** “Ready” is said anew for every live grab. */
function resetReady(table: TableState): TableState {
  const usual = table.settings.auto_ready ?? false
  return { ...table, seats: table.seats.map((one) => ({ ...one, ready: one.auto ?? usual })) }
}

function seat(table: TableState, which: number, change: Partial<SeatState>): TableState {
  return { ...table, seats: table.seats.map((one, n) => (n === which ? { ...one, ...change } : one)) }
}

function reorderSeats(table: TableState, order: number[]): TableState {
  const you = table.you == null ? table.you : order.indexOf(table.you)
  const yours = table.yours?.map((seat) => order.indexOf(seat)).sort((a, b) => a - b)
  return { ...table, seats: order.map((old) => table.seats[old] ?? EMPTY_SEAT), you, yours }
}

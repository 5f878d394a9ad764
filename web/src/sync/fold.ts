// What news makes of a table. Views, choices and points come ready from the server; this only keeps the seats.
import type { Choices, Happened, News, SeatNews, Snapshot } from '$/wire/types'

/** A seat that nobody holds. */
const EMPTY: SeatNews = { name: '', held: 'open', bot: null, here: true, ready: false, resigned: false }

/** A seat, and whether it is ready for every live grab to come. */
interface KeptSeat extends SeatNews {
  auto?: boolean
}

/** A snapshot, kept up to date, and what a snapshot does not say. */
export interface Standing extends Snapshot {
  seats: KeptSeat[]
  /** Until when your seat is locked after a press before the signal, by the table's clock. */
  locked: number | null
}

/** What a snapshot leaves out is as it is unless it says otherwise. */
export const standingOf = (snapshot: Snapshot): Standing => ({
  host: false,
  yours: [],
  agreed: [],
  ...snapshot,
  seats: snapshot.seats.map(seatOf),
  locked: null,
})

export const seatOf = (seat: SeatNews): SeatNews => ({ ...EMPTY, ...seat })

/** The table after one more entry. Never changes the one before. */
export function fold(table: Standing, news: News): Standing {
  const next: Standing = { ...table, seq: news.seq, at: news.at }
  if (news.view) next.view = news.view
  return news.event ? applied(next, news) : next
}

/** What our seat may do; at a hot seat it says which of ours that is. */
export const offered = (table: Standing, choices: Choices): Standing => ({
  ...table,
  choices,
  you: table.yours?.length ? choices.seat : table.you,
})

/** Does this change who sits where, so that only the server knows which seat is ours? */
export const seatsChange = (news: News): boolean =>
  ['sat', 'emptied', 'arranged', 'started'].includes(news.event?.event ?? '')

function applied(table: Standing, news: News): Standing {
  const event = news.event
  switch (event?.event) {
    case 'sat': {
      const held = event.bot ? 'bot' : 'person'
      return seat(table, event.seat, { ...EMPTY, name: event.name, held, bot: event.bot ?? null })
    }
    case 'emptied':
      return seat({ ...table, you: table.you === event.seat ? null : table.you }, event.seat, EMPTY)
    case 'arranged':
      return reseated(table, event.order)
    case 'started':
      return { ...reseated(table, event.order), phase: 'playing' }
    case 'happened':
      return happened(table, event, news.seq)
    case 'came':
      return seat(table, event.seat, { here: true })
    case 'went':
      return seat(table.asked?.seat === event.seat ? unasked(table) : table, event.seat, { here: false })
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
      return unasked(table)
    case 'paused':
      return { ...unasked(table), phase: 'paused' }
    case 'resumed':
      return { ...table, phase: 'playing' }
    case 'ended':
      return { ...unasked(table), phase: 'over', seed: event.seed, choices: null, ended: event }
    case 'rematched':
      return unasked(table)
    default:
      return table
  }
}

function happened(table: Standing, event: Happened, seq: number): Standing {
  const next: Standing = { ...table, events: event.number + 1, newest: seq }
  const acting = table.view?.to_act as number[] | undefined
  // What the seat may do next comes right behind; where another seat acted, what it may do stays until then.
  if (next.choices && (event.who === next.choices.seat || !acting?.includes(next.choices.seat))) next.choices = null
  if (event.who === 'table') return tableEvent(next, event.what.split(' '))
  return rested(unasked(raceOver(next, acting)))
}

/** The signal belongs to the cards that lie open; once they are taken it means nothing. */
function raceOver(table: Standing, acting: number[] | undefined): Standing {
  const grabbing = table.view?.phase === 'grab' && (acting?.length ?? 0) > 0
  return grabbing ? table : { ...table, signal: null, locked: null }
}

function tableEvent(table: Standing, [what, number, level]: string[]): Standing {
  const which = Number(number)
  if (what === 'bot') return seat(table, which, { bot: level ?? null })
  if (what === 'person') return seat(table, which, { bot: null })
  if (what === 'resign') return seat(table, which, { resigned: true })
  return rested(unasked({ ...table, choices: null }))
}

const unasked = (table: Standing): Standing => ({ ...table, asked: null, asked_seq: null, agreed: [] })

/** “Ready” is said anew for every live grab. */
function rested(table: Standing): Standing {
  const usual = table.settings.auto_ready ?? false
  return { ...table, seats: table.seats.map((one) => ({ ...one, ready: one.auto ?? usual })) }
}

function seat(table: Standing, which: number, change: Partial<KeptSeat>): Standing {
  return { ...table, seats: table.seats.map((one, n) => (n === which ? { ...one, ...change } : one)) }
}

function reseated(table: Standing, order: number[]): Standing {
  const you = table.you == null ? table.you : order.indexOf(table.you)
  const yours = table.yours?.map((seat) => order.indexOf(seat)).sort((a, b) => a - b)
  return { ...table, seats: order.map((old) => table.seats[old] ?? EMPTY), you, yours }
}

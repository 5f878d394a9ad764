// Reduces news to the table's state. Views, choices and points come ready from the server; only seats are computed.
import type { Choices, Effect, Happened, News, SeatNews, Snapshot } from '$/wire/types'

/** A seat that nobody holds. */
const EMPTY_SEAT: SeatNews = {
  name: '',
  held: 'open',
  bot: null,
  here: true,
  ready: false,
  auto: false,
  resigned: false,
}

/** A snapshot, kept up to date, and what a snapshot does not say. */
export interface TableState extends Snapshot {
  /** Until when your seat is locked after a press before the signal, by the table's clock. */
  locked: number | null
}

/** What a snapshot leaves out is as it is unless it says otherwise. */
export const fromSnapshot = (snapshot: Snapshot): TableState =>
  withoutTurn({
    host: false,
    yours: [],
    agreed: [],
    ...snapshot,
    seats: snapshot.seats.map(withSeatDefaults),
    locked: null,
  })

/** A game that ended by a resignation stands where it did: there it is still somebody's turn, at the table nobody's. */
const withoutTurn = (table: TableState): TableState =>
  table.ended && table.view ? { ...table, view: { ...table.view, to_act: [] } } : table

export const withSeatDefaults = (seat: SeatNews): SeatNews => ({ ...EMPTY_SEAT, ...seat })

/** The table after one more entry. Never changes the one before. */
export function reduce(table: TableState, news: News): TableState {
  const next: TableState = { ...table, seq: news.seq, at: news.at }
  if (news.view) Object.assign(next, { view: news.view, racing: news.racing ?? false })
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
      return seat(table, event.seat, { ...emptySeat(table), name: event.name, held, bot: event.bot ?? null })
    }
    case 'renamed':
      return seat(table, event.seat, { name: event.name })
    case 'emptied':
      return seat({ ...table, you: table.you === event.seat ? null : table.you }, event.seat, emptySeat(table))
    case 'arranged':
      return reorderSeats(table, event.order)
    case 'started':
      return { ...reorderSeats(table, event.order), phase: 'playing' }
    case 'happened':
      return applyGameEvent(table, event, news)
    case 'came':
      return seat(table, event.seat, { here: true })
    case 'went':
      return seat(table.asked?.seat === event.seat ? withoutQuestion(table) : table, event.seat, { here: false })
    case 'called':
      return { ...table, called: news.seq, called_until: event.until ?? null }
    case 'readied':
      return seat(table, event.seat, {
        auto: event.auto ?? false,
        ...(event.now === false ? {} : { ready: true }),
      })
    case 'announced':
      return { ...withoutQuestion(withoutCall(table)), signal: event.signal }
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
    case 'resumed': // cards that lie open are looked at anew
      return { ...(table.called_until == null ? table : resetReady(table)), phase: 'playing' }
    case 'ended':
      return withoutTurn({ ...withoutQuestion(table), phase: 'over', seed: event.seed, choices: null, ended: event })
    case 'rematched':
      return withoutQuestion(table)
    default:
      return table
  }
}

function applyGameEvent(table: TableState, event: Happened, { seq, effects }: News): TableState {
  const next: TableState = { ...table, events: event.number + 1, newest: seq }
  const acting = table.view?.to_act
  // What the seat may do next comes right behind; where another seat acted, what it may do stays until then.
  if (next.choices && (event.who === next.choices.seat || !acting?.includes(next.choices.seat))) next.choices = null
  if (event.who === 'table') return (effects ?? []).reduce(applyTableEffect, next)
  return resetReady(withoutQuestion(withoutCall(endRace(next))))
}

/** The signal belongs to one race; once that is over it means nothing. */
const endRace = (table: TableState): TableState => (table.racing ? table : { ...table, signal: null, locked: null })

/** What the table itself did to a seat or to the game. The event's text stands in records and is not read here. */
function applyTableEffect(table: TableState, effect: Effect): TableState {
  switch (effect.key) {
    case 'handed-over':
      return seat(table, effect.seat, { bot: effect.level })
    case 'returned':
      return seat(table, effect.seat, { bot: null })
    case 'resigned':
      return seat(table, effect.seat, { resigned: true })
    case 'taken-back':
      return resetReady(withoutQuestion({ ...table, choices: null }))
    default:
      return table
  }
}

const withoutQuestion = (table: TableState): TableState => ({ ...table, asked: null, asked_seq: null, agreed: [] })

const withoutCall = (table: TableState): TableState => ({ ...table, called: null, called_until: null })

/** “Ready” is said anew for every live race. */
const resetReady = (table: TableState): TableState => ({
  ...table,
  seats: table.seats.map((one) => ({ ...one, ready: false })),
})

const emptySeat = (table: TableState): SeatNews => ({ ...EMPTY_SEAT, auto: table.settings.auto_ready ?? false })

function seat(table: TableState, which: number, change: Partial<SeatNews>): TableState {
  return { ...table, seats: table.seats.map((one, n) => (n === which ? { ...one, ...change } : one)) }
}

function reorderSeats(table: TableState, order: number[]): TableState {
  const you = table.you == null ? table.you : order.indexOf(table.you)
  const yours = table.yours?.map((seat) => order.indexOf(seat)).sort((a, b) => a - b)
  return { ...table, seats: order.map((old) => table.seats[old] ?? EMPTY_SEAT), you, yours }
}

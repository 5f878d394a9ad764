// The table's own events as lines of the log; what happens in the game is described by the game's folder.
import type { LogLine } from '$/games/contract'
import { effectsOf } from '$/games/effects'
import type { Effect, News } from '$/wire/types'

const line = (key: string, seat: number | null = null, args: Record<string, string | number> = {}): LogLine[] => [
  { key, seat, args },
]

/** Null for what is the game's to describe; empty for what nobody needs to hear. */
export function tableLines(news: News): LogLine[] | null {
  const event = news.event
  switch (event?.event) {
    case 'sat':
      return event.bot ? line('log-bot-sat', event.seat) : line('log-sat', null, { name: event.name })
    case 'emptied':
      return line(event.removed ? 'log-removed' : 'log-left', null, { seat: event.seat + 1 })
    case 'started':
      return line('log-started')
    case 'came':
      return line('log-came', event.seat)
    case 'went':
      return line('log-went', event.seat)
    case 'called':
      return line('log-called')
    case 'early':
      return line('log-early', event.seat)
    case 'beaten':
      return line('log-beaten', event.seat)
    case 'asked':
      return line(`log-asked-${event.what}`, event.seat)
    case 'agreed':
      return line('log-agreed', event.seat)
    case 'declined':
      return line('log-declined', event.seat)
    case 'paused':
      return line('log-paused')
    case 'resumed':
      return line('log-resumed', event.seat)
    case 'ended':
      return line('log-ended')
    case 'happened':
      return event.who === 'table' ? effectsOf(news).flatMap(lineOf) : null
    default:
      return []
  }
}

/** What the table did to a seat or to the game, as the server has read it. */
function lineOf(effect: Effect): LogLine[] {
  switch (effect.key) {
    case 'taken-back':
      return line('log-back')
    case 'handed-over':
      return line('log-bot', effect.seat)
    case 'returned':
      return line('log-person', effect.seat)
    case 'resigned':
      return line('log-resign', effect.seat)
    default:
      return []
  }
}

// Real tables (tools/client/stories.py): what the client makes of the news is what the server's snapshots say.
import type { News, Snapshot } from '$/wire/types'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { reduce, changesSeats, fromSnapshot, type TableState } from './reducer'

interface Story {
  first: Snapshot
  told: { news: News[]; snapshot: Snapshot }[]
}

const stories = JSON.parse(readFileSync('src/sync/stories.json', 'utf8')) as Story[]

/** What both must agree on. Clocks and lag only a snapshot knows; whose seat a new one is, too. */
function compared(table: TableState): object {
  const seats = table.seats.map(({ name, held, bot, here, ready, auto, resigned }) => ({
    name,
    held,
    bot: bot ?? null,
    here,
    ready,
    auto,
    resigned,
  }))
  const { seq, phase, events, newest } = table
  const { seat = null, what = null, to = null } = table.asked ?? {}
  return {
    seq,
    phase,
    seats,
    you: table.you ?? null,
    events,
    newest,
    asked: [seat, what, to ?? null],
    agreed: table.agreed,
    racing: table.racing ?? false,
    called: [table.called ?? null, table.called_until ?? null],
    signal: table.signal ?? null,
    ranks: table.ended?.ranks ?? null,
  }
}

test.each(stories.map((story, number) => ({ number, story })))('table $number', ({ story }) => {
  let table = fromSnapshot(story.first)
  for (const { news, snapshot } of story.told) {
    for (const one of news) table = reduce(table, one)
    // After seats have changed the client asks for a snapshot, for only the server knows which one is ours.
    if (news.some(changesSeats))
      table = { ...table, you: snapshot.you, host: snapshot.host, events: snapshot.events, newest: snapshot.newest }
    expect(compared(table)).toEqual(
      compared({
        ...fromSnapshot(snapshot),
        events: snapshot.events ?? table.events,
        newest: snapshot.newest ?? table.newest,
      }),
    )
  }
})

"""Live grabs in a garden: a person and bots play whole games, whose logs a table judges anew, as servers have it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from niwashi.site.browser.bridge import Batch
from niwashi.table import Command, CommandResult, Table
from niwashi.table.entries import (
    Arranged,
    Came,
    Early,
    Entry,
    Happened,
    Opened,
    Pressed,
    Readied,
    Sat,
    Saw,
    Started,
    decode_entry,
)
from niwashi.wire.requests import Act, Arrange, Bot, Ready, Request, Seen, Sit, Start
from tests.site.in_browser import GardenTable

LEVELS = ("beginner", "club", "strong")


def play_side_by_side(tables: Sequence[GardenTable]) -> list[bytes]:
    """Whole games of one window, over lines of the garden's own wire; their records."""
    problems = tables[0].visitor.page.evaluate(PLAY, [table.id for table in tables])
    assert problems == [None] * len(tables), problems
    return [table.record_bytes() for table in tables]


# The person says “ready” at once and presses after the signal: at times before all bots, at times behind some of them.
PLAY = """(tables) => Promise.all(tables.map((table) => new Promise((resolve) => {
  let choices, dealt, signal = null, steps = 0, refused = 0, hasPressed = false, timer
  const end = (problem) => {
    line.close()
    resolve(problem)
  }
  const look = () => {
    line.say({ do: 'seen', seq: dealt })
    line.say({ do: 'ready' })
  }
  const isGrab = () => choices?.cover.does === 'grab'
  const act = () => {
    timer = undefined
    if (!choices || (isGrab() && (signal === null || hasPressed))) return
    const { actions, seq } = choices
    if (isGrab()) hasPressed = true
    else choices = undefined
    line.say({ do: 'act', seq, action: actions[(steps++ * STEP) % actions.length] })
  }
  const goOn = () => {
    if (!isGrab()) return act()
    if (signal === null || hasPressed) return
    timer ??= setTimeout(act, Math.max(0, signal - Date.now()) + 20 + ((steps * STEP) % 1500))
  }
  const follow = ({ seq, event }) => {
    const who = event?.event === 'happened' ? event.who : event?.event === 'beaten' ? event.seat : null
    if (who === 0) hasPressed = false
    if (who === 'chance') [dealt, signal, hasPressed] = [seq, null, false]
    if (event?.event === 'called') look()
    if (event?.event === 'announced') signal = event.signal
    if (event?.event === 'ended') end(null)
  }
  const line = openLine(table, ({ snapshot, news = [], choices: found, answer, error }) => {
    if (error) return end(JSON.stringify(error))
    if (snapshot) dealt = snapshot.newest
    if (snapshot?.called != null) look()
    news.forEach(follow)
    choices = snapshot?.choices ?? found ?? choices
    if (answer?.answer === 'done') refused = 0
    else if (answer) {
      hasPressed = false
      if (++refused > 20) return end(JSON.stringify(answer))
    }
    goOn()
  })
  setTimeout(() => end('the game does not end'), 900_000)
})))"""


# -- the same log, judged anew -----------------------------------------------------------------------------------------
def kept_log(table: GardenTable) -> list[Batch]:
    """As the browser's storage has it."""
    raws = table.visitor.page.evaluate(LOG, table.id)
    return [msgspec.json.decode(raw, type=Batch) for raw in raws]


LOG = """(table) => new Promise((done) => {
  indexedDB.open('niwashi').onsuccess = ({ target: { result: database } }) => {
    const range = IDBKeyRange.bound([table, 0], [table, Number.MAX_SAFE_INTEGER])
    const asked = database.transaction('batches').objectStore('batches').getAll(range)
    asked.onsuccess = () => done(database.close() ?? asked.result)
  }
})"""


def judged_again(log: Sequence[Batch]) -> Table:
    """A table that was asked the same at the same times. All that it makes of it must be the log, byte for byte."""
    opened = decode_entry(log[0].bodies[0].encode())
    assert isinstance(opened, Opened)
    table, batch = Table.open(
        opened.table,
        opened.game,
        host=opened.host,
        secret=bytes.fromhex(opened.seed),
        now=opened.at,
        settings=opened.settings,
        **opened.options,
    )
    assert [body.decode() for body in batch.bodies] == log[0].bodies
    table.commit(batch)
    for number, kept in enumerate(log[1:], start=1):
        result = _ask(table, opened.host, kept)
        assert result.batch is not None, (number, kept)
        assert [body.decode() for body in result.batch.bodies] == kept.bodies, number
        table.commit(result.batch)
    return table


def _ask(table: Table, person: str, kept: Batch) -> CommandResult:
    """What caused these entries: the first one shows it."""
    first = decode_entry(kept.bodies[0].encode())
    if isinstance(first, Came):
        return table.set_presence(person, True, first.at)
    if kept.command is None:
        return table.tick(first.at)
    id = kept.command.rpartition(" ")[2]
    bot = next((turn.seat for turn in table.bots_to_act() if turn.id == id), None)
    if bot is not None:
        return table.handle(Command(_act(table, id, first), bot=bot), first.at)
    return table.handle(Command(_request(table, id, first), person, max_lag=0), first.at)


def _act(table: Table, id: str, entry: Entry) -> Act:
    match entry:
        case Pressed(seat=seat, action=action) | Happened(who=int(seat), what=action):
            turns = {turn.seat: turn.seq for turn in table.bots_to_act()}
            choices = table.choices(seat)
            return Act(id=id, seq=turns[seat] if choices is None else choices.seq, action=action)
        case Early(seat=seat):
            choices = table.choices(seat)
            assert choices is not None
            return Act(id=id, seq=choices.seq, action=choices.actions[0])
    raise AssertionError(entry)


def _request(table: Table, id: str, entry: Entry) -> Request:
    match entry:
        case Sat(seat=seat, bot=str(level)):
            return Bot(id=id, seat=seat, level=level)
        case Sat(seat=seat, name=name):
            return Sit(id=id, name=name, seat=seat)
        case Arranged(order=order):
            return Arrange(id=id, order=order)
        case Started():
            return Start(id=id)
        case Readied(auto=auto, now=now):
            return Ready(id=id, auto=auto, now=now)
        case Saw(seat=seat):
            return Seen(id=id, seq=table.snapshot(None, entry.at).newest)
    return _act(table, id, entry)

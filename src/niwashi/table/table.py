"""The authority of one game: carries out commands one at a time and returns the entries to store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from niwashi.core.errors import NiwashiError
from niwashi.core.record import Event
from niwashi.table import commands, live_grab, play, seating
from niwashi.table.commands import Command
from niwashi.table.draft import Draft, Stale
from niwashi.table.entries import Entry, Opened, Rested, decode_entry, encode_entry
from niwashi.table.opening import make_opening, make_rematch
from niwashi.table.privacy import mentions
from niwashi.table.reader import BotTurn as BotTurn
from niwashi.table.reader import TableReader
from niwashi.table.reducer import apply, initial_state
from niwashi.table.state import TableState
from niwashi.wire import Answer, Conflict, Done, Ping, Refused, TableSettings, read_answer, to_json
from niwashi.wire.news import EntrySeq
from niwashi.wire.requests import Pong

MAX_MISSING_ENTRIES = 16
"""A client that has missed more gets a snapshot: it is smaller, and sooner made than a view for each event."""


@dataclass(frozen=True)
class PendingEntries:
    """The entries of one command or tick, to be stored together as entries `first`, `first + 1` …"""

    table: str
    first: EntrySeq
    bodies: tuple[bytes, ...]
    command: str | None = None
    """The command's key, unique at the table; None for entries that no command caused."""
    answer: bytes | None = None
    awaited: tuple[int, ...] = ()
    """The seats whose people are to act then."""
    mentions: tuple[tuple[int, str], ...] = ()
    """The entries that name an account, by their place in `bodies`, and the account."""
    phase: str | None = None
    """The table's new phase; None if it does not change."""
    untold: bool = False
    """Nobody may learn of them yet: they belong to a race that is not judged."""


@dataclass(frozen=True)
class CommandResult:
    """The answer, to be sent once the batch is durable, or at once without a batch. Only commands have answers."""

    answer: Answer | None
    batch: PendingEntries | None
    entries: tuple[Entry, ...] = ()
    """The entries in the batch's bodies."""


@dataclass(frozen=True)
class _Pending:
    batch: PendingEntries
    state: TableState
    entries: tuple[Entry, ...]


class Table(TableReader):
    """One batch at a time is pending: after a result with a batch call `commit` or `abandon` before anything else."""

    def __init__(self, state: TableState, log: Sequence[Entry], answers: Mapping[str, bytes]) -> None:
        super().__init__(state, log)
        self._answers = dict(answers)
        self._pending: _Pending | None = None

    # -- opening -----------------------------------------------------------------------------------------------------
    @classmethod
    def open(
        cls,
        table: str,
        game: str,
        *,
        host: str,
        secret: bytes,
        now: int,
        settings: TableSettings | None = None,
        components: str | Path | Mapping[str, Any] | None = None,
        begun: Sequence[Event] = (),
        **options: Any,
    ) -> tuple[Table, PendingEntries]:
        """A table with all seats open, and the entries to store before anyone is told of it.

        The secret is 16 random bytes that are used for this table only. With `begun` the game continues these events.
        """
        opening = make_opening(
            table,
            game,
            host=host,
            secret=secret,
            now=now,
            settings=settings,
            components=components,
            begun=begun,
            options=options,
        )
        return cls._begin(opening, [])

    @classmethod
    def _begin(cls, opening: Opened, more: Sequence[Entry]) -> tuple[Table, PendingEntries]:
        """A table whose first entries are pending. If they fill every seat, its game starts."""
        table = cls(initial_state(opening), [], {})
        draft = table._draft(opening.at)
        for entry in more:
            draft.add(entry)
        if not any(seat.open for seat in draft.state.seats):
            seating.start_full_table(draft)
            play.advance(draft)
        return table, table._prepare(draft.state, (opening, *draft.entries), EntrySeq(0))

    @classmethod
    def rebuild(cls, bodies: Sequence[bytes], answers: Mapping[str, bytes] | None = None) -> Table:
        """The table of a stored log and of the answers stored with it."""
        log = [decode_entry(body) for body in bodies]
        table = cls(_replay(log), log, answers or {})
        told = live_grab.count_told(log, table._state)
        if told < len(log):
            table._told = _replay(log[:told])
        return table

    def rematch(self, table: str, *, secret: bytes, now: int) -> tuple[Table, PendingEntries]:
        """The next table, once all have agreed: the same options, every player one seat further on.

        Its game has started, unless a player has left: then their seat is open, and the host decides.
        """
        return self._begin(*make_rematch(self._state, table, secret=secret, now=now))

    # -- commands ----------------------------------------------------------------------------------------------------
    def handle(self, command: Command, now: int) -> CommandResult:
        """Carry a command out on a copy of the state; `commit` adopts the copy."""
        key, request = command.key, command.request
        if key in self._answers:
            return CommandResult(read_answer(self._answers[key]), None)
        if isinstance(request, Pong):
            self._latencies.pong(command.person or "", request.n, now)
            return CommandResult(None, None)
        draft = self._draft(now)
        draft.max_lag = command.max_lag
        try:
            commands.execute(draft, command)
            play.advance(draft)
        except Stale as error:
            return CommandResult(self._conflict(command, error), None)
        except NiwashiError as error:
            return CommandResult(Refused(id=request.id, code=error.code, sentence=error.sentence), None)
        return self._result(draft, key, self._make_answer(request.id, draft))

    def set_presence(self, person: str, here: bool, now: int) -> CommandResult:
        """A person's first connection opened, or their last one closed."""
        if not here:
            self._latencies.forget(person)
        draft = self._draft(now)
        for seat in draft.state.seats_of(person):
            (play.arrive if here else play.leave)(draft, seat)
        play.advance(draft)
        return self._result(draft)

    def drop_deleted_accounts(self, now: int) -> CommandResult:
        """People who have deleted their account do not return: their seats are emptied, or they resign."""
        draft = self._draft(now)
        play.drop_deleted_accounts(draft)
        play.advance(draft)
        return self._result(draft)

    def tick(self, now: int) -> CommandResult:
        """Run the timers. Call it when `due` says so; earlier does no harm."""
        draft = self._draft(now)
        play.run_timers(draft)
        play.advance(draft)
        return self._result(draft)

    def suspend(self, since: int, now: int, lease_epoch: int = 0) -> CommandResult:
        """Stop the clocks between `since` and now, while no server ran the table.

        Before unloading a table `since` is now. After loading one, `lease_epoch` is the new owner's.
        """
        draft = self._draft(now)
        if draft.state.playing:
            since = min(max(since, draft.state.clocks.at), draft.now)
            draft.add(Rested(at=draft.now, since=since, term=lease_epoch))
        return self._result(draft)

    def ping(self, person: str, now: int, max_lag: int | None = None) -> Ping:
        """To be sent eight times at joining and every five seconds, where cards are grabbed live."""
        return self._latencies.ping(person, now, max_lag)

    def _draft(self, now: int) -> Draft:
        assert self._pending is None, "the last batch is neither committed nor abandoned"
        return Draft(self._state.copy(), max(now, self._state.clocks.at), self._latencies)

    def _result(self, draft: Draft, command: str | None = None, answer: Answer | None = None) -> CommandResult:
        if not draft.entries:
            return CommandResult(answer, None)
        entries = tuple(draft.entries)
        batch = self._prepare(draft.state, entries, self._state.length, command, answer)
        return CommandResult(answer, batch, entries)

    def _make_answer(self, request: str, draft: Draft) -> Answer:
        """Not even an answer tells how many entries are held back."""
        if draft.refusal is not None:
            return Refused(id=request, code=draft.refusal.code, sentence=draft.refusal.sentence)
        return Done(id=request, seq=live_grab.count_told(self._log, draft.state, draft.entries) - 1)

    def _prepare(
        self,
        state: TableState,
        entries: tuple[Entry, ...],
        first: EntrySeq,
        command: str | None = None,
        answer: Answer | None = None,
    ) -> PendingEntries:
        batch = PendingEntries(
            table=self.id,
            first=first,
            bodies=tuple([encode_entry(entry) for entry in entries]),
            command=command,
            answer=None if answer is None else to_json(answer),
            awaited=tuple(state.awaited()),
            mentions=tuple(mentions(entries)),
            phase=None if state.phase == self.phase else state.phase,
            untold=live_grab.count_told(self._log, state, entries) < len(self._log) + len(entries),
        )
        self._pending = _Pending(batch, state, entries)
        return batch

    def _conflict(self, command: Command, error: Stale) -> Conflict:
        since = getattr(command.request, "seq", self.told_seq)
        newest = self.told_seq
        missing = self.news(since) if newest - since <= MAX_MISSING_ENTRIES else []
        return Conflict(id=command.request.id, code=error.code, sentence=error.sentence, seq=newest, missing=missing)

    # -- commit or abandon -------------------------------------------------------------------------------------------
    def commit(self, batch: PendingEntries) -> None:
        """The batch is durable: adopt its entries and state."""
        pending = self._take_pending(batch)
        before, self._state = self._told or self._state, pending.state
        self._log.extend(pending.entries)
        self._told = before if live_grab.count_told(self._log, self._state) < len(self._log) else None
        if batch.command is not None and batch.answer is not None:
            self._answers[batch.command] = batch.answer

    def abandon(self, batch: PendingEntries) -> None:
        """The batch was not stored: drop it."""
        self._take_pending(batch)

    def _take_pending(self, batch: PendingEntries) -> _Pending:
        pending = self._pending
        assert pending is not None, "no batch is pending"
        assert pending.batch is batch, "this is not the pending batch"
        self._pending = None
        return pending


def _replay(log: Sequence[Entry]) -> TableState:
    first, *rest = log
    assert isinstance(first, Opened), "a log begins with the opening of its table"
    state = initial_state(first)
    for entry in rest:
        apply(state, entry)
    return state

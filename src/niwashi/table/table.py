"""The authority of one game: takes commands one at a time and says what is to be written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from niwashi.core.components import Components
from niwashi.core.errors import BadOptions, NiwashiError
from niwashi.core.files import printable
from niwashi.core.game import Rules
from niwashi.core.record import Event, Record
from niwashi.engine.factory import read_components, rules_of
from niwashi.engine.game import Game
from niwashi.table import clocks, commands, live_grab, play, publish
from niwashi.table.commands import Command
from niwashi.table.continuation import check_beginning
from niwashi.table.draft import Draft, Stale
from niwashi.table.effects_cache import EffectsCache
from niwashi.table.entries import SECRET_BYTES, Arranged, Ended, Entry, Opened, Rested, Sat, decode_entry, encode_entry
from niwashi.table.latency import Latencies
from niwashi.table.reducer import apply, initial_state
from niwashi.table.seating import check_level
from niwashi.table.state import Refusal, TableState
from niwashi.wire import (
    Answer,
    Choices,
    Conflict,
    Done,
    News,
    Ping,
    Refused,
    SeatNews,
    Snapshot,
    TableSettings,
    read_answer,
    to_json,
)
from niwashi.wire.requests import Pong

MAX_MISSING_ENTRIES = 16
"""Who is further behind is better off with a snapshot: it is smaller, and sooner made than a view for each event."""


@dataclass(frozen=True)
class PendingEntries:
    """What one command, or time, brought about: to be stored whole under (table, first), (table, first + 1) …"""

    table: str
    first: int
    bodies: tuple[bytes, ...]
    command: str | None = None
    """Who sent it and its id, unique at the table; None for what nobody sent."""
    answer: bytes | None = None
    awaited: tuple[int, ...] = ()
    """The seats whose person is to act then."""


@dataclass(frozen=True)
class CommandResult:
    """The answer, to be sent once the batch is durable; without a batch, at once. No answer where nobody asked."""

    answer: Answer | None
    batch: PendingEntries | None
    entries: tuple[Entry, ...] = ()
    """What the batch's bodies say."""


@dataclass(frozen=True)
class BotTurn:
    """A bot is to act: where its answer belongs, and an id under which doing it twice does no harm."""

    seat: int
    level: str
    seq: int
    id: str


@dataclass(frozen=True)
class _Pending:
    batch: PendingEntries
    state: TableState
    entries: tuple[Entry, ...]


class Table:
    """One batch at a time is under way: after an outcome with a batch comes `commit` or `abandon`, then the next."""

    def __init__(self, state: TableState, log: Sequence[Entry], answers: Mapping[str, bytes]) -> None:
        self._state = state
        self._log = list(log)
        self._answers = dict(answers)
        self._pending: _Pending | None = None
        self._latencies = Latencies()
        self._effects = EffectsCache()
        self._choices = publish.ChoicesCache()

    # -- making one ----------------------------------------------------------------------------------------------
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
        """A table with all seats open, and what to store before anybody is told of it.

        The secret is 16 bytes that nobody else knows and that are used for no other table. With `begun` the game
        starts where these events have led.
        """
        assert len(secret) == SECRET_BYTES, f"a secret has {SECRET_BYTES} bytes"
        rules = rules_of(game)
        chosen = rules.options(options).as_dict()
        owners = _custom_components(rules, read_components(rules, components))
        entry = Opened(
            at=now,
            table=table,
            game=game,
            options=chosen,
            components=owners,
            settings=_check_settings(settings or TableSettings(), chosen),
            host=host,
            seed=secret.hex(),
            rules=rules.version,
            begun=check_beginning(rules, options, owners, begun) if begun else [],
        )
        return cls._with(entry, [])

    @classmethod
    def _with(cls, entry: Opened, more: Sequence[Entry]) -> tuple[Table, PendingEntries]:
        """A table that waits for its first entries to be stored."""
        table = cls(initial_state(entry), [], {})
        state = table._state.copy()
        for further in more:
            apply(state, further)
        batch = PendingEntries(entry.table, 0, tuple(encode_entry(one) for one in (entry, *more)))
        table._pending = _Pending(batch, state, (entry, *more))
        return table, batch

    @classmethod
    def rebuild(cls, bodies: Sequence[bytes], answers: Mapping[str, bytes] | None = None) -> Table:
        """The table of a log, and of the answers that were stored with it."""
        first, *rest = log = [decode_entry(body) for body in bodies]
        assert isinstance(first, Opened), "a log begins with the opening of its table"
        state = initial_state(first)
        for entry in rest:
            apply(state, entry)
        return cls(state, log, answers or {})

    def rematch(self, table: str, *, secret: bytes, now: int) -> tuple[Table, PendingEntries]:
        """The next table, once everybody has agreed: same options, those who did one seat further on."""
        going = self._state.rematch
        if going is None:
            raise Refusal("table/rematch", "not everybody has agreed to a rematch")
        old, count = self._state.opening, len(self._state.seats)
        host = self._state.host if going.intersection(self._state.seats_of(self._state.host)) else ""
        new = {"at": now, "table": table, "host": host, "seed": secret.hex()}
        entry = msgspec.structs.replace(old, **new, rules=rules_of(old.game).version)
        sat: list[Entry] = [
            Sat(at=now, seat=(n - 1) % count, name=seat.name, person=seat.person, bot=None if seat.person else seat.bot)
            for n, seat in enumerate(self._state.seats)
            if n in going
        ]
        return self._with(entry, [*sat, Arranged(at=now, order=list(range(count)))])

    # -- what comes in -------------------------------------------------------------------------------------------
    def handle(self, command: Command, now: int) -> CommandResult:
        """Carry a command out on a copy of the table; `commit` makes the copy the table."""
        key, request = command.key, command.request
        if key in self._answers:
            return CommandResult(read_answer(self._answers[key]), None)
        if isinstance(request, Pong):
            self._latencies.pong(command.person or "", request.n, now)
            return CommandResult(None, None)
        draft = self._draft(now)
        try:
            commands.execute(draft, command)
            play.advance(draft)
        except Stale as error:
            return CommandResult(self._conflict(command, error), None)
        except NiwashiError as error:
            return CommandResult(Refused(id=request.id, code=error.code, sentence=error.sentence), None)
        return self._outcome(draft, key, _make_answer(request.id, draft))

    def set_presence(self, person: str, here: bool, now: int) -> CommandResult:
        """Somebody's first connection came, or their last one went."""
        if not here:
            self._latencies.forget(person)
        draft = self._draft(now)
        for seat in draft.state.seats_of(person):
            (play.arrive if here else play.leave)(draft, seat)
        play.advance(draft)
        return self._outcome(draft)

    def drop_deleted_accounts(self, now: int) -> CommandResult:
        """Who has deleted their account does not come back: their seats are emptied, or they give up."""
        draft = self._draft(now)
        play.drop_deleted_accounts(draft)
        play.advance(draft)
        return self._outcome(draft)

    def tick(self, now: int) -> CommandResult:
        """Time passes; to be called when `due` says so. Earlier does no harm."""
        draft = self._draft(now)
        play.run_timers(draft)
        play.advance(draft)
        return self._outcome(draft)

    def suspend(self, since: int, now: int, term: int = 0) -> CommandResult:
        """Nobody has run the table since then: clocks go on from here. Before a rest, `since` is now.

        The term is the lease of whoever runs it from here on.
        """
        draft = self._draft(now)
        if draft.state.playing:
            since = min(max(since, draft.state.clocks.at), draft.now)
            draft.add(Rested(at=draft.now, since=since, term=term))
        return self._outcome(draft)

    def due(self) -> int | None:
        """When `tick` has something to do, if nothing else happens first."""
        state = self._state
        times = [*clocks.deadlines(state).values(), *play.absence_deadlines(state).values()]
        race = live_grab.deadline(state.race) if state.race and state.active else None
        return min([*times, *([] if race is None else [race])], default=None)

    def ping(self, person: str, now: int) -> Ping:
        """To be sent eight times at joining and every five seconds, where cards are grabbed live."""
        return self._latencies.ping(person, now)

    def _draft(self, now: int) -> Draft:
        assert self._pending is None, "the last batch is neither committed nor abandoned"
        return Draft(self._state.copy(), max(now, self._state.clocks.at), self._latencies)

    def _outcome(self, draft: Draft, command: str | None = None, answer: Answer | None = None) -> CommandResult:
        if not draft.entries:
            return CommandResult(answer, None)
        entries = tuple(draft.entries)
        bodies = tuple([encode_entry(entry) for entry in entries])
        stored = to_json(answer) if answer is not None else None
        batch = PendingEntries(self.id, self._state.length, bodies, command, stored, tuple(draft.state.awaited()))
        self._pending = _Pending(batch, draft.state, entries)
        return CommandResult(answer, batch, entries)

    def _conflict(self, command: Command, error: Stale) -> Conflict:
        since = getattr(command.request, "seq", self.seq)
        missing = self.news(since) if self.seq - since <= MAX_MISSING_ENTRIES else []
        return Conflict(id=command.request.id, code=error.code, sentence=error.sentence, seq=self.seq, missing=missing)

    # -- whether it was stored -----------------------------------------------------------------------------------
    def commit(self, batch: PendingEntries) -> None:
        """The batch is durable: what it says is now so."""
        pending = self._taken(batch)
        self._state = pending.state
        self._log.extend(pending.entries)
        if batch.command is not None and batch.answer is not None:
            self._answers[batch.command] = batch.answer

    def abandon(self, batch: PendingEntries) -> None:
        """The batch was not stored: nothing has happened."""
        self._taken(batch)

    def _taken(self, batch: PendingEntries) -> _Pending:
        pending = self._pending
        assert pending is not None, "no batch is under way"
        assert pending.batch is batch, "this is not the batch that is under way"
        self._pending = None
        return pending

    # -- what is told --------------------------------------------------------------------------------------------
    @property
    def id(self) -> str:
        return self._state.opening.table

    @property
    def seq(self) -> int:
        """The number of the newest entry."""
        return self._state.length - 1

    @property
    def game_name(self) -> str:
        """The game's name."""
        return self._state.opening.game

    @property
    def phase(self) -> str:
        return self._state.phase

    @property
    def game(self) -> Game | None:
        """For bots and hints, which get its position; not to be changed."""
        return self._state.game

    @property
    def options(self) -> dict[str, Any]:
        return self._state.opening.options

    @property
    def settings(self) -> TableSettings:
        return self._state.opening.settings

    @property
    def seats_awaited(self) -> list[int]:
        """The seats of people who are to act."""
        return list(self._state.awaited())

    @property
    def last_entry_at(self) -> int:
        """When the newest entry was made."""
        return self._state.clocks.at

    @property
    def people(self) -> list[str | None]:
        """Who holds each seat."""
        return [seat.person for seat in self._state.seats]

    def seat_of(self, person: str | None) -> int | None:
        """Where a person sits; of several seats at one device the one to act."""
        return self._state.seat_of(person)

    @property
    def present(self) -> list[str]:
        """The people at seats who count as here."""
        return [seat.person for seat in self._state.seats if seat.person and seat.present]

    @property
    def awaited(self) -> list[str]:
        """The people who are to act."""
        return [person for seat in self._state.awaited() if (person := self._state.seats[seat].person)]

    @property
    def rules_version(self) -> int:
        """The version of the game's rules that it was opened under."""
        return self._state.opening.rules

    @property
    def ending(self) -> Ended | None:
        return next((entry for entry in reversed(self._log) if isinstance(entry, Ended)), None)

    @property
    def lease_epoch(self) -> int:
        """The lease under which somebody last began to run it."""
        return self._state.lease_epoch

    @property
    def rematched(self) -> bool:
        return self._state.rematch is not None

    def news(self, since: int, until: int | None = None) -> list[News]:
        """What happened after entry `since`, up to `until`; everybody, spectators too, is told the same."""
        upto = self.seq if until is None else min(until, self.seq)
        return publish.news_since(self._log, self._state, self._up_to_date_effects(), since, upto)

    def snapshot(self, person: str | None, now: int) -> Snapshot:
        """All of it for a person, or for a spectator (None); for a seat that is to act with its choices."""
        return publish.snapshot(self._state, self._up_to_date_effects(), self._choices, self._latencies, person, now)

    def _up_to_date_effects(self) -> EffectsCache:
        self._effects.follow(self._log, self._state.game)
        return self._effects

    def seats(self, now: int) -> list[SeatNews]:
        """Who holds each seat and how it stands."""
        return publish.seat_news(self._state, self._latencies, now)

    @property
    def opening(self) -> Opened:
        """What the table was opened with, its seed among it: not to be told."""
        return self._state.opening

    def choices(self, seat: int) -> Choices | None:
        return self._choices.choices(self._state, seat)

    def new_choices(self, seat: int) -> Choices | None:
        """Those that this has not given out already: what others do often leaves a seat's choices as they are."""
        return self._choices.new_choices(self._state, seat)

    def bots_to_act(self) -> list[BotTurn]:
        """In a live grab only once the signal is announced: a bot thinks while people look."""
        state = self._state
        race = state.race
        if not state.active or (race and race.signal is None):
            return []
        waiting = [n for n in state.decisions if state.seats[n].bot and not (race and n in race.presses)]
        return [self._bot_turn(n, state.decisions[n]) for n in waiting]

    def _bot_turn(self, seat: int, seq: int) -> BotTurn:
        race = self._state.race
        attempt = race.attempts.get(seat, 0) if race else 0
        level = self._state.seats[seat].bot
        assert level is not None, "a person sits here"
        return BotTurn(seat, level, seq, f"{self.id}/{seq}/{seat}/{attempt}")

    def record(self) -> Record:
        """The game as a record; with the key of its chance once it is over."""
        return publish.build_record(self._state)


def _make_answer(request: str, draft: Draft) -> Answer:
    if draft.refusal is not None:
        return Refused(id=request, code=draft.refusal.code, sentence=draft.refusal.sentence)
    return Done(id=request, seq=draft.state.length - 1)


def _custom_components(rules: Rules, components: Components) -> dict[str, Any]:
    """A component set that is not ours, as its file has it."""
    return {} if components == rules.box else {"game": rules.name, "name": components.name, **components.content}


def _check_settings(settings: TableSettings, options: Mapping[str, Any]) -> TableSettings:
    """Also where they were made in Python, which checks no bounds."""
    try:
        checked = msgspec.json.decode(msgspec.json.encode(settings), type=TableSettings)
    except msgspec.ValidationError as error:
        raise BadOptions("options/settings", f"these are no settings of a table: {printable(str(error))}") from None
    check_level(checked.stand_in)
    if checked.hot_seat and options.get("grab") == "live":
        raise BadOptions("options/hot-seat", "at a hot seat cards are taken in turn: its grab is 'calm', not 'live'")
    return checked

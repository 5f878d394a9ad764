"""The read side of a table: its description, news, snapshots, choices, bots to act, record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from niwashi.core.record import Record
from niwashi.engine.factory import rules_of
from niwashi.engine.game import Game
from niwashi.table import clocks, live_grab, play, publish
from niwashi.table.effects_cache import EffectsCache
from niwashi.table.entries import Ended, Entry, Opened
from niwashi.table.latency import Latencies
from niwashi.table.seats import sole_player
from niwashi.table.state import TableState
from niwashi.wire import Choices, News, SeatNews, Snapshot, TableSettings
from niwashi.wire.news import ComponentSet, EntrySeq


@dataclass(frozen=True)
class BotTurn:
    """A bot is to act: the decision that it answers, and a request id that makes repeating the command harmless."""

    seat: int
    level: str
    seq: EntrySeq
    id: str


class TableReader:
    """Everything that can be asked of a table without changing it."""

    def __init__(self, state: TableState, log: Sequence[Entry]) -> None:
        self._state = state
        self._told: TableState | None = None
        """The state that everybody may know, while later entries are held back."""
        self._log = list(log)
        self._latencies = Latencies()
        self._effects = EffectsCache()
        self._choices = publish.ChoicesCache()

    # -- description -------------------------------------------------------------------------------------------------
    @property
    def id(self) -> str:
        return self._state.opening.table

    @property
    def seq(self) -> EntrySeq:
        """The number of the newest entry."""
        return EntrySeq(self._state.length - 1)

    @property
    def told_seq(self) -> EntrySeq:
        """The number of the newest entry that may be told: during a live grab others wait until it is judged."""
        return EntrySeq((self._told or self._state).length - 1)

    @property
    def game_name(self) -> str:
        return self._state.opening.game

    @property
    def component_set(self) -> ComponentSet:
        return publish.component_set(self._state.opening)

    @property
    def phase(self) -> str:
        return self._state.phase

    @property
    def game(self) -> Game | None:
        """For bots and hints, which take its position. Do not change it."""
        return self._state.game

    @property
    def options(self) -> dict[str, Any]:
        return self._state.opening.options

    @property
    def has_races(self) -> bool:
        return rules_of(self.game_name).has_races(self.options)

    @property
    def settings(self) -> TableSettings:
        return self._state.opening.settings

    @property
    def opening(self) -> Opened:
        """The table's first entry. It holds the seed: never send it."""
        return self._state.opening

    @property
    def rules_version(self) -> int:
        """The version of the game's rules at the opening."""
        return self._state.opening.rules

    @property
    def lease_epoch(self) -> int:
        """The lease under which the table was last taken over."""
        return self._state.lease_epoch

    @property
    def last_entry_at(self) -> int:
        return self._state.clocks.at

    @property
    def ending(self) -> Ended | None:
        return next((entry for entry in reversed(self._log) if isinstance(entry, Ended)), None)

    @property
    def rematched(self) -> bool:
        """All players have agreed to a rematch."""
        return self._state.rematch is not None

    # -- people ------------------------------------------------------------------------------------------------------
    @property
    def people(self) -> list[str | None]:
        """The holder of each seat."""
        return [seat.person for seat in self._state.seats]

    @property
    def sole_player(self) -> str | None:
        """The person at a table where everybody else is a bot."""
        return sole_player(self._state)

    @property
    def in_race(self) -> bool:
        return self._state.race is not None

    def seat_of(self, person: str | None) -> int | None:
        """A person's seat; of several at one device the one that is to act."""
        return self._state.seat_of(person)

    @property
    def present(self) -> list[str]:
        """The people at seats who are present."""
        return [seat.person for seat in self._state.seats if seat.person and seat.present]

    @property
    def awaited(self) -> list[str]:
        """The people who are to act."""
        return [person for seat in self._state.awaited() if (person := self._state.seats[seat].person)]

    @property
    def seats_awaited(self) -> list[int]:
        """The seats whose people are to act."""
        return list(self._state.awaited())

    # -- publishing --------------------------------------------------------------------------------------------------
    def news(self, since: int, until: int | None = None) -> list[News]:
        """The entries after `since`, up to `until`. Players and spectators get the same."""
        upto = self.told_seq if until is None else min(until, self.told_seq)
        return publish.news_since(self._log, self._state, self._up_to_date_effects(), since, upto)

    def snapshot(self, person: str | None, now: int) -> Snapshot:
        """The whole table for a person, or for a spectator (None). It includes the choices of a seat that is to act."""
        effects = self._up_to_date_effects()
        return publish.snapshot(self._told or self._state, effects, self._choices, self._latencies, person, now)

    def _up_to_date_effects(self) -> EffectsCache:
        self._effects.follow(self._log, self._state.game)
        return self._effects

    def seats(self, now: int) -> list[SeatNews]:
        return publish.seat_news(self._state, self._latencies, now)

    def choices(self, seat: int) -> Choices | None:
        """Every legal action; None if the seat cannot act."""
        return self._choices.choices(self._state, seat)

    def new_choices(self, seat: int) -> Choices | None:
        """The same, unless this returned them last: another seat's action often leaves them as they are."""
        return self._choices.new_choices(self._state, seat)

    def record(self) -> Record:
        """The game as a record; with the key of its chance once it is over."""
        return publish.build_record(self._state)

    # -- scheduling --------------------------------------------------------------------------------------------------
    def due(self) -> int | None:
        """When `tick` next has something to do, if no command comes first."""
        state = self._state
        times = [*clocks.deadlines(state).values(), *play.absence_deadlines(state).values()]
        race = live_grab.deadline(state, state.race) if state.race and state.active else None
        return min([*times, *([] if race is None else [race])], default=None)

    def bots_to_act(self) -> list[BotTurn]:
        """In a live grab only once the signal is announced: bots compute while people look."""
        state = self._state
        race = state.race
        if not state.active or (race and race.signal is None):
            return []
        waiting = [n for n in state.decisions if state.seats[n].bot and not (race and n in race.presses)]
        return [self._bot_turn(n, state.decisions[n]) for n in waiting]

    def _bot_turn(self, seat: int, seq: EntrySeq) -> BotTurn:
        race = self._state.race
        attempt = race.attempts.get(seat, 0) if race else 0
        level = self._state.seats[seat].bot
        assert level is not None, "a bot plays this seat"
        return BotTurn(seat, level, seq, f"{self.id}/{seq}/{seat}/{attempt}")

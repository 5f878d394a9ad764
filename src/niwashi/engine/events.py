"""Events: their form, those that tables add, and the record made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NewType

from niwashi.core.errors import BadChance, BadRecord, quote

if TYPE_CHECKING:
    from niwashi.core.client_types import Effect
    from niwashi.core.components import Components
    from niwashi.core.game import Options, Rules
    from niwashi.core.record import Event, Record, Result

CHANCE, TABLE = "chance", "table"
"""The author of an event that is not a seat's."""
MAX_LEVEL_LENGTH = 40
MAX_OUTCOME_LENGTH = 400
MAX_NUMBER_LENGTH = 6
"""Digits in a table's event. No record has a million events."""
BACK, RESIGN, BOT, PERSON = "back", "resign", "bot", "person"

EventNumber = NewType("EventNumber", int)
"""The place of an event in its record, counted from 0. As a count of events it names the next one."""


@dataclass(frozen=True)
class TableEvent:
    """An event by the table and not by a seat or chance: `back 41`, `resign 1`, `bot 1 strong` or `person 1`.

    `str` gives the text that records hold.
    """

    kind: str
    """BACK, RESIGN, BOT or PERSON."""
    number: int
    """The seat; for BACK the number of events that stay. -1 where the text has no readable number."""
    level: str | None = None
    """The level of the bot that takes the seat."""

    @classmethod
    def parse(cls, text: str) -> TableEvent | None:
        """None where the text is not a table event. Whether there is such a seat or event is for the game to check."""
        match text.split(" "):
            case [("back" | "resign" | "person") as kind, number]:
                return cls(kind, _read_number(number))
            case ["bot", number, level] if is_level(level):
                return cls(BOT, _read_number(number), level)
        return None

    def __str__(self) -> str:
        return f"{self.kind} {self.number}" + (f" {self.level}" if self.level is not None else "")


def _read_number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MAX_NUMBER_LENGTH else -1


def read_table_event(who: int | str, what: int | str) -> TableEvent | None:
    """The table's event; None for an event of a seat or of chance."""
    return TableEvent.parse(str(what)) if who == TABLE else None


def table_effect(what: str) -> Effect:
    from niwashi.core import client_types

    event = TableEvent.parse(what)
    assert event is not None, "a game holds no table event that cannot be read"
    if event.kind == BACK:
        return client_types.TakenBack(to=event.number)
    if event.kind == RESIGN:
        return client_types.Resigned(seat=event.number)
    if event.level is not None:
        return client_types.HandedOver(seat=event.number, level=event.level)
    return client_types.Returned(seat=event.number)


def make_record(
    rules: Rules,
    options: Options,
    components: Components,
    names: Sequence[str],
    seed: str | None,
    events: Sequence[Event],
    result: Result | None,
) -> Record:
    """A game as data. Components that the project never shipped are included in full."""
    from niwashi.core.record import VERSION, Record
    from niwashi.core.rng import SCHEME

    content: Mapping[str, Any] = {} if components in rules.shipped else components.content
    return Record(
        niwashi=VERSION,
        game=rules.name,
        rules=rules.version,
        chance=SCHEME,
        options=options.as_dict(),
        components={"name": components.name, "sha256": components.sha256, **content},
        names=list(names),
        seed=seed,
        events=list(events),
        result=result,
    )


def check_outcome(outcome: object) -> None:
    if not isinstance(outcome, str) or len(outcome) > MAX_OUTCOME_LENGTH:
        sentence = f"a chance outcome must be a text of at most {MAX_OUTCOME_LENGTH} characters, not {quote(outcome)}"
        raise BadChance("chance/type", sentence)


def split_event(event: object) -> Event:
    if isinstance(event, tuple | list) and len(event) == 2:
        who, what = event
        if isinstance(who, int | str) and isinstance(what, str):
            return who, what
    raise BadRecord(
        "record/event", f"an event must be a pair of author and text, such as [0, 'pass'], not {quote(event)}"
    )


def is_level(text: str) -> bool:
    return 0 < len(text) <= MAX_LEVEL_LENGTH and text.isprintable()

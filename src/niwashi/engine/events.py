"""Events: their form, those that tables add, and the record made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

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


def table_effect(what: str) -> Effect:
    from niwashi.core import client_types

    word, number, *level = what.split(" ")
    if word == "back":
        return client_types.TakenBack(to=int(number))
    if word == "resign":
        return client_types.Resigned(seat=int(number))
    return (
        client_types.HandedOver(seat=int(number), level=level[0]) if level else client_types.Returned(seat=int(number))
    )


def make_record(
    rules: Rules,
    options: Options,
    components: Components,
    names: Sequence[str],
    seed: str | None,
    events: Sequence[Event],
    result: Result | None,
) -> Record:
    """A game as data. An owner's components are included in full."""
    from niwashi.core.record import VERSION, Record
    from niwashi.core.rng import SCHEME

    content: Mapping[str, Any] = {} if components == rules.box else components.content
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

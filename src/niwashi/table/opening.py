"""The first entries of a table: a new one, or a rematch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from niwashi.core.components import Components
from niwashi.core.errors import BadOptions
from niwashi.core.files import printable
from niwashi.core.game import Rules
from niwashi.core.record import Event
from niwashi.engine.factory import read_components, rules_of
from niwashi.table.continuation import check_beginning
from niwashi.table.entries import SECRET_BYTES, Arranged, Entry, Opened, Sat
from niwashi.table.seating import check_level
from niwashi.table.state import Refusal, TableState
from niwashi.wire import TableSettings


def make_opening(
    table: str,
    game: str,
    *,
    host: str,
    secret: bytes,
    now: int,
    settings: TableSettings | None,
    components: str | Path | Mapping[str, Any] | None,
    begun: Sequence[Event],
    options: Mapping[str, Any],
) -> Opened:
    assert len(secret) == SECRET_BYTES, f"a secret has {SECRET_BYTES} bytes"
    rules = rules_of(game)
    chosen = rules.options(options).as_dict()
    custom = _custom_components(rules, read_components(rules, components))
    return Opened(
        at=now,
        table=table,
        game=game,
        options=chosen,
        components=custom,
        settings=_check_settings(settings or TableSettings(), rules, chosen),
        host=host,
        seed=secret.hex(),
        rules=rules.version,
        begun=check_beginning(rules, options, custom, begun) if begun else [],
    )


def make_rematch(state: TableState, table: str, *, secret: bytes, now: int) -> tuple[Opened, list[Entry]]:
    """The opening of the next table, and the entries that seat the players there, one seat further on."""
    going = state.rematch
    if going is None:
        raise Refusal("table/rematch", "not all players have agreed to a rematch")
    old, count = state.opening, len(state.seats)
    host = state.host if going.intersection(state.seats_of(state.host)) else ""
    new = {"at": now, "table": table, "host": host, "seed": secret.hex()}
    opening = msgspec.structs.replace(old, **new, rules=rules_of(old.game).version)
    sat: list[Entry] = [
        Sat(at=now, seat=(n - 1) % count, name=seat.name, person=seat.person, bot=None if seat.person else seat.bot)
        for n, seat in enumerate(state.seats)
        if n in going
    ]
    return opening, [*sat, Arranged(at=now, order=list(range(count)))]


def _custom_components(rules: Rules, components: Components) -> dict[str, Any]:
    """A component set other than the project's own, as its file has it."""
    return {} if components == rules.box else {"game": rules.name, "name": components.name, **components.content}


def _check_settings(settings: TableSettings, rules: Rules, options: Mapping[str, Any]) -> TableSettings:
    """Decoding checks the bounds, also of settings that were made in Python."""
    try:
        checked = msgspec.json.decode(msgspec.json.encode(settings), type=TableSettings)
    except msgspec.ValidationError as error:
        raise BadOptions("options/settings", f"invalid table settings: {printable(str(error))}") from None
    check_level(checked.stand_in)
    if checked.hot_seat and rules.has_races(options):
        changes = [f"{name} {value!r} instead of {options[name]!r}" for name, value in rules.turn_order_options.items()]
        raise BadOptions("options/hot-seat", f"at a hot seat players act in turn order; use {', '.join(changes)}")
    return checked

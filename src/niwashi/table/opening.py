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
from niwashi.engine.factory import read_components, rules_of, stored_components
from niwashi.table.continuation import check_beginning
from niwashi.table.entries import SECRET_BYTES, Arranged, Entry, Opened, Sat
from niwashi.table.seating import check_level
from niwashi.table.state import Refusal, TableState
from niwashi.wire import TableSettings
from niwashi.wire.settings import DEFAULT_LOOK_SECONDS


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
    stored = _store_components(rules, read_components(rules, components))
    return Opened(
        at=now,
        table=table,
        game=game,
        options=chosen,
        components=stored,
        settings=_check_settings(settings or TableSettings(), rules, chosen),
        host=host,
        seed=secret.hex(),
        rules=rules.version,
        begun=check_beginning(rules, options, stored, begun) if begun else [],
    )


def make_rematch(state: TableState, table: str, *, secret: bytes, now: int) -> tuple[Opened, list[Entry]]:
    """The opening of the next table, and the entries that seat the players there, one seat further on."""
    going = state.rematch
    if going is None:
        raise Refusal("table/rematch", "not all players have agreed to a rematch")
    old, count = state.opening, len(state.seats)
    host = state.host if going.intersection(state.seats_of(state.host)) else ""
    new = {"at": now, "table": table, "host": host, "seed": secret.hex(), "components": _rematch_components(old)}
    settings = _complete(old.settings)
    opening = msgspec.structs.replace(old, **new, settings=settings, rules=rules_of(old.game).version)
    sat: list[Entry] = [
        Sat(at=now, seat=(n - 1) % count, name=seat.name, person=seat.person, bot=None if seat.person else seat.bot)
        for n, seat in enumerate(state.seats)
        if n in going
    ]
    return opening, [*sat, Arranged(at=now, order=list(range(count)))]


def _rematch_components(old: Opened) -> dict[str, Any]:
    """The set that the project ships today, unless the players have their own or begin with the events of a record."""
    rules = rules_of(old.game)
    if old.begun or stored_components(rules, old.components) not in rules.shipped:
        return old.components
    return _store_components(rules, rules.box)


def _store_components(rules: Rules, components: Components) -> dict[str, Any]:
    """As `stored_components` reads them. The oldest set is left unnamed, as when there was no other."""
    oldest, *newer = rules.shipped
    if components == oldest:
        return {}
    if components in newer:
        return {"name": components.name, "sha256": components.sha256}
    return {"game": rules.name, "name": components.name, **components.content}


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
    return _complete(checked)


def _complete(settings: TableSettings) -> TableSettings:
    """Settings of a new table say how long players look at the cards of a live grab."""
    if settings.look is not msgspec.UNSET:
        return settings
    return msgspec.structs.replace(settings, look=DEFAULT_LOOK_SECONDS)

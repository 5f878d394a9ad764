"""A table from its stored log, by this server's rules, which may be newer than those it was played by."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import structlog

from niwashi.core.errors import NiwashiError
from niwashi.engine import catalog
from niwashi.server.ops.logging_setup import short_id
from niwashi.store import tables
from niwashi.table import Table

log = structlog.get_logger()


class Unplayable(NiwashiError):
    """The stored log does not replay under this server's rules."""


def replay(stored: tables.StoredTable, bodies: Sequence[bytes], answers: dict[str, bytes]) -> Table:
    try:
        table = Table.rebuild(bodies, answers)
    except msgspec.DecodeError:
        raise Unplayable("table/rules", "this game cannot go on: its log is damaged in the store") from None
    except NiwashiError as error:
        sentence = f"this game was played by other rules than this server has, and cannot go on: {error.sentence}"
        raise Unplayable("table/rules", sentence) from None
    version = catalog.rules(table.game_name).version
    if table.rules_version != version:
        log.warning(
            "table of other rules",
            table=short_id(stored.id),
            state=stored.state,
            rules=table.rules_version,
            ours=version,
        )
    return table

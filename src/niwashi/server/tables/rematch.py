"""The id of the table for a rematch."""

from __future__ import annotations

import hashlib

from niwashi.table import Table

ID_BYTES = 16
"""A private table's id is the only key to it, so it is as long as a token."""


def rematch_id(table: Table) -> str:
    """Derived from the old table's seed, so that opening the rematch again after a crash finds the same table."""
    seed = table.opening.seed if table.ending else ""
    return "t" + hashlib.sha256(f"{table.id}/rematch/{seed}".encode()).hexdigest()[: 2 * ID_BYTES]

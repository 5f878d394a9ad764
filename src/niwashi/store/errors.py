"""What a store refuses, and why; each with a stable code and a sentence."""

from __future__ import annotations

from niwashi.core.errors import NiwashiError, quote


class StoreError(NiwashiError):
    """Something that a store does not do."""


class BadStore(StoreError):
    """A store that cannot be opened: no such place, not ours, or newer than this program."""


class BadEntry(StoreError):
    """Something that no store could keep: an empty batch, a body that is no JSON, a name that is too long."""


class Unknown(StoreError):
    """A table or an account that is not there."""


class Taken(StoreError):
    """A name or an id that is in use."""


class BadArchive(StoreError):
    """An export that cannot be read, or that contradicts what is there."""


class Conflict(StoreError):
    """Somebody else appended first. `newest` is the number of the log's last event: reload from there."""

    def __init__(self, table: str, newest: int) -> None:
        super().__init__("store/conflict", f"the log of table {quote(table)} ends with event {newest}; reload it")
        self.table = table
        self.newest = newest

    def __reduce__(self) -> tuple[type[Conflict], tuple[str, int]]:  # type: ignore[override]  # rebuilt from its parts
        return type(self), (self.table, self.newest)


class Fenced(StoreError):
    """Written by somebody who is not, or no longer, the table's owner."""

    def __init__(self, table: str, epoch: int, current: int) -> None:
        super().__init__("store/fenced", f"table {quote(table)} is in epoch {current}; epoch {epoch} may not write")
        self.table = table
        self.epoch = epoch
        self.current = current

    def __reduce__(self) -> tuple[type[Fenced], tuple[str, int, int]]:  # type: ignore[override]  # as above
        return type(self), (self.table, self.epoch, self.current)


class Held(StoreError):
    """A table that has an owner whose lease runs."""

    def __init__(self, table: str, owner: str) -> None:
        super().__init__("store/held", f"table {quote(table)} is held by {quote(owner)}")
        self.table = table
        self.owner = owner

    def __reduce__(self) -> tuple[type[Held], tuple[str, str]]:  # type: ignore[override]  # as above
        return type(self), (self.table, self.owner)


class Closed(StoreError):
    """A table that the host has closed."""

    def __init__(
        self, code: str = "table/closed", sentence: str = "the host of this server has closed this table"
    ) -> None:
        super().__init__(code, sentence)


class Overloaded(StoreError):
    """So much waits for the disk already that this was not taken on: nothing of it is written."""


class Unavailable(StoreError):
    """The database failed. What was under way may or may not have been kept: reload before trying again."""

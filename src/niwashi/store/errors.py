"""The store's errors, each with a stable code and a sentence."""

from __future__ import annotations

from niwashi.core.errors import NiwashiError, quote


class StoreError(NiwashiError):
    """The base of all errors of a store."""


class BadStore(StoreError):
    """The store cannot be opened: it does not exist, is not Niwashi's, or is newer than this program."""


class LostCommits(BadStore):
    """Commits that were acknowledged are not in the store."""


class BadEntry(StoreError):
    """Invalid data: an empty batch, a body that is not JSON, a name that is too long."""


class Unknown(StoreError):
    """The table or account does not exist."""


class Taken(StoreError):
    """The name or id is in use."""


class BadArchive(StoreError):
    """The export cannot be read, or contradicts the store."""


class LogConflict(StoreError):
    """Another writer appended first. `newest` is the number of the log's last event: reload from there."""

    def __init__(self, table: str, newest: int) -> None:
        super().__init__("store/conflict", f"the log of table {quote(table)} ends with event {newest}; reload it")
        self.table = table
        self.newest = newest

    def __reduce__(self) -> tuple[type[LogConflict], tuple[str, int]]:  # type: ignore[override]  # rebuilt from its parts
        return type(self), (self.table, self.newest)


class Fenced(StoreError):
    """The writer is not, or no longer, the table's owner."""

    def __init__(self, table: str, epoch: int, current: int) -> None:
        super().__init__("store/fenced", f"table {quote(table)} is in epoch {current}; epoch {epoch} may not write")
        self.table = table
        self.epoch = epoch
        self.current = current

    def __reduce__(self) -> tuple[type[Fenced], tuple[str, int, int]]:  # type: ignore[override]  # as above
        return type(self), (self.table, self.epoch, self.current)


class Held(StoreError):
    """The table has an owner with a valid lease."""

    def __init__(self, table: str, owner: str) -> None:
        super().__init__("store/held", f"table {quote(table)} is held by {quote(owner)}")
        self.table = table
        self.owner = owner

    def __reduce__(self) -> tuple[type[Held], tuple[str, str]]:  # type: ignore[override]  # as above
        return type(self), (self.table, self.owner)


class Closed(StoreError):
    """The host has closed the table."""

    def __init__(
        self, code: str = "table/closed", sentence: str = "the host of this server has closed this table"
    ) -> None:
        super().__init__(code, sentence)


class Overloaded(StoreError):
    """Too many appends are pending. This one was not accepted, and nothing of it is written."""


class Unavailable(StoreError):
    """The database failed. It is unknown whether the write succeeded: reload before retrying."""

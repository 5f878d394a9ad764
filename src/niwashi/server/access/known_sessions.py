"""Sessions that were looked up, kept in memory, so that whoever comes back costs no query."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from niwashi.wire.settings import SECOND_MS

if TYPE_CHECKING:
    from niwashi.server.access.accounts import Person

TRUSTED_SECONDS = 5.0
"""How long sessions are believed after the last look at what other processes and nodes have changed."""
MAX_KNOWN = 50_000


class _Known(NamedTuple):
    person: Person
    expires: int


class KnownSessions:
    """By the keys of sessions. Changes in this process are forgotten at once; of those elsewhere a notice tells within
    a second (`NoticeWatcher`). While notices cannot be read, nobody is known."""

    def __init__(self, now: Callable[[], int], most: int = MAX_KNOWN) -> None:
        self._now, self._most = now, most
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._keys: dict[str, set[str]] = {}
        """By account."""
        self._trusted_until = 0
        self.version = 0
        """Grows with every change: what was read before one may be outdated."""

    def confirm(self) -> None:
        """All notices so far were read."""
        self._trusted_until = self._now() + round(TRUSTED_SECONDS * SECOND_MS)

    def find(self, session: str) -> Person | None:
        known = self._known.get(session)
        now = self._now()
        return known.person if known is not None and now < min(known.expires, self._trusted_until) else None

    def remember(self, person: Person, expires: int, version: int) -> None:
        """What was read from the store while this had the given version."""
        if version != self.version:
            return
        self._known[person.session] = _Known(person, expires)
        self._known.move_to_end(person.session)
        self._keys.setdefault(person.id, set()).add(person.session)
        if len(self._known) > self._most:
            self._drop(next(iter(self._known)))

    def forget_session(self, session: str) -> None:
        self.version += 1
        if session in self._known:
            self._drop(session)

    def forget_account(self, account: str) -> None:
        self.version += 1
        for session in list(self._keys.get(account, ())):
            self._drop(session)

    def _drop(self, session: str) -> None:
        account = self._known.pop(session).person.id
        own = self._keys[account]
        own.discard(session)
        if not own:
            del self._keys[account]

"""Accounts: guests with a name, and registered people with a password. A session token in a cookie identifies both."""

from __future__ import annotations

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from niwashi.core.errors import NiwashiError, quote
from niwashi.core.record import DELETED
from niwashi.server.access.common_passwords import is_common
from niwashi.server.access.known_sessions import KnownSessions
from niwashi.server.settings import Settings
from niwashi.store import Database, accounts
from niwashi.store.erasure import delete_account
from niwashi.table import privacy
from niwashi.wire.requests import MAX_NEW_NAME_LENGTH

DAY_SECONDS = 24 * 60 * 60
MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH = 8, 200
GUEST = "~"
"""Prefix of a guest's unique account name; the name that others see is a setting, and two guests may share it."""
WATCHER, WATCHER_BYTES = "watcher-", 8
"""Prefix of the id of somebody without a session. Ids of accounts have no hyphen."""
MAX_MUTED = 200


class Unauthenticated(NiwashiError):
    """There is no session, or the credentials are wrong."""


def no_session() -> Unauthenticated:
    return Unauthenticated("people/session", "no session; create one with POST /api/session")


@dataclass(frozen=True)
class Person:
    id: str
    name: str
    guest: bool
    muted: frozenset[str] = frozenset()
    session: str = ""
    """The key of the session that this person came with; sockets end with it."""

    @property
    def watcher(self) -> bool:
        """Somebody without a session, who only watches."""
        return self.id.startswith(WATCHER)


def make_watcher() -> Person:
    return Person(WATCHER + secrets.token_hex(WATCHER_BYTES), "", True)


def check_name(name: str) -> str:
    """Return a new name with its whitespace normalised. Accounts from before may have longer ones."""
    name = " ".join(name.split())
    if accounts.normalise_name(name) == DELETED:
        raise NiwashiError("people/name", f"{quote(name)} is reserved for people who have deleted their account")
    if not 0 < len(name) <= MAX_NEW_NAME_LENGTH or not name.isprintable() or name.startswith(GUEST):
        right = f"1 to {MAX_NEW_NAME_LENGTH} printable characters and not begin with {GUEST}"
        sentence = f"a name must have {right}; got {quote(name)}"
        raise NiwashiError("people/name", sentence)
    return name


def check_password(password: str) -> str:
    if not MIN_PASSWORD_LENGTH <= len(password) <= MAX_PASSWORD_LENGTH:
        sentence = (
            f"a password must have {MIN_PASSWORD_LENGTH} to {MAX_PASSWORD_LENGTH} characters; got {len(password)}"
        )
        raise NiwashiError("people/password", sentence)
    if is_common(password):
        raise NiwashiError("people/common-password", "this password is among the first that are tried; choose another")
    return password


class AccountService:
    def __init__(self, database: Database, settings: Settings, known: KnownSessions) -> None:
        self._database, self._settings, self._known = database, settings, known
        self._hasher = PasswordHasher(settings.argon2_time, settings.argon2_memory)
        # Hashing is slow on purpose. One thread does it, so that tables are not delayed.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="niwashi-argon2")
        self._dummy_hash = self._hasher.hash(secrets.token_hex())

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def create_guest(self, name: str) -> tuple[Person, str]:
        """Create a guest and a session token. A guest may not use the name of an account."""
        name = await self._check_free(check_name(name))
        account = await accounts.create(self._database, GUEST + secrets.token_hex(12), settings={"name": name})
        return Person(account, name, True), await self._open_session(account)

    async def rename_guest(self, person: Person, name: str) -> Person:
        """Tables where they sit are told by `rename`."""
        if not person.guest:
            raise NiwashiError("people/account", "an account keeps its name; only guests can change theirs")
        name = await self._check_free(check_name(name))
        found = await accounts.find(self._database, person.id)
        await accounts.set_settings(self._database, person.id, {**(found.settings if found else {}), "name": name})
        self._known.forget_account(person.id)
        return Person(person.id, name, True, person.muted)

    async def _check_free(self, name: str) -> str:
        if await accounts.find_by_name(self._database, name):
            raise NiwashiError(
                "people/taken", f"{quote(name)} is the name of an account; log in, or choose another name"
            )
        return name

    async def register(self, guest: Person | None, name: str, password: str) -> tuple[Person, str]:
        """Create an account. A guest who registers keeps their games."""
        name, hashed = check_name(name), await self._hash(check_password(password))
        if guest is not None and guest.guest:
            await accounts.upgrade_guest(self._database, guest.id, name, hashed)
            self._known.forget_account(guest.id)
            return Person(guest.id, name, False, guest.muted), await self._open_session(guest.id)
        account = await accounts.create(self._database, name, hashed)
        return Person(account, name, False), await self._open_session(account)

    async def log_in(self, name: str, password: str) -> tuple[Person, str]:
        found = await accounts.find_by_name(self._database, check_name(name))
        kept = found.password if found and found.password else self._dummy_hash  # an unknown name must take as long
        if not await self._matches(kept, password[: MAX_PASSWORD_LENGTH + 1]) or found is None:
            raise Unauthenticated("people/login", "wrong name or password")
        return _person(found), await self._open_session(found.id)

    async def _open_session(self, account: str) -> str:
        return await accounts.open_session(self._database, account, self._settings.session_days * DAY_SECONDS)

    async def _hash(self, password: str) -> str:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._hasher.hash, password)

    async def _matches(self, hashed: str, password: str) -> bool:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._hasher.verify, hashed, password)
        except (Argon2Error, InvalidHashError, UnicodeError):
            return False

    def find_known(self, token: str | None) -> Person | None:
        """The same as `find_by_token` if no query is needed; None says nothing."""
        return self._known.find(accounts.session_key(token)) if token else None

    async def find_by_token(self, token: str | None) -> Person | None:
        if not token:
            return None
        key, version = accounts.session_key(token), self._known.version
        known = self._known.find(key)
        if known is not None:
            return known
        found = await accounts.find_session(self._database, token)
        if found is None:
            return None
        person = replace(_person(found.account), session=key)
        self._known.remember(person, found.expires, version)
        return person

    async def check_session(self, person: Person) -> None:
        """Raises Unauthenticated if the session has ended since the person was found by it."""
        if not person.session or self._known.find(person.session) is not None:
            return
        if person.session not in await accounts.open_session_keys(self._database, person.id):
            raise no_session()

    async def log_out(self, token: str) -> None:
        await accounts.close_session(self._database, token)
        self._known.forget_session(accounts.session_key(token))

    async def log_out_elsewhere(self, person: Person, token: str) -> None:
        await accounts.close_other_sessions(self._database, person.id, token)
        self._known.forget_account(person.id)

    async def change_password(self, person: Person, old: str, new: str) -> str:
        """Returns the token of a new session; all others end."""
        found = await accounts.find(self._database, person.id)
        if found is None or found.password is None:
            raise NiwashiError("people/account", "a guest has no password; create an account first")
        if not await self._matches(found.password, old[: MAX_PASSWORD_LENGTH + 1]):
            raise Unauthenticated("people/login", "the old password is wrong")
        await accounts.set_password(self._database, person.id, await self._hash(check_password(new)))
        self._known.forget_account(person.id)
        return await self._open_session(person.id)

    async def remove(self, person: Person) -> None:
        await delete_account(self._database, person.id, privacy)
        self._known.forget_account(person.id)

    async def mute(self, person: Person, other: str, muted: bool) -> Person:
        """Hide another person's chat, or show it again."""
        now = (person.muted | {other}) if muted else (person.muted - {other})
        if len(now) > MAX_MUTED:
            raise NiwashiError("people/muted", f"you can mute at most {MAX_MUTED} people")
        found = await accounts.find(self._database, person.id)
        kept = {**(found.settings if found else {}), "muted": sorted(now)}
        await accounts.set_settings(self._database, person.id, kept)
        self._known.forget_account(person.id)
        return Person(person.id, person.name, person.guest, now)


def _person(account: accounts.Account) -> Person:
    return Person(account.id, account.display_name, account.guest, frozenset(account.settings.get("muted", ())))

"""Accounts: guests with a name, and registered people with a password. A session token in a cookie identifies both."""

from __future__ import annotations

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from niwashi.core.errors import NiwashiError, quote
from niwashi.core.record import DELETED
from niwashi.engine.game import MAX_NAME_LENGTH
from niwashi.server.settings import Settings
from niwashi.store import Database, accounts
from niwashi.store.erasure import delete_account
from niwashi.table import privacy

DAY_SECONDS = 24 * 60 * 60
MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH = 8, 200
GUEST = "~"
"""Prefix of a guest's unique account name; the name that others see is a setting, and two guests may share it."""
MAX_MUTED = 200


class Unauthenticated(NiwashiError):
    """There is no session, or the credentials are wrong."""


@dataclass(frozen=True)
class Person:
    id: str
    name: str
    guest: bool
    muted: frozenset[str] = frozenset()


def check_name(name: str) -> str:
    """Return the name with its whitespace normalised."""
    name = " ".join(name.split())
    if accounts.normalise_name(name) == DELETED:
        raise NiwashiError("people/name", f"{quote(name)} is reserved for people who have deleted their account")
    if not 0 < len(name) <= MAX_NAME_LENGTH or not name.isprintable() or name.startswith(GUEST):
        right = f"1 to {MAX_NAME_LENGTH} printable characters and not begin with {GUEST}"
        sentence = f"a name must have {right}; got {quote(name)}"
        raise NiwashiError("people/name", sentence)
    return name


def check_password(password: str) -> str:
    if not MIN_PASSWORD_LENGTH <= len(password) <= MAX_PASSWORD_LENGTH:
        sentence = (
            f"a password must have {MIN_PASSWORD_LENGTH} to {MAX_PASSWORD_LENGTH} characters; got {len(password)}"
        )
        raise NiwashiError("people/password", sentence)
    return password


class AccountService:
    def __init__(self, database: Database, settings: Settings) -> None:
        self._database, self._settings = database, settings
        self._hasher = PasswordHasher(settings.argon2_time, settings.argon2_memory)
        # Hashing is slow on purpose. One thread does it, so that tables are not delayed.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="niwashi-argon2")
        self._dummy_hash = self._hasher.hash(secrets.token_hex())

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def create_guest(self, name: str) -> tuple[Person, str]:
        """Create a guest and a session token. A guest may not use the name of an account."""
        name = await self._check_free(check_name(name))
        account = await accounts.create(self._database, GUEST + secrets.token_hex(12))
        await accounts.set_settings(self._database, account, {"name": name})
        return Person(account, name, True), await self._open_session(account)

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

    async def find_by_token(self, token: str | None) -> Person | None:
        found = await accounts.find_by_session(self._database, token) if token else None
        return _person(found) if found else None

    async def log_out(self, token: str) -> None:
        await accounts.close_session(self._database, token)

    async def remove(self, person: Person) -> None:
        await delete_account(self._database, person.id, privacy)

    async def mute(self, person: Person, other: str, muted: bool) -> Person:
        """Hide another person's chat, or show it again."""
        now = (person.muted | {other}) if muted else (person.muted - {other})
        if len(now) > MAX_MUTED:
            raise NiwashiError("people/muted", f"you can mute at most {MAX_MUTED} people")
        found = await accounts.find(self._database, person.id)
        kept = {**(found.settings if found else {}), "muted": sorted(now)}
        await accounts.set_settings(self._database, person.id, kept)
        return Person(person.id, person.name, person.guest, now)


def _person(account: accounts.Account) -> Person:
    return Person(account.id, account.display_name, account.guest, frozenset(account.settings.get("muted", ())))

"""Accounts, sessions, chat and bans."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from niwashi.store import Database, open_database, schema
from niwashi.store.accounts import (
    close_session,
    create,
    find,
    find_by_name,
    find_session,
    open_session,
    set_password,
    set_settings,
)
from niwashi.store.bans import ban, list_active, normalise_network, remove
from niwashi.store.chat import add_message, delete_messages, list_messages
from niwashi.store.erasure import delete_account
from niwashi.store.errors import BadEntry, Taken, Unknown
from niwashi.store.retention import sweep
from niwashi.table import privacy
from tests.store.logs import seated


async def signed_in(database: Database, token: str) -> str | None:
    found = await find_session(database, token)
    return found.account.id if found else None


async def test_names_that_look_the_same_are_the_same(place: str) -> None:
    async with open_database(place) as database:
        aki = await create(database, "Aki", password="hash")
        for other in ("aki", "AKI", " Aki ", "\N{FULLWIDTH LATIN CAPITAL LETTER A}ki"):
            with pytest.raises(Taken):
                await create(database, other)
            found = await find_by_name(database, other)
            assert found is not None
            assert (found.id, found.name, found.password) == (aki, "Aki", "hash")
        assert await find_by_name(database, "Bo") is None
        for nameless in ("", "  ", "a\0", "a" * 65):
            with pytest.raises(BadEntry):
                await create(database, nameless)


async def test_settings_are_kept(place: str) -> None:
    async with open_database(place) as database:
        aki = await create(database, "Aki")
        await set_settings(database, aki, {"language": "ja", "sound": 0.5})
        found = await find(database, aki)
        assert found is not None
        assert found.settings == {"language": "ja", "sound": 0.5}
        with pytest.raises(Unknown, match="“nobody”"):
            await set_settings(database, "nobody", {})


async def test_a_session_is_known_by_its_token_and_only_its_hash_is_kept(place: str) -> None:
    async with open_database(place) as database:
        aki = await create(database, "Aki")
        token, expired = await open_session(database, aki, 60), await open_session(database, aki, -1)
        assert await signed_in(database, token) == aki
        assert await signed_in(database, expired) is None
        assert await signed_in(database, "forged\ud800") is None
        async with database.read_transaction() as connection:
            kept = (await connection.execute(select(schema.sessions.c.token_sha256))).scalars().all()
        assert all(token.encode() not in bytes(hashed) and len(hashed) == 32 for hashed in kept)
        assert (await sweep(database))["sessions"] == 1
        await close_session(database, token)
        assert await signed_in(database, token) is None
        with pytest.raises(Unknown):
            await open_session(database, "nobody", 60)


async def test_a_new_password_ends_all_sessions(place: str) -> None:
    async with open_database(place) as database:
        aki = await create(database, "Aki", password="old")
        token = await open_session(database, aki, 60)
        await set_password(database, aki, "new")
        assert await signed_in(database, token) is None


async def test_chat_is_read_from_where_one_was(place: str) -> None:
    async with open_database(place) as database:
        aki = await create(database, "Aki")
        await seated(database, "t1", "t2")
        first = await add_message(database, "t1", "Aki", "hello", aki)
        await add_message(database, "t2", "Bo", "elsewhere")
        second = await add_message(database, "t1", "Bo", "hello, 庭師")
        assert [(message.id, message.text) for message in await list_messages(database, "t1")] == [
            (first, "hello"),
            (second, "hello, 庭師"),
        ]
        assert [message.id for message in await list_messages(database, "t1", since=first)] == [second]
        assert [message.id for message in await list_messages(database, "t1", limit=1)] == [second]
        assert await delete_messages(database, line=second) == 1
        assert [message.account for message in await list_messages(database, "t1")] == [aki]
        with pytest.raises(Unknown):
            await add_message(database, "t3", "Aki", "hello")
        with pytest.raises(BadEntry):
            await add_message(database, "t1", "Aki", "a" * 2001)


async def test_a_ban_holds_until_it_ends(place: str) -> None:
    async with open_database(place) as database:
        await ban(database, "address", "192.0.2.1", "spam")
        assert [(found.subject, found.reason, found.until) for found in await list_active(database)] == [
            ("192.0.2.1", "spam", None)
        ]
        await ban(database, "address", "192.0.2.1", "enough", seconds=-1)
        assert await list_active(database) == []
        await ban(database, "account", "a1", "spam", seconds=60)
        assert [found.subject for found in await list_active(database)] == ["a1"]
        assert await remove(database, "account", "a1")
        assert not await remove(database, "account", "a1")
        assert await list_active(database) == []
        assert (await sweep(database))["bans"] == 1


def test_an_address_is_kept_as_a_network() -> None:
    assert normalise_network(" 192.0.2.7 ") == "192.0.2.7"
    assert normalise_network("192.0.2.7/24") == "192.0.2.0/24"
    assert normalise_network("2001:db8:0:1:2:3:4:5") == "2001:db8:0:1::/64", "who has one has all of them"
    assert normalise_network("2001:db8::/32") == "2001:db8::/32"
    for wrong in ("", "Aki", "192.0.2", "192.0.2.0/33"):
        with pytest.raises(BadEntry, match=f"“{wrong}” is not an address"):
            normalise_network(wrong)


async def test_a_deleted_account_takes_everything_of_its_own_along(place: str) -> None:
    async with open_database(place) as database:
        aki, bo = await create(database, "Aki"), await create(database, "Bo")
        await seated(database, "t1")
        token = await open_session(database, aki, 60)
        await add_message(database, "t1", "Aki", "mine", aki)
        await add_message(database, "t1", "Bo", "not mine", bo)
        await ban(database, "account", aki, "spam")
        await delete_account(database, aki, privacy)
        assert await find(database, aki) is None
        assert await signed_in(database, token) is None
        assert [message.text for message in await list_messages(database, "t1")] == ["not mine"]
        assert await list_active(database) == []
        with pytest.raises(Unknown):
            await delete_account(database, aki, privacy)
        await create(database, "Aki")

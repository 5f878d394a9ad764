"""No future chance leaves a table: two tables with the same past and different seeds publish the same."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from niwashi.core.rng import seeded
from niwashi.engine.commitment import commitment
from niwashi.table import Table, entries, publish
from niwashi.table.entries import Opened, decode_entry, encode_entry
from niwashi.wire import TableSettings, TurnClock, requests, to_json
from tests.table.owners import PEOPLE, SECRET, Owner

OTHER = bytes(255 - byte for byte in SECRET)
CANARIES = [SECRET.hex(), SECRET.hex()[:12], SECRET.hex()[-12:], str(int.from_bytes(SECRET, "big")), repr(SECRET)]
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("miyabi", {"seats": 2, "expansions": "CE"}),
    ("miyabi", {"seats": 3}),
    ("edo_yashiki", {"seats": 3, "grab": "live"}),
    ("edo_yashiki", {"seats": 2, "grab": "calm", "specialists": True}),
]


def traffic(owner: Owner, since: int = -1) -> list[bytes]:
    """Everything that seats and a spectator are told, without the one thing that must differ."""
    viewers: list[str | None] = [None, *PEOPLE[:3]]
    sent = [to_json(news) for news in owner.table.news(since)]
    sent += [to_json(owner.table.snapshot(viewer, owner.now)) for viewer in viewers]
    shown = owner.table.snapshot(None, owner.now).commitment.encode()
    return [message.replace(shown, b"commitment") for message in sent]


def with_another_future(owner: Owner) -> Owner:
    """The same table up to now, as if its seed had been another: its first entry says which."""
    first = decode_entry(owner.bodies[0])
    assert isinstance(first, Opened)
    twin = object.__new__(Owner)
    twin.__dict__.update(owner.__dict__)
    twin.bodies = [encode_entry(msgspec.structs.replace(first, seed=OTHER.hex())), *owner.bodies[1:]]
    twin.answers = dict(owner.answers)
    twin.ids = iter(range(10_000, 20_000))  # type: ignore[assignment]
    twin.table = Table.rebuild(twin.bodies, twin.answers)
    return twin


def chances(owner: Owner) -> int:
    return sum(who == "chance" for who, _ in owner.table.record().events)


@pytest.mark.parametrize(("game", "options"), VARIANTS)
@settings(max_examples=settings().max_examples // 8)
@given(played=st.integers(0, 60), seed=st.integers(0, 1000))
def test_until_the_next_draw_two_futures_look_alike(game: str, options: dict[str, Any], played: int, seed: int) -> None:
    owner = Owner(game, settings=TableSettings(clock=TurnClock(seconds=600)), **options)
    owner.begin(options["seats"])
    owner.play(played, seed)
    twin = with_another_future(owner)
    assert traffic(twin, owner.table.seq - 3) == traffic(owner, owner.table.seq - 3)
    drawn, since = chances(owner), owner.table.seq
    for step in range(6):
        if owner.table.phase == "over":
            return
        owner.step(seeded(seed + step))
        twin.step(seeded(seed + step))
        if chances(owner) > drawn or owner.table.phase == "over":
            return
        assert traffic(twin, since) == traffic(owner, since)


def test_before_the_start_two_seeds_look_alike() -> None:
    one, other = (Owner("edo_yashiki", secret=secret, seats=3) for secret in (SECRET, OTHER))
    for owner in (one, other):
        for person in PEOPLE[:3]:
            owner.done(person, requests.Sit, name=person)
            owner.done(person, requests.Nonce, text=f"nonce-{person}")
        assert owner.refused("bo", requests.Start) == "table/host"
    assert traffic(one) == traffic(other)


@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_the_seed_is_in_no_message_before_the_end_and_in_the_last_one(game: str, options: dict[str, Any]) -> None:
    owner = Owner(game, **options)
    owner.begin(options["seats"], arranged=False)
    key = owner.table._state.key
    since, rng = -1, seeded(5)
    while owner.table.phase != "over":
        said = b"".join([*traffic(owner, since), owner.table.record().to_json()]).decode()
        assert not [canary for canary in [*CANARIES, key] if canary in said]
        answers = b"".join(owner.answers.values()).decode()
        assert not [canary for canary in CANARIES if canary in answers]
        since = owner.table.seq
        owner.step(rng)
    told = b"".join(traffic(owner, since)).decode()
    assert SECRET.hex() in told
    assert commitment(SECRET.hex()) == owner.table.snapshot(None, owner.now).commitment


def test_nobody_is_told_who_others_are_to_the_server() -> None:
    owner = Owner("miyabi", seats=2)
    for person, name in (("account-4711", "Aki"), ("account-4712", "Bo")):
        owner.done(person, requests.Sit, name=name)
    owner.done("aki", requests.Start)
    said = b"".join(to_json(news) for news in owner.table.news(-1)) + to_json(owner.table.snapshot(None, owner.now))
    assert b"account" not in said + owner.table.record().to_json()


def test_every_entry_is_public_or_private_on_purpose() -> None:
    made = {entries.Opened, entries.Started, entries.Happened, entries.Ended}
    private = {entries.Saw, entries.Pressed, entries.Hurried, entries.Judged, entries.Rested}
    assert {*publish.PUBLIC, *made, *private} == set(get_args(entries.Entry))
    assert {kind.__name__: public.__name__ for kind, public in publish.PUBLIC.items()} == {
        kind.__name__: kind.__name__ for kind in publish.PUBLIC
    }

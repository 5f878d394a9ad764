"""Two worlds with one past and two futures: clients cannot distinguish them before the first draw that differs."""

from __future__ import annotations

from base64 import b64encode, urlsafe_b64encode

import pytest
from msgspec.structs import replace

from niwashi.engine.commitment import commitment
from niwashi.server.tables import registry
from niwashi.table import Table
from niwashi.table.entries import Opened, decode_entry
from niwashi.wire import Snapshot
from tests.simulation.follower import decoded
from tests.simulation.world import World, simulate

QUICK, MORE, FULL = 2, 8, 300
SEEDS = [
    *range(QUICK),
    *(pytest.param(seed, marks=pytest.mark.more) for seed in range(QUICK, MORE)),
    *(pytest.param(seed, marks=pytest.mark.full) for seed in range(MORE, FULL)),
]


def seed_of(world: World) -> str:
    """Read from the disk."""
    ((body,),) = world.disk.read("SELECT body FROM events WHERE table_id = ? AND sequence = 1", world.table or "")
    first = decode_entry(body)
    assert isinstance(first, Opened)
    return first.seed


def canaries(seed: str) -> list[bytes]:
    """The secret in every form in which it could leak."""
    raw = bytes.fromhex(seed)
    encoded = [encode(what).rstrip(b"=") for encode in (b64encode, urlsafe_b64encode) for what in (raw, seed.encode())]
    return [seed.encode(), seed.upper().encode(), raw, raw[::-1], str(int(seed, 16)).encode(), *encoded]


def draws(raw: bytes, begun: int) -> bool:
    """Whether the message contains a chance event after entry `begun`, or the end, which reveals the seed."""
    message = decoded(raw)
    news = [*message.get("news", ()), *message.get("answer", {}).get("missing", ())]
    events = [one["event"] or {} for one in news if one["seq"] >= begun]
    drawn = any(event.get("who") == "chance" or event.get("event") in ("started", "ended") for event in events)
    drawn = drawn or message.get("choices", {}).get("seq", -1) >= begun  # they may overtake the news of the draw
    return drawn or (message.get("snapshot", {}).get("phase", "gathering") != "gathering" and begun == 0)


def until_the_draw(world: World) -> float:
    heard = [time for player in world.players for time, raw in player.heard if draws(raw, world.begun)]
    return min(heard, default=float("inf"))


def told(world: World, seed: str, until: float) -> list[list[tuple[float, bytes]]]:
    """The exact bytes and times of each client's messages, without the commitment, which must differ."""
    committed = commitment(seed).encode()
    return [
        [(time, raw.replace(committed, b"commitment")) for time, raw in player.heard if time < until]
        for player in world.players
    ]


def compare_futures(seed: str) -> int:
    """The number of messages before the worlds differ: 0 if the next draw comes before the first client."""
    one = simulate(World(seed))
    one_seed = seed_of(one)
    other = simulate(World(seed, future="another"))
    other_seed = seed_of(other)
    assert one_seed != other_seed
    until = min(until_the_draw(one), until_the_draw(other))
    before = told(one, one_seed, until)
    assert before == told(other, other_seed, until), "somebody could tell"
    check_canaries(one, one_seed)
    return sum(map(len, before))


def compare_many(seeds: range) -> None:
    for seed in seeds:
        compare_futures(str(seed))


def check_canaries(world: World, seed: str) -> None:
    secrets = canaries(seed)
    for player in world.players:
        for _, raw in player.heard:
            if b'"ended"' not in raw and b'"phase":"over"' not in raw:
                assert not [canary for canary in secrets if canary in raw], raw


@pytest.mark.parametrize("seed", SEEDS)
def test_until_the_draw_two_futures_are_told_alike_and_the_seed_is_told_at_the_end(seed: int) -> None:
    """In at least one world of three, clients connect before the draw."""
    assert any(compare_futures(name) > 5 for name in (str(seed), f"{seed} again", f"{seed} once more"))


class Leaky(Table):
    """Leaks one bit of the seed in a timestamp."""

    def snapshot(self, person: str | None, now: int) -> Snapshot:
        odd = int(self._state.opening.seed[0], 16) % 2
        return replace(super().snapshot(person, now), at=now + odd)


@pytest.mark.more
def test_one_bit_in_a_time_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """About one pair of seeds in two differs in that bit."""
    monkeypatch.setattr(registry, "Table", Leaky)
    with pytest.raises(AssertionError, match="somebody could tell"):
        compare_many(range(20))

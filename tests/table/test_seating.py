"""Before the start: who sits, who leaves, who is host, who sits where."""

from __future__ import annotations

from niwashi import bots
from niwashi.table.bot_names import GARDENERS, pick_bot_name
from niwashi.wire import requests
from tests.table.owners import Owner


def held(owner: Owner) -> list[str]:
    return [seat.name or "–" for seat in owner.table.snapshot(None, owner.now).seats]


def test_people_take_the_first_open_seat_or_the_one_they_name() -> None:
    owner = Owner("miyabi", seats=3)
    owner.done("bo", requests.Sit, name="Bo", seat=1)
    owner.done("aki", requests.Sit, name="Aki")
    owner.done("chie", requests.Sit, name="Chie")
    assert held(owner) == ["Aki", "Bo", "Chie"]
    assert owner.refused("dai", requests.Sit, name="Dai") == "table/full"


def test_a_seat_is_taken_once_and_a_person_sits_once() -> None:
    owner = Owner("miyabi", seats=3)
    owner.done("bo", requests.Sit, name="Bo", seat=1)
    assert owner.refused("aki", requests.Sit, name="Aki", seat=1) == "table/taken"
    assert owner.refused("bo", requests.Sit, name="Bo") == "table/seated"
    assert owner.refused("aki", requests.Sit, name="A\nki") == "table/name"
    assert owner.refused("aki", requests.Sit, name="") == "table/name"


def test_a_seat_that_was_left_is_open_again() -> None:
    owner = Owner("miyabi", seats=2)
    owner.done("bo", requests.Sit, name="Bo")
    owner.done("bo", requests.Leave)
    assert held(owner) == ["–", "–"]
    assert owner.refused("bo", requests.Leave) == "table/spectator"


def test_only_the_host_removes_seats_bots_arranges_and_starts() -> None:
    owner = Owner("miyabi", seats=2)
    owner.done("bo", requests.Sit, name="Bo")
    for kind, fields in (
        (requests.Remove, {"seat": 0}),
        (requests.Bot, {"seat": 1, "level": "strong"}),
        (requests.Arrange, {"order": [1, 0]}),
        (requests.Start, {}),
    ):
        assert owner.refused("bo", kind, **fields) == "table/host"
    owner.done("aki", requests.Remove, seat=0)
    assert held(owner) == ["–", "–"]
    assert owner.refused("aki", requests.Remove, seat=0) == "table/empty"
    assert owner.refused("aki", requests.Remove, seat=9) == "table/seat"


def test_a_host_who_leaves_hands_the_table_on() -> None:
    owner = Owner("miyabi", seats=2)
    owner.done("aki", requests.Sit, name="Aki")
    owner.done("bo", requests.Sit, name="Bo")
    owner.done("aki", requests.Leave)
    assert owner.table.snapshot("bo", owner.now).host
    owner.done("bo", requests.Bot, seat=0, level="club")
    owner.done("bo", requests.Start)


def test_every_bot_of_the_ladder_may_sit_and_no_other() -> None:
    owner = Owner("edo_yashiki", seats=5)
    for seat, rung in enumerate(bots.LADDER):
        owner.done("aki", requests.Bot, seat=seat, level=rung.name)
    owner.done("aki", requests.Remove, seat=0)
    assert owner.refused("aki", requests.Bot, seat=0, level="os.system:rm") == "table/bot"


def test_a_game_starts_when_all_seats_are_taken_and_then_they_stay() -> None:
    owner = Owner("miyabi", seats=2)
    owner.done("aki", requests.Sit, name="Aki")
    assert owner.refused("aki", requests.Start) == "table/missing"
    assert owner.refused("aki", requests.Resign) == "table/start"
    owner.done("bo", requests.Sit, name="Bo")
    owner.done("aki", requests.Start)
    for kind, fields in (
        (requests.Leave, {}),
        (requests.Start, {}),
        (requests.Nonce, {"text": "x"}),
        (requests.Remove, {"seat": 0}),
        (requests.Arrange, {"order": [1, 0]}),
    ):
        assert owner.refused("aki", kind, **fields) == "table/started"


def test_the_host_may_arrange_the_seats() -> None:
    owner = Owner("miyabi", seats=3)
    for person in ("aki", "bo", "chie"):
        owner.done(person, requests.Sit, name=person)
    assert owner.refused("aki", requests.Arrange, order=[0, 0, 1]) == "table/order"
    owner.done("aki", requests.Arrange, order=[2, 0, 1])
    owner.done("aki", requests.Start)
    assert owner.table.record().names == ["chie", "aki", "bo"]


def test_otherwise_seats_are_drawn_and_every_order_comes_up() -> None:
    orders = set()
    for secret in range(40):
        owner = Owner("edo_yashiki", secret=secret.to_bytes(16, "big"), seats=3)
        owner.begin(3, arranged=False)
        orders.add(tuple(owner.table.record().names))
    assert len(orders) == 6


# -- names -----------------------------------------------------------------------------------------------------------
def names(owner: Owner) -> list[str]:
    return [seat.name for seat in owner.table.snapshot(None, owner.now).seats]


def test_bots_have_names_and_no_two_at_a_table_share_one() -> None:
    owner = Owner("edo_yashiki", seats=5)
    owner.done("aki", requests.Sit, name="Kenji")
    for seat in (1, 2, 3, 4):
        owner.done("aki", requests.Bot, seat=seat, level="casual")
    assert names(owner) == ["Kenji", "Hana", "Otto", "Lise", "Hana 2"]
    owner.done("aki", requests.Remove, seat=1)
    owner.done("aki", requests.Bot, seat=1, level="casual")
    assert names(owner)[1] == "Hana", "a name that is free again is given again"


def test_every_level_has_enough_names_that_no_other_level_has() -> None:
    every = [name for level in bots.LADDER for name in GARDENERS[level.name]]
    assert len(set(every)) == len(every)
    assert all(len(GARDENERS[level.name]) >= 4 for level in bots.LADDER)
    assert pick_bot_name("gardener_x", ["Gardener_x"]) == "Gardener_x 2"


def test_a_record_has_the_bots_names() -> None:
    owner = Owner("miyabi", seats=2)
    owner.done("aki", requests.Sit, name="Aki")
    owner.done("aki", requests.Bot, seat=1, level="expert")
    owner.done("aki", requests.Arrange, order=[0, 1])
    owner.done("aki", requests.Start)
    assert owner.table.record().names == ["Aki", "Enshu"]


def test_who_sits_may_be_called_otherwise_until_the_start() -> None:
    owner = Owner("miyabi", seats=2)
    assert owner.refused("aki", requests.Rename, name="Hana") == "table/spectator"
    for person in ("aki", "bo"):
        owner.done(person, requests.Sit, name=person)
    owner.done("aki", requests.Rename, name="Hana")
    assert names(owner) == ["Hana", "bo"]
    assert owner.rebuilt().snapshot(None, owner.now) == owner.table.snapshot(None, owner.now)
    owner.done("aki", requests.Start)
    assert owner.refused("bo", requests.Rename, name="Mei") == "table/started"


def test_an_invitation_says_where_the_host_sits() -> None:
    owner = Owner("miyabi", seats=3)
    assert owner.table.snapshot(None, owner.now).host_seat is None
    owner.done("bo", requests.Sit, name="Bo")
    owner.done("aki", requests.Sit, name="Aki", seat=2)
    assert owner.table.snapshot("bo", owner.now).host_seat == 2
    owner.done("aki", requests.Leave)
    assert owner.table.snapshot(None, owner.now).host_seat == 0, "Bo is the host now"

"""The small parts, by themselves: buckets, outboxes, tickets, settings."""

from __future__ import annotations

import pytest

from niwashi.core.errors import BadOptions
from niwashi.server.limits import Buckets, Rate, TooMany
from niwashi.server.outbox import Outbox
from niwashi.server.people import Person
from niwashi.server.settings import read_settings
from niwashi.server.tickets import SECONDS, BadTicket, OwnTickets

AKI = Person("a1", "Aki", True)


class Time:
    """A clock that stands until it is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_empties_and_fills() -> None:
    time = Time()
    buckets = Buckets(Rate(each_second=1, at_once=2), time)
    for name in ("aki", "aki", "bo"):
        buckets.take(name)
    with pytest.raises(TooMany):
        buckets.take("aki")
    time.now = 1.0
    buckets.take("aki")
    with pytest.raises(TooMany):
        buckets.take("aki")


def test_only_so_many_buckets_are_remembered() -> None:
    buckets = Buckets(Rate(0, 1), Time(), most=2)
    for name in ("a", "b", "c", "a"):
        buckets.take(name)
    with pytest.raises(TooMany):
        buckets.take("c")


async def test_who_does_not_read_is_dropped() -> None:
    outbox = Outbox(most_messages=2)
    for number in range(3):
        outbox.offer(b"%d" % number)
    assert outbox.overflowed
    assert await outbox.take() is None


async def test_what_waits_is_sent_before_the_end() -> None:
    outbox = Outbox()
    outbox.offer(b"news")
    outbox.close()
    outbox.offer(b"too late")
    assert [await outbox.take(), await outbox.take()] == [b"news", None]


async def test_a_ticket_grows_old() -> None:
    time = Time()
    tickets = OwnTickets(time)
    ticket = await tickets.issue(AKI, "t1")
    time.now = SECONDS + 1
    with pytest.raises(BadTicket):
        await tickets.redeem(ticket, "t1")


def test_settings_come_from_the_environment_and_the_command_line() -> None:
    found = read_settings(
        {"NIWASHI_PORT": "81", "NIWASHI_ORIGINS": "https://a.example,https://b.example", "NIWASHI_PER_PERSON": "2/9"},
        host="::1",
        base_path="/garden/",
    )
    assert (found.host, found.port, found.base_path) == ("::1", 81, "/garden")
    assert found.per_person == Rate(2, 9)
    assert found.secure_cookies


@pytest.mark.parametrize(
    "environment",
    [
        {"NIWASHI_PORT": "many"},
        {"NIWASHI_PORT": "70000"},
        {"NIWASHI_ORIGINS": "garden.example"},
        {"NIWASHI_BASE_PATH": "garden"},
        {"NIWASHI_BEHIND_PROXY": "perhaps"},
        {"NIWASHI_PER_PERSON": "x/1"},
        {"NIWASHI_REDIS": "http://cache"},
    ],
)
def test_settings_that_make_no_sense_are_refused(environment: dict[str, str]) -> None:
    with pytest.raises(BadOptions):
        read_settings(environment)

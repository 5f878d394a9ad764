"""Unit tests of small parts: buckets, outboxes, tickets, settings, bans."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from litestar import Request

from niwashi.core.errors import BadOptions, NiwashiError
from niwashi.core.record import DELETED
from niwashi.server.access.accounts import Person, check_name, check_password
from niwashi.server.access.bans import Bans
from niwashi.server.access.security import client_address
from niwashi.server.access.tickets import TICKET_SECONDS, BadTicket, MemoryTickets
from niwashi.server.clock import Clock
from niwashi.server.cluster.placement import node_of
from niwashi.server.error_status import STORE_FAILED, public_sentence, status_of
from niwashi.server.errors import RetryLater
from niwashi.server.ops.rate_limits import Buckets, Rate, TooManyRequests
from niwashi.server.ops.store_health import StoreHealth
from niwashi.server.realtime.outbox import Outbox
from niwashi.server.settings import Settings, read_settings, unknown_settings
from niwashi.server.workers.jobs import BotMoveJob, DailyGameJob, HintJob, Job, JudgeJob, lane_of
from niwashi.server.workers.pool import Lanes
from niwashi.store import open_database
from niwashi.store.bans import ban
from niwashi.store.errors import Unavailable
from tests.server.transports import RecordingTransport

AKI = Person("a1", "Aki", True)


class Time:
    """A clock that the test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_empties_and_fills() -> None:
    time = Time()
    buckets = Buckets(Rate(per_second=1, burst=2), time)
    for name in ("aki", "aki", "bo"):
        buckets.take(name)
    with pytest.raises(TooManyRequests):
        buckets.take("aki")
    time.now = 1.0
    buckets.take("aki")
    with pytest.raises(TooManyRequests):
        buckets.take("aki")


def test_only_so_many_buckets_are_remembered() -> None:
    buckets = Buckets(Rate(0, 1), Time(), most=2)
    for name in ("a", "b", "c", "a"):
        buckets.take(name)
    with pytest.raises(TooManyRequests):
        buckets.take("c")


async def test_who_does_not_read_is_dropped() -> None:
    outbox, line = Outbox(max_messages=2), RecordingTransport()
    for number in range(3):
        outbox.offer(b"%d" % number)
    assert outbox.overflowed
    outbox.attach(line)
    assert line.heard == []


async def test_the_first_message_may_have_any_size() -> None:
    outbox, line = Outbox(max_bytes=10), RecordingTransport()
    outbox.offer(b"a long snapshot")
    assert not outbox.overflowed
    outbox.close()
    outbox.attach(line)
    assert line.heard == [b"a long snapshot"]
    outbox = Outbox(max_bytes=10)
    for _ in range(2):
        outbox.offer(b"a long snapshot")
    assert outbox.overflowed, "but only one"


async def test_bots_go_before_hints_and_hints_before_reviews() -> None:
    lanes, began = Lanes(1), list[int]()

    async def work(lane: int) -> None:
        async with lanes.place(lane):
            began.append(lane)

    async with lanes.place(0):
        tasks = [asyncio.create_task(work(lane)) for lane in (2, 1, 1, 0, 2, 0)]
        await asyncio.sleep(0)
        tasks[2].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert began == [0, 0, 1, 2, 2]
    async with asyncio.timeout(10), lanes.place(2):  # no place is lost
        pass


async def test_a_place_that_is_given_to_somebody_who_leaves_goes_to_the_next() -> None:
    lanes = Lanes(1)

    async def work() -> None:
        async with lanes.place(0):
            pass

    async with lanes.place(0):
        leaving = asyncio.create_task(work())
        await asyncio.sleep(0)
    leaving.cancel()  # its turn has come, but it has not noticed yet
    await asyncio.gather(leaving, return_exceptions=True)
    async with asyncio.timeout(10):
        await work()


async def test_a_store_that_takes_nothing_is_not_ready_until_it_does(tmp_path: Path) -> None:
    health = StoreHealth()
    async with open_database(str(tmp_path / "store.sqlite")) as database:
        health.note(Unavailable("store/database", "the disk is full"))
        with closing(sqlite3.connect(tmp_path / "store.sqlite")) as other:
            other.execute("BEGIN IMMEDIATE")
            checking = asyncio.create_task(health.check(database))
            await asyncio.sleep(0.1)
            assert not checking.done(), "it writes"
            other.rollback()
            await checking
        assert not health.failed
        health.note(RetryLater("server/again", "later"))
        assert not health.failed, "only the store itself counts"


LOG_ONCE = """
from structlog import get_logger
from niwashi.server.ops.logging_setup import configure_logging
configure_logging()
get_logger().info("listening")
"""


def test_a_line_of_the_log_is_one_write_so_that_processes_can_share_it() -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    with ours, theirs:
        subprocess.run([sys.executable, "-u", "-c", LOG_ONCE], stderr=theirs.fileno(), check=True)
        line = ours.recv(10_000)
    assert json.loads(line)["event"] == "listening"
    assert line.endswith(b"\n")


def test_people_wait_for_bots_first() -> None:
    bot = BotMoveJob(game="miyabi", position=b"", seat=0, level="club", seed="")
    jobs: list[Job] = [
        JudgeJob(record=b"", number=0),
        DailyGameJob(game="miyabi", day=""),
        HintJob(record=b"", seat=0),
        bot,
    ]
    assert [type(job) for job in sorted(jobs, key=lane_of)][:2] == [BotMoveJob, HintJob]


async def test_what_waits_is_sent_before_the_end() -> None:
    outbox, line = Outbox(), RecordingTransport()
    outbox.offer(b"news")
    outbox.close()
    outbox.offer(b"too late")
    outbox.attach(line)
    assert line.heard == [b"news"]


async def test_a_line_that_takes_nothing_for_a_while_gets_everything_in_order() -> None:
    outbox, line = Outbox(), RecordingTransport()
    outbox.offer(b"1")
    outbox.attach(line)
    outbox.offer(b"2")
    assert line.heard == [b"1", b"2"], "a free line takes it at once"
    line.is_free = False
    outbox.offer(b"3")
    line.is_free = True
    outbox.offer(b"4")  # before the outbox notices that the transport is writable
    assert line.heard == [b"1", b"2"]
    line.free()
    outbox.offer(b"5")
    outbox.close()
    assert outbox.finished
    assert line.heard == [b"1", b"2", b"3", b"4", b"5"]


async def test_an_outbox_that_is_closed_ends_once_everything_is_sent() -> None:
    outbox, line, ended = Outbox(), RecordingTransport(), list[bool]()
    outbox.on_end = lambda: ended.append(True)
    outbox.attach(line)
    line.is_free = False
    outbox.offer(b"bye")
    outbox.close()
    assert not ended
    line.free()
    assert ended
    assert line.heard == [b"bye"]


@pytest.mark.parametrize(("owner", "node"), [("a", "a"), ("garden#12", "garden"), ("a#b", "a#b"), ("a#b#1", "a#b")])
def test_an_owner_of_tables_belongs_to_a_node(owner: str, node: str) -> None:
    assert node_of(owner) == node


async def test_a_ticket_grows_old() -> None:
    time = Time()
    tickets = MemoryTickets(time)
    ticket = await tickets.issue(AKI, "t1")
    time.now = TICKET_SECONDS + 1
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


WRONG = {
    "PORT": ("many", "70000", "-1", "8e3"),
    "HOST": (" ",),
    "ORIGINS": ("garden.example", "https://garden.example/play"),
    "BASE_PATH": ("garden", "/a b", "/{table}"),
    "BEHIND_PROXY": ("perhaps",),
    "NODE": ("n" * 129,),
    "REDIS": ("http://cache",),
    "TASK_SECONDS": ("0",),
    "HINTS_PER_PERSON": ("0/5",),
    "REVIEWS_PER_PERSON": ("often",),
    "STUDIES_PER_ADDRESS": ("often",),
    "PROCESSES": ("0", "-1", "1000", "many"),
    "WORKERS": ("-1", "257"),
    "LEASE": ("0", "nan", "inf", "soon"),
    "HEARTBEAT": ("0",),
    "POLLING": ("0",),
    "QUIET": ("0",),
    "SESSION_DAYS": ("-1",),
    "MOST_TABLES": ("0",),
    "MOST_SOCKETS": ("0",),
    "SOCKETS_PER_PERSON": ("0",),
    "SOCKETS_PER_ADDRESS": ("all",),
    "PROXY_RTT": ("perhaps",),
    "NODE_PATHS": ("perhaps",),
    "LAG_CAP": ("-1", "251"),
    "PONG_LAG": ("251", "much"),
    "ARGON2_TIME": ("0",),
    "ARGON2_MEMORY": ("1",),
    "PER_CONNECTION": ("x/1",),
    "PER_PERSON": ("1/0",),
    "PER_ADDRESS": ("nan/5",),
    "SESSIONS_PER_ADDRESS": ("-1/5",),
    "PASSWORDS_PER_ADDRESS": ("0/5",),
    "PASSWORDS_PER_ACCOUNT": ("1/0.5",),
    "TABLES_PER_PERSON": ("1/inf",),
    "CHAT_PER_PERSON": ("/",),
    "LOG": ("xml",),
    "LOG_LEVEL": ("loud",),
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in WRONG.items() for text in texts])
def test_a_setting_that_makes_no_sense_is_refused_by_its_name(name: str, text: str) -> None:
    with pytest.raises(BadOptions) as refused:
        read_settings({f"NIWASHI_{name}": text})
    assert f"NIWASHI_{name} must be " in refused.value.sentence
    assert "; got “" in refused.value.sentence
    if name in ("PORT", "PROCESSES", "WORKERS", "HOST"):
        with pytest.raises(BadOptions, match=f"--{name.lower()} must be "):
            read_settings({}, **{name.lower(): text})


def test_every_setting_is_refused_something() -> None:
    free = {"STORE", "GARDEN"}  # checked when they are opened
    assert {one.name.upper() for one in fields(Settings)} - set(WRONG) - free == set()


def test_a_variable_that_is_nearly_a_setting_is_pointed_out() -> None:
    environment = {"NIWASHI_BASEPATH": "/a", "NIWASHI_PORT": "1", "NIWASHI_DATA": "b", "NIWASHI_XYZ": "", "HOME": "c"}
    assert unknown_settings(environment) == {"NIWASHI_BASEPATH": "NIWASHI_BASE_PATH", "NIWASHI_XYZ": ""}


def test_an_empty_variable_is_none() -> None:
    assert read_settings({"NIWASHI_STORE": "", "NIWASHI_PORT": ""}) == Settings()


# -- bans --------------------------------------------------------------------------------------------------------------
async def test_an_address_is_held_against_every_network_that_is_banned(tmp_path: Path) -> None:
    async with open_database(tmp_path / "store.sqlite") as database:
        for subject in ("192.0.2.0/24", "198.51.100.7", "2001:db8:1::/48", "2001:db8:2::1"):
            await ban(database, "address", subject, "spam")
        await ban(database, "account", "a1", "spam", seconds=3600)
        bans, later = Bans(Clock()), Bans(Clock(_start=time.time() + 3601))
        await bans.reload(database)
        await later.reload(database)
    for address in ("192.0.2.9", "198.51.100.7", "2001:db8:1:7::/64", "2001:db8:2::/64"):
        assert bans.is_banned(address), address
    for address in ("192.0.3.9", "198.51.100.8", "2001:db8:3::/64", "unknown"):
        assert not bans.is_banned(address), address
    assert bans.is_banned("192.0.3.9", "a1")
    assert not later.is_banned("192.0.3.9", "a1"), "its time is up"


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:0:1:2::3", "2001:db8:0:1::/64"),
        ("testclient", "testclient"),
    ],
)
def test_an_address_is_that_of_a_household(host: str, shown: str) -> None:
    scope: Any = {"type": "http", "client": (host, 1), "headers": [], "path": "/", "query_string": b"", "method": "GET"}
    assert client_address(Request(scope)) == shown


def test_what_everybody_is_called_who_has_gone_is_nobodys_name() -> None:
    for name in (DELETED, "Deleted  Player"):
        with pytest.raises(NiwashiError, match="deleted their account"):
            check_name(name)


# -- passwords and sentences -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("password", ["password", "Passwort", "12345678", "QWERTYUIOP", "iloveyou"])
def test_passwords_that_everybody_tries_are_refused(password: str) -> None:
    with pytest.raises(NiwashiError, match="choose another") as refused:
        check_password(password)
    assert refused.value.code == "people/common-password"


@pytest.mark.parametrize(("password", "given"), [("seven77", 7), ("x" * 201, 201)])
def test_passwords_that_are_too_short_or_too_long_are_refused(password: str, given: int) -> None:
    with pytest.raises(NiwashiError, match=f"8 to 200 characters; got {given}"):
        check_password(password)


def test_visitors_do_not_learn_where_the_store_is() -> None:
    failed = Unavailable("store/database", "the database “/srv/secret.sqlite” failed: disk full")
    assert public_sentence(failed) == STORE_FAILED
    assert "secret" not in public_sentence(failed)
    assert status_of(failed) == 503
    assert public_sentence(NiwashiError("table/seat", "seat 3 is taken")) == "seat 3 is taken"

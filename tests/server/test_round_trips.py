"""How far away people are: the shortest round trip, and the average of handshakes, which programs cannot delay."""

from __future__ import annotations

import socket

import pytest

from niwashi.server.realtime.round_trips import HANDSHAKES, MAX_JITTER_US, RoundTrip, RoundTrips
from niwashi.server.realtime.tcp_info import read_handshake, read_shortest
from niwashi.server.settings import Settings

WHO = "aki", "192.0.2.1"


def connect(trips: RoundTrips, *handshakes: int) -> None:
    for took in handshakes:
        trips.note(*WHO, RoundTrip(took, took))


def test_lag_is_half_of_the_average_handshake() -> None:
    trips = RoundTrips(Settings())
    connect(trips, *[40_000, 80_000] * (HANDSHAKES // 2))
    assert (trips.one_way_ms(*WHO), trips.one_way_ms(*WHO, alone=False)) == (30, 20)


def test_handshakes_that_are_missing_count_as_the_shortest() -> None:
    trips = RoundTrips(Settings())
    trips.note(*WHO, RoundTrip(40_000))
    connect(trips, 40_000 + 2000 * HANDSHAKES)
    assert trips.one_way_ms(*WHO) == 21


def test_jitter_that_appears_with_the_game_earns_nothing() -> None:
    trips = RoundTrips(Settings())
    connect(trips, *[40_000] * HANDSHAKES, *[90_000] * 3 * HANDSHAKES)
    assert trips.one_way_ms(*WHO) == 20
    connect(trips, *[38_000] * HANDSHAKES)
    assert trips.one_way_ms(*WHO) == 19, "but it may fall"


def test_jitter_has_a_bound() -> None:
    trips = RoundTrips(Settings())
    trips.note(*WHO, RoundTrip(10_000))
    connect(trips, *[400_000] * HANDSHAKES)
    assert trips.one_way_ms(*WHO) == (10_000 + MAX_JITTER_US) // 2000


def test_a_process_believes_the_average_that_the_front_has_counted() -> None:
    front, process = RoundTrips(Settings()), RoundTrips(Settings())
    front.note(*WHO, RoundTrip(40_000))
    for handshakes in (1, HANDSHAKES - 1):
        connect(front, *[72_000] * handshakes)
        known = front.known(*WHO)
        assert known is not None
        process.learn(*WHO, known)
        assert process.one_way_ms(*WHO) == front.one_way_ms(*WHO) == 20 + 2 * handshakes + 2 * (handshakes > 1)


def test_only_so_many_people_are_remembered() -> None:
    trips = RoundTrips(Settings(), most=2)
    for person in ("aki", "bo", "aki", "chie"):
        trips.note(person, "192.0.2.1", RoundTrip(5000))
    assert trips.known("aki", "192.0.2.1") == RoundTrip(5000, 5000)
    assert trips.known("bo", "192.0.2.1") is None, "used least recently"


@pytest.fixture
def accepted() -> tuple[socket.socket, socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        client = socket.create_connection(listening.getsockname())
        return listening.accept()[0], client


def test_a_handshake_is_measured_only_before_anything_is_sent(accepted: tuple[socket.socket, socket.socket]) -> None:
    """Whatever is sent may be acknowledged late by a program that wants to seem far away."""
    ours, theirs = accepted
    with ours, theirs:
        theirs.sendall(b"GET")
        assert ours.recv(3) == b"GET"
        handshake = read_handshake(ours)
        assert handshake is not None
        assert 0 < handshake < 1_000_000
        ours.sendall(b"HTTP")
        assert theirs.recv(4) == b"HTTP"
        assert read_handshake(ours) is None
        assert read_shortest(ours) is not None


def test_what_is_no_connection_has_no_round_trip() -> None:
    one, other = socket.socketpair()
    with one, other:
        assert (read_handshake(one), read_shortest(one), read_handshake(None)) == (None, None, None)

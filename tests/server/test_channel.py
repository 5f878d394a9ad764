"""The channel between processes, and what is built on it."""

from __future__ import annotations

import asyncio
import os
import socket
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from niwashi.server.cluster.channel import MAX_WAITING_BYTES, Channel, FrameReader, encode_frame
from niwashi.server.cluster.placement import Placement
from niwashi.server.ops.merged_metrics import merge_metrics
from niwashi.server.ops.metrics import Metrics

SECONDS = 60.0


class Inbox:
    def __init__(self) -> None:
        self.heard: list[tuple[bytes, int | None]] = []
        self.changed, self.ended = asyncio.Event(), asyncio.Event()

    def take(self, message: bytes, descriptor: int | None) -> None:
        self.heard.append((message, descriptor))
        self.changed.set()

    async def wait_for(self, count: int) -> None:
        async with asyncio.timeout(SECONDS):
            while len(self.heard) < count:
                self.changed.clear()
                await self.changed.wait()


@asynccontextmanager
async def channels() -> AsyncIterator[tuple[Channel, Channel, Inbox]]:
    """A sender, a receiver, and what the receiver hears."""
    ours, theirs = socket.socketpair()
    inbox = Inbox()
    sender = Channel(ours, lambda *_: None, lambda: None)
    receiver = Channel(theirs, inbox.take, inbox.ended.set)
    try:
        yield sender, receiver, inbox
    finally:
        for one in (sender, receiver):
            one.close()
        for _, descriptor in inbox.heard:
            if descriptor is not None:
                os.close(descriptor)


def open_descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


async def test_each_message_comes_whole_in_order_and_with_its_own_descriptor() -> None:
    before = open_descriptors()
    async with channels() as (sender, _, inbox):
        pipes = []
        for number in range(200):
            reader, writer = os.pipe()
            os.write(writer, b"%d" % number)
            os.close(writer)
            sender.send(b"x" * (997 * number), reader if number % 3 else None)
            if not number % 3:
                pipes.append(reader)
        await inbox.wait_for(200)
        for number, (message, descriptor) in enumerate(inbox.heard):
            assert len(message) == 997 * number
            assert (descriptor is not None) == bool(number % 3)
            assert descriptor is None or os.read(descriptor, 9) == b"%d" % number
        for one in pipes:
            os.close(one)
    assert open_descriptors() == before, "what was sent is closed here, and nothing is left"


async def test_the_end_of_one_side_is_the_end_of_the_other() -> None:
    async with channels() as (sender, receiver, inbox):
        sender.send(b"last")
        await inbox.wait_for(1)
        sender.close()
        async with asyncio.timeout(SECONDS):
            await inbox.ended.wait()
        receiver.send(b"nobody hears it")
        assert receiver.closed


async def test_a_process_that_does_not_read_is_given_up() -> None:
    ours, theirs = socket.socketpair()
    ended = asyncio.Event()
    sender = Channel(ours, lambda *_: None, ended.set)
    with theirs:
        for _ in range(2 + MAX_WAITING_BYTES // (1 << 20)):
            sender.send(bytes(1 << 20))
        assert ended.is_set()


def test_messages_are_put_together_byte_by_byte() -> None:
    ours, theirs = socket.socketpair()
    reader, found = FrameReader(), []
    with ours, theirs:
        for byte in encode_frame(b"one") + encode_frame(b"") + encode_frame(b"three"):
            ours.send(bytes([byte]))
            assert reader.receive(theirs)
            found += reader.messages()
        ours.close()
        assert not reader.receive(theirs)
    assert found == [(b"one", None), (b"", None), (b"three", None)]


def test_tables_are_spread_evenly_and_always_the_same_way() -> None:
    placement = Placement("garden", 4)
    owners = Counter(placement.owner_of(f"t{number:032x}") for number in range(4000))
    assert set(owners) == set(placement.names) == {"garden#1", "garden#2", "garden#3", "garden#4"}
    assert min(owners.values()) > 800
    assert placement.owner_of("t00") == Placement("garden", 4).owner_of("t00") == "garden#2", "as stored leases say"
    assert Placement("garden").owner_of("t00") == "garden"


def test_metrics_of_all_processes_are_one_text_with_labels() -> None:
    texts = {}
    for process, count in (("front", 2), ("1", 5)):
        metrics = Metrics()
        metrics.sockets.set(count)
        metrics.commands.labels("done").inc(count)
        texts[process] = metrics.text()
    lines = merge_metrics(texts).decode().splitlines()
    assert lines.count("# TYPE niwashi_sockets gauge") == 1
    place = lines.index('niwashi_sockets{process="front"} 2.0')
    assert lines[place + 1] == 'niwashi_sockets{process="1"} 5.0'
    assert 'niwashi_commands_total{process="1",answer="done"} 5.0' in lines
    assert len(lines) == len(set(lines))

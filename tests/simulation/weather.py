"""The faults of one simulation: of connections, disk, bots and nodes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

NEVER = 1e9


@dataclass
class Weather:
    """Probabilities are per message, transaction or decision; the other values are seconds."""

    travel: float = 0.02
    """Mean delay of a message."""
    lost: float = 0.0
    doubled: float = 0.0
    overtaken: float = 0.0
    cut: float = NEVER
    """Mean life of a connection."""
    disk: float = 0.003
    disk_stalls: float = 0.0
    disk_fails: float = 0.0
    writer_dies: float = 0.0
    """The log's writer is killed during a group, before or after its commit."""
    bot_fails: float = 0.0
    crash: float = NEVER
    """Mean life of a node."""
    process_dies: float = NEVER
    """Mean life of a table process."""
    fork_fails: float = 0.0
    overload: float = NEVER
    """Mean time until the log is overloaded for a while and refuses appends."""

    night: float = NEVER
    """Mean time until all clients leave for a while, so that the table is unloaded."""

    @property
    def orderly(self) -> bool:
        """Connections behave as TCP: complete and in order until they are cut."""
        return not (self.lost or self.doubled or self.overtaken)

    def disk_takes(self, random: Random) -> float:
        stalled = random.random() < self.disk_stalls
        return random.uniform(0.5, 8.0) if stalled else random.expovariate(1 / self.disk)


CALM = Weather()


def with_dying_processes(weather: Weather, random: Random) -> Weather:
    dies = random.uniform(1, 15) if random.random() < 0.8 else NEVER
    fails = random.uniform(0.05, 0.4) if random.random() < 0.3 else 0.0
    return replace(weather, process_dies=dies, fork_fails=fails)


def drawn(random: Random) -> Weather:
    """Each fault is present or not, so that none always hides another."""

    def perhaps(probability: float, least: float, most: float, otherwise: float = 0.0) -> float:
        return random.uniform(least, most) if random.random() < probability else otherwise

    disorderly = random.random() < 0.5
    return replace(
        CALM,
        travel=random.choice([0.002, 0.02, 0.1, 0.4]),
        lost=perhaps(0.7, 0.01, 0.2) * disorderly,
        doubled=perhaps(0.7, 0.01, 0.3) * disorderly,
        overtaken=perhaps(0.7, 0.01, 0.4) * disorderly,
        cut=perhaps(0.7, 1.0, 20.0, CALM.cut),
        disk=random.choice([0.001, 0.01, 0.05]),
        disk_stalls=perhaps(0.3, 0.005, 0.05),
        disk_fails=perhaps(0.3, 0.002, 0.03),
        bot_fails=perhaps(0.3, 0.05, 0.4),
        crash=perhaps(0.7, 2.0, 25.0, CALM.crash),
        overload=perhaps(0.3, 3.0, 20.0, CALM.overload),
    )

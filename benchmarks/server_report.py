"""`scripts/bench server`: which servers are measured, and the figures in words."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.generator import command
from benchmarks.server import (
    MAXIMUM,
    MEDIAN,
    OVERLOAD,
    P90,
    P99,
    SEVENTY,
    STEADY,
    Measured,
    Scale,
    Slice,
    Variant,
    compare,
    databases,
    longest_hold,
    quantile,
)

if TYPE_CHECKING:
    from benchmarks.__main__ import Bench

DATABASES = ("SQLite", "PostgreSQL")
QUANTILES = (MEDIAN, P90, P99, MAXIMUM)


def add_options(parser: argparse.ArgumentParser) -> None:
    options = parser.add_argument_group("the server")
    options.add_argument("--against", type=_checkout, metavar="FOLDER", help="another checkout, measured in turns")
    options.add_argument(
        "--processes", type=_numbers, default=[0], metavar="N,N", help="of the server, each measured (as it is set up)"
    )
    options.add_argument("--core", default="", metavar="CORE", help="pin the servers to this core")
    options.add_argument("--databases", type=_databases, default=list(DATABASES), help="SQLite,PostgreSQL (both)")
    for name, default in (("tables", Scale.tables), ("sockets", Scale.sockets), ("rate", Scale.rate)):
        options.add_argument(f"--{name}", type=int, default=default, metavar="N", help=f"({default})")


def _checkout(text: str) -> Path:
    folder = Path(text).resolve()
    if not (folder / ".venv/bin/niwashi").exists():
        raise argparse.ArgumentTypeError(f"{text!r} has no .venv/bin/niwashi; run scripts/setup there")
    return folder


def _numbers(text: str) -> list[int]:
    words = text.split(",")
    if not all(word.isdigit() and int(word) for word in words):
        raise argparse.ArgumentTypeError(f"numbers such as 1,2,4 are needed; got {text!r}")
    return [int(word) for word in words]


def _databases(text: str) -> list[str]:
    known = {name.lower(): name for name in DATABASES}
    if unknown := [word for word in text.split(",") if word.lower() not in known]:
        raise argparse.ArgumentTypeError(f"there is no database {unknown[0]!r}; there are {', '.join(DATABASES)}")
    return [known[word.lower()] for word in text.split(",")]


def variants(given: argparse.Namespace) -> list[Variant]:
    found = []
    for count in given.processes:
        name = "this checkout" + (f", {count} processes" if count > 1 else ", 1 process" if count else "")
        found.append(Variant(name, processes=count, core=given.core))
    return found + ([Variant("the other checkout", given.against, core=given.core)] if given.against else [])


def bench_server(bench: Bench) -> None:
    """Servers on each database under a fixed load, an overload, and 70% of what they can do."""
    given = bench.given
    scale = Scale(given.tables, given.sockets, given.rate, rounds=max(bench.rounds // 3, 1))
    _, generator = command()
    bench.say(f"\nServer: {scale.tables:,} tables, {scale.sockets:,} sockets, {generator}")
    bench.say("  ms from when an action was due, half, 90 and 99 in 100, longest; CPU in ms for an action")
    with databases(given.databases) as found:
        for database, postgres in found.items():
            measured: dict[str, Measured] = {}
            try:
                asyncio.run(compare(variants(given), postgres, scale, measured, bench.progress))
            finally:  # also if Ctrl-C stops it
                for name, one in measured.items():
                    _say_one(bench, f"{database}, {name}", one)


def _say_one(bench: Bench, name: str, measured: Measured) -> None:
    bench.say(f"  {name}")
    for what in (STEADY, OVERLOAD, SEVENTY):
        if slices := measured.slices.get(what):
            _say_load(bench, f"server/{name}/{what}", what, slices)
    if measured.ceiling:
        bench.say(f"    ceiling: {measured.ceiling:,.0f} actions a second")
        bench.keep(f"server/{name}/ceiling", measured.ceiling)
    if measured.memory:
        empty, table, socket = (measured.memory[part] for part in ("empty", "table", "socket"))
        bench.say(f"    memory: {empty / 1024:.0f} MB empty, {table:.0f} KB for a table, {socket:.0f} KB for a socket")
        for part, size in measured.memory.items():
            bench.keep(f"server/{name}/memory KB/{part}", size)
    if (back := measured.reconnection) is not None:
        waits = "".join(f"{quantile(back.waits, share):>9.1f}" for share in QUANTILES)
        bench.say(f"    {len(back.waits):,} of {back.sockets:,} sockets came back{waits}   CPU {1000 * back.cpu:.2f}")
        bench.keep(f"server/{name}/reconnect CPU ms", 1000 * back.cpu)
        bench.keep(f"server/{name}/reconnect 99% ms", quantile(back.waits, P99))


def _say_load(bench: Bench, key: str, what: str, slices: list[Slice]) -> None:
    done = sum(one.done for one in slices)
    rate = np.mean([one.rate for one in slices])
    bench.say(f"    {what}: {rate:,.0f} actions a second reached")
    rows = {
        "answered": np.concatenate([one.answered for one in slices]),
        "heard by all": np.concatenate([one.heard for one in slices]),
        f"answered, without {sum(one.stalls for one in slices)} stalls": np.concatenate(
            [one.unstalled for one in slices]
        ),
    }
    for row, times in rows.items():
        bench.say(f"      {row:30}" + "".join(f"{quantile(times, share):>9.1f}" for share in QUANTILES))
    parts = {part: 1000 * sum(one.cpu.get(part, 0) for one in slices) / max(done, 1) for part in slices[0].cpu}
    server = 1000 * sum(one.server_cpu for one in slices) / max(done, 1)
    listed = ", ".join(f"{part} {each:.3f}" for part, each in parts.items())
    others = np.mean([one.others for one in slices])
    bench.say(f"      CPU: server {server:.3f} ({listed}); others kept {others:.1f} cores busy")
    size, messages = (float(np.mean([getattr(one, part) for one in slices])) for part in ("bytes", "messages"))
    bench.say(
        f"      {messages:.1f} messages, {size / 1000:.1f} kB; one core would be full at {1000 / server:,.0f} a second"
    )
    refused, impossible = sum(one.refused for one in slices), sum(one.impossible for one in slices)
    late, hold = 1000 * max(one.late for one in slices), 1000 * longest_hold(slices)
    bench.say(
        f"      {refused} refused, {impossible} impossible; event loop late by up to {hold:.0f}, load by {late:.0f}"
    )
    bench.keep(f"{key}/reached", float(rate))
    for share, label in ((MEDIAN, "50%"), (P90, "90%"), (P99, "99%")):
        bench.keep(f"{key}/{label} ms", quantile(rows["answered"], share))
    bench.keep(f"{key}/heard 99% ms", quantile(rows["heard by all"], P99))
    bench.keep(f"{key}/CPU ms", server)
    bench.keep(f"{key}/loop late ms", hold)
    for part, each in parts.items():
        bench.keep(f"{key}/CPU ms/{part}", each)
    bench.keep(f"{key}/others cores", float(others))

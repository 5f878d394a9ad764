"""`niwashi perft`."""

from __future__ import annotations

import json
import os
import signal
import time

import pytest

from tests.cli.process import niwashi, start


@pytest.mark.more
def test_perft_counts_and_divides() -> None:
    counted = json.loads(niwashi("perft", "miyabi", "--depth", "2", "--seats", "2", "--json").out)
    assert counted["total"] == sum(counted["actions"].values()) > 10_000
    divided = niwashi("perft", "--expansions", "C", "miyabi", "--depth", "1", "--after", "20", "--divide")
    counts = [line.split() for line in divided.lines[:-1]]
    assert divided.lines[-1] == f"depth 1: {len(counts)}"
    assert {count for _, count in counts} == {"1"}
    live = niwashi("perft", "edo_yashiki", "--depth", "1", "--divide")
    assert [line.strip() for line in live.lines] == [*live_grabs(), "depth 1: 4"]


def live_grabs() -> list[str]:
    return [f"{f'{seat}: grab {card}':>16} {1:>12}".strip() for seat in (0, 1) for card in (1, 2)]


def test_ctrl_c_ends_a_count_that_would_take_years() -> None:
    with start("perft", "miyabi", "--depth", "6") as process:
        time.sleep(3)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert process.returncode in (-signal.SIGINT, 130)
    assert b"Traceback" not in err

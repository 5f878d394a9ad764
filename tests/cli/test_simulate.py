"""`niwashi simulate`: reproducible games, whole records, Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path

import pytest

import niwashi as api
from niwashi.engine.verification import check_file
from tests.cli.process import TIMEOUT_SECONDS, niwashi, start, wait_for


def test_the_same_seed_brings_the_same_games(tmp_path: Path) -> None:
    words = (
        "simulate",
        "edo_yashiki",
        "--games",
        "30",
        "--seats=3",
        "--specialists",
        "--players",
        "greedy,random,random",
    )
    figures = json.loads(niwashi(*words, "--seed", "a", "--json", "--records", "one.jsonl", cwd=tmp_path).out)
    text = niwashi(*words, "--seed", "a", "--records", "two.jsonl", cwd=tmp_path)
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()
    assert figures["games"] == 30
    assert figures["options"]["specialists"] is True
    assert [seat["score"]["mean"] > 0 for seat in figures["seats"]] == [True] * 3
    assert text.out.startswith("30 games of edo_yashiki, seed a\n")
    assert "seat 0 greedy" in text.out
    assert not text.err, "no progress bar where nobody watches"
    findings = list(check_file(tmp_path / "one.jsonl"))
    assert [(finding.ok, finding.chance_checked) for finding in findings] == [(True, True)] * 30
    assert sorted(os.listdir(tmp_path)) == ["one.jsonl", "two.jsonl"]


def test_an_own_box_is_in_every_record(tmp_path: Path) -> None:
    shipped = api.new("miyabi", seed=1).components.content
    sections = [
        f"[{section}]\n" + "".join(f"{key} = {value}\n" for key, value in entries.items())
        for section, entries in shipped.items()
    ]
    box = 'game = "miyabi"\nname = "mine"\n' + "".join(sections)
    (tmp_path / "box.toml").write_text(box.replace("maple = 10", "maple = 12"))
    niwashi("simulate", "miyabi", "--games", "3", "--components", "box.toml", "--records", "games.jsonl", cwd=tmp_path)
    for game in api.load_all(tmp_path / "games.jsonl"):
        assert game.components.content["bonuses"]["maple"] == 12


SOME_CHUNKS = 2_500_000
"""Bytes of records by which all workers are at work."""


def test_ctrl_c_keeps_whole_lines_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with start("simulate", "miyabi", "--games", "1000000", "--seed", "1", "--records", path) as process:
        wait_for(lambda: any(part.stat().st_size > SOME_CHUNKS for part in tmp_path.glob(".niwashi-*.part")))
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT_SECONDS)
    assert process.returncode == 130, err
    assert b"Traceback" not in err
    assert os.listdir(tmp_path) == ["games.jsonl"]
    raw = path.read_bytes()
    assert raw.endswith(b"}\n")
    assert raw.count(b"\n") == raw.count(b'"niwashi"') >= 250
    assert next(check_file(path)).ok
    finished = int(out.split()[0])
    assert out.decode().startswith(f"{finished} games of miyabi, seed 1; stopped early\n")
    assert 250 <= finished <= raw.count(b"\n") < finished + 250, "statistics are of whole chunks"
    assert f"niwashi: stopped; the {finished:,} games that were finished are above; “" in err.decode()


@pytest.mark.parametrize("later", [0, 0.2, 0.7, 1.5, 2.5])
def test_ctrl_c_at_any_moment_of_the_start_is_quiet(later: float) -> None:
    """While kernels load, while workers start, and at work."""
    with start("simulate", "miyabi", "--games", "1000000") as process:
        time.sleep(0.5 + later)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT_SECONDS)
    finished = f"; the {int(out.split()[0]):,} games that were finished are above" if out else ""
    assert (process.returncode, err.decode().strip()) == (130, f"niwashi: stopped{finished}")


def test_ctrl_c_before_the_first_game_changes_no_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("old")
    with start("simulate", "miyabi", "--games", "1000000", "--records", path) as process:
        wait_for(lambda: any(tmp_path.glob(".niwashi-*.part")))
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=TIMEOUT_SECONDS)
    assert process.returncode == 130, err
    assert b"niwashi: stopped\n" in err
    assert b"Traceback" not in err
    assert (path.read_text(), os.listdir(tmp_path)) == ("old", ["games.jsonl"])

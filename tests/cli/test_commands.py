"""All commands as real processes: help, mistakes, pipes. A mistake never ends in a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

import niwashi as api
from niwashi import cli
from niwashi.engine import catalog
from tests.cli.process import PROGRAM, TIMEOUT_SECONDS, niwashi, sentence, without_compiling
from tests.cli.records import first_actions

COMMANDS = (
    "play",
    "replay",
    "check",
    "analyse",
    "hint",
    "simulate",
    "arena",
    "data",
    "perft",
    "site",
    "rules",
    "score",
    "export",
    "import",
    "backup",
    "serve",
    "worker",
    "admin",
)


# -- help ------------------------------------------------------------------------------------------------------------
def test_help_is_everywhere() -> None:
    first = niwashi("--help")
    assert all(command in first.out for command in COMMANDS)
    assert niwashi().out == first.out
    assert niwashi("--version").out == f"niwashi {api.__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run([command, "--help"]) == 0
    shown = capfd.readouterr()
    assert f"niwashi {command}" in shown.out
    assert not shown.err


@pytest.mark.parametrize("command", ["play", "simulate", "arena", "perft"])
def test_help_lists_the_options_of_every_game(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run([command, "--help"]) == 0
    shown = capfd.readouterr().out
    for name in catalog.names():
        section = shown.partition(f"Options of {name}:\n")[2].partition("\n\n")[0]
        for field in fields(catalog.rules(name).options({})):
            assert f"--{field.name.replace('_', '-')}" in section


def test_commands_name_no_game() -> None:
    """A new game must not need an edit here."""
    names = [word for name in catalog.names() for word in (name, catalog.rules(name).title)]
    for module in Path(cli.__file__).parent.glob("*.py"):
        assert not [name for name in names if name in module.read_text(encoding="utf-8")], module


def test_a_command_that_needs_no_compiler_does_not_wait_for_it() -> None:
    loaded = "import sys, niwashi.cli; sys.exit('numba' in sys.modules or 'sqlalchemy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", loaded], check=False).returncode == 0


# -- mistakes --------------------------------------------------------------------------------------------------------
MISTAKES: dict[str, list[str]] = {
    "no such command": ["paly"],
    "a command that moves the cursor": ["\x1b[2J"],
    "play: an unknown game": ["play", "go"],
    "play: an unknown option": ["play", "miyabi", "--grab", "live"],
    "play: a short option": ["play", "miyabi", "-x"],
    "play: a word too many": ["play", "miyabi", "twice"],
    "play: no value": ["play", "miyabi", "--seats"],
    "play: an empty value": ["play", "miyabi", "--seats="],
    "play: a value of letters": ["play", "miyabi", "--seats", "two"],
    "play: a huge value": ["play", "miyabi", "--seats", "9" * 5000],
    "play: no such negative": ["play", "miyabi", "--no-seats", "2"],
    "play: no seat": ["play", "miyabi", "--seat", "2"],
    "play: a seat of letters": ["play", "miyabi", "--seat", "a"],
    "play: an empty seed": ["play", "miyabi", "--seed", ""],
    "play: a seed that turns the line around": ["play", "--seed", "\u202e7"],
    "play: a lone surrogate": ["play", "--seed", "\udcff"],
    "play: no component file": ["play", "miyabi", "--components", "missing.toml"],
    "play: a folder for components": ["play", "miyabi", "--components", "."],
    "play: a bot that is none": ["play", "--against", "os:getcwd"],
    "replay: no file": ["replay"],
    "replay: a missing file": ["replay", "missing.json"],
    "replay: a folder": ["replay", "."],
    "replay: line 0": ["replay", "good.json", "--line", "0"],
    "replay: no such line": ["replay", "good.json", "--line", "2"],
    "replay: a broken record": ["replay", "broken.json"],
    "check: no file": ["check"],
    "check: a missing file": ["check", "missing.json"],
    "check: a folder": ["check", "."],
    "analyse: no file": ["analyse"],
    "analyse: a missing file": ["analyse", "missing.json"],
    "analyse: a broken record": ["analyse", "broken.json"],
    "analyse: an unknown bot": ["analyse", "good.json", "--bot", "wizard"],
    "analyse: too few trials": ["analyse", "good.json", "--trials", "2"],
    "analyse: two budgets": ["analyse", "good.json", "--nodes", "9", "--seconds", "1"],
    "analyse: no nodes": ["analyse", "good.json", "--nodes", "0"],
    "analyse: an endless thought": ["analyse", "good.json", "--seconds", "inf"],
    "analyse: an empty seed": ["analyse", "good.json", "--seed", ""],
    "analyse: a page into a folder": ["analyse", "good.json", "--html", "."],
    "analyse: a page nowhere": ["analyse", "good.json", "--html", "missing/page.html"],
    "analyse: a bot that fails": ["analyse", "good.json", "--trials", "8", "--bot", "tests.arena.own_bots:fails"],
    "hint: a bot that cheats": ["hint", "good.json", "--at", "9", "--bot", "tests.arena.own_bots:cheat"],
    "hint: no file": ["hint"],
    "hint: a folder": ["hint", "."],
    "hint: after the end": ["hint", "good.json", "--at", "99999"],
    "hint: before the start": ["hint", "good.json", "--at", "-1"],
    "hint: no seat": ["hint", "good.json", "--seat", "7"],
    "hint: not that seat's turn": ["hint", "good.json", "--seat", "0"],
    "simulate: no game": ["simulate"],
    "simulate: options and no game": ["simulate", "--seats", "3"],
    "simulate: no games": ["simulate", "miyabi", "--games", "0"],
    "simulate: too many games": ["simulate", "miyabi", "--games", "1000000000000"],
    "simulate: unknown players": ["simulate", "miyabi", "--players", "wizard"],
    "simulate: too many players": ["simulate", "miyabi", "--players", "random,random,random"],
    "simulate: records into a folder": ["simulate", "miyabi", "--records", "."],
    "simulate: records nowhere": ["simulate", "miyabi", "--records", "missing/games.jsonl"],
    "simulate: no room for the games' numbers in the seed": ["simulate", "miyabi", "--seed", "x" * 199],
    "perft: no game": ["perft"],
    "perft: too deep": ["perft", "miyabi", "--depth", "7"],
    "perft: less than nothing": ["perft", "miyabi", "--after", "-1"],
    "rules: an unknown game": ["rules", "go"],
    "rules: an unknown rule": ["rules", "miyabi", "M99.1"],
    "rules: a card of no game": ["rules", "--card"],
    "rules: a card of an unknown game": ["rules", "go", "--card"],
    "rules: a card and a rule": ["rules", "miyabi", "M3.3", "--card"],
    "rules: a card as Markdown": ["rules", "miyabi", "--card", "--markdown"],
    "rules: a rule that moves the cursor": ["rules", "miyabi", "\x1b[2J"],
    "score: nothing": ["score"],
    "score: a missing file": ["score", "missing.toml"],
    "score: no TOML": ["score", "good.json"],
    "score: no game": ["score", "nothing.toml"],
    "score: a game that is a list": ["score", "list.toml"],
    "serve: a port of letters": ["serve", "--port", "http"],
    "serve: a port too high": ["serve", "--port", "70000"],
    "serve: half a worker": ["serve", "--workers", "0.5"],
    "serve: an origin with a path": ["serve", "--origin", "https://garden.example/play"],
    "serve: an address of somebody else": ["serve", "--host", "192.0.2.1"],
    "admin: no such command": ["admin", "plant"],
    "admin: a store that is not there": ["admin", "tables", "--store", "missing.sqlite"],
    "admin: a store that is no store": ["admin", "tables", "--store", "good.json"],
    "admin: an end in the past": ["admin", "ban", "192.0.2.1", "--until", "2001-01-01", "--store", "missing.sqlite"],
    "admin: an end that is no time": ["admin", "ban", "192.0.2.1", "--until", "soon", "--store", "missing.sqlite"],
    "admin: days of letters": ["admin", "retention", "chat=long", "--store", "missing.sqlite"],
    "admin: nothing that is kept": ["admin", "retention", "tea=3", "--store", "missing.sqlite"],
}


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with some files."""
    folder = tmp_path_factory.mktemp("bench")
    first_actions("miyabi", 1).record().save(folder / "good.json")
    (folder / "broken.json").write_text('{"niwashi": 1}')
    (folder / "nothing.toml").write_text("")
    (folder / "list.toml").write_text('game = ["miyabi"]')
    return folder


@pytest.mark.parametrize("words", MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_one_sentence_and_exit_code_2(
    words: list[str], bench: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """In this process, since there are many; the next test takes some of them outside."""
    monkeypatch.setattr("niwashi.bots._registered", {})
    monkeypatch.chdir(bench)
    monkeypatch.setattr("sys.argv", ["niwashi", *words])
    before = sorted(os.listdir())
    with pytest.raises(SystemExit) as end:
        cli.main()
    out, err = capfd.readouterr()
    assert end.value.code == 2
    assert out == ""
    lines = without_compiling(err).splitlines()
    assert len(lines) == 1, lines
    assert lines[0].startswith("niwashi: ")
    assert lines[0].isprintable()
    assert len(lines[0]) < 300
    assert sorted(os.listdir()) == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["perft", "miyabi", "--depth", "99"], "--depth must be at most 6; got “99”; see niwashi perft --help"),
        (["simulate", "miyabi", "--games", "1e3"], "--games must be a whole number; got “1e3”; see niwashi simulate"),
        (["analyse", "good.json", "--seconds", "nan"], "--seconds must be at most 600; got “nan”; see niwashi analyse"),
        (["hint", "good.json", "--seconds", "z"], "--seconds must be a number; got “z”; see niwashi hint --help"),
        (["play", "miyabi", "--seed"], "Option '--seed' requires an argument; see niwashi play --help"),
    ],
)
def test_a_value_that_cannot_be_is_quoted_with_what_is_accepted(
    words: list[str], said: str, bench: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(bench)
    monkeypatch.setattr("sys.argv", ["niwashi", *words])
    with pytest.raises(SystemExit):
        cli.main()
    assert said in capfd.readouterr().err


@pytest.mark.parametrize("name", ["play: an unknown game", "check: a folder", "simulate: no games", "score: no TOML"])
def test_so_it_is_outside(name: str, bench: Path) -> None:
    assert sentence(niwashi(*MISTAKES[name], cwd=bench, code=2))


def test_a_file_of_100_mb_is_refused(tmp_path: Path) -> None:
    """How soon and in how little memory is measured in tests/bad_input/test_files.py."""
    with (tmp_path / "large").open("wb") as file:
        file.truncate(100_000_000)
    assert "BROKEN  large, line 1: a record has at most 4 MiB" in niwashi("check", "large", cwd=tmp_path, code=1).out
    assert "at most 4 MiB" in sentence(niwashi("replay", "large", cwd=tmp_path, code=2))
    assert "larger than 64 KiB" in sentence(niwashi("score", "large", cwd=tmp_path, code=2))
    assert "larger than 64 KiB" in sentence(niwashi("play", "--components", "large", cwd=tmp_path, code=2))


# -- pipes -----------------------------------------------------------------------------------------------------------
@pytest.mark.more
def test_a_reader_who_leaves_early_hears_no_complaint(records: Path) -> None:
    for words in (
        ["rules", "miyabi"],
        ["replay", "games.jsonl", "--json"],
        ["check", *["games.jsonl"] * 40],
        ["simulate", "miyabi", "--games", "200", "--records", "/dev/stdout"],
    ):
        with subprocess.Popen(
            [*PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=records
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            assert process.stdout.readline()
            process.stdout.close()
            err = process.stderr.read().decode()
            assert process.wait(TIMEOUT_SECONDS) == 0, (words, err)
        assert without_compiling(err) == "", words


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_said_in_a_sentence(records: Path) -> None:
    for words in (["rules", "miyabi"], ["check", "good.json"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([*PROGRAM, *words], stdout=full, stderr=subprocess.PIPE, cwd=records, check=False)
        assert done.returncode == 2
        assert b"No space left on device" in done.stderr
        assert b"Traceback" not in done.stderr

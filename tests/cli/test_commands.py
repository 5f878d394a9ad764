"""Every command as a real process: what it prints, how it ends, and that no mistake ends in a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import niwashi as api
from niwashi import cli
from niwashi.core.record import Record
from niwashi.engine import catalog
from niwashi.engine.verification import check_file
from niwashi.terminal.play import play_game
from niwashi.terminal.score_form import ask_score_sheet
from tests.cli.process import PATIENCE, PROGRAM, niwashi, sentence, without_news

COMMANDS = (
    "play",
    "replay",
    "check",
    "analyse",
    "hint",
    "simulate",
    "arena",
    "perft",
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
    for command in COMMANDS:
        shown = niwashi(command, "--help")
        assert f"niwashi {command}" in shown.out
        assert not shown.err


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
    lines = without_news(err).splitlines()
    assert len(lines) == 1, lines
    assert lines[0].startswith("niwashi: ")
    assert lines[0].isprintable()
    assert len(lines[0]) < 300
    assert sorted(os.listdir()) == before


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


# -- play ------------------------------------------------------------------------------------------------------------
def test_a_short_game_with_all_there_is_to_say(tmp_path: Path) -> None:
    said = niwashi(
        *("play", "--seed", "3", "--expansions", "E"),
        stdin="help\n?\n? frog@a\nwhy frogN\nwhy nonsense\nundo\nnonsense\nfrog\nfrog@c4\nfrog@c4\n"
        "score\nboard\n\nundo\nsave\nsave game.json\nsave missing/x.json\n\x1b[2J\u202e\nquit\nfrog@a1\n",
        cwd=tmp_path,
    )
    for part in (
        "you are Aki",
        "which rule forbids it",
        "frog@a1  +0",
        "(M6.E1)",
        "“nonsense” is no action",
        "you have not acted yet",
        "“frog” begins 36 legal actions: frog@a1, frog@b1",
        "the frog has its place already",
        "Bo: frog@",
        "total",
        "taken back",
        "save needs a file name",
        "saved as “game.json”",
        "cannot write “missing/x.json”: No such file",
        "--seed 3 starts the same game again",
    ):
        assert part in said.out, part
    assert "\x1b" not in said.out
    assert "\u202e" not in said.out
    assert os.listdir(tmp_path) == ["game.json"]
    assert api.load(tmp_path / "game.json").events == [], "all was taken back, and a game with frogs starts with them"


def test_the_end_of_the_input_is_leaving() -> None:
    said = niwashi("play", "--seats", "3", "edo_yashiki", "--seed", "1", "--seat=2")
    assert "you are Chie" in said.out
    assert "--seed 1" in said.lines[-1]


def first_actions(game: str, seed: int) -> api.Game:
    """A game whose every action is the first legal one."""
    table = api.new(game, seed=seed)
    while not table.over:
        seat = table.to_act[0]
        table.play(table.legal(seat)[0])
    return table


@pytest.mark.parametrize(("game", "options"), [("miyabi", {"expansions": "CE"}), ("edo_yashiki", {"grab": "calm"})])
def test_a_whole_game_goes_as_it_does_in_this_process(game: str, options: dict[str, Any]) -> None:
    """The first legal action every time; the same lines through a pipe bring the same pages."""
    table = api.new(game, seed=5, **options)
    lines: list[str] = []
    pages: list[str] = []

    def ask(_prompt: str) -> str:
        lines.append(str(table.legal(0)[0]))
        return lines[-1]

    play_game(table, 0, ask, pages.append)
    words = [word for key, value in options.items() for word in (f"--{key}", value)]
    said = niwashi("play", game, "--seed", "5", *words, stdin="\n".join(lines))
    assert said.out == "\n".join(pages) + "\n"
    assert said.lines[-1].endswith("won.")


def test_input_that_is_no_text_and_output_that_knows_few_letters_end_nothing() -> None:
    said = niwashi("play", "--seed", "1", stdin=b"\xff\xfe\0\n?\nquit\n", env={"PYTHONIOENCODING": "latin-1"})
    assert "is no action" in said.out
    assert "?Aki" in said.out


def test_closed_input_and_output_are_empty_ones() -> None:
    for closed in ("<&-", ">&-"):
        command = f'exec "$@" {closed}'
        done = subprocess.run(
            ["sh", "-c", command, "sh", *PROGRAM, "play", "--seed", "1"],
            input=b"quit\n",
            capture_output=True,
            check=False,
        )
        assert (done.returncode, b"Traceback" in done.stderr) == (0, False), done.stderr


def test_a_line_without_end_is_refused() -> None:
    assert "at most 10,000 characters" in niwashi("play", "--seed", "1", stdin="x" * 100_000, code=2).err


# -- simulate --------------------------------------------------------------------------------------------------------
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
    with started("simulate", "miyabi", "--games", "1000000", "--seed", "1", "--records", path) as process:
        wait_for(lambda: any(part.stat().st_size > SOME_CHUNKS for part in tmp_path.glob(".niwashi-*.part")))
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
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
    with started("simulate", "miyabi", "--games", "1000000") as process:
        time.sleep(0.5 + later)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    finished = f"; the {int(out.split()[0]):,} games that were finished are above" if out else ""
    assert (process.returncode, err.decode().strip()) == (130, f"niwashi: stopped{finished}")


def test_ctrl_c_before_the_first_game_changes_no_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("old")
    with started("simulate", "miyabi", "--games", "1000000", "--records", path) as process:
        wait_for(lambda: any(tmp_path.glob(".niwashi-*.part")))
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert b"niwashi: stopped\n" in err
    assert b"Traceback" not in err
    assert (path.read_text(), os.listdir(tmp_path)) == ("old", ["games.jsonl"])


def started(*words: str | Path) -> subprocess.Popen[bytes]:
    """In a group of its own, so that Ctrl-C can be sent to all of it, as a terminal does."""
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [*PROGRAM, *words], stdout=pipe, stderr=pipe, stdin=subprocess.DEVNULL, start_new_session=True
    )


def wait_for(happened: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.05)


# -- check -----------------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One good record and its spoiled twins."""
    folder = tmp_path_factory.mktemp("records")
    good = first_actions("miyabi", 1)
    good.record().save(folder / "good.json")
    save(folder / "rigged.json", rigged(good))
    save(folder / "result.json", good.record(), result={"scores": [1, 2], "winners": [1]})
    events = [list(event) for event in good.events]
    save(folder / "illegal.json", good.record(), events=[*events[:21], [events[21][0], "m1a"], *events[22:]])
    save(folder / "unsigned.json", good.record(), seed=None)
    (folder / "no.json").write_text("no record")
    (folder / "games.jsonl").write_bytes((folder / "good.json").read_bytes() * 3)
    return folder


def save(path: Path, record: Record, **fields: object) -> None:
    path.write_text(json.dumps({**json.loads(record.to_json()), **fields}))


def rigged(game: api.Game) -> Record:
    """The same game up to its second deal, in which one tile is another that was in the box as well."""
    record = game.record()
    place = [number for number, (who, _) in enumerate(record.events) if who == "chance"][1]
    deal = record.events[place][1].split()
    record.result = None
    for letter in "mpfabs":
        record.events = [*record.events[:place], ("chance", " ".join([deal[0], f"{letter}1", *deal[2:]]))]
        try:
            if api.loads(record.to_json()).events != game.events[: place + 1]:
                return record
        except api.NiwashiError:
            continue
    raise AssertionError("no tile could be exchanged")


@pytest.mark.more
def test_check_tells_good_records_from_broken_ones(records: Path) -> None:
    good = niwashi("check", "good.json", "unsigned.json", "games.jsonl", cwd=records)
    assert [line[:8] for line in good.lines] == ["ok      "] * 5 + ["5 good, "]
    assert "chance follows from the seed" in good.lines[0]
    assert "no seed, so chance cannot be checked" in good.lines[1]
    bad = niwashi("check", "good.json", "rigged.json", "result.json", "illegal.json", "no.json", cwd=records, code=1)
    place = [number for number, event in enumerate(api.load(records / "good.json").events) if event[0] == "chance"][1]
    assert bad.lines[1].startswith(f"BROKEN  rigged.json: event {place}: chance brought “deal ")
    assert bad.lines[2].startswith("BROKEN  result.json: the record says scores [1, 2]; its events come to [")
    assert bad.lines[3].startswith("BROKEN  illegal.json: event 21: m1a: ")
    assert bad.lines[4].startswith("BROKEN  no.json: this is no niwashi record")
    assert bad.lines[5] == "1 good, 4 broken"
    quiet = niwashi("check", "--quiet", "good.json", "illegal.json", "games.jsonl", cwd=records, code=1)
    assert quiet.lines == [bad.lines[3], "4 good, 1 broken"]


def test_check_goes_on_after_a_file_that_it_cannot_read(records: Path) -> None:
    done = niwashi("check", "good.json", "nope.json", ".", "illegal.json", "good.json", cwd=records, code=2)
    assert [line[:6] for line in done.lines[:-1]] == ["ok    ", "BROKEN", "ok    "]
    assert done.lines[-1] == "2 good, 1 broken, 2 not read"
    first, second = done.err.splitlines()
    assert first.startswith("niwashi: cannot read “nope.json”")
    assert second.startswith("niwashi: cannot read “.”")


def test_check_speaks_json(records: Path) -> None:
    findings = [
        json.loads(line) for line in niwashi("check", "--json", "good.json", "illegal.json", cwd=records, code=1).lines
    ]
    assert [(finding["ok"], finding["event"]) for finding in findings] == [(True, None), (False, 21)]
    assert findings[1]["code"].startswith("miyabi/")


@pytest.mark.skipif(sys.platform == "darwin", reason="there every file name is UTF-8")
def test_check_takes_any_file_name(records: Path, tmp_path: Path) -> None:
    name = os.fsdecode(b"\xff.json")
    (tmp_path / name).write_bytes((records / "good.json").read_bytes())
    assert "1 good" in niwashi("check", name, cwd=tmp_path).out


def test_check_takes_a_pipe(records: Path) -> None:
    piped = niwashi("check", "/dev/stdin", stdin=(records / "games.jsonl").read_bytes())
    assert "3 good, 0 broken" in piped.out


# -- replay ----------------------------------------------------------------------------------------------------------
def test_replay_tells_a_game_in_lines_or_json(records: Path) -> None:
    game = api.load(records / "good.json")
    told = niwashi("replay", "good.json", cwd=records)
    assert told.lines[0].split() == ["0", "the", "start"]
    assert told.lines[2].split()[:3] == ["2", "Aki:", str(game.events[1][1])]
    assert str(game) in told.out
    assert str(game.sheet()) in told.out
    frames = [json.loads(line) for line in niwashi("replay", "games.jsonl", "--line", "3", "--json", cwd=records).lines]
    assert [frame["number"] for frame in frames] == list(range(len(game.events) + 1))
    assert [frame["event"] for frame in frames[1:]] == game.events
    assert frames[-1]["scores"] == list(game.scores)
    assert frames[-1]["view"] == game.view()


def test_replay_tells_a_broken_game_up_to_where_it_breaks(records: Path) -> None:
    told = niwashi("replay", "illegal.json", cwd=records, code=2)
    assert len(told.lines) == 22
    assert sentence(told).startswith("event 21 [")
    assert "no record number 4" in sentence(niwashi("replay", "games.jsonl", "--line", "4", cwd=records, code=2))


# -- perft -----------------------------------------------------------------------------------------------------------
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
    with started("perft", "miyabi", "--depth", "6") as process:
        time.sleep(3)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert process.returncode in (-signal.SIGINT, 130)
    assert b"Traceback" not in err


# -- score -----------------------------------------------------------------------------------------------------------
GARDENS = (
    ("Aki", "333... 332... 332... 331... 33.... 33....", [15, 6, 9, 4, 3, 6]),
    ("Bo", "...... 3331.. 32.... 332... 331... 31....", [7, 12, 4, 8, 7, 3]),
)
"""The rulebooks' final table: 9 8 8 7 6 6 objects against 0 10 5 8 7 4."""
HOUSE = "GFGT/TGGG/TPPF/.TP./.TT./.FG."


@pytest.mark.more
def test_the_rulebooks_final_table_is_scored_from_a_file(tmp_path: Path) -> None:
    seats = [
        f'[[seat]]\nname = "{name}"\npoints = 10\nrows = """\n{rows.replace(" ", chr(10))}"""\n'
        for name, rows, _ in GARDENS
    ]
    (tmp_path / "table.toml").write_text('game = "miyabi"\n' + "".join(seats))
    sheets = json.loads(niwashi("score", "table.toml", "--json", cwd=tmp_path).out)
    for (name, _, points), sheet in zip(GARDENS, sheets, strict=True):
        assert sheet["name"] == name
        assert [item["points"] for item in sheet["items"]] == [10, *points]
    printed = niwashi("score", "table.toml", cwd=tmp_path)
    assert printed.lines[-3].split() == ["total", "53", "51"]
    assert printed.lines[-2:] == ["", "Aki wins with 53 points"]
    (tmp_path / "tie.toml").write_text('game = "miyabi"\n' + seats[1] + seats[1].replace("Bo", "Chie"))
    assert "Bo and Chie share the win with" in niwashi("score", "tie.toml", cwd=tmp_path).lines[-1]


def test_the_rulebooks_final_table_is_scored_from_answers() -> None:
    answers = ["2", "", *(line for name, rows, _ in GARDENS for line in (name, "0", *rows.split()))]
    said = niwashi("score", "miyabi", "--json", stdin="\n".join(answers))
    assert [sheet["total"] for sheet in json.loads(said.out)] == [43, 41]
    assert "How many seats?" in said.err
    assert "answered" in niwashi("score", "miyabi", stdin="\n".join(answers[:-1]), code=2).err


def test_at_a_terminal_a_slip_is_said_and_only_its_garden_asked_again() -> None:
    rows = [rows.split() for _, rows, _ in GARDENS]
    slip = ["333..", *rows[1][1:]]
    lines = iter(["9", "2", "Z", "", "Aki", "0", *rows[0], "Bo", "0", *slip, "Bo", "0", *rows[1]])
    said: list[str] = []
    rules = catalog.rules("miyabi")
    answers = ask_score_sheet(rules, lambda _: next(lines), said.append)
    assert [sum(part.points for part in sheet) for sheet in rules.tally(answers).parts] == [43, 41]
    for complaint, offender in zip(said, ["“9”", "“Z”", "“333..”"], strict=True):
        assert offender in complaint
    assert next(lines, None) is None


def test_edos_example_house_is_scored_from_answers_and_from_a_file(tmp_path: Path) -> None:
    answers = ["1", "no", "Aki", "7", *HOUSE.split("/"), "", "FG/FP/TT", "-1,1", ""]
    said = niwashi("score", "edo_yashiki", stdin="\n".join(answers) + "\n")
    assert said.lines[-1].split() == ["total", "15"]
    (tmp_path / "house.toml").write_text(
        f'game = "edo_yashiki"\n[[seat]]\nrows = {HOUSE.split("/")}\ncard = "FG/FP/TT"\nplace = "-1,1"\n'
    )
    sheets = json.loads(niwashi("score", "house.toml", "--json", cwd=tmp_path).out)
    assert sheets[0]["total"] == 8


ODD_SHEETS: dict[str, str] = {
    "no seats": 'game = "miyabi"',
    "seats that are none": 'game = "miyabi"\nseat = 2',
    "one seat": 'game = "miyabi"\n[[seat]]',
    "an unknown question": 'game = "miyabi"\nweather = "rain"\n[[seat]]\n[[seat]]',
    "an unknown answer": 'game = "miyabi"\n[[seat]]\nhat = 1\n[[seat]]',
    "no garden": 'game = "miyabi"\n[[seat]]\n[[seat]]',
    "a garden of numbers": 'game = "miyabi"\n[[seat]]\nrows = [1, 2]\n[[seat]]',
    "a garden too large": 'game = "miyabi"\n[[seat]]\nrows = ["' + "1" * 9000 + '"]\n[[seat]]',
    "points of letters": 'game = "miyabi"\n[[seat]]\npoints = "ten"\n[[seat]]',
    "points below nothing": 'game = "miyabi"\n[[seat]]\npoints = -1\n[[seat]]',
    "points in a list": 'game = "miyabi"\n[[seat]]\npoints = [[[1]]]\n[[seat]]',
    "a name that turns the line around": 'game = "miyabi"\n[[seat]]\nname = "\\u202e"\n[[seat]]',
    "no expansion": 'game = "miyabi"\nexpansions = "Z"\n[[seat]]\n[[seat]]',
    "no house": 'game = "edo_yashiki"\n[[seat]]',
    "no card": 'game = "edo_yashiki"\n[[seat]]\nrows = "TT"',
    "a card of numbers": 'game = "edo_yashiki"\n[[seat]]\nrows = "TT"\ncard = 7',
    "no place": 'game = "edo_yashiki"\n[[seat]]\nrows = "TT"\ncard = "TT/TT/TT"',
    "a place far away": 'game = "edo_yashiki"\n[[seat]]\nrows = "TT"\ncard = "TT/TT/TT"\nplace = "99,99"',
    "a place in a table": 'game = "edo_yashiki"\n[[seat]]\nrows = "TT"\ncard = "TT/TT/TT"\nplace = {x = 1}',
    "a house of air": 'game = "edo_yashiki"\n[[seat]]\nrows = "...."',
    "a locked square": 'game = "edo_yashiki"\n[[seat]]\nrows = "TTT"\ncard = "TT/TT/TT"\nplace = "0,0"',
    "unknown markers": 'game = "edo_yashiki"\n[[seat]]\nrows = "TT"\ncard = "TT/PP/FF"\nmarkers = "XYZ"',
    "specialists perhaps": 'game = "edo_yashiki"\nspecialists = "perhaps"\n[[seat]]',
    "specialists in a list": 'game = "edo_yashiki"\nspecialists = [[[1]]]\n[[seat]]',
}


@pytest.mark.parametrize("content", ODD_SHEETS.values(), ids=ODD_SHEETS.keys())
def test_an_odd_score_sheet_is_refused(
    content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sheet.toml").write_text(content)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["niwashi", "score", "sheet.toml"])
    with pytest.raises(SystemExit) as end:
        cli.main()
    out, err = capfd.readouterr()
    assert (end.value.code, out) == (2, "")
    assert len(without_news(err).splitlines()) == 1
    assert err.rstrip("\n").isprintable()


# -- rules -----------------------------------------------------------------------------------------------------------
def test_rules_are_printed_all_or_one() -> None:
    assert [line.split()[0] for line in niwashi("rules").lines] == list(catalog.names())
    assert niwashi("rules", "Edo-Yashiki", "--markdown").out.startswith("# Edo Yashiki")
    assert niwashi("rules", "miyabi", "m3.3").out == "M3.3  The object cell lies in its object's row\n"
    assert list(json.loads(niwashi("rules", "edo_yashiki", "E3.4", "--json").out)) == ["E3.4"]
    assert "has no rule “E3.4”" in sentence(niwashi("rules", "miyabi", "E3.4", code=2))


def test_a_rulebook_is_rendered_and_a_number_names_its_game(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def out(*words: str) -> str:
        assert cli.run(["rules", *words]) == 0
        return capfd.readouterr().out

    monkeypatch.setenv("COLUMNS", "60")
    shown = out("miyabi")
    assert "|---" not in shown
    assert "\n M3.3  The object cell lies in " in shown
    assert max(map(len, shown.splitlines())) <= 60
    assert out("m3.3") == "M3.3  The object cell lies in its object's row\n"
    assert list(json.loads(out("E3.4", "--json"))) == ["E3.4"]
    with pytest.raises(api.NiwashiError, match=r"Miyabi has no rule “M99\.1”"):
        cli.run(["rules", "M99.1"])


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
            assert process.wait(PATIENCE) == 0, (words, err)
        assert without_news(err) == "", words


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_said_in_a_sentence(records: Path) -> None:
    for words in (["rules", "miyabi"], ["check", "good.json"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([*PROGRAM, *words], stdout=full, stderr=subprocess.PIPE, cwd=records, check=False)
        assert done.returncode == 2
        assert b"No space left on device" in done.stderr
        assert b"Traceback" not in done.stderr

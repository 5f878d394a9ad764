"""The program at a terminal: widths, colour, the pager, special keys, completion."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
from pathlib import Path

import pytest

import niwashi as api
from niwashi import cli
from niwashi.cli.durations import format_time
from niwashi.cli.status import CLEAR_LINE
from niwashi.cli.style import wrap_lines
from niwashi.terminal.replay import step_through
from tests.cli.process import PROGRAM, TIMEOUT_SECONDS, niwashi
from tests.cli.test_commands import COMMANDS

COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def at_terminal(*words: str, columns: int = 80, env: dict[str, str] | None = None) -> tuple[int, str]:
    """The exit code and all that a terminal of that width was sent."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {**os.environ, "TERM": "xterm", "PAGER": "cat", **(env or {})}
    for name in ("COLUMNS", "LINES", *(["NO_COLOR"] if not (env or {}).get("NO_COLOR") else [])):
        environment.pop(name, None)
    with subprocess.Popen([*PROGRAM, *words], stdin=slave, stdout=slave, stderr=slave, env=environment) as process:
        os.close(slave)
        said = b"".join(iter(lambda: read(master), b""))
        os.close(master)
        code = process.wait(TIMEOUT_SECONDS)
    return code, said.decode().replace("\r\n", "\n")


def read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # nobody has it open any more
        return b""


def longest(text: str) -> int:
    return max(len(line) for line in COLOUR.sub("", text).splitlines())


@pytest.mark.parametrize("command", ["", *COMMANDS, "admin tables", "admin ban"])
def test_help_is_in_words_and_nothing_of_it_is_cut(
    command: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert cli.run([*command.split(), "--help"]) == 0
    shown = capfd.readouterr().out
    assert not re.search(r"[<>]|list\[|\.\.\.(?!\]?$)", shown, re.MULTILINE), shown
    assert longest(shown) <= 60


def test_the_list_of_commands_has_whole_sentences() -> None:
    lines = niwashi("--help").out.partition("Commands:\n")[2]
    summaries = re.split(r"\n(?=  \w)", lines.strip("\n"))
    assert len(summaries) == len(COMMANDS)
    assert all(summary.rstrip().endswith(".") for summary in summaries)


def test_colour_is_for_terminals_whose_owner_wants_it() -> None:
    assert COLOUR.search(at_terminal("--help")[1])
    for plain in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert "\x1b" not in at_terminal("--help", env=plain)[1]
    assert "\x1b" not in niwashi("--help").out


def test_a_sentence_is_broken_between_words() -> None:
    code, said = at_terminal("rules", "chess", "M1.1", columns=40)
    assert code == 2
    assert longest(said) <= 40
    lines = COLOUR.sub("", said).split("\n")
    (whole,) = niwashi("rules", "chess", "M1.1", code=2).err.splitlines()
    assert " ".join(line.strip() for line in lines).strip() == whole
    assert len(lines) > 2


def test_tables_that_fit_and_words_without_end_are_left_alone() -> None:
    assert wrap_lines("a    b\n" + "x" * 30, 20) == "a    b\n" + "x" * 20 + "\n  " + "x" * 10
    assert wrap_lines("one two three four five", None) == "one two three four five"


NARROW = {
    "simulate": ["simulate", "miyabi", "--seats=4", "--games=4", "--players=greedy"],
    "arena": ["arena", "beginner", "casual", "club", "--games=2", "--nodes=1"],
}


@pytest.mark.parametrize("words", NARROW.values(), ids=NARROW.keys())
def test_tables_of_figures_fit_a_narrow_terminal(words: list[str]) -> None:
    code, narrow = at_terminal(*words, "--seed=1", columns=47)
    assert code == 0
    assert max(map(len, narrow.rpartition(CLEAR_LINE)[2].splitlines())) <= 47
    shares = re.findall(r"[\d.]+%", niwashi(*words, "--seed=1").out)
    assert sorted(re.findall(r"[\d.]+%", narrow)) == sorted(shares), "what does not fit follows below"


def test_long_texts_go_to_the_pager_that_one_has_chosen() -> None:
    code, said = at_terminal("rules", "miyabi", columns=60, env={"PAGER": "sed 's/^/paged: /'", "NO_COLOR": "1"})
    assert code == 0
    lines = said.splitlines()
    assert all(line.startswith("paged: ") for line in lines)
    assert max(map(len, lines)) <= 60 + len("paged: ")
    assert "paged" not in at_terminal("rules", "M3.3", env={"PAGER": "sed 's/^/paged: /'"})[1], "it fits the screen"


def test_times_have_a_zone() -> None:
    assert format_time(1_801_418_400_000) == "2027-01-31 18:00 UTC"


def test_replay_names_special_keys_and_sends_none_back() -> None:
    answers = iter(["\x1b[C\x1b[C", "\x1bOA7", "\x1b", "q"])
    said: list[str] = []
    step_through(api.new("miyabi", seed=1).record(), lambda _: next(answers), said.append)
    complaints = [line for line in said if line.startswith("unknown command")]
    assert [line.removeprefix("unknown command ").partition(";")[0] for line in complaints] == [
        "“(a special key)”",
        "“(a special key) 7”",
        "“(a special key)”",
    ]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("niwashi si", ["simulate", "site"]),
        ("niwashi play m", ["miyabi"]),
        ("niwashi play --against ex", ["expert"]),
        ("niwashi check --q", ["--quiet"]),
    ],
)
def test_a_shell_is_told_how_a_line_could_go_on(line: str, words: list[str]) -> None:
    asked = {"_NIWASHI_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    assert niwashi(env=asked).lines == words


def test_completion_is_installed_for_the_shell_that_one_uses(tmp_path: Path) -> None:
    script = f'PATH="{Path(PROGRAM[0]).parent}:$PATH" niwashi --install-completion; :'
    done = subprocess.run(["bash", "-c", script], env={**os.environ, "HOME": str(tmp_path)}, capture_output=True)
    assert b"bash completion installed" in done.stdout, done
    assert "complete -o default -F _niwashi_completion niwashi" in "".join(
        path.read_text() for path in tmp_path.rglob("niwashi.sh")
    )

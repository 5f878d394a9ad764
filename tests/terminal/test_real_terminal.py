"""The real command at a real pseudo-terminal: it is drawn, played, interrupted and continued."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import niwashi as api
from niwashi.terminal.saved_games import list_saved
from tests.cli.process import PROGRAM, niwashi
from tests.terminal import slow_bots

PATIENCE = 300.0
ESCAPES = re.compile(r"\x1b(\[[0-9;?<>=]*[ -/]*[@-~]|[()][A-Z0-9]|[=>]|\][^\x07]*\x07)")
COLOURED = re.compile(r"\x1b\[[0-9;]*38;2;(\d+);(\d+);(\d+)")


class Terminal:
    """A process at a pseudo-terminal, and all that it has written."""

    def __init__(self, words: tuple[str, ...], **environment: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
        everything = {**kept, "TERM": "xterm-256color", "COLORTERM": "truecolor", **environment}
        self.process = subprocess.Popen(
            [*PROGRAM, *words], stdin=slave, stdout=slave, stderr=slave, env=everything, start_new_session=True
        )
        os.close(slave)
        self.raw = b""

    @property
    def text(self) -> str:
        return ESCAPES.sub("", self.raw.decode(errors="replace"))

    def until(self, words: str, start: int = 0) -> None:
        self.wait(lambda: words in self.text[start:])

    def wait(self, happened: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not happened():
            assert time.monotonic() < end, self.text[-2000:]
            self._read()

    def type(self, keys: str) -> int:
        """Returns where in the text the answer begins."""
        before = len(self.text)
        os.write(self.master, keys.encode())
        return before

    def end(self) -> int:
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end, self.text[-2000:]
            self._read()
        self._read()
        return int(self.process.returncode)

    def _read(self) -> None:
        if select.select([self.master], [], [], 0.2)[0]:
            try:
                self.raw += os.read(self.master, 65536)
            except OSError:  # nobody has it open any more
                time.sleep(0.01)


@contextmanager
def terminal(*words: str, **environment: str) -> Iterator[Terminal]:
    running = Terminal(words, **environment)
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.process.kill()
        running.process.wait()
        os.close(running.master)


def test_a_game_is_drawn_played_interrupted_and_continued(data: Path) -> None:
    with terminal("play", "miyabi", "--seed", "3", "--against", "beginner", NIWASHI_DATA=str(data)) as first:
        first.until("it is your turn")
        assert "Miyabi · round 1 of 6" in first.text
        here = first.type("\r")
        first.wait(lambda: len(api.load(list_saved()[0].path).events) >= 3)  # the bot has acted as well
        first.until("it is your turn", here)
        first.type("\x03")
        assert first.end() == 0
        assert "the game is saved as" in first.text
        assert "Traceback" not in first.text
    (saved,) = list_saved()
    assert len(api.load(saved.path).events) >= 3
    with terminal("play", "--resume", NIWASHI_DATA=str(data)) as second:
        second.until("it is your turn")
        second.type("q")
        assert second.end() == 0
    assert len(api.load(list_saved()[0].path).events) == len(saved.record.events)


def test_whoever_leaves_does_not_wait_until_a_bot_has_thought(data: Path) -> None:
    """A bot that thinks for a minute; the action before was saved."""
    words = ("play", "miyabi", "--seed", "3", "--against", "tests.terminal.slow_bots:make")
    with terminal(*words, NIWASHI_DATA=str(data)) as left:
        left.until("it is your turn")
        left.type("\r")
        left.until("is thinking")
        begun = time.monotonic()
        left.type("q")
        assert left.end() == 0
        assert time.monotonic() - begun < slow_bots.SECONDS / 2
        assert "the game is saved as" in left.text
        assert "Traceback" not in left.text
    assert len(api.load(list_saved()[0].path).events) == 2


def test_without_colour_the_screen_is_grey(data: Path) -> None:
    with terminal("play", "edo_yashiki", "--seed", "1", NIWASHI_DATA=str(data), NO_COLOR="1") as grey:
        grey.until("it is your turn")
        grey.type("q")
        assert grey.end() == 0
        for red, green, blue in COLOURED.findall(grey.raw.decode(errors="replace")):
            assert red == green == blue


@pytest.mark.parametrize(
    ("words", "environment"), [(("--plain",), {}), ((), {"TERM": "dumb"}), ((), {"NIWASHI_PLAIN": "1"})]
)
def test_lines_stay_for_who_wants_them(data: Path, words: tuple[str, ...], environment: dict[str, str]) -> None:
    with terminal("play", "miyabi", "--seed", "3", *words, NIWASHI_DATA=str(data), **environment) as lines:
        lines.until("you are Aki. Type ? for your actions")
        lines.type("quit\r")
        assert lines.end() == 0


def test_bad_words_are_one_sentence() -> None:
    for words, sentence in (
        (("play", "http://127.0.0.1:9/#/t/tabc"), "needs a terminal"),
        (("play", "--resume"), "no unfinished game"),
        (("play", "nowhere.json"), "cannot read “nowhere.json”"),
        (("play", "--people", "2"), "need the full screen"),
    ):
        assert sentence in niwashi(*words, code=2).err

"""scripts/play: which of its words are for `niwashi play`, and what it says when the server does not start."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from niwashi.cli.serve import is_port_taken

ROOT = Path(__file__).parents[2]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Where nothing has to be set up or built."""
    for folder in ("scripts", ".venv/bin"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(ROOT / "scripts/play", tmp_path / "scripts/play")
    (tmp_path / "scripts/setup").write_text("#!/bin/sh\n")
    (tmp_path / "scripts/setup").chmod(0o755)
    (tmp_path / "hatch_build.py").write_text("")
    (tmp_path / ".venv/bin/niwashi").symlink_to(Path(sys.executable).with_name("niwashi"))
    (tmp_path / ".venv/bin/python").symlink_to(sys.executable)
    return tmp_path


def play(checkout: Path, *words: str) -> str:
    """What it says, after it has refused."""
    ran = subprocess.run(
        [checkout / "scripts/play", *words],
        env={**os.environ, "NIWASHI_DATA": str(checkout)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ran.returncode == 2
    return ran.stderr


@pytest.mark.parametrize("words", [("--resume",), ("--plain", "--resume")])
def test_resume_goes_on_in_the_terminal(checkout: Path, words: tuple[str, ...]) -> None:
    assert play(checkout, *words).startswith("niwashi: there is no unfinished game")


def test_a_mistyped_option_is_one_line(checkout: Path) -> None:
    (line,) = play(checkout, "--no-browser", "--prot", "1").splitlines()
    assert "--prot" in line


def can_listen(host: str) -> bool:
    try:
        socket.create_server((host, 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", *filter(can_listen, ["::1"])])
def test_a_port_that_is_taken_is_found_at_any_kind_of_address(host: str) -> None:
    (family, _, _, _, address), *_ = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)
    with socket.create_server(address[:2], family=family) as taken:
        assert is_port_taken(host, taken.getsockname()[1])


@pytest.mark.parametrize("host", ["127.0.0.1", "::", "no.such.host.invalid", "x" * 70])
def test_where_nobody_answers_no_port_is_taken(host: str) -> None:
    with socket.socket() as bound:  # and does not listen
        bound.bind(("127.0.0.1", 0))
        assert not is_port_taken(host, bound.getsockname()[1])

"""`niwashi serve` as a new user starts it: a failure is one sentence, and a signal ends it."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.process import PROGRAM, niwashi, sentence
from tests.server.process import WIDE_OPEN


def test_a_port_that_is_taken_is_told_before_anything_is_done(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        refused = niwashi("serve", "--port", port, "--store", tmp_path / "new.sqlite", code=2)
    assert f"port {port}: the port is in use" in sentence(refused)
    assert not list(tmp_path.iterdir())


def test_a_database_that_nobody_answers_for_is_told_without_its_password(tmp_path: Path) -> None:
    place = f"postgresql://niwashi:secret@/games?host={tmp_path}"
    refused = sentence(niwashi("serve", "--port", "0", "--store", place, code=2))
    assert "failed: No such file or directory" in refused
    assert "secret" not in refused


def test_a_store_that_cannot_be_one_is_told(tmp_path: Path) -> None:
    refused = niwashi("serve", "--port", "0", "--store", tmp_path, code=2)
    assert "is a folder; a store must be a file" in sentence(refused)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "SIGTERM"])
def test_who_loses_patience_while_it_starts_is_heeded_at_once(how: signal.Signals, tmp_path: Path) -> None:
    command = [*PROGRAM, "serve", "--port", "0", "--store", str(tmp_path / "new.sqlite")]
    # With an empty cache it compiles for a minute.
    environment = {**os.environ, **WIDE_OPEN, "NIWASHI_CACHE": str(tmp_path / "cache")}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment) as process:
        assert process.stderr is not None
        while b'"compiling"' not in (line := process.stderr.readline()):
            assert line, "it ended by itself"
        start = time.monotonic()
        process.send_signal(how)
        said = process.stderr.read()
    assert time.monotonic() - start < 20
    assert process.returncode == 0
    *_, last = said.splitlines()
    assert json.loads(last)["event"] == "stopped"
    assert json.loads(last)["why"] == "before the rules were ready"
    assert b'"compiled"' not in said
    assert b"Traceback" not in said

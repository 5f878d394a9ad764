"""Tests may be coroutines, and every test has a folder for saved games of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.conftest import pytest_pyfunc_call, server

__all__ = ["pytest_pyfunc_call", "server"]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NIWASHI_DATA", str(tmp_path))
    return tmp_path

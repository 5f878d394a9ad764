"""What docs/storage.md shows is so."""

from __future__ import annotations

import ast
import asyncio
import inspect
import json
import re
from pathlib import Path

import msgspec
import pytest

from niwashi.store.archive import ArchiveLine

PAGE = (Path(__file__).parents[2] / "docs" / "storage.md").read_text()


def shown(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_program_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    code = compile(shown("python"), "storage.md", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    running = eval(code, {})
    assert inspect.iscoroutine(running)
    asyncio.run(running)
    assert capsys.readouterr().out.startswith("1 [StoredEvent(sequence=1, ")


def test_the_lines_of_an_export_are_lines_of_an_export() -> None:
    lines = shown("json").replace("…", "0" * 64).splitlines()
    kinds = [msgspec.json.decode(line, type=ArchiveLine) for line in lines]
    assert [json.loads(line)["is"] for line in lines] == [kind.__struct_config__.tag for kind in kinds]
    assert len(kinds) == 6

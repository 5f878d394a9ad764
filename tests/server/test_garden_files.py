"""The garden that a server offers for times without a line: only a whole one, and only of this version."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from niwashi.core.errors import BadOptions
from niwashi.server import garden_files
from niwashi.server.garden_files import LIST, PAGE, content, find_garden, problem


def written(folder: Path, program: str | None) -> str:
    (folder / "garden").mkdir()
    (folder / PAGE).write_text("<html>")
    files = {PAGE: ["hash", 6], "assets/table.js": ["hash", 1]}
    (folder / LIST).write_text(json.dumps({"version": "of its files", "program": program, "files": files}))
    return str(folder)


def test_a_folder_that_is_no_garden_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOptions, match="--garden must be a folder that `niwashi site` wrote"):
        problem(str(tmp_path))


@pytest.mark.parametrize("program", ["older", None])
def test_a_garden_of_another_version_is_not_offered(tmp_path: Path, program: str | None) -> None:
    place = written(tmp_path, program)
    assert find_garden(place) is None
    assert "docs/hosting.md" in str(problem(place))


def test_a_garden_of_this_version_has_its_own_files_and_no_others(tmp_path: Path) -> None:
    place = written(tmp_path, garden_files.program_version())
    garden = find_garden(place)
    assert garden is not None
    assert garden.names == {LIST, PAGE}
    assert garden.version == "of its files"
    assert problem(place) is None


def test_the_version_is_of_all_that_runs_in_a_garden() -> None:
    running = set(garden_files.sources())
    assert {"server/workers/jobs.py", "server/tables/rematch.py", "site/stand_in/arrays.py", "__init__.py"} <= running
    assert not [name for name in running if name.startswith(("store/", "server/http/", "build/"))]


def test_a_server_needs_no_garden() -> None:
    assert find_garden(None) is None
    assert problem(None) is None


@pytest.mark.parametrize("packed", [False, True])
def test_a_file_is_read_once(tmp_path: Path, packed: bool) -> None:
    garden = find_garden(written(tmp_path, garden_files.program_version()))
    assert garden is not None
    assert content(garden, PAGE, packed) is content(garden, PAGE, packed)

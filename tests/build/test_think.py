"""What browsers compute with is written into a folder that may hold other things."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from niwashi.build import think
from niwashi.build.libraries import CORE, Library
from niwashi.core.errors import NiwashiError
from niwashi.server.think_files import INDEX, held_files


def test_only_the_files_of_the_old_index_are_deleted(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    outside, letter = tmp_path / "outside.json", tmp_path / "folder" / "letter.txt"
    old = [tmp_path / "folder" / name for name in ("miyabi-0123456789ab.wasm", "miyabi-ba9876543210.json")]
    for path in (outside, letter, *old):
        path.write_text("content")
    named = {"module": {"file": old[0].name}, "facts": {"file": old[1].name}, "other": {"file": "../outside.json"}}
    (tmp_path / "folder" / INDEX).write_text(json.dumps({"version": "another", "games": {"miyabi": named}}))
    think.write([Library(CORE, {}, b"")], tmp_path / "folder", lambda what: None)
    assert {path.name for path in (tmp_path / "folder").iterdir()} == {letter.name, INDEX}
    assert letter.read_text() == outside.read_text() == "content"
    assert held_files(tmp_path / "folder") == {INDEX}


@pytest.mark.parametrize("content", ['{"games": []}', '["a page"]', '{"games": {}}', "{"])
def test_an_index_of_somebody_else_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / INDEX).write_text(content)
    with pytest.raises(NiwashiError, match=r"index\.json is not an index of ours; delete it, or name another folder"):
        think.write([Library(CORE, {}, b"")], tmp_path, lambda what: None)
    assert (tmp_path / INDEX).read_text() == content


def test_files_without_an_index_stay(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("content")
    think.write([Library(CORE, {}, b"")], tmp_path, lambda what: None)
    assert (tmp_path / "letter.txt").read_text() == "content"

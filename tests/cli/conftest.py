"""A folder of records that several tests of commands read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.records import first_actions, rigged, save


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

"""Files that are too large, cut off, hostile or no files at all; and places where nothing can be written."""

from __future__ import annotations

import os
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

import niwashi
from niwashi.core.components import read_toml
from niwashi.core.files import atomic_write
from niwashi.core.record import MAX_EMPTY_LINES
from niwashi.engine import catalog
from niwashi.engine.verification import Finding, check_file
from tests.bad_input.samples import finished, load_kernels, refused, spoiled, unchanged

HUNDRED_MB = 100_000_000
LITTLE_MEMORY = 64 << 20
SOON = 3.0
"""Seconds for a file of any size."""


@contextmanager
def soon_and_small() -> Iterator[None]:
    load_kernels()
    tracemalloc.start()
    start = time.process_time()
    try:
        yield
        took, peak = time.process_time() - start, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < LITTLE_MEMORY, f"{peak >> 20} MiB"
    assert took < SOON, f"{took:.1f} s"


def broken(path: Path) -> list[Finding]:
    """What `check` finds, of which nothing is good."""
    findings = list(check_file(path))
    assert findings
    assert not any(finding.ok for finding in findings)
    return findings


# -- 100 MB ------------------------------------------------------------------------------------------------------------
def zeros(path: Path) -> None:
    """A hole: it takes no room on the disk."""
    with path.open("wb") as file:
        file.truncate(HUNDRED_MB)


def repeated(unit: bytes) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        block = unit * (1_000_000 // len(unit))
        with path.open("wb") as file:
            for _ in range(HUNDRED_MB // len(block)):
                file.write(block)

    return write


LARGE = {
    "zeros": zeros,
    "spaces": repeated(b" "),
    "empty lines": repeated(b"\n"),
    "short lines": repeated(b"x\n"),
    "brackets": repeated(b"["),
    "one long text": repeated(b'"a'),
    "objects": repeated(b"{}\n"),
    "versions": repeated(b'{"niwashi":2}\n'),
}


@pytest.fixture(params=LARGE)
def large(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "large.json"
    LARGE[request.param](path)
    yield path
    path.unlink()


def test_a_large_file_is_refused_soon(large: Path) -> None:
    with soon_and_small():
        assert refused(lambda: niwashi.load(large), SOON).code == "record/size"
        refused(lambda: list(niwashi.load_all(large)), SOON)
        assert len(broken(large)) <= 101
        assert refused(lambda: niwashi.new("miyabi", components=large), SOON).code == "components/file"
        assert refused(lambda: read_toml(large, "score sheet"), SOON).code == "components/file"


def test_a_long_file_of_records_is_read_as_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    line = spoiled() + b"\n"
    path.write_bytes(line * (10_000_000 // len(line)))
    with soon_and_small():
        first = next(niwashi.load_all(path))
        assert next(check_file(path)).ok
    assert first.over


def test_a_good_record_among_too_many_empty_lines_is_found_before_they_are_too_many(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\n" * MAX_EMPTY_LINES + spoiled() + b"\n" + spoiled())
    assert len(list(niwashi.load_all(path))) == 2
    path.write_bytes(b"\n" * (MAX_EMPTY_LINES + 1) + spoiled())
    assert refused(lambda: list(niwashi.load_all(path))).code == "record/empty"


# -- cut off -----------------------------------------------------------------------------------------------------------
def test_a_record_cut_off_anywhere_is_refused(tmp_path: Path) -> None:
    raw = spoiled()
    for length in range(len(raw)):
        assert refused(partial(niwashi.loads, raw[:length])).code == "record/json"
    path = tmp_path / "game.json"
    for length in range(0, len(raw), 97):
        path.write_bytes(raw[:length])
        assert refused(lambda: niwashi.load(path)).code in ("record/json", "record/empty")
        assert len(broken(path)) == 1


def test_a_record_spread_over_lines_may_be_cut_off_too(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    raw = spread(spoiled())
    path.write_bytes(raw)
    assert niwashi.load(path).over
    assert [finding.ok for finding in check_file(path)] == [True]
    for length in range(1, len(raw) - 1, 211):
        path.write_bytes(raw[:length])
        assert refused(lambda: niwashi.load(path)).code == "record/json"
        assert [finding.where for finding in check_file(path)] == [str(path)]


def spread(raw: bytes) -> bytes:
    import json

    return json.dumps(json.loads(raw), indent=1).encode()


# -- several records ---------------------------------------------------------------------------------------------------
def test_one_bad_line_is_named_and_the_others_are_checked(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    good = spoiled()
    for bad, line in ((0, b"{"), (1, good[:-9]), (1, spoiled(seed="other")), (2, b"\xff\xfe")):
        lines = [good, good, good]
        lines[bad] = line
        path.write_bytes(b"\n".join(lines))
        findings = list(check_file(path))
        assert [finding.ok for finding in findings] == [number != bad for number in range(3)]
        assert findings[bad].where == f"{path}, line {bad + 1}"


def test_load_all_gives_what_stands_before_a_bad_line_and_names_it(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    for line in (b"{", spoiled(result={"scores": [1, 1], "winners": [0]})):
        path.write_bytes(spoiled() + b"\n\n" + line + b"\n" + spoiled())
        games = niwashi.load_all(path)
        assert next(games).over
        assert refused(partial(next, games)).sentence.startswith("line 3: ")
    assert refused(lambda: niwashi.load(path)).code == "record/several"


def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    """`niwashi check <(zcat games.jsonl.gz)`"""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for lines in (1, 2, 30):
        writer = threading.Thread(target=pipe.write_bytes, args=((spoiled() + b"\n") * lines,))
        writer.start()
        assert [finding.ok for finding in check_file(pipe)] == [True] * lines
        writer.join()


def test_an_empty_file_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    for content in (b"", b" \n\n", b"\n" * 50):
        path.write_bytes(content)
        assert refused(lambda: niwashi.load(path)).code == "record/empty"
        assert list(niwashi.load_all(path)) == []
        assert [finding.error and finding.error.code for finding in check_file(path)] == ["record/empty"]


def test_a_file_that_is_no_record_is_named(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    for content in (b"[]", b"{", b'{"niwashi": 1}', b"\xff"):
        path.write_bytes(content)
        assert str(tmp_path)[:20] in refused(lambda: niwashi.load(path)).sentence


# -- no files ----------------------------------------------------------------------------------------------------------
NO_FILES = [
    "",
    ".",
    "missing.json",
    "missing/game.json",
    "file/game.json",
    "a\0b",
    "\ud800",
    "x" * 300,
    "/proc/self/mem",
]


@pytest.mark.parametrize("name", NO_FILES, ids=ascii)
def test_what_is_no_file_is_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("x")
    assert refused(lambda: niwashi.load(name)).code == "record/file"
    assert refused(lambda: list(niwashi.load_all(name))).code == "record/file"
    assert refused(lambda: list(check_file(name))).code == "record/file"
    assert refused(lambda: niwashi.new("miyabi", components=name)).code == "components/file"


# -- component files ---------------------------------------------------------------------------------------------------
BOX = {game: (catalog.rules(game).folder / "components.toml").read_text(encoding="utf-8") for game in catalog.names()}
MIYABI, EDO = ('game = "miyabi"\nname = "x"\n', 'game = "edo_yashiki"\nname = "x"\n')
TOML: dict[str, tuple[str | bytes, str]] = {
    "nothing": ("", "components/game"),
    "a NUL": (b"\0", "components/toml"),
    "no UTF-8": (b"\xff", "components/toml"),
    "JSON": ("{}", "components/toml"),
    "a cut off table": ("[tiles", "components/toml"),
    "a key twice": ("a = 1\na = 2", "components/toml"),
    "a long key twice": (f"{'k' * 20_000} = 1\n" * 2, "components/toml"),
    "a day that is none": ("a = 2020-02-30", "components/toml"),
    "a number of 5,000 digits": (f"a = {'9' * 5000}", "components/toml"),
    "lists in lists": ("a = " + "[" * 50_000, "components/toml"),
    "tables in tables": ("a = " + "{a=" * 15_000, "components/toml"),
    "a dotted key": ("a." * 30_000 + "a = 1", "components/toml"),
    "a dotted table": ("[" + "a." * 30_000 + "a]", "components/toml"),
    "many dotted keys": ("".join(f"{'a.' * 499}b{n} = 1\n" for n in range(60)), "components/game"),
    "64 KiB and more": ("#" * 65_537, "components/file"),
    "another game": ('game = "go"\nname = "x"', "components/game"),
    "a game that is a list": ('game = ["miyabi"]', "components/game"),
    "no name": ('game = "miyabi"', "components/name"),
    "a name that turns the line around": ('game = "miyabi"\nname = "\\u202e"', "components/name"),
    "a long name": (f'game = "miyabi"\nname = "{"x" * 61}"', "components/name"),
    "an unknown section": (BOX["miyabi"] + "\n[dice]\n", "components/unknown"),
    "a section that moves the cursor": (BOX["miyabi"] + '\n["\\u001b[2J"]\n', "components/unknown"),
    "no tiles": (MIYABI, "components/tiles"),
    "tiles that are a list": (MIYABI + "tiles = []", "components/tiles"),
    "an unknown tile": (MIYABI + "[tiles]\nzz = 1", "components/tiles"),
    "a tile of letters": (MIYABI + '[tiles]\nm1 = "six"', "components/number"),
    "a tile of no number": (MIYABI + "[tiles]\nm1 = nan", "components/number"),
    "true tiles": (MIYABI + "[tiles]\nm1 = true", "components/number"),
    "a tile in a table in a table": (MIYABI + "[tiles]\nm1 = {count = {count = 1}}", "components/number"),
    "too few tiles": (MIYABI + "[tiles]\nm1 = 6\n[bonuses]\n[zen]", "components/tiles"),
}
DECK: dict[str, tuple[str, str]] = {
    "no cards": (EDO, "edo/deck"),
    "one card": (EDO + 'cards = ["FG/FP/TT"]', "edo/deck"),
    "a card too many": (EDO + f"cards = {['FG/FP/TT'] * 65}", "edo/deck"),
    "cards that are none": (EDO + f"cards = {['FG/FP/TX'] * 64}", "edo/card"),
    "cards that are numbers": (EDO + f"cards = {[7] * 64}", "edo/card"),
    "a line after the card": (EDO + f"cards = {['FG/FP/TT'] * 63 + ['FG/FP/TT ']}", "edo/card"),
    "an unknown key": (EDO + f"dice = 1\ncards = {['FG/FP/TT'] * 64}", "edo/deck"),
}


@pytest.mark.parametrize(
    ("game", "content", "code"),
    [("miyabi", *case) for case in TOML.values()] + [("edo_yashiki", *case) for case in DECK.values()],
    ids=[*TOML, *DECK],
)
def test_a_hostile_component_file_has_its_code(game: str, content: str | bytes, code: str, tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert refused(lambda: niwashi.new(game, components=path), SOON).code == code


def test_a_component_file_with_a_huge_number_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(MIYABI + f"[tiles]\nm1 = 0x{'f' * 60_000}")
    assert refused(lambda: niwashi.new("miyabi", components=path)).code == "components/number"


@pytest.mark.parametrize("game", BOX)
def test_a_component_file_cut_off_anywhere_is_refused(game: str, tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    whole = BOX[game].rstrip()
    for length in range(0, len(whole) - 1, 61):
        path.write_text(whole[:length], encoding="utf-8")
        assert refused(lambda: niwashi.new(game, components=path)).code.startswith(("components/", "edo/"))


def test_an_edo_deck_of_one_face_is_a_deck() -> None:
    box = {"game": "edo_yashiki", "name": "all the same", "cards": ["FG/FP/TT"] * 64}
    game = niwashi.new("edo_yashiki", seed=1, components=box)
    assert niwashi.loads(game.record().to_json()).components == game.components


# -- saving ------------------------------------------------------------------------------------------------------------
def test_what_cannot_be_saved_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("kept")
    game = finished(0)
    places = [
        tmp_path, tmp_path / "folder", tmp_path / "missing" / "game.json", tmp_path / "file" / "game.json",
        tmp_path / "a\0b", tmp_path / ("x" * 300), Path("/proc/niwashi.json"), Path("/proc/self/niwashi.json"),
    ]  # fmt: skip
    with unchanged(game):
        for place in places:
            assert refused(partial(game.record().save, place)).code == "record/write"
    assert sorted(os.listdir(tmp_path)) == ["file", "folder"]
    assert os.listdir(tmp_path / "folder") == []
    assert (tmp_path / "file").read_text() == "kept"


def test_a_full_disk_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    finished(0).record().save(path)
    before = path.read_bytes()

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert "No space left" in refused(lambda: finished(1).record().save(path)).sentence
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["game.json"]


def test_an_interrupted_save_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    path.write_text("old")

    def interrupt(self: Path, target: Path) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        atomic_write(path, b"new")
    assert (path.read_text(), os.listdir(tmp_path)) == ("old", ["game.json"])


def test_a_link_keeps_pointing_where_it_did(tmp_path: Path) -> None:
    target, link = tmp_path / "target.json", tmp_path / "link.json"
    target.write_text("old")
    link.symlink_to(target)
    finished(0).record().save(link)
    assert link.is_symlink()
    assert niwashi.load(target).over


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    """A file moved there would have replaced it; so it would a device such as /dev/null."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    finished(0).record().save(pipe)
    reader.join()
    assert pipe.is_fifo()
    assert niwashi.loads(read[0]).over

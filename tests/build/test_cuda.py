"""Code for a GPU, as far as it can be checked without one. `python -m tests.conformance.cuda` runs it on one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from niwashi.build.cuda import align_fields, check_alignment, copy_records
from niwashi.engine import catalog
from tests.build.libraries import built


def test_fields_of_records_are_loaded_whole() -> None:
    text = "  %v = load i64, ptr %p, align 1\n  store float %x, ptr %q, align 1\n  %b = load i8, ptr %r, align 1\n"
    aligned = "  %v = load i64, ptr %p, align 8\n  store float %x, ptr %q, align 4\n  %b = load i8, ptr %r, align 1\n"
    assert align_fields(text) == aligned


def test_records_are_copied_as_a_whole() -> None:
    text = "  %.5 = load [528 x i8], ptr %from, align 1\n  store [528 x i8] %.5, ptr %to, align 1\n  ret void\n"
    copied = copy_records(text)
    assert "call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %from, i64 528, i1 false)\n  ret" in copied
    assert "load [528 x i8]" not in copied


@pytest.mark.parametrize("game", catalog.names())
def test_every_field_of_a_record_is_aligned(game: str) -> None:
    check_alignment(game)


@pytest.mark.full
@pytest.mark.parametrize("game", catalog.names())
def test_entries_for_a_gpu(game: str) -> None:
    [folder] = built("ptx", only=(game,))
    code = (folder / f"{game}.ptx").read_text(encoding="utf-8")
    entries = set(re.findall(r"\.entry (\w+)\(", code))
    assert {"play_random_games", "open_games", "play_actions", "observe_games", "random_games_entry"} <= entries
    assert {"step_games", "begin_games", "find_illegal", "sample_actions"} <= entries
    assert "fma.rn" not in code  # a product and a sum are rounded separately, as everywhere
    wide = len(re.findall(r"\b(?:ld|st)\.\S*b64", code))
    assert wide > 1000, "fields are loaded byte by byte"


def test_missing_damaged_and_old_gpu_code_is_said(tmp_path: Path) -> None:
    """With how to make it."""
    from niwashi.batch.devices import find_cuda
    from niwashi.core.errors import NiwashiError

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NIWASHI_CUDA", str(tmp_path))
        with pytest.raises(NiwashiError, match=r"there is no GPU code in .*python -m niwashi.build ptx FOLDER"):
            find_cuda(catalog.rules("miyabi"))
        (tmp_path / "miyabi.ptx").touch()
        (tmp_path / "manifest.json").write_text('{"hash": "other", "entries": {}}')
        with pytest.raises(NiwashiError, match="was made from other rules"):
            find_cuda(catalog.rules("miyabi"))
        (tmp_path / "manifest.json").write_text("{")
        with pytest.raises(NiwashiError, match="is damaged"):
            find_cuda(catalog.rules("miyabi"))

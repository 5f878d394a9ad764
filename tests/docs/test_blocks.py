"""Every block of code on every page runs, here or in the tests of its page."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from itertools import takewhile
from pathlib import Path

import msgspec
import pytest

import niwashi
from niwashi.core.record import Record
from niwashi.engine.verification import check_record
from tests.docs.test_hosting import command_of
from tools.docs.markdown import FENCE, split_fences
from tools.docs.sources import ROOT, list_pages

Block = tuple[str, str, str]
"""A page, the language, and the code."""
RUN_BY = {
    ("README.md", "python"): "tests/docs/test_readme.py",
    ("README.md", "pycon"): "tests/docs/test_readme.py",
    ("README.md", "console"): "tests/docs/test_readme.py",
    ("docs/bots.md", "python"): "tests/bots/test_registry.py",
    ("docs/clusters.md", "python"): "tests/parallel/test_ray.py",
    ("docs/data.md", "python"): "tests/docs/test_data.py",
    ("docs/environments.md", "python"): "tests/docs/test_environments.py",
    ("docs/http-api.md", "json"): "tests/docs/test_http_api.py",
    ("docs/http-api.md", "sh"): "tests/server/test_api_page.py",
    ("docs/programs.md", "python"): "tests/docs/test_programs.py",
    ("docs/storage.md", "json"): "tests/docs/test_storage.py",
    ("docs/storage.md", "python"): "tests/docs/test_storage.py",
    ("docs/wire.md", "json"): "tests/docs/test_wire.py",
}
"""Blocks whose results the tests of the page know as well."""
NEEDS_A_GPU = ("docs/gpu.md", "py")
"""`python -m tests.env.cuda` does the same on a machine that has one."""
HOSTS = "docs/hosting.md"
"""Its lines change a system; `scripts/bare-machine --hosting` types them into one. tests/docs/test_hosting.py reads
those that start Niwashi, tests/docs/test_deploy.py and tests/server/test_backup_drill.py run parts of them."""


def blocks() -> list[Block]:
    """All blocks with a language; those without are text."""
    found = []
    for page in list_pages():
        for is_code, lines in split_fences((ROOT / page).read_text(encoding="utf-8")):
            opening = FENCE.fullmatch(lines[0]) if is_code else None
            if opening and opening[2] not in ("", "text"):
                found.append((page, opening[2], "\n".join(lines[1:-1]) + "\n"))
    return found


BLOCKS = blocks()
SLOW = {"docs/analysis.md", "docs/gpu.md"}
PROGRAMS = [
    pytest.param(page, marks=[pytest.mark.more] * (page in SLOW))
    for page in sorted(
        {page for page, language, _ in BLOCKS if language == "python" and (page, language) not in RUN_BY}
    )
]
LINES = [
    (page, line.split("  #")[0].strip())
    for page, language, code in BLOCKS
    if language == "sh" and page != HOSTS and (page, language) not in RUN_BY
    for line in code.replace("\\\n", "").splitlines()
    if line.split("  #")[0].strip() and not line.startswith("#")
]


def test_every_block_is_of_a_kind_that_runs() -> None:
    kinds = {(page, language) for page, language, _ in BLOCKS}
    assert set(RUN_BY) <= kinds, "these blocks are gone"
    left = {(page, language) for page, language in kinds - set(RUN_BY) if language not in ("python", "sh")}
    assert left == {("docs/records.md", "json"), NEEDS_A_GPU}


@pytest.mark.parametrize(("page", "language"), RUN_BY)
def test_the_tests_of_a_page_read_it(page: str, language: str) -> None:
    assert Path(page).name in (ROOT / RUN_BY[page, language]).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PROGRAMS)
def test_the_programs_of_a_page_run(page: str, tmp_path: Path) -> None:
    """One after the other, in a folder with a game that has begun and somebody's own box."""
    game = niwashi.new("edo_yashiki", seed=7)
    for _ in range(2):
        game.play(game.legal()[0])
    game.record().save(tmp_path / "game.json")
    box = ROOT / "src" / "niwashi" / "games" / "miyabi" / "components.toml"
    (tmp_path / "my-box.toml").write_text(box.read_text(encoding="utf-8"), encoding="utf-8")
    code = "\n".join(code for where, language, code in BLOCKS if (where, language) == (page, "python"))
    words = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("page", "line"), LINES)
def test_a_line_for_a_shell_starts_something_that_exists(page: str, line: str) -> None:
    """Its program, script, module or extra; and Niwashi's own commands can be read, without doing what they say."""
    words = list(takewhile(lambda word: not re.fullmatch(r"[|>&]+", word), shlex.split(line)))
    program = words[0].removeprefix(".venv/bin/")
    if program == "niwashi":
        command, rest = command_of(words[1:])
        command.make_context("niwashi", rest)
    elif program in ("python", "python3"):
        assert words[1] == "-m"
        assert words[2] in ("http.server", "build", "venv") or find_spec(words[2])
    elif program == "pip":
        extras = re.findall(r"\[([\w,]+)\]", line)
        assert set(",".join(extras).split(",")) - {""} <= set(known_extras())
    elif "/" in program:
        assert (ROOT / program).exists()
    else:
        assert program in (".", "cd", "export", "git", "npm", "ray"), f"nothing tests {program}"


def known_extras() -> list[str]:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return list(project["optional-dependencies"])


# -- docs/records.md ---------------------------------------------------------------------------------------------------
RECORDS = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")


def test_the_record_shown_is_one_whose_chance_follows_from_its_seed() -> None:
    (shown,) = [code for page, language, code in BLOCKS if (page, language) == ("docs/records.md", "json")]
    record = niwashi.loads(shown).record()
    assert check_record(record).ok
    assert check_record(record).chance_checked


def test_the_page_has_every_field_of_a_record() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", RECORDS.split("## Notation")[0], re.MULTILINE)
    assert rows == [field.name for field in msgspec.structs.fields(Record)]
    required = [field.name for field in msgspec.structs.fields(Record) if field.required]
    assert "All but " + ", ".join(f"`{name}`" for name in required[:-1]) + f" and `{required[-1]}` may be" in RECORDS

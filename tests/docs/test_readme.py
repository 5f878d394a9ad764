"""README.md: what it shows is what happens."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import niwashi
from hatch_build import package_page

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
README = (ROOT / "README.md").read_text(encoding="utf-8")
REST = "…"
"""At the end of a line or alone in one: the rest is left out."""


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def run_python(folder: Path) -> str:
    """All Python blocks, one after the other."""
    code = "\n".join(blocks("python"))
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


def commands() -> list[tuple[str, list[str]]]:
    """Each command of the console blocks, with the lines that are shown after it."""
    found: list[tuple[str, list[str]]] = []
    for line in "".join(blocks("console")).splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def as_pattern(shown: list[str]) -> str:
    pattern = ""
    for line in shown:
        kept = line.removesuffix(REST)
        pattern += r"(?:.*\n)*" if line == REST else re.escape(kept) + (".*" if kept != line else "") + r"\n"
    return pattern


def test_the_python_blocks_run(tmp_path: Path) -> None:
    assert run_python(tmp_path).startswith("(150, 154) (1,)\n")
    assert (tmp_path / "first.json").exists()


def test_the_first_loop_plays_every_game(tmp_path: Path) -> None:
    code = blocks("python")[0]
    for number, options in enumerate(('"edo_yashiki"', '"edo_yashiki", seats=3, grab="calm"', '"miyabi", seats=4')):
        other = re.sub(r"new\(.*?seed=7\)", f"new({options}, seed=7)", code)
        path = tmp_path / f"{number}.json"
        assert options in other
        exec(other.replace('save("first.json")', f"save({str(path)!r})"), {})
        assert niwashi.load(path).over


def test_the_interpreter_says_what_is_shown() -> None:
    tests = [doctest.DocTestParser().get_doctest(text, {}, "README", None, 0) for text in blocks("pycon")]
    runner = doctest.DocTestRunner()
    assert tests
    for test in tests:
        assert runner.run(test).failed == 0


def test_the_commands_print_what_is_shown(tmp_path: Path) -> None:
    run_python(tmp_path)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    assert len(commands()) > 4
    for command, shown in commands():
        done = subprocess.run(command, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, command
        assert re.fullmatch(as_pattern(shown), done.stdout), f"{command}:\n{done.stdout}"


def test_its_first_example_is_the_one_in_examples() -> None:
    script = (ROOT / "examples" / "first_game.py").read_text(encoding="utf-8")
    assert [" ".join(line.split()) for line in blocks("python")[0].splitlines()] == [
        " ".join(line.split()) for line in script.split('"""\n\n')[1].splitlines()
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        assert target.startswith("https://") or (page.parent / target).exists(), target


@pytest.mark.parametrize("index", ["README.md", "docs/README.md"])
def test_every_page_is_in_the_lists(index: str) -> None:
    text = (ROOT / index).read_text(encoding="utf-8")
    targets = {((ROOT / index).parent / target).resolve() for target in re.findall(r"\]\(([^)#:]+)", text)}
    assert {page.resolve() for page in (ROOT / "docs").glob("*.md")} - {(ROOT / index).resolve()} <= targets


def test_the_package_s_page_has_nothing_of_a_clone() -> None:
    page = package_page(README)
    assert page.split("```sh\n")[1].startswith("pip install 'niwashi[")
    for word in ("scripts/", "clone", "docs/", "](", "<!--", "-->"):
        assert word not in page.replace("](https:", ""), word
    assert blocks("python")[0] in page


def test_the_readme_names_every_extra() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert set(extras) <= set(re.findall(r"`(\w+)`", README))

"""What docs/hosting.md says of settings, metrics and files is so, and every command in docs/ can be typed."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import typer

from niwashi.cli.app import app
from niwashi.server.ops.metrics import Metrics
from niwashi.server.ops.rate_limits import Rate
from niwashi.server.settings import OTHER_VARIABLES, PREFIX, Settings
from tools.hosting.page import LEFT_OUT, Page

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "hosting.md").read_text()
DEPLOY = sorted(path for path in (ROOT / "deploy").iterdir() if path.is_file() and not path.name.startswith("."))


# -- settings ----------------------------------------------------------------------------------------------------------
def shown(value: object) -> str:
    """A default as the page writes it."""
    match value:
        case None | () | "":
            return ""
        case bool():
            return "yes" if value else "no"
        case Rate():
            return f"{value.per_second:g}/{value.burst:g}"
        case float():
            return f"{value:g}"
    return str(value)


def test_the_page_has_every_setting_with_its_default_and_no_other() -> None:
    rows = re.findall(r"^\| `([A-Z0-9_]+)` \| (.*?) ?\| \S.* \|$", PAGE, re.MULTILINE)
    assert rows == [(one.name.upper(), shown(getattr(Settings(), one.name))) for one in in_order(rows)]


def in_order(rows: list[tuple[str, str]]) -> list[Any]:
    """The settings in the order of the page, then those that it has forgotten."""
    places = {name: place for place, (name, _) in enumerate(rows)}
    return sorted(fields(Settings), key=lambda one: places.get(one.name.upper(), len(places)))


@pytest.mark.parametrize("file", DEPLOY, ids=lambda path: path.name)
def test_variables_in_deploy_are_settings(file: Path) -> None:
    known = {PREFIX + one.name.upper() for one in fields(Settings)} | set(OTHER_VARIABLES)
    assert set(re.findall(r"NIWASHI_[A-Z0-9_]+", file.read_text())) <= known


def test_variables_on_the_page_are_settings() -> None:
    known = {PREFIX + one.name.upper() for one in fields(Settings)} | set(OTHER_VARIABLES)
    assert set(re.findall(r"NIWASHI_[A-Z0-9_]+[A-Z0-9]", PAGE)) <= known


def test_the_page_says_which_settings_are_options() -> None:
    serve: Any = command_of(["serve"])[0]
    options = {one.name for one in serve.params}
    rows = [name.lower() for name in re.findall(r"^\| `([A-Z0-9_]+)` \|", PAGE, re.MULTILINE)]
    both = [name for name in rows if name in options]
    assert both == rows[: len(both)]
    assert f"The first {NUMBERS[len(both)]} are options" in PAGE


NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


# -- metrics -----------------------------------------------------------------------------------------------------------
def test_the_page_explains_every_metric_and_no_other() -> None:
    shown = re.findall(r"^\| `(niwashi_\w+)` \|", PAGE, re.MULTILINE)
    known = [one.name + "_total" * (one.type == "counter") for one in Metrics().registry.collect()]
    assert sorted(shown) == sorted(known)


# -- files -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("file", DEPLOY, ids=lambda path: path.name)
def test_the_page_says_what_every_file_is_for(file: Path) -> None:
    patterns = [name.replace("*", "") for name in re.findall(r"deploy/([\w.*-]+)", PAGE)]
    assert any(file.name == name for name in patterns), f"docs/hosting.md does not name deploy/{file.name}"


def test_files_that_the_page_names_exist() -> None:
    for name in re.findall(r"deploy/([\w.*-]+)", PAGE):
        assert name == ".env" or list((ROOT / "deploy").glob(name.rstrip("."))), name  # .env is the host's own


# -- commands ----------------------------------------------------------------------------------------------------------
PAGES = sorted((ROOT / "docs").glob("*.md"))


def lines_of(page: Path) -> Iterator[str]:
    for block in re.findall(r"^ *```sh\n(.*?)```", page.read_text(), re.DOTALL | re.MULTILINE):
        yield from (line.split("  #")[0].strip() for line in block.splitlines())


def commands() -> list[tuple[str, str]]:
    """Every line that starts our program, however it is started, as its words."""
    names = "|".join(command_names())
    found = [
        (page, re.search(rf"^niwashi (.*)|[ /]niwashi ((?:{names})\b.*)", line))
        for page in PAGES
        for line in lines_of(page)
    ]
    return [(page.name, match[1] or match[2]) for page, match in found if match]


def command_names() -> list[str]:
    command: Any = typer.main.get_command(app)
    return list(command.commands)


def command_of(words: list[str]) -> tuple[Any, list[str]]:
    command: Any = typer.main.get_command(app)
    while hasattr(command, "commands"):
        command, words = command.commands[words[0]], words[1:]
    return command, words


def test_the_pages_show_commands() -> None:
    assert len(commands()) > 30
    assert ("hosting.md", "backup /var/backups/niwashi/monday.backup") in commands()
    assert ("hosting.md", "admin check --store /var/backups/niwashi/trial.backup") in commands()


@pytest.mark.parametrize(("page", "line"), commands())
def test_a_command_in_the_docs_can_be_read(page: str, line: str) -> None:
    """Without doing it: words that are unknown or missing raise."""
    line = re.split(r" [|>&] ", line)[0]
    command, words = command_of(shlex.split(line))
    command.make_context("niwashi", words)


# -- typing the page into a bare machine -------------------------------------------------------------------------------
def test_what_is_left_out_on_a_bare_machine_is_on_the_page() -> None:
    left_out = [line for line, _ in Page(PAGE).left_out()]
    for pattern in LEFT_OUT:
        assert any(re.search(pattern, line) for line in left_out), pattern


@pytest.mark.parametrize("heading", ["### 1. Install the program", "## Administration", "## Backup and restore"])
def test_a_section_is_typed_as_it_is(heading: str) -> None:
    lines = Page(PAGE).lines(heading)
    assert len(lines) > 5
    assert all(line in PAGE for line in lines)

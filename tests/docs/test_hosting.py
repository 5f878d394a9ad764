"""What docs/hosting.md and deploy/ say of settings and commands is so."""

from __future__ import annotations

import re
import shlex
from configparser import ConfigParser
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer

from niwashi.cli.app import app
from niwashi.server.limits import Rate
from niwashi.server.settings import ELSEWHERE, PREFIX, Settings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "hosting.md").read_text()
DEPLOY = sorted(path for path in (ROOT / "deploy").iterdir() if path.is_file())


# -- settings ----------------------------------------------------------------------------------------------------------
def shown(value: object) -> str:
    """A default as the page writes it."""
    match value:
        case None | () | "":
            return ""
        case bool():
            return "yes" if value else "no"
        case Rate():
            return f"{value.each_second:g}/{value.at_once:g}"
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
    known = {PREFIX + one.name.upper() for one in fields(Settings)} | set(ELSEWHERE)
    assert set(re.findall(r"NIWASHI_[A-Z0-9_]+", file.read_text())) <= known


def test_variables_on_the_page_are_settings() -> None:
    known = {PREFIX + one.name.upper() for one in fields(Settings)} | set(ELSEWHERE)
    assert set(re.findall(r"NIWASHI_[A-Z0-9_]+[A-Z0-9]", PAGE)) <= known


# -- commands ----------------------------------------------------------------------------------------------------------
def commands() -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    lines = [line.split("   #")[0].strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if line.startswith("niwashi ")]


def test_the_page_shows_commands() -> None:
    assert len(commands()) > 15


@pytest.mark.parametrize("line", commands())
def test_a_command_on_the_page_can_be_read(line: str) -> None:
    """Without doing it: words that are unknown or missing raise."""
    command: Any = typer.main.get_command(app)
    _, *words = shlex.split(line)
    while hasattr(command, "commands"):
        command, words = command.commands[words[0]], words[1:]
    command.make_context("niwashi", list(words))


# -- files -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("file", [path for path in DEPLOY if path.suffix == ".service"], ids=lambda path: path.name)
def test_units_start_commands_that_there_are(file: Path) -> None:
    unit = ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # systemd heeds the case
    unit.read_string(file.read_text())
    command = re.search(r"/opt/niwashi/bin/niwashi (\w+)", unit["Service"]["ExecStart"])
    assert command is not None
    assert command[1] in {"serve", "worker", "backup"}
    assert unit["Service"]["User"] == "niwashi"


def test_the_compose_file_is_whole() -> None:
    yaml: Any = import_module("yaml")  # whose types nobody needs
    compose = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
    services = compose["services"]
    assert set(services) == {"node", "worker", "postgres", "redis", "proxy"}
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        assert "image" in service
    assert services["node"]["command"][0] == "serve"
    assert (ROOT / "deploy" / services["node"]["build"]["dockerfile"].removeprefix("deploy/")).exists()
    named = {volume.split(":")[0] for service in services.values() for volume in service.get("volumes", ())}
    assert {volume for volume in named if not volume.startswith(".")} == set(compose["volumes"])

"""Component sets of a host: what a file has, what is wrong with it, and the set that the project ships."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from niwashi.core.components import (
    ComponentCheck,
    ComponentCount,
    Components,
    count_sources,
    parse_toml,
    read_toml,
    write_toml,
)
from niwashi.core.errors import BadComponents
from niwashi.core.game import Rules
from niwashi.engine.factory import rules_of
from niwashi.wire.messages import Problem

ComponentFile: TypeAlias = str | dict[str, Any]
"""A component file: its TOML text, or the same as JSON."""


class ComponentsToCheck(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    components: ComponentFile


class CheckedComponents(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a component file has. Without problems a table can be opened with it."""

    game: str
    name: str = ""
    sha256: str | None = None
    """The hash of the content, as records state it; None if there are problems."""
    shipped: bool = False
    """These are the components that the project ships."""
    counts: list[ComponentCount] = []
    entries: int = 0
    assumed: int = 0
    """Entries whose source says that they are assumed."""
    problems: list[Problem] = []
    file: dict[str, Any] = {}
    """The file as JSON, with the sources of its entries; empty if it cannot be read."""
    toml: str = ""
    """The same as text, to be kept."""


def read_component_file(given: ComponentFile) -> dict[str, Any]:
    """The content of a file that a client has sent. A text is never a path."""
    return parse_toml(given.encode()) if isinstance(given, str) else given


def check_components(game: str, given: ComponentFile) -> CheckedComponents:
    """Reads a file as `niwashi play --components` does; what is wrong with it becomes `problems`."""
    rules = rules_of(game)
    try:
        return _publish(rules, rules.check_components(read_component_file(given)))
    except BadComponents as error:
        return CheckedComponents(game=rules.name, problems=[_problem(error)])


def shipped_components(game: str) -> CheckedComponents:
    """The set that the project ships: what is printed or reported, and what is assumed."""
    rules = rules_of(game)
    return _publish(rules, rules.check_components(read_toml(rules.folder / "components.toml")))


def _publish(rules: Rules, found: ComponentCheck) -> CheckedComponents:
    components = Components(found.name, found.content)
    entries, assumed = count_sources(found.file)
    return CheckedComponents(
        game=rules.name,
        name=found.name,
        sha256=None if found.problems else components.sha256,
        shipped=components == rules.box,
        counts=list(found.counts),
        entries=entries,
        assumed=assumed,
        problems=[_problem(error) for error in found.problems],
        file=dict(found.file),
        toml=write_toml(found.file),
    )


def _problem(error: BadComponents) -> Problem:
    return Problem(code=error.code, sentence=error.sentence, about=error.about)

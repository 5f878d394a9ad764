"""The API reference: it has every public name, and each has a docstring."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

import niwashi
from tools.docs.reference import PAGES

NAMES = [name for page in PAGES for name in page.names]
OF_EXTRAS = {"gymnasium_env", "pettingzoo_env", "openspiel", "shards", "shard_reader", "minari_episodes"}
"""Modules that import the packages of an extra."""
SAID_BY_ITS_NAME = {"niwashi.core.game.Plane.length"}
"""A docstring there would compile the rules anew on every machine."""


def resolve(name: str) -> Any:
    """The object of a dotted name; a module where the name is one."""
    module, _, last = name.rpartition(".")
    found = import_module(module)
    return getattr(found, last) if hasattr(found, last) else import_module(name)


def members(name: str, thing: Any) -> Iterator[tuple[str, Any]]:
    """A thing, and what is public in it and written by us. Fields of classes are explained by their class."""
    yield name, thing
    if not isinstance(thing, type | ModuleType):
        return
    for inner, value in vars(thing).items():
        ours = getattr(inspect.unwrap(getattr(value, "fget", value)), "__module__", None)
        if inner.startswith("_") or (isinstance(thing, ModuleType) and ours != thing.__name__):
            continue
        if isinstance(value, type) or inspect.isroutine(value) or isinstance(value, property):
            yield from members(f"{name}.{inner}", value)


def undocumented(name: str) -> list[str]:
    found = resolve(name)
    if not (inspect.isroutine(found) or isinstance(found, type | ModuleType)):
        return []
    return [
        path for path, thing in members(name, found) if not explanation(path, thing) and path not in SAID_BY_ITS_NAME
    ]


def explanation(path: str, thing: Any) -> str:
    """The docstring; not the signature that `dataclass` makes one of."""
    text = inspect.getdoc(thing) or ""
    return "" if text.startswith(path.rpartition(".")[2] + "(") else text


def needs_extra(name: str) -> bool:
    return name.split(".")[-2] in OF_EXTRAS


@pytest.mark.parametrize("name", [name for name in NAMES if not needs_extra(name)])
def test_a_public_name_and_its_members_have_docstrings(name: str) -> None:
    assert undocumented(name) == []


@pytest.mark.more
@pytest.mark.usefixtures("data_packages", "env_packages", "openspiel_packages")
@pytest.mark.parametrize("name", [name for name in NAMES if needs_extra(name)])
def test_a_name_of_an_extra_has_docstrings_as_well(name: str) -> None:
    assert undocumented(name) == []


def test_every_name_of_the_package_is_in_the_reference() -> None:
    assert {f"niwashi.{name}" for name in niwashi.__all__} <= set(NAMES)


@pytest.mark.parametrize("package", ["niwashi.arena"])
def test_every_name_of_a_package_is_in_the_reference(package: str) -> None:
    assert {f"{package}.{name}" for name in import_module(package).__all__} <= set(NAMES)


def test_no_name_is_on_two_pages() -> None:
    assert len(NAMES) == len(set(NAMES))

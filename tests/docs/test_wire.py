"""What docs/wire.md shows are messages, and the tables of keys leave none out."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from niwashi.core.client_types import TABLE_EFFECTS
from niwashi.engine import catalog
from niwashi.wire import Choices, News, read_request
from niwashi.wire.messages import Message
from niwashi.wire.schema import schema

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "wire.md").read_text()
SHOWN = re.findall(r"```json (\w+)\n(.*?)```", PAGE, re.DOTALL)
GAMES = [catalog.rules(name) for name in catalog.names()]


@pytest.mark.parametrize(("kind", "text"), SHOWN)
def test_every_example_is_what_it_says(kind: str, text: str) -> None:
    if kind == "request":
        assert read_request(text.encode()).id
    elif kind == "news":
        news = msgspec.json.decode(text, type=News)
        assert news.view is not None
        assert news.effects
        assert known(text)
    elif kind == "choices":
        choices = msgspec.json.decode(text, type=Choices)
        assert len(choices.actions) == len(choices.points) == len(choices.sums)
        assert [sum(choices.parts[n].points for n in places) for places in choices.sums] == choices.points
        game = next(game for game in GAMES if readable(choices.cover, game.client_types.cover))
        assert readable(choices.blocked, game.client_types.blocked)
    else:
        (key,) = json.loads(text)
        assert getattr(msgspec.json.decode(text, type=Message), key) is not None


def readable(found: Any, kind: Any) -> bool:
    try:
        read = msgspec.convert(found, kind, strict=True)
    except msgspec.ValidationError:
        return False
    return bool(msgspec.to_builtins(read) == found)


def known(text: str) -> bool:
    """All keys in it are in the tables."""
    return set(re.findall(r'"key":"([a-z-]+)"', text)) <= set(re.findall(r"`([a-z-]+)`", PAGE))


def test_the_tables_have_every_effect() -> None:
    kinds = [*TABLE_EFFECTS, *(kind for game in GAMES for kind in game.client_types.effects)]
    for kind in kinds:
        assert f"`{kind.__struct_config__.tag}`" in PAGE
        assert not [field for field in kind.__struct_fields__ if f"`{field}`" not in PAGE]


def test_the_tables_have_every_part() -> None:
    sources = "".join(path.read_text() for path in (ROOT / "src/niwashi/games").rglob("*.py"))
    parts = set(re.findall(r'"((?:miyabi|edo)-part-[a-z-]+)"', sources)) - {"miyabi-part-track"}
    assert not [part for part in parts if f"`{part}`" not in PAGE]


def test_the_schema_names_every_type_and_has_nothing_that_the_clients_tools_trip_over() -> None:
    found = schema()
    text = json.dumps(found)
    assert "prefixItems" not in text
    assert set(re.findall(r"#/\$defs/([^\"]+)", text)) == set(found["$defs"])
    assert all(re.fullmatch(r"[A-Za-z]+", name) for name in found["$defs"])
    assert found["$defs"]["News"]["properties"]["view"]["anyOf"][0] == {"$ref": "#/$defs/View"}
    assert len(found["$defs"]["View"]["anyOf"]) == len(GAMES)

"""`python -m niwashi.wire.schema`: a JSON Schema of all messages, from which the browser client makes its types."""

from __future__ import annotations

import json
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from niwashi.core.client_types import TABLE_EFFECTS
from niwashi.engine import catalog
from niwashi.wire.messages import Message
from niwashi.wire.requests import Request

REF_TEMPLATE = "#/$defs/{name}"
Schema = dict[str, Any]


def schema() -> Schema:
    """The root is an object with one property per kind of message; `$defs` has every type by its name."""
    games = [catalog.rules(name) for name in catalog.names()]
    kinds: dict[str, Any] = {
        "message": Message,
        "request": Request,
        "view": [game.client_types.view for game in games],
        "cover": [game.client_types.cover for game in games],
        "blocked": [game.client_types.blocked for game in games],
        "effect": [reduce(or_, [*TABLE_EFFECTS, *(kind for game in games for kind in game.client_types.effects)])],
    }
    listed = {kind: types if isinstance(types, list) else [types] for kind, types in kinds.items()}
    types = [each for group in listed.values() for each in group]
    refs, defs = msgspec.json.schema_components(types, ref_template=REF_TEMPLATE)
    by_type = dict(zip(map(id, types), refs, strict=True))
    properties = {kind: _any_of([by_type[id(each)] for each in group]) for kind, group in listed.items()}
    _insert_game_types(defs, properties)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Wire",
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
        "$defs": _forbid_extra_properties(defs),
    }


def _any_of(refs: list[Schema]) -> Schema:
    return refs[0] if len(refs) == 1 else {"anyOf": refs}


def _insert_game_types(defs: Schema, properties: Schema) -> None:
    """`wire` knows no game, so views, effects and the like are untyped there; the games give their types."""
    news, snapshot, choices = (defs[name]["properties"] for name in ("News", "Snapshot", "Choices"))
    news["effects"] = {"type": "array", "items": properties["effect"], "default": []}
    snapshot["story"] = {"type": "array", "items": {"$ref": REF_TEMPLATE.format(name="News")}, "default": []}
    for holder in (news, snapshot):
        holder["view"] = {"anyOf": [properties["view"], {"type": "null"}], "default": None}
    for field in ("cover", "blocked"):
        choices[field] = properties[field]


def _forbid_extra_properties(schema: Any) -> Any:
    """Objects have the listed properties only, so that a compiler catches a misspelt one."""
    if isinstance(schema, list):
        return [_forbid_extra_properties(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: _forbid_extra_properties(value) for key, value in schema.items()}
    if isinstance(schema.get("properties"), dict) and schema.get("type") == "object":
        closed.setdefault("additionalProperties", False)
    return closed


if __name__ == "__main__":
    print(json.dumps(schema(), indent=1, ensure_ascii=False))

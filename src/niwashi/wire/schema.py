"""`python -m niwashi.wire.schema` prints a JSON Schema of the wire, from which the browser client makes its types.

Views, effects, covers and blocked actions are the games' own; `wire` knows no game, so their fields are filled in here.
"""

from __future__ import annotations

import json
from functools import reduce
from inspect import cleandoc
from operator import or_
from typing import Any

import msgspec

from niwashi.analysis.findings import Findings, StudyTask
from niwashi.analysis.output import HintOut, ReviewOut
from niwashi.core.client_types import TABLE_EFFECTS
from niwashi.engine import catalog
from niwashi.wire.answers import Answer
from niwashi.wire.components import CheckedComponents
from niwashi.wire.http import GamesOut, Me, MyGamesOut, NewTable, Progress, TableOut, TicketOut
from niwashi.wire.messages import Message, Problem, Said, TableRow
from niwashi.wire.replay import Replay
from niwashi.wire.requests import Request
from niwashi.wire.score import ScoredSheet

REF_TEMPLATE = "#/$defs/{name}"
MESSAGES = [Message, Problem, Said, TableRow]
HTTP_BODIES = [
    *(GamesOut, Me, MyGamesOut, NewTable, TableOut, TicketOut),
    *(Replay, ScoredSheet, CheckedComponents, HintOut, ReviewOut, Progress, StudyTask, Findings),
]
DROPPED = ("default", "pattern", "maxLength", "minItems", "maxItems", "minimum", "maximum", "prefixItems", "title")
"""Keywords that no TypeScript type can hold, or that the client's tools do not know."""
Schema = dict[str, Any]


def schema() -> Schema:
    """An object with one property for each type; `$defs` has them by name, unions included."""
    unions = _unions()
    types = [*MESSAGES, *HTTP_BODIES, *(kind for kinds in unions.values() for kind in kinds)]
    refs, defs = msgspec.json.schema_components(types, ref_template=REF_TEMPLATE)
    by_type = dict(zip(map(id, types), refs, strict=True))
    for name, kinds in unions.items():
        defs[name] = _any_of([by_type[id(kind)] for kind in kinds])
    _fill_in_games_types(defs)
    names = sorted(defs)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Wire",
        "type": "object",
        "properties": {name: _ref(name) for name in names},
        "required": names,
        "additionalProperties": False,
        "$defs": {name: _plain(defs[name]) for name in names},
    }


def text() -> str:
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def _unions() -> dict[str, list[Any]]:
    games = [catalog.rules(name) for name in catalog.names()]
    effects = [*TABLE_EFFECTS, *dict.fromkeys(kind for game in games for kind in game.client_types.effects)]
    return {
        "Request": [Request],
        "Answer": [Answer],
        "View": [game.client_types.view for game in games],
        "Cover": [game.client_types.cover for game in games],
        "Blocked": [game.client_types.blocked for game in games],
        "Effect": [reduce(or_, effects)],
    }


def _ref(name: str) -> Schema:
    return {"$ref": REF_TEMPLATE.format(name=name)}


def _any_of(refs: list[Schema]) -> Schema:
    return refs[0] if len(refs) == 1 else {"anyOf": [each for ref in refs for each in ref.get("anyOf", [ref])]}


def _optional(name: str) -> Schema:
    return {"anyOf": [_ref(name), {"type": "null"}]}


def _fill_in_games_types(defs: Schema) -> None:
    news, snapshot, choices, replay, progress = (
        defs[name]["properties"] for name in ("News", "Snapshot", "Choices", "Replay", "Progress")
    )
    news["effects"] = {"type": "array", "items": _ref("Effect")}
    snapshot["story"] = {"type": "array", "items": _ref("News")}
    news["view"] = snapshot["view"] = _optional("View")
    replay["opening"] = _ref("View")
    choices["cover"], choices["blocked"] = _ref("Cover"), _ref("Blocked")
    progress["review"] = _optional("ReviewOut")


def _plain(node: Any) -> Any:
    """Tuples as lists of fixed length, closed objects, no defaults and no bounds."""
    if isinstance(node, list):
        return [_plain(item) for item in node]
    if not isinstance(node, dict):
        return node
    kept = {key: _plain(value) for key, value in node.items() if key not in DROPPED}
    if isinstance(words := node.get("description"), str):
        kept["description"] = cleandoc(words)  # as Python 3.13 keeps docstrings, and older ones do not
    if "prefixItems" in node:
        kept["items"] = [_plain(item) for item in node["prefixItems"]]
        kept["minItems"] = kept["maxItems"] = len(node["prefixItems"])
    if node.get("type") == "object":
        kept.setdefault("additionalProperties", not isinstance(node.get("properties"), dict))
    return kept


if __name__ == "__main__":
    print(text(), end="")

"""Writes web/src/wire/schema.json: everything that goes over the wire, as JSON Schema. `npm run types` reads it."""

from __future__ import annotations

import json
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec

from niwashi.server.http.routes.accounts import Me, TicketOut
from niwashi.server.http.routes.tables import NewTable, Offer, TableOut
from niwashi.wire import Answer, Request
from niwashi.wire.messages import Message, Problem, Said, TableRow
from niwashi.wire.replay import Replay
from niwashi.wire.score import Scored

PLACE = Path(__file__).parents[2] / "web" / "src" / "wire" / "schema.json"
SPOKEN: dict[str, Any] = {
    "Message": Message,
    "Request": Request,
    "Answer": Answer,
    "Problem": Problem,
    "Said": Said,
    "TableRow": TableRow,
    "Offer": Offer,
    "NewTable": NewTable,
    "TableOut": TableOut,
    "Me": Me,
    "TicketOut": TicketOut,
    "Replay": Replay,
    "Scored": Scored,
}


def schema() -> str:
    roots, found = msgspec.json.schema_components(list(SPOKEN.values()), ref_template="#/$defs/{name}")
    unions = {name: root for name, root in zip(SPOKEN, roots, strict=True) if name not in found}
    named = {name: _plain(what) for name, what in sorted({**found, **unions}.items())}
    _name_what_is_written_already(named)
    return json.dumps({"$defs": named}, indent=1, ensure_ascii=False) + "\n"


def _name_what_is_written_already(named: dict[str, Any]) -> None:
    """Views and the story are bytes to the server, which writes them once; to a client they are what is in them."""
    view = {"anyOf": [{"type": "object", "additionalProperties": True}, {"type": "null"}]}
    named["News"]["properties"]["view"] = named["Snapshot"]["properties"]["view"] = view
    named["News"]["properties"]["effects"] = {"type": "array"}
    named["Snapshot"]["properties"]["story"] = {"type": "array", "items": {"$ref": "#/$defs/News"}}


def _plain(node: Any) -> Any:
    """Tuples as lists of what may be in them: the TypeScript side knows no `prefixItems`. No defaults, no lengths."""
    if isinstance(node, list):
        return [_plain(item) for item in node]
    if not isinstance(node, dict):
        return node
    kept = {key: _plain(value) for key, value in node.items() if key not in LEFT_OUT}
    if isinstance(words := node.get("description"), str):
        kept["description"] = cleandoc(words)  # as Python 3.13 keeps docstrings, and older ones do not
    if node.get("type") == "object" and "properties" not in node:
        kept.setdefault("additionalProperties", True)
    if "prefixItems" in node:
        kept["items"] = [_plain(item) for item in node["prefixItems"]]
        kept["minItems"] = kept["maxItems"] = len(node["prefixItems"])
    return kept


LEFT_OUT = ("prefixItems", "default", "pattern", "maxLength", "minItems", "maxItems", "minimum", "maximum", "title")

if __name__ == "__main__":
    PLACE.write_text(schema(), encoding="utf-8")

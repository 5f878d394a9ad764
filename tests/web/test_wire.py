"""What the client believes about the wire is what the server says."""

from __future__ import annotations

from web.scripts import wire_schema


def test_the_clients_schema_is_current() -> None:
    """`python -m web.scripts.wire_schema`, then `npm run types` in web/, writes it anew."""
    assert wire_schema.PLACE.read_text(encoding="utf-8") == wire_schema.schema()

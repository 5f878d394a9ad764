"""What the client believes about the wire is what the server says."""

from __future__ import annotations

from tools.client import stories, wire_schema


def test_the_clients_schema_is_current() -> None:
    """`python -m tools.client.wire_schema`, then `npm run types` in web/, writes it anew."""
    assert wire_schema.PLACE.read_text(encoding="utf-8") == wire_schema.schema()


def test_the_stories_of_real_tables_are_current() -> None:
    """`python -m tools.client.stories` writes them anew; the client's own tests fold them."""
    assert stories.PLACE.read_text(encoding="utf-8") == stories.stories()

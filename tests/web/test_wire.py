"""What the client believes about the wire is what the server says."""

from __future__ import annotations

from pathlib import Path

from niwashi.wire import schema
from tools.client import stories

SCHEMA = Path(__file__).parents[2] / "web" / "src" / "wire" / "schema.json"


def test_the_clients_schema_is_current() -> None:
    """`python -m niwashi.wire.schema > web/src/wire/schema.json`, then `npm run types` in web/, writes it anew."""
    assert SCHEMA.read_text(encoding="utf-8") == schema.text()


def test_the_stories_of_real_tables_are_current() -> None:
    """`python -m tools.client.stories` writes them anew; the client's own tests fold them."""
    assert stories.PLACE.read_text(encoding="utf-8") == stories.stories()

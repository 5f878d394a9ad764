"""The colours of pictures are those of the client, which its tests compare for four kinds of sight."""

from __future__ import annotations

from pathlib import Path

from niwashi.pictures.edo_yashiki.squares import COLOURS
from niwashi.pictures.miyabi.objects import OBJECTS
from niwashi.pictures.palette import HEIGHTS, SEATS

WEB = Path(__file__).parents[2] / "web" / "src"


def test_pictures_and_the_client_share_their_colours() -> None:
    for colours, file in (
        (SEATS, "style/tokens.css"),
        (HEIGHTS, "games/miyabi/palette.ts"),
        (OBJECTS.values(), "games/miyabi/palette.ts"),
        (COLOURS.values(), "games/edo_yashiki/palette.ts"),
    ):
        known = (WEB / file).read_text(encoding="utf-8").lower()
        assert [colour for colour in colours if colour.lower() not in known] == []

"""What a component file of Edo Yashiki has (E1.3), for somebody who writes one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from niwashi.core.components import ComponentCheck, ComponentCount, make_entry
from niwashi.games.edo_yashiki.cards import DECK, read_deck


def check_deck(given: Mapping[str, Any]) -> ComponentCheck:
    """Raises BadComponents at the first card that is none."""
    deck = read_deck(given)
    faces = deck.content["cards"]
    cards = [make_entry("face", face, card) for face, card in zip(faces, given["cards"], strict=True)]
    file = {"game": given["game"], "name": deck.name, "cards": cards}
    return ComponentCheck(deck.name, deck.content, file, (ComponentCount("cards", len(faces), DECK),))

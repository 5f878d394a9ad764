"""Summarises a component file of Edo Yashiki (E1.3) for the person who writes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from niwashi.core.components import ComponentCheck, ComponentCount, make_entry
from niwashi.games.edo_yashiki.cards import DECK, read_deck


def check_deck(given: Mapping[str, Any]) -> ComponentCheck:
    """Raises BadComponents for the first entry that is not a card."""
    deck = read_deck(given)
    faces = deck.content["cards"]
    cards = [make_entry("face", face, card) for face, card in zip(faces, given["cards"], strict=True)]
    file = {"game": given["game"], "name": deck.name, "cards": cards}
    return ComponentCheck(deck.name, deck.content, file, (ComponentCount("cards", len(faces), DECK),))

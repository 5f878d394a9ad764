"""Reads drawings back: what is used outside the definitions, and what is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import niwashi

SVG = "{http://www.w3.org/2000/svg}"


class Picture:
    """A drawing, parsed."""

    def __init__(self, svg: str) -> None:
        self.root = fromstring(svg)
        self.text = svg

    def _shown(self, element: Element) -> Iterator[Element]:
        for child in element:
            if child.tag != f"{SVG}defs":
                yield child
                yield from self._shown(child)

    @property
    def used(self) -> Counter[str]:
        """How often each symbol is drawn."""
        return Counter(
            element.attrib["href"].partition("-")[2] for element in self._shown(self.root) if element.tag == f"{SVG}use"
        )

    def of_class(self, name: str) -> list[Element]:
        return [element for element in self._shown(self.root) if name in element.attrib.get("class", "").split()]

    def written(self, name: str) -> Counter[str]:
        """The texts of a class."""
        return Counter(element.text or "" for element in self.of_class(name))

    @property
    def ids(self) -> list[str]:
        return [element.attrib["id"] for element in self.root.iter() if "id" in element.attrib]

    @property
    def references(self) -> set[str]:
        used = {element.attrib["href"][1:] for element in self.root.iter() if "href" in element.attrib}
        return used | {part.partition(")")[0] for part in self.text.split("url(#")[1:]}


def play_randomly(game: niwashi.Game[Any], seed: int, actions: int) -> niwashi.Game[Any]:
    """So many actions, or fewer if the game ends."""
    choose = Random(seed).choice
    for _ in range(actions):
        if game.over:
            break
        game.play(choose(game.legal()))
    return game

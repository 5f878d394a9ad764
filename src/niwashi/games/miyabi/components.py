"""What is in the box (M1.5–M1.8): reading a component file and saying what is off in a wrong one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from niwashi.core.components import Components, check_whole_number, read_component_name
from niwashi.core.errors import BadComponents, quote
from niwashi.games.miyabi.options import MiyabiOptions
from niwashi.games.miyabi.pool import pack_pool
from niwashi.games.miyabi.state import SETUP_TYPE
from niwashi.games.miyabi.tiles import (
    BACK_NAMES,
    KIND_TEXTS,
    KINDS,
    OBJECT_NAMES,
    OBJECTS,
    TILES_WITH_BACK,
    ZEN_TILES,
    back_of,
)

MAX_POINTS = 99


def read_components(given: Mapping[str, Any]) -> Components:
    name = read_component_name(given, "miyabi")
    known = {"game", "name", "notes", "sha256", "tiles", "bonuses", "zen"}
    for key in given:
        if key not in known:
            sentence = f"a Miyabi component set has tiles, bonuses and zen, no {quote(key)}"
            raise BadComponents("components/unknown", sentence)
    content = {
        "tiles": _counts(given, "tiles", "tile kind", KIND_TEXTS, 32),
        "bonuses": _counts(given, "bonuses", "object", OBJECT_NAMES, MAX_POINTS),
        "zen": _counts(given, "zen", "object", OBJECT_NAMES, ZEN_TILES),
    }
    _check_tiles(content["tiles"])
    _check_bonuses(content["bonuses"])
    _check_zen(content["zen"])
    return Components(name, content)


def _counts(given: Mapping[str, Any], section: str, what: str, names: tuple[str, ...], high: int) -> dict[str, int]:
    """A section as name → number. An entry is a number, or a table with the number and its provenance."""
    entries = given.get(section)
    if not isinstance(entries, Mapping):
        raise BadComponents(f"components/{section}", f"components need a section [{section}], not {quote(entries)}")
    for entry in entries:
        if entry not in names:
            sentence = f"[{section}] has an unknown {what} {quote(entry)}; known: {', '.join(names)}"
            raise BadComponents(f"components/{section}", sentence)
    return {
        name: check_whole_number(_number(entries[name]), 0, high, f"[{section}] {name}")
        for name in names
        if name in entries
    }


def _number(entry: object) -> object:
    if not isinstance(entry, Mapping):
        return entry
    return entry.get("count", entry.get("points"))


def _check_tiles(tiles: dict[str, int]) -> None:
    """M1.3: 96 tiles, 32 single, 32 double, 16 corner, 16 straight."""
    total = sum(tiles.values())
    if total != TILES_WITH_BACK.sum():
        raise BadComponents("components/tiles", f"[tiles] has {total} garden tiles; the box has 96 (M1.3)")
    for back, name in enumerate(BACK_NAMES):
        found = sum(tiles.get(text, 0) for kind, text in enumerate(KIND_TEXTS) if back_of(kind) == back)
        if found != TILES_WITH_BACK[back]:
            sentence = f"[tiles] has {found} {name} tiles; the box has {TILES_WITH_BACK[back]} (M1.3)"
            raise BadComponents("components/tiles", sentence)


def _check_bonuses(bonuses: dict[str, int]) -> None:
    missing = [name for name in OBJECT_NAMES if name not in bonuses]
    if missing:
        sentence = f"[bonuses] needs one bonus tile for each object (M1.7); missing: {', '.join(missing)}"
        raise BadComponents("components/bonuses", sentence)


def _check_zen(zen: dict[str, int]) -> None:
    total = sum(zen.values())
    if total != ZEN_TILES:
        raise BadComponents("components/zen", f"[zen] has {total} Zen tiles; the box has 16 (M1.8)")


def fill_setup(options: MiyabiOptions, components: Components) -> np.record:
    setup: np.record = np.zeros(1, SETUP_TYPE)[0]
    setup.seats = options.seats
    setup.expansions = options.expansion_bits
    setup.free_pass = options.free_pass
    content = components.content
    tiles = [content["tiles"].get(kind, 0) for kind in KIND_TEXTS]
    setup.tiles[:] = [pack_pool(tiles[first : first + OBJECTS]) for first in range(0, KINDS, OBJECTS)]
    setup.zen = pack_pool([content["zen"].get(name, 0) for name in OBJECT_NAMES])
    setup.bonus[:] = [content["bonuses"][name] for name in OBJECT_NAMES]
    return setup

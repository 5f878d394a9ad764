"""The component file (M1.5–M1.8): reads it and explains what is wrong with an invalid one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from niwashi.core.components import (
    ComponentCheck,
    ComponentCount,
    Components,
    check_whole_number,
    make_entry,
    missing_section,
    read_component_name,
    unknown_entry,
    unknown_section,
)
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
    return check_components(given).accept()


def check_components(given: Mapping[str, Any]) -> ComponentCheck:
    """Raises BadComponents where a number cannot be read; numbers that do not add up are problems."""
    name = read_component_name(given, "miyabi")
    known = {"game", "name", "notes", "sha256", "tiles", "bonuses", "zen"}
    for key in given:
        if key not in known:
            sentence = f"a Miyabi component set has the sections tiles, bonuses and zen, not {quote(key)}"
            raise unknown_section("components/unknown", sentence, key)
    content = {
        "tiles": _counts(given, "tiles", "tile kind", KIND_TEXTS, 32),
        "bonuses": _counts(given, "bonuses", "object", OBJECT_NAMES, MAX_POINTS),
        "zen": _counts(given, "zen", "object", OBJECT_NAMES, ZEN_TILES),
    }
    counts = _count(content)
    problems = [*_sum_problems(counts), *_bonus_problems(content["bonuses"])]
    return ComponentCheck(name, content, _make_file(given, name, content), counts, tuple(problems))


def _make_file(given: Mapping[str, Any], name: str, content: dict[str, dict[str, int]]) -> dict[str, Any]:
    fields = {"tiles": "count", "bonuses": "points", "zen": "count"}
    sections = {
        section: {entry: make_entry(fields[section], number, given[section][entry]) for entry, number in counts.items()}
        for section, counts in content.items()
    }
    return {"game": "miyabi", "name": name, **sections}


def _counts(given: Mapping[str, Any], section: str, what: str, names: tuple[str, ...], high: int) -> dict[str, int]:
    """A section as name → number. An entry is a number, or a table with a number and its provenance."""
    entries = given.get(section)
    if not isinstance(entries, Mapping):
        sentence = f"components must have a section [{section}], not {quote(entries)}"
        raise missing_section(f"components/{section}", sentence, section)
    for entry in entries:
        if entry not in names:
            sentence = f"[{section}] has an unknown {what} {quote(entry)}; known: {', '.join(names)}"
            raise unknown_entry(f"components/{section}", sentence, section, entry)
    return {
        name: check_whole_number(_number(entries[name]), 0, high, f"[{section}] {name}")
        for name in names
        if name in entries
    }


def _number(entry: object) -> object:
    if not isinstance(entry, Mapping):
        return entry
    return entry.get("count", entry.get("points"))


def _count(content: dict[str, dict[str, int]]) -> tuple[ComponentCount, ...]:
    """M1.3: 96 tiles, 32 single, 32 double, 16 corner, 16 straight. M1.8: 16 Zen tiles."""
    tiles, zen = content["tiles"], content["zen"]
    with_back = [
        sum(tiles.get(text, 0) for kind, text in enumerate(KIND_TEXTS) if back_of(kind) == back)
        for back in range(len(BACK_NAMES))
    ]
    return (
        ComponentCount("garden", sum(with_back), int(TILES_WITH_BACK.sum())),
        *map(ComponentCount, BACK_NAMES, with_back, map(int, TILES_WITH_BACK)),
        ComponentCount("zen", sum(zen.values()), ZEN_TILES),
    )


def _sum_problems(counts: tuple[ComponentCount, ...]) -> Iterator[BadComponents]:
    for kind, count, expected in ((one.kind, one.count, one.expected) for one in counts):
        if count == expected:
            continue
        about: dict[str, int | str] = {"kind": kind, "count": count, "expected": expected}
        if kind == "zen":
            sentence = f"[zen] has {count} Zen tiles; the box has {expected} (M1.8)"
            yield BadComponents("components/zen", sentence, about)
        else:
            sentence = f"[tiles] has {count} {kind} tiles; the box has {expected} (M1.3)"
            yield BadComponents("components/tiles", sentence, about)


def _bonus_problems(bonuses: dict[str, int]) -> Iterator[BadComponents]:
    missing = [name for name in OBJECT_NAMES if name not in bonuses]
    if missing:
        sentence = f"[bonuses] needs one bonus tile for each object (M1.7); missing: {', '.join(missing)}"
        yield BadComponents("components/bonuses", sentence, {"missing": ", ".join(missing)})


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

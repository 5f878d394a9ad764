"""The variants: seats, specialists, how cards are grabbed, and the edition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar

from niwashi.core.errors import BadOptions, quote
from niwashi.core.game import Options, check_flag, check_known, check_seats

TITLE = "Edo Yashiki"
SEATS = range(2, 6)
Grab: TypeAlias = Literal["live", "calm"]
Edition: TypeAlias = Literal["edo-yashiki", "samurai-gardener"]
GRABS: tuple[Grab, ...] = ("live", "calm")
EDO: Edition = "edo-yashiki"
SAMURAI: Edition = "samurai-gardener"
EDITIONS = (EDO, SAMURAI)

Word = TypeVar("Word", bound=str)


@dataclass(frozen=True, kw_only=True)
class EdoOptions(Options):
    """What Edo Yashiki can be played with."""

    specialists: bool = False
    """E6: markers say which features may score."""
    grab: Grab = "live"
    """E2.2 all at once, or E2.3 `calm`: in turn order."""
    edition: Edition = EDO
    """Samurai Gardener plays with specialists and has its own words for floor, garden and markers."""


def read_options(given: Mapping[str, Any]) -> EdoOptions:
    check_known(TITLE, given, ("seats", "specialists", "grab", "edition"))
    edition = _one_of("edition", given.get("edition", EDO), EDITIONS)
    specialists = check_flag("specialists", given.get("specialists", edition == SAMURAI))
    if edition == SAMURAI and not specialists:
        sentence = f"{SAMURAI} is played with specialists; leave specialists out, or choose edition {EDO}"
        raise BadOptions("options/specialists", sentence)
    return EdoOptions(
        seats=check_seats(TITLE, given.get("seats", 2), SEATS),
        specialists=specialists,
        grab=_one_of("grab", given.get("grab", "live"), GRABS),
        edition=edition,
    )


def _one_of(option: str, value: object, allowed: Sequence[Word]) -> Word:
    for word in allowed:
        if isinstance(value, str) and value == word:
            return word
    raise BadOptions(f"options/{option}", f"{option} is {' or '.join(allowed)}, not {quote(value)}")


def list_variants() -> Iterator[EdoOptions]:
    for seats in SEATS:
        for grab in GRABS:
            for edition, specialists in ((EDO, False), (EDO, True), (SAMURAI, True)):
                yield EdoOptions(seats=seats, specialists=specialists, grab=grab, edition=edition)

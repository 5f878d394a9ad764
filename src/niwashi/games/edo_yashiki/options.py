"""The variants: seats, specialists, how cards are grabbed, and the edition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from niwashi.core.errors import BadOptions, quote
from niwashi.core.game import Options, check_flag, check_known, check_seats

TITLE = "Edo Yashiki"
SEATS = range(2, 6)
GRABS = ("live", "calm")
EDO, SAMURAI = EDITIONS = ("edo-yashiki", "samurai-gardener")


@dataclass(frozen=True, kw_only=True)
class EdoOptions(Options):
    specialists: bool = False
    """E6: markers say which features may score."""
    grab: str = "live"
    """E2.2 all at once, or E2.3 `calm`: in turn order."""
    edition: str = EDO
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


def _one_of(option: str, value: object, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise BadOptions(f"options/{option}", f"{option} is {' or '.join(allowed)}, not {quote(value)}")
    return value


def every_variant() -> Iterator[EdoOptions]:
    for seats in SEATS:
        for grab in GRABS:
            for edition, specialists in ((EDO, False), (EDO, True), (SAMURAI, True)):
                yield EdoOptions(seats=seats, specialists=specialists, grab=grab, edition=edition)

"""Golden playthroughs: one readable game of every variant, as text that is kept in golden/<game>/<variant>.txt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from textwrap import wrap

from niwashi.engine.events import CHANCE
from tests.conformance.games import Told, played, retold, style
from tests.conformance.variants import ALL, Variant

FOLDER = Path(__file__).with_name("golden")
GOLDEN = 0
WIDTH = 100
GLUE = "\N{NO-BREAK SPACE}"


def write() -> None:
    """Every file anew, and none that belongs to no variant."""
    for path in files():
        path.unlink()
    for variant in ALL:
        path = file_of(variant)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(playthrough(variant), encoding="utf-8")


def files() -> list[Path]:
    return sorted(FOLDER.glob("**/*.txt"))


def file_of(variant: Variant) -> Path:
    return FOLDER / variant.game / f"{variant.slug}.txt"


# -- a game as text ----------------------------------------------------------------------------------------------------
def playthrough(variant: Variant) -> str:
    """What chance brought and who then played what; then the last board and the score sheet."""
    told = played(variant, GOLDEN)
    winners = " and ".join(told.game.names[seat] for seat in told.game.winners)
    parts = [*header(variant, told), "", *course(variant, told), "", str(told.game), "", str(told.game.sheet())]
    text = "\n".join([*parts, "", f"won by {winners}"])
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def header(variant: Variant, told: Told) -> list[str]:
    options = " ".join(f"{option}={value!r}" for option, value in variant.options.as_dict().items())
    players = ", ".join(f"{name} {style(seat, variant)}" for seat, name in enumerate(told.game.names))
    return [f"{variant.game} {options} seed={told.game.seed!r}", f"players: {players}"]


def course(variant: Variant, told: Told) -> Iterator[str]:
    """Paragraphs: what chance brought, what then was played, and where the scores stand."""
    again = retold(variant, GOLDEN)
    numbered = list(enumerate(told.events))
    for by_chance, group in groupby(numbered, key=lambda item: item[1][0] == CHANCE):
        stretch = list(group)
        if by_chance:
            yield from (outcome for _, (_, outcome) in stretch)
            continue
        yield from wrapped(turns(told, stretch))
        yield "  scores " + " ".join(map(str, again[stretch[-1][0] + 1].scores))


def turns(told: Told, stretch: Sequence[tuple[int, tuple[int | str, str]]]) -> list[str]:
    """A seat's actions in a row, each with what it gains at once; then the next seat's."""
    found = []
    for who, group in groupby(stretch, key=lambda item: item[1][0]):
        assert isinstance(who, int), "chance acts between stretches"
        actions = [action + (f" +{told.gains[n]}" if told.gains[n] else "") for n, (_, action) in group]
        found.append(f"{told.game.names[who]} {', '.join(actions)}")
    return found


def wrapped(turns: Sequence[str]) -> list[str]:
    """Lines that break between turns, not within."""
    glued = " · ".join(turn.replace(" ", GLUE) for turn in turns).replace(" ·", f"{GLUE}·")
    lines = wrap(glued, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    return [line.replace(GLUE, " ") for line in lines]

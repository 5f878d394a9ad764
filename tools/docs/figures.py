"""Pictures that show a rule: a position that was played, and an action that the rule allows or forbids."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import niwashi
from niwashi.engine.drawing import make_scene
from niwashi.pictures import draw
from niwashi.pictures.scene import Mark

if TYPE_CHECKING:
    from niwashi.core.game import Explanation

MARGIN = 8
SHEETS = {"miyabi": 0, "edo_yashiki": -1}
"""Which sheet of a drawing has the garden or house; the other one has what all seats share."""
SHEET = re.compile(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" rx="12" class="sheet"')


@dataclass(frozen=True)
class Figure:
    """One picture of a rulebook.

    Its game is played from what chance brings and what the seats do, in the notation of records, so that it cannot
    show what the rules do not allow.
    """

    game: str
    rule: str
    caption: str
    """A sentence for the reader; the answer of the engine follows it."""
    script: tuple[str, ...]
    """What happens, in its order: `chance: …`, or a seat's action as `0: fJdS`."""
    shown: str = ""
    """The action to outline, as `0: p2dE`; empty for the position alone."""
    seat: int = 0
    """Whose garden or house is drawn."""
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def section(self) -> str:
        """The heading in the rulebook: M3 for M3.4."""
        return self.rule.split(".")[0]

    def play(self) -> niwashi.Game[Any]:
        options = {"seats": 2, **self.options}
        game: niwashi.Game[Any] = niwashi.new(self.game, names=("Aki", "Bo"), chance="told", **options)
        for step in self.script:
            who, _, what = step.partition(": ")
            if who == "chance":
                game.reveal(what)
            else:
                game.play(what, int(who))
        return game

    def explain(self) -> Explanation | None:
        """What the engine says of the outlined action."""
        seat, _, action = self.shown.partition(": ")
        return self.play().explain(action, int(seat)) if action else None

    def sentence(self) -> str:
        said = self.explain()
        return f"`{said.sentence}`" if said else ""

    def answer(self) -> str:
        """For those who do not see the picture."""
        said = self.explain()
        seen = "garden" if self.game == "miyabi" else "house"
        mark = "✓" if said and said.legal else "✗"
        return f"A {seen}, and in it {mark} {said.sentence}" if said else f"A {seen} that shows {self.rule}"

    def svg(self) -> str:
        """The picture. `Game.svg` outlines legal actions only, so the scene is made here."""
        game = self.play()
        seat, _, action = self.shown.partition(": ")
        mark = Mark(int(seat), action, is_preview=True) if action else None
        drawn = draw(self.game, make_scene(game, (self.seat,), tuple(game.record().events), mark))
        return crop(drawn, SHEETS[self.game]) if action else drawn


def crop(drawn: str, sheet: int) -> str:
    """One of a drawing's sheets of paper only, with a little of the gravel around it."""
    x, y, width, height = map(float, SHEET.findall(drawn)[sheet])
    box = (x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN)
    size = f'viewBox="{" ".join(f"{value:g}" for value in box)}" width="{box[2]:g}" height="{box[3]:g}"'
    return re.sub(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"', size, drawn, count=1)


def picture_name(figure: Figure) -> str:
    """Of the file; figures of one rule are told apart by their actions."""
    shown = figure.shown.partition(": ")[2].replace(" ", "-").replace(",", "_")
    return f"{figure.game}-{figure.rule}{'-' + shown if shown else ''}.svg"


def figures_of(game: str) -> tuple[Figure, ...]:
    from tools.docs import figures_edo_yashiki, figures_miyabi

    return figures_miyabi.FIGURES if game == "miyabi" else figures_edo_yashiki.FIGURES

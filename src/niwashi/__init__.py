"""Niwashi: Miyabi and Edo Yashiki, to be played by people and programs.

import niwashi

game = niwashi.new("miyabi", seats=2, expansions="CE", seed=7)
while not game.over:
    game.play(game.legal()[0])
print(game.scores, game.winners)
game.record().save("first.json")

docs/programs.md is a programmer's tutorial and reference.
"""

from typing import TYPE_CHECKING, Any

from niwashi.core.errors import (
    BadChance,
    BadComponents,
    BadOptions,
    BadRecord,
    BadSeat,
    BadTally,
    IllegalAction,
    NiwashiError,
    UnreadableAction,
)
from niwashi.engine import catalog
from niwashi.engine.actions import Action, Actions
from niwashi.engine.catalog import names as game_names
from niwashi.engine.factory import load, load_all, loads, new
from niwashi.engine.game import Game
from niwashi.engine.sheet import Sheet

if TYPE_CHECKING:
    from niwashi.core.components import Components
    from niwashi.core.game import Explanation, Options, Part, Rules
    from niwashi.core.record import Record, Result
    from niwashi.games.edo_yashiki.options import EdoOptions
    from niwashi.games.miyabi.options import MiyabiOptions

__version__ = "0.1.0"
__all__ = [
    "Action",
    "Actions",
    "BadChance",
    "BadComponents",
    "BadOptions",
    "BadRecord",
    "BadSeat",
    "BadTally",
    "Components",
    "EdoOptions",
    "Explanation",
    "Game",
    "IllegalAction",
    "MiyabiOptions",
    "NiwashiError",
    "Options",
    "Part",
    "Record",
    "Result",
    "Rules",
    "Sheet",
    "UnreadableAction",
    "catalog",
    "game_names",
    "load",
    "load_all",
    "loads",
    "new",
]

_LATER = {
    "Components": "niwashi.core.components",
    "EdoOptions": "niwashi.games.edo_yashiki.options",
    "Explanation": "niwashi.core.game",
    "MiyabiOptions": "niwashi.games.miyabi.options",
    "Options": "niwashi.core.game",
    "Part": "niwashi.core.game",
    "Record": "niwashi.core.record",
    "Result": "niwashi.core.record",
    "Rules": "niwashi.core.game",
}
"""Imported when first asked for: they bring NumPy with them, and the games bring Numba."""


if not TYPE_CHECKING:  # to type checkers every name would exist

    def __getattr__(name: str) -> Any:
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

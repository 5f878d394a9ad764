"""Hints and reviews: what an action is worth, what was better, and why, measured by playing on from positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from niwashi.core.errors import BadOptions, quote

if TYPE_CHECKING:
    from niwashi.analysis.hints import Hint
    from niwashi.analysis.judgement import Method
    from niwashi.analysis.review import Review
    from niwashi.bots import Budget
    from niwashi.core.record import Record
    from niwashi.engine.game import Game


def analyse(
    what: Record | Game,
    *,
    bot: str = "strong",
    budget: Budget | None = None,
    trials: int | None = None,
    seed: int | str = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Judge every action of a record. With a budget of nodes the same seed brings the same review."""
    from niwashi.analysis.review import review

    return review(what, read_method(bot, budget, trials, seed), progress)


def hint(
    game: Game,
    seat: int | None = None,
    *,
    bot: str = "strong",
    budget: Budget | None = None,
    trials: int | None = None,
    seed: int | str = 1,
) -> Hint:
    """What a seat that may act now should do, and why. The seat may be left out where only one may act."""
    from niwashi.analysis.hints import hint as hint_for

    return hint_for(game, seat, read_method(bot, budget, trials, seed))


def read_method(bot: object, budget: Budget | None, trials: object, seed: object) -> Method:
    from niwashi import bots
    from niwashi.analysis.judgement import DEFAULT_BUDGET, DEFAULT_TRIALS, MAX_TRIALS, MIN_TRIALS, Method
    from niwashi.engine.factory import read_seed

    if not isinstance(bot, str) or bot not in bots.names():
        raise BadOptions("bots/unknown", f"there is no bot {quote(bot)}; there are {', '.join(bots.names())}")
    trials = DEFAULT_TRIALS if trials is None else trials
    if isinstance(trials, bool) or not isinstance(trials, int) or not MIN_TRIALS <= trials <= MAX_TRIALS:
        raise BadOptions("analysis/trials", f"there are {MIN_TRIALS} to {MAX_TRIALS} trials, not {quote(trials)}")
    return Method(bot, budget or DEFAULT_BUDGET, trials, read_seed(seed))

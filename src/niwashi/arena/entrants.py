"""The bots of a match with their budgets, written as “expert”, “expert:0.2s” or “strong:2000n”."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from niwashi import bots
from niwashi.bots import Bot, Budget
from niwashi.core.errors import BadOptions, quote
from niwashi.core.game import Rules
from niwashi.engine.game import MAX_NAME_LENGTH

MAX_ENTRANTS = 20
MAX_DECISION_SECONDS = 3600.0
MAX_NODES = 10**9
ONE_LOOK = Budget(nodes=1)
"""The budget of bots that evaluate the position once and do not search."""


@dataclass(frozen=True)
class Entrant:
    """A bot with its budget, under a unique label."""

    label: str
    bot: str
    budget: Budget

    @property
    def timed(self) -> bool:
        """Whether the budget is in seconds, so that results cannot be repeated exactly."""
        return self.budget.seconds is not None

    @property
    def looks_once(self) -> bool:
        """Whether the bot evaluates the position once and does not search."""
        return self.budget == ONE_LOOK

    def make(self, rules: Rules) -> Bot:
        """The bot, for a game."""
        return (bots.make_imported if ":" in self.bot else bots.make)(self.bot, rules)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"label": self.label, "bot": self.bot, "seconds": self.budget.seconds, "nodes": self.budget.nodes}


def read_entrants(words: Sequence[str], common: Budget | None, rules: Rules) -> tuple[Entrant, ...]:
    """Two or more. A name without a budget gets the common one. Each bot is made once, to report errors early."""
    if not 2 <= len(words) <= MAX_ENTRANTS:
        given = f", not {', '.join(words)}" if 0 < len(words) < 2 else "" if not words else f", not {len(words)}"
        sentence = f"an arena needs 2 to {MAX_ENTRANTS} bots{given}; there are {', '.join(bots.names())}"
        raise BadOptions("arena/bots", sentence)
    entrants = [read_entrant(word, common) for word in words]
    for entrant in entrants:
        entrant.make(rules)
    return tuple(_with_unique_labels(entrants))


def read_entrant(word: str, common: Budget | None = None) -> Entrant:
    name, budget = _parts(word)
    if budget is None:
        own = bots.default_budget(name)
        budget = own if common is None or own == ONE_LOOK else common
    spent = "" if budget == bots.default_budget(name) else f":{budget_text(budget)}"
    return Entrant(f"{name}{spent}"[-MAX_NAME_LENGTH:], name, budget)


def _parts(word: str) -> tuple[str, Budget | None]:
    """The text after the last colon is a budget if it begins with a digit or follows a known name."""
    name, colon, last = word.rpartition(":")
    if colon and (last[:1].isdigit() or name in bots.names()):
        return name, read_budget(last, word)
    return word, None


def read_budget(text: str, where: str) -> Budget:
    found = re.fullmatch(r"(\d{1,10}(?:\.\d{1,6})?)s|(\d{1,10})n", text, re.ASCII)
    if found and found[1] and 0 < float(found[1]) <= MAX_DECISION_SECONDS:
        return Budget(seconds=float(found[1]))
    if found and found[2] and 0 < int(found[2]) <= MAX_NODES:
        return Budget(nodes=int(found[2]))
    sentence = f"{quote(where)}: a budget is a positive number of seconds or nodes, as in expert:0.2s or expert:2000n"
    raise BadOptions("arena/budget", sentence)


def common_budget(seconds: float | None, nodes: int | None) -> Budget | None:
    """The budget of all bots that search; seconds or nodes, not both."""
    if seconds is not None and nodes is not None:
        raise BadOptions("arena/budget", f"a budget is seconds or nodes, not both: {seconds} s and {nodes} nodes")
    if seconds is not None and not (math.isfinite(seconds) and 0 < seconds <= MAX_DECISION_SECONDS):
        sentence = (
            f"a bot may think for more than 0 and at most {MAX_DECISION_SECONDS:.0f} seconds, not {quote(seconds)}"
        )
        raise BadOptions("arena/budget", sentence)
    if nodes is not None and not 0 < nodes <= MAX_NODES:
        raise BadOptions("arena/budget", f"a decision takes 1 to {MAX_NODES:,} nodes, not {quote(nodes)}")
    return None if seconds is None and nodes is None else Budget(seconds, nodes)


def budget_text(budget: Budget) -> str:
    return f"{budget.nodes}n" if budget.seconds is None else f"{budget.seconds:g}s"


def _with_unique_labels(entrants: Sequence[Entrant]) -> list[Entrant]:
    """A bot that is named twice, to play itself, is “club” and “club (2)”."""
    made: list[Entrant] = []
    for entrant in entrants:
        before = sum((one.bot, one.budget) == (entrant.bot, entrant.budget) for one in made)
        number = f" ({before + 1})" if before else ""
        made.append(replace(entrant, label=entrant.label[-MAX_NAME_LENGTH + len(number) :] + number))
    return made

"""The perft tables: which positions are counted, how deep, and the file that holds the counts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from niwashi.batch.perft import Count, perft, random_walk
from niwashi.engine.game import Game
from tests.conformance.variants import ALL, Variant

FILE = Path(__file__).with_name("perft.json")
SEED = "perft"
MIDDLE, LATE = 25, range(45, 75)
MOST_FIRST_ACTIONS = 120
MAX_NODES = 200_000
MAX_DEPTH = 6

# Of a game with very many variants, those whose move generation differs.
CHOSEN: dict[str, Callable[[dict[str, Any]], bool]] = {
    "miyabi": lambda options: (
        options["expansions"] == "ABCDE" or (len(options["expansions"]) < 2 and not options["free_pass"])
    ),
    "edo_yashiki": lambda options: options["edition"] == "edo-yashiki",
}

Table = dict[str, Any]
"""After how many random actions, how deep, and the counts: in all, and by first action."""


def cases() -> list[Variant]:
    """Every variant of a game, or those chosen above."""
    return [v for v in ALL if v.game not in CHOSEN or CHOSEN[v.game](v.options.as_dict())]


def position(variant: Variant, actions: int) -> Game:
    return random_walk(variant.new(SEED), actions)


def opening(_variant: Variant) -> int:
    return 0


def middle(variant: Variant) -> int:
    """After so many random actions, or the next ones with so few first actions that the table stays readable."""
    actions = MIDDLE
    while len(perft(position(variant, actions), 1).actions) > MOST_FIRST_ACTIONS:
        actions += 1
    return actions


def late(variant: Variant) -> int:
    """Where the actions of the one seat to act differ most in how much they leave to do (a choice, say, or a pass)."""
    return max(LATE, key=lambda actions: (follow_ups(position(variant, actions)), -actions))


def follow_ups(game: Game) -> int:
    return len(set(perft(game, 2).actions.values())) if len(game.to_act) == 1 else 0


MOMENTS: dict[str, Callable[[Variant], int]] = {"opening": opening, "middle": middle, "late": late}
"""How many random actions lead to the positions that are counted."""


def make_tables(variant: Variant) -> dict[str, Table]:
    return {name: make_table(variant, moment(variant)) for name, moment in MOMENTS.items()}


def make_table(variant: Variant, actions: int) -> Table:
    """As deep as fits: the counting time goes with the nodes one level up."""
    game, depth = position(variant, actions), 1
    count = perft(game, depth)
    while count.total <= MAX_NODES and depth < MAX_DEPTH:
        depth += 1
        count = perft(game, depth)
    return {"actions": actions, "depth": depth, "total": count.total, "counts": count.actions}


def count_again(variant: Variant, table: Table) -> Count:
    return perft(position(variant, table["actions"]), table["depth"])


def write() -> None:
    """The whole file, one table a line."""
    lines = []
    for variant in cases():
        for name, table in make_tables(variant).items():
            lines.append(f"{json.dumps(f'{variant} {name}')}: {json.dumps(table)}")
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def read() -> dict[str, Table]:
    tables: dict[str, Table] = json.loads(FILE.read_text(encoding="utf-8"))
    return tables

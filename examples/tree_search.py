"""A fair tree search for either game, in one function; then a game of it against random play."""

import math
import random

import niwashi

Path = tuple[int, ...]
"""The numbers of the actions that lead to a node."""


def ahead(game: niwashi.Game, seat: int) -> int:
    """The seat's points beyond the best rival's."""
    return game.scores[seat] - max(score for rival, score in enumerate(game.scores) if rival != seat)


def choose(game: niwashi.Game, seat: int, trials: int = 40) -> int:
    """The number of the action that was tried most, by UCT over paths of actions."""
    tree: dict[Path, dict[int, list[int]]] = {}  # how often each action was tried, and the points ahead it brought
    for _ in range(trials):
        twin = game.copy(seed=random.getrandbits(64))  # a copy draws its own chance, so no trial sees the future
        path: Path = ()
        taken: list[tuple[list[int], int]] = []
        while not twin.over and twin.chances < game.chances + 2:
            legal = twin.legal(twin.to_act[0] if path else seat)
            if path and taken[-1][0][0] == 1:  # beyond the tree, act at random
                action = random.choice(legal)
            else:
                tried = tree.setdefault(path, {})
                for one in legal:
                    tried.setdefault(one.id, [1, twin.gain(one)])
                total = math.log(sum(tried[one.id][0] for one in legal))
                action = max(legal, key=lambda one: mean(tried[one.id]) + 3 * math.sqrt(total / tried[one.id][0]))
                taken.append((tried[action.id], action.seat))
                path += (action.id,)
            twin.play(action)
        for counts, who in taken:
            counts[0] += 1
            counts[1] += ahead(twin, who) - ahead(game, who)
    return max(tree[()], key=lambda number: tree[()][number][0])


def mean(counts: list[int]) -> float:
    return counts[1] / counts[0]


if __name__ == "__main__":
    game = niwashi.new("miyabi", seed=7)
    while not game.over:
        seat = game.to_act[0]
        game.play(choose(game, seat) if seat == 0 else random.choice(game.legal(seat)), seat)
    print(game.scores)

"""Expert: a tree inside the round, each seat seeking its own margin (max^n), leaves played out and judged.

Upper-confidence selection with the network's judgement as prior. Below a chance event there is no tree: continuations
are sampled there; nor where several seats act at once, whose actions do not answer each other.
"""

from __future__ import annotations

from functools import cache
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from niwashi.bots import Bot, Budget, Candidate, Decision
from niwashi.bots.halving import Halving
from niwashi.bots.policies import CLUB, Floats, Net, Stack, policies
from niwashi.bots.workspace import Workspace
from niwashi.core.bits import lowest
from niwashi.core.contract import legal, play, to_act
from niwashi.core.game import Buffer, Position, Rules
from niwashi.core.kernel import bind
from niwashi.core.rng import Generator

NODES = 1 << 16
EDGES = 1 << 20
WIDEST = 20
DEEPEST = 40
NOISE = 0.06
HORIZON = 1
FURTHER = 2
"""Where several seats act at once there is nothing to answer, so halving looks further ahead instead."""
EXPLORATION = 1.1
SOFTNESS = 6.0
"""Points of judged margin that make an action e times as likely beforehand."""
SLICE = 16
"""Simulations between two looks at the clock."""

NODE = np.dtype((np.record, [("first", np.int32), ("count", np.int32), ("visits", np.int32), ("seat", np.int32)]))
EDGE = np.dtype(
    (
        np.record,
        [("total", np.float64), ("prior", np.float32), ("action", np.int32), ("visits", np.int32), ("child", np.int32)],
    )
)


def expand(
    p: Position, node: np.record, seat: int, seats: int, edges: Stack, sizes: Buffer, net: Net, x: Floats, after: Stack,
    buffer: Buffer, points: Buffer, values: NDArray[np.float64], rng: Generator,
) -> None:  # fmt: skip
    """Lists a node's actions, the best by judgement only, with priors that add up to one."""
    count = legal(p, seat, buffer)
    if count > 3 * WIDEST:
        count = shortlist(p, seat, rng, buffer, count, 3 * WIDEST)
    judge_all(p, seat, seats, net, x, after, buffer, count, points, values)
    kept = min(count, WIDEST)
    node.first, node.count, node.seat = sizes[1], kept, seat
    total, best = 0.0, 0.0
    for i in range(kept):
        top = i
        for j in range(i + 1, count):
            if values[j] > values[top]:
                top = j
        values[i], values[top] = values[top], values[i]
        buffer[i], buffer[top] = buffer[top], buffer[i]
        best = values[0]
        edge = edges[sizes[1] + i]
        edge.action, edge.visits, edge.child, edge.total = buffer[i], 0, -1, 0.0
        edge.prior = np.exp((values[i] - best) / SOFTNESS)
        total += edge.prior
    for i in range(kept):
        edges[sizes[1] + i].prior /= total
    sizes[1] += kept


def best_edge(node: np.record, edges: Stack, low: float, high: float) -> int:
    """The edge to try next. Margins are brought to 0…1 by the lowest and highest seen so far."""
    chosen, most = 0, -1.0
    spread = max(high - low, 1.0)
    root = np.sqrt(node.visits + 1.0)
    for i in range(node.first, node.first + node.count):
        edge = edges[i]
        worth = (edge.total / edge.visits - low) / spread if edge.visits else 0.5
        hope = worth + EXPLORATION * edge.prior * root / (1 + edge.visits)
        if hope > most:
            chosen, most = i, hope
    return chosen


def simulate(
    p: Position, seat: int, seats: int, times: int, nodes: Stack, edges: Stack, sizes: Buffer, path: Buffer,
    seen: NDArray[np.float64], net: Net, x: Floats, after: Stack, stack: Stack, buffer: Buffer, points: Buffer,
    values: NDArray[np.float64], rng: Generator,
) -> int:  # fmt: skip
    """So many descents, each to a new leaf, its continuation played out and its margins carried back up."""
    played = 0
    for _ in range(times):
        stack[0] = p
        now = stack[0]
        at, depth = 0, 0
        while True:
            acting = to_act(now)
            if acting <= 0 or acting & (acting - 1) or depth == DEEPEST:  # no tree where several act at once
                break
            mover = seat if depth == 0 else lowest(acting)
            if nodes[at].count == 0:
                if sizes[1] + WIDEST < len(edges):
                    expand(now, nodes[at], mover, seats, edges, sizes, net, x, after, buffer, points, values, rng)
                    played += nodes[at].count
                if depth > 0 or nodes[at].count == 0:
                    break
            chosen = best_edge(nodes[at], edges, seen[0], seen[1])
            play(now, nodes[at].seat, edges[chosen].action)
            path[depth] = chosen
            path[DEEPEST + depth] = at
            depth += 1
            if edges[chosen].child < 0:
                if sizes[0] == len(nodes):
                    break
                edges[chosen].child = sizes[0]
                nodes[sizes[0]].count, nodes[sizes[0]].visits = 0, 0
                sizes[0] += 1
            at = edges[chosen].child
        played += play_out(now, seats, CLUB, NOISE, HORIZON, net, x, after, buffer, points, rng)
        for one in range(seats):
            values[one] = judge(now, one, seats, net, x, points)
            seen[0], seen[1] = min(seen[0], values[one]), max(seen[1], values[one])
        for i in range(depth):
            edge, node = edges[path[i]], nodes[path[DEEPEST + i]]
            edge.visits += 1
            edge.total += values[node.seat]
            node.visits += 1
    return played


def shortlist(*_given: Any) -> int:
    """Bound to the game's, as are the next three."""
    raise AssertionError


def judge_all(*_given: Any) -> None:
    raise AssertionError


def judge(*_given: Any) -> float:
    raise AssertionError


def play_out(*_given: Any) -> int:
    raise AssertionError


@cache
def searches(game: str) -> Any:
    names = dict(vars(policies(game)))
    for loop in (expand, best_edge, simulate):
        names[loop.__name__] = bind(loop, names, game, inline=False)
    return names["simulate"]


def expert(rules: Rules) -> Bot:
    return Tree(rules)


class Tree:
    def __init__(self, rules: Rules) -> None:
        self.work = Workspace(rules)
        self.halving = Halving(rules, FURTHER)
        self.search = searches(rules.name)
        self.nodes, self.edges = np.zeros(NODES, NODE), np.zeros(EDGES, EDGE)
        self.sizes, self.path = np.zeros(2, np.int64), np.zeros(2 * DEEPEST, np.int64)
        self.seen = np.zeros(2)

    def choose(self, p: Position, seat: int, budget: Budget, rng: Generator) -> Decision:
        start = perf_counter()
        actions = self.work.legal(p, seat)
        if len(actions) == 1:
            return Decision(actions[0], 0.0, (actions[0],), (Candidate(actions[0], 0.0),), 1)
        if int(self.work.rules.kernels.to_act(p)) != 1 << seat:
            return self.halving.choose(p, seat, budget, rng)
        self._clear()
        nodes = 0
        while not _spent(budget, start, nodes) and self.sizes[1] + SLICE * WIDEST < EDGES:
            nodes += self._slice(p, seat, rng)
        return self._decision(nodes)

    def _clear(self) -> None:
        self.nodes[0] = (0, 0, 0, 0)
        self.sizes[:] = (1, 0)
        self.seen[:] = (1e9, -1e9)

    def _slice(self, p: Position, seat: int, rng: Generator) -> int:
        work = self.work
        return int(
            self.search(
                p, seat, int(p.seats), SLICE, self.nodes, self.edges, self.sizes, self.path, self.seen, work.net,
                work.x, work.after, work.stack, work.buffer, work.points, work.values, rng,
            )
        )  # fmt: skip

    def _children(self, node: int) -> list[np.record]:
        first, count = int(self.nodes[node]["first"]), int(self.nodes[node]["count"])
        return sorted(self.edges[first : first + count], key=lambda edge: -int(edge["visits"]))

    def _decision(self, nodes: int) -> Decision:
        tried = self._children(0)
        candidates = tuple(
            Candidate(int(edge["action"]), float(edge["total"]) / max(int(edge["visits"]), 1), int(edge["visits"]))
            for edge in tried
        )
        return Decision(candidates[0].action, candidates[0].value, self._line(), candidates, nodes)

    def _line(self) -> tuple[int, ...]:
        """The most visited way down."""
        line: list[int] = []
        node = 0
        while node >= 0 and int(self.nodes[node]["count"]) and len(line) < DEEPEST:
            best = self._children(node)[0]
            if not int(best["visits"]):
                break
            line.append(int(best["action"]))
            node = int(best["child"])
        return tuple(line)


def _spent(budget: Budget, start: float, nodes: int) -> bool:
    if budget.nodes is not None:
        return nodes >= budget.nodes
    return perf_counter() - start >= (budget.seconds or 1.0)

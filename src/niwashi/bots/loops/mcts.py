"""Monte Carlo tree search inside the round; every seat maximises its own margin (max^n).

`search` is the expert's: priors from the network, rollouts cut at the second chance event and evaluated there.
`search_uct` is the yardstick's: plain UCT, every action tried once, rollouts played to the end by casual players. The
tree ends at chance events, and where several seats act at once and cannot reply to each other.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from niwashi.bots.loops import Scratch, Stack, bind_loops
from niwashi.bots.loops.evaluation import evaluate_all, evaluate_before_chance, evaluation_loops, points_ahead
from niwashi.bots.loops.rollout import CASUAL, key_all, rollout, rollout_loops, shortlist
from niwashi.core.bits import lowest_bit
from niwashi.core.floats import exp, log
from niwashi.core.game import Buffer, Position
from niwashi.core.kernel_stubs import legal, play, scores, to_act
from niwashi.core.rng import Generator

NODES = 1 << 16
EDGES = 1 << 20
MAX_EDGES = EDGES * 7 // 8
"""A tree with more edges is full; the rest is a margin for the descents between two checks."""
MAX_DEPTH = 40
MAX_WIDTH = 20
NOISE = 0.06
EXPLORATION = 1.1
SOFTNESS = 6.0
"""Points of evaluated margin that make an action's prior e times as large."""
TO_THE_END = 1 << 30

NODE = np.dtype((np.record, [("first", np.int32), ("count", np.int32), ("visits", np.int32), ("seat", np.int32)]))
EDGE = np.dtype(
    (
        np.record,
        [("total", np.float64), ("prior", np.float32), ("action", np.int32), ("visits", np.int32), ("child", np.int32)],
    )
)


class Tree(NamedTuple):
    nodes: Stack
    edges: Stack
    sizes: Buffer
    """The number of nodes and of edges."""
    path: Buffer
    """The edges of a descent, and from index MAX_DEPTH on the nodes that they leave."""
    seen: NDArray[np.float64]
    """The lowest and highest margins so far."""


def new_tree() -> Tree:
    sizes, path = np.zeros(2, np.int64), np.zeros(2 * MAX_DEPTH, np.int64)
    return Tree(np.zeros(NODES, NODE), np.zeros(EDGES, EDGE), sizes, path, np.zeros(2))


def clear(tree: Tree) -> None:
    """Keeps only the root."""
    tree.nodes[0].count, tree.nodes[0].visits = 0, 0
    tree.sizes[0], tree.sizes[1] = 1, 0
    tree.seen[0], tree.seen[1] = 1e9, -1e9


def expand(p: Position, at: int, seat: int, tree: Tree, scratch: Scratch, rng: Generator) -> None:
    """Adds a node's best actions by evaluation, with priors that add up to one."""
    count = legal(p, seat, scratch.buffer)
    if count > 3 * MAX_WIDTH:
        key_all(p, seat, count, scratch, rng)
        count = shortlist(count, 3 * MAX_WIDTH, scratch)
    evaluate_all(p, seat, count, scratch)
    for i in range(count):
        scratch.keys[i] = int(scratch.values[i] * 1024)
    kept = shortlist(count, MAX_WIDTH, scratch)
    best, total = scratch.keys[0], 0.0
    for i in range(kept):
        total += exp((scratch.keys[i] - best) / (1024 * SOFTNESS))
    for i in range(kept):
        add_edge(tree, scratch.buffer[i], exp((scratch.keys[i] - best) / (1024 * SOFTNESS)) / total)
    node = tree.nodes[at]
    node.first, node.count, node.seat = tree.sizes[1] - kept, kept, seat


def expand_uct(p: Position, at: int, seat: int, tree: Tree, scratch: Scratch, rng: Generator) -> None:
    """Adds all of a node's actions, those with the most points at once first."""
    count = legal(p, seat, scratch.buffer)
    key_all(p, seat, count, scratch, rng)
    shortlist(count, count, scratch)
    for i in range(count):
        add_edge(tree, scratch.buffer[i], 1.0)
    node = tree.nodes[at]
    node.first, node.count, node.seat = tree.sizes[1] - count, count, seat


def add_edge(tree: Tree, action: int, prior: float) -> None:
    edge = tree.edges[tree.sizes[1]]
    edge.action, edge.visits, edge.child, edge.total, edge.prior = action, 0, -1, 0.0, prior
    tree.sizes[1] += 1


def best_edge(at: int, tree: Tree) -> int:
    """The edge to try next, by PUCT. Margins are scaled to 0…1 by the lowest and highest seen so far."""
    node = tree.nodes[at]
    chosen, most = 0, -1.0
    low, spread = tree.seen[0], max(tree.seen[1] - tree.seen[0], 1.0)
    root = np.sqrt(node.visits + 1.0)
    for i in range(node.first, node.first + node.count):
        edge = tree.edges[i]
        worth = (edge.total / edge.visits - low) / spread if edge.visits else 0.5
        hope = worth + EXPLORATION * edge.prior * root / (1 + edge.visits)
        if hope > most:
            chosen, most = i, hope
    return chosen


def best_edge_uct(at: int, tree: Tree, exploration: float) -> int:
    """The edge to try next, by UCB1: an untried one, else the one with the highest upper bound."""
    node = tree.nodes[at]
    chosen, most = 0, -1.0
    low, spread = tree.seen[0], max(tree.seen[1] - tree.seen[0], 1.0)
    logarithm = log(node.visits + 1.0)
    for i in range(node.first, node.first + node.count):
        edge = tree.edges[i]
        if edge.visits == 0:
            return i
        hope = (edge.total / edge.visits - low) / spread + exploration * np.sqrt(logarithm / edge.visits)
        if hope > most:
            chosen, most = i, hope
    return chosen


def child_of(chosen: int, tree: Tree) -> int:
    """The node that an edge leads to, made if needed; -1 if the tree is full."""
    edge = tree.edges[chosen]
    if edge.child < 0 and tree.sizes[0] < len(tree.nodes):
        edge.child = tree.sizes[0]
        tree.nodes[tree.sizes[0]].count, tree.nodes[tree.sizes[0]].visits = 0, 0
        tree.sizes[0] += 1
    return int(edge.child)


def backpropagate(depth: int, seats: int, tree: Tree, scratch: Scratch) -> None:
    """Adds a leaf's margins, in `values`, to all nodes and edges of the descent."""
    for one in range(seats):
        tree.seen[0] = min(tree.seen[0], scratch.values[one])
        tree.seen[1] = max(tree.seen[1], scratch.values[one])
    for i in range(depth):
        edge, node = tree.edges[tree.path[i]], tree.nodes[tree.path[MAX_DEPTH + i]]
        edge.visits += 1
        edge.total += scratch.values[node.seat]
        node.visits += 1


def search(
    p: Position, seat: int, times: int, horizon: int, policy: int, tree: Tree, scratch: Scratch, rng: Generator
) -> int:
    """Runs `times` descents, each to a new leaf with a rollout and its evaluation; returns the nodes spent."""
    played, seats = 0, int(p.seats)
    now = scratch.after[1]
    for _ in range(times):
        scratch.after[1] = p
        at, depth = 0, 0
        acting = to_act(now)
        while depth == 0 or (acting > 0 and acting & (acting - 1) == 0 and depth < MAX_DEPTH and at >= 0):
            mover = seat if depth == 0 else lowest_bit(acting)
            if tree.nodes[at].count == 0:
                if tree.sizes[1] + MAX_WIDTH > len(tree.edges):
                    break
                expand(now, at, mover, tree, scratch, rng)
                played += tree.nodes[at].count
                if depth > 0:
                    break
            chosen = best_edge(at, tree)
            play(now, mover, tree.edges[chosen].action)
            tree.path[depth], tree.path[MAX_DEPTH + depth] = chosen, at
            depth += 1
            at = child_of(chosen, tree)
            acting = to_act(now)
        played += 1 + rollout(now, policy, NOISE, horizon, scratch, rng, rng)
        for one in range(seats):
            scratch.values[one] = evaluate_before_chance(now, one, scratch)
        backpropagate(depth, seats, tree, scratch)
    return played


def search_uct(
    p: Position, seat: int, times: int, exploration: float, tree: Tree, scratch: Scratch, rng: Generator
) -> int:
    """Runs `times` descents of plain UCT; returns the nodes spent."""
    played, seats = 0, int(p.seats)
    now = scratch.after[1]
    for _ in range(times):
        scratch.after[1] = p
        at, depth = 0, 0
        acting = to_act(now)
        while acting > 0 and depth < MAX_DEPTH and at >= 0:
            mover = seat if depth == 0 else lowest_bit(acting)
            if tree.nodes[at].count == 0:
                if tree.sizes[1] + len(scratch.buffer) > len(tree.edges):
                    break
                expand_uct(now, at, mover, tree, scratch, rng)
                if depth > 0:
                    break
            chosen = best_edge_uct(at, tree, exploration)
            play(now, mover, tree.edges[chosen].action)
            tree.path[depth], tree.path[MAX_DEPTH + depth] = chosen, at
            depth += 1
            at = child_of(chosen, tree)
            acting = to_act(now)
        played += depth + rollout(now, CASUAL, 0.0, TO_THE_END, scratch, rng, rng)
        scores(now, scratch.points)
        for one in range(seats):
            scratch.values[one] = points_ahead(scratch.points, one, seats)
        backpropagate(depth, seats, tree, scratch)
    return played


@cache
def mcts_loops(game: str) -> Any:
    loops = (clear, add_edge, expand, best_edge, child_of, backpropagate, search)
    return bind_loops(game, loops, {**vars(evaluation_loops(game)), **vars(rollout_loops(game))})


@cache
def uct_loops(game: str) -> Any:
    loops = (clear, add_edge, expand_uct, best_edge_uct, child_of, backpropagate, search_uct)
    return bind_loops(game, loops, {**vars(evaluation_loops(game)), **vars(rollout_loops(game))})

"""Plays one game of a match, from its deal's seed to its scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from niwashi.arena.entrants import Entrant
from niwashi.bots import Budget
from niwashi.bots.guard import BotError
from niwashi.core.components import Components
from niwashi.core.game import Options, acting_seats
from niwashi.core.record import Event, Result
from niwashi.core.rng import below, keyed, seeded
from niwashi.engine import catalog
from niwashi.engine.events import CHANCE, make_record
from niwashi.engine.sheet import winning_seats

MAX_ACTIONS = 1 << 20
TRIAL_SEED = "warm"
"""Of the game that is played to compile the kernels."""
TRIAL_BUDGET, TRIAL_ACTIONS = Budget(nodes=3000), 12
"""Enough to reach every kernel that a bot uses."""


@dataclass(frozen=True)
class MatchConfig:
    """What all games of a match share."""

    game: str
    options: Options
    components: Components
    entrants: tuple[Entrant, ...]
    seed: str
    records: bool

    @property
    def seats(self) -> int:
        return self.options.seats

    def deal_seed(self, deal: int) -> str:
        return f"{self.seed}-{deal}"


@dataclass(frozen=True)
class GameSpec:
    """A game to play: one entrant in one seat, another in all other seats."""

    pairing: int
    one: int
    others: int
    deal: int
    seat: int

    def entrants(self, seats: int) -> tuple[int, ...]:
        """The index of the entrant in each seat."""
        return tuple(self.one if seat == self.seat else self.others for seat in range(seats))


@dataclass(frozen=True)
class GameResult:
    """A finished game."""

    spec: GameSpec
    scores: tuple[int, ...]
    actions: int
    durations: tuple[NDArray[np.float32], ...]
    """Seconds per decision, by seat; forced actions are not decisions."""
    record: bytes = b""


def play(config: MatchConfig, spec: GameSpec) -> GameResult:
    """Deterministic, as long as no budget is in seconds."""
    warm_up(config)
    return _MatchGame(config, spec).play()


class _MatchGame:
    def __init__(self, config: MatchConfig, spec: GameSpec) -> None:
        self.config, self.spec = config, spec
        self.rules = catalog.rules(config.game)
        self.seed = config.deal_seed(spec.deal)
        self.p = self.rules.opening(config.options, config.components)
        self.who = [config.entrants[one] for one in spec.entrants(config.seats)]
        # Each seat has its own bot and generator. The generator is the same in every rotation, so that a bot against
        # itself plays the same game in all of them, and each deal is fair.
        self.bots = [entrant.make(self.rules) for entrant in self.who]
        self.rngs = [seeded(f"arena/{self.seed}/seat {seat}") for seat in range(config.seats)]
        self.order = seeded(f"arena/{self.seed}/order")
        self.buffer = np.zeros(max(self.rules.most_legal, self.rules.longest_outcome), np.int64)
        self.durations: list[list[float]] = [[] for _ in range(config.seats)]
        self.events: list[Event] = []
        self.chances = self.actions = 0

    def play(self, most: int = MAX_ACTIONS) -> GameResult:
        while (mask := int(self.rules.kernels.to_act(self.p))) and self.actions < most:
            if mask < 0:
                self._play_chance()
            else:
                self._act(self._choose_seat(acting_seats(mask)))
        points = np.zeros(max(self.rules.seats), np.int64)
        self.rules.kernels.scores(self.p, points)
        scores = tuple(points[: self.config.seats].tolist())
        durations = tuple(np.array(seconds, np.float32) for seconds in self.durations)
        return GameResult(self.spec, scores, self.actions, durations, self._record(scores))

    def _play_chance(self) -> None:
        self.chances += 1
        rng = keyed(self.seed, self.rules.name, self.chances)
        length = self.rules.kernels.draw(self.p, rng, self.buffer)
        if self.config.records:
            self.events.append((CHANCE, self.rules.outcome_text(self.p, self.buffer[:length].tolist())))
        self.rules.kernels.reveal(self.p, self.buffer, length)

    def _choose_seat(self, seats: tuple[int, ...]) -> int:
        """If several seats may act, each is equally likely to act first."""
        return seats[0] if len(seats) == 1 else seats[below(self.order, len(seats))]

    def _act(self, seat: int) -> None:
        count = self.rules.kernels.legal(self.p, seat, self.buffer)
        legal: list[int] = self.buffer[:count].tolist()
        action = legal[0] if count == 1 else self._choose(seat, legal)
        if self.config.records:
            self.events.append((seat, self.rules.action_text(self.p, seat, action)))
        self.rules.kernels.play(self.p, seat, action)
        self.actions += 1

    def _choose(self, seat: int, legal: Sequence[int]) -> int:
        entrant = self.who[seat]
        position = self.p.copy()  # the bot may change it
        start = perf_counter()
        try:
            action = int(self.bots[seat].choose(position, seat, entrant.budget, self.rngs[seat]).action)
        except BotError as error:
            raise BotError("arena/bot", f"{error.sentence} ({self._where(seat)})") from error
        self.durations[seat].append(perf_counter() - start)
        assert action in legal, (entrant.label, action)  # the ladder's bots are not guarded
        return action

    def _where(self, seat: int) -> str:
        when = "in a trial game" if self.config.seed == TRIAL_SEED else f"deal {self.seed}"
        return f"{when}, seat {seat}, after {self.actions} actions"

    def _record(self, scores: tuple[int, ...]) -> bytes:
        if not self.config.records:
            return b""
        names = [entrant.label for entrant in self.who]
        result = Result(list(scores), list(winning_seats(scores)))
        made = make_record(
            self.rules, self.config.options, self.config.components, names, self.seed, self.events, result
        )
        return made.to_json() + b"\n"


def warm_up(config: MatchConfig) -> None:
    """Compile and load the bots' kernels, once per process, so that the first decision is not slow."""
    for bot in {entrant.bot for entrant in config.entrants}:
        _warm_bot(config.game, config.options, bot)


@cache
def _warm_bot(game: str, options: Options, bot: str) -> None:
    config = MatchConfig(game, options, catalog.rules(game).box, (Entrant(bot, bot, TRIAL_BUDGET),), TRIAL_SEED, False)
    _MatchGame(config, GameSpec(0, 0, 0, 0, 0)).play(TRIAL_ACTIONS)

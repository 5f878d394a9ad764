"""Many games at once, stepped by one compiled call on all cores or on a GPU, in memory that is made once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from niwashi.batch.loops import PLAYERS
from niwashi.batch.refusal import explain_refusal
from niwashi.core.errors import BadOptions, NiwashiError, quote
from niwashi.core.packing import as_bytes
from niwashi.core.rng import GENERATOR, seeded
from niwashi.engine.factory import Box, read_components, read_seed, rules_of
from niwashi.env.devices import NONE_REFUSED, open_stepper
from niwashi.env.loops import DISABLED, LEARNER, Games
from niwashi.env.memory import make_games
from niwashi.env.reading import describe, find_no_number, is_whole, read_limit, read_whole, read_word, scalar
from niwashi.env.returns import read_returns
from niwashi.parallel.processes import cores

AUTORESETS = ("next step", "same step", "disabled")
LEARNER_NAME = "learner"
MAX_GAMES = 1 << 24


@dataclass(frozen=True)
class Batch:
    """What the last step has left, one row for each game. These are views of the environment's memory: the next step
    overwrites them, and all but observations and rewards are read-only. On a GPU they are CuPy's arrays, and none is
    read-only."""

    observation: NDArray[np.uint8]
    """(games, bytes): what the seat to act sees, as `Game.encode` writes it."""
    mask: NDArray[np.bool_]
    """(games, actions), or no columns if masks as bytes are not wanted."""
    mask_bits: NDArray[np.uint64]
    """(games, words): bit n % 64 of word n // 64 is action n."""
    seat: NDArray[np.int8]
    """The seat to act; in a game that is over, the one that acted last."""
    rewards: NDArray[np.float32]
    """(games, seats): for every seat, of this step."""
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    steps: NDArray[np.int32]
    """How many steps the game has taken."""
    final_observation: NDArray[np.uint8]
    """With autoreset “same step”: what the last seat saw at the end of a game that has begun again."""


class VectorEnvironment:
    """Games of one variant. Every learner's action is a step; chance and simple players' seats are played inside it.

    `players` has “learner”, “random” or “greedy” for each seat, and is all learners by default. `autoreset` is “next
    step”, “same step” or “disabled”; `returns` is “win share” or “points”. `batch` holds the arrays. Other options are
    those of the game.
    """

    def __init__(
        self,
        game: str,
        count: int,
        *,
        autoreset: str = "next step",
        returns: str = "win share",
        players: Sequence[str] | None = None,
        mask_bytes: bool = True,
        max_steps: int | None = None,
        threads: int | None = None,
        device: str = "cpu",
        seed: int | Sequence[int] | None = None,
        components: Box = None,
        **options: Any,
    ) -> None:
        self.rules = rules_of(game)
        self.options = self.rules.options(options)
        self.count = read_whole("count", count, 1, MAX_GAMES)
        threads = read_whole("threads", cores() if threads is None else threads, 1, 1024)
        setup = self.rules.setup(self.options, read_components(self.rules, components))
        mode = read_word("autoreset", autoreset, AUTORESETS)
        settings = [
            mode,
            read_returns(returns),
            read_limit("max_steps", max_steps) or -1,
            int(bool(mask_bytes)),
        ]
        read_players = _read_players(players, self.options.seats)
        stepper = self._stepper = open_stepper(device, self.rules, self.count, threads)
        seats = self.options.seats
        made = make_games(self.rules, seats, self.count, stepper.threads, settings, read_players, stepper.zeros)
        self._games = stepper.make_games(made)
        opening = np.zeros(1, self.rules.position)
        self.rules.kernels.start(opening[0], setup)
        stepper.write_opening(self._games, opening)
        self._samplers = stepper.zeros(self.count, GENERATOR)
        self._is_seeded, self._is_disabled = False, mode == DISABLED
        self.batch = self._make_batch()
        self.reset(seed)

    # -- stepping ------------------------------------------------------------------------------------------------
    def reset(self, seed: int | Sequence[int] | None = None, mask: ArrayLike | None = None) -> Batch:
        """Begin new games, all or those of a mask. Game i gets seed + i, or the i-th of a list of seeds.

        Without a seed, the generators go on where they are; the first time, they are seeded with fresh randomness.
        """
        everything = np.ones(self.count, np.bool_) if mask is None else mask
        chosen = self._read_reset_mask(everything)
        if seed is not None or not self._is_seeded:
            self._seed(self._read_seeds(seed), self._stepper.download(chosen))
        self._stepper.begin(self._games, self._stepper.upload(chosen))
        return self.batch

    def step(self, actions: ArrayLike) -> Batch:
        """One action for each game. A game that was over ignores its action and begins again (“next step”).

        Nothing has changed if an action is refused.
        """
        taken = self._read_actions(actions)
        refused = self._stepper.step(self._games, taken)
        if refused != NONE_REFUSED:
            raise self._refusal(refused, int(self._stepper.read(actions)[refused]))
        return self.batch

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for each game, from generators of their own; 0 for a game that is over."""
        out: NDArray[np.int64] = self._stepper.zeros(self.count, np.int64)
        self._stepper.sample(self._games, self._samplers, out)
        return out

    def seat_players(self, names: Sequence[str]) -> None:
        """Other players for the seats, from the next step on; as the option `players`."""
        self._games.players[:] = _read_players(names, self.options.seats)

    def position(self, game: int) -> np.record:
        """A copy of a game's position."""
        copy: np.record = self._stepper.position(self._games, read_whole("game", game, 0, self.count - 1))[0]
        return copy

    def close(self) -> None:
        """End the threads."""
        self._stepper.close()

    # -- memory --------------------------------------------------------------------------------------------------
    def _make_batch(self) -> Batch:
        games, rules, protect = self._games, self.rules, self._stepper.protect
        flags = as_bytes(games.mask_bytes, min(rules.actions, 8 * games.mask_bytes.shape[1]))
        return Batch(
            observation=as_bytes(games.observation, rules.encoded_bytes),
            mask=protect(flags.view(np.bool_)),
            mask_bits=protect(games.mask),
            seat=protect(games.seat),
            rewards=games.rewards,
            terminated=protect(games.terminated.view(np.bool_)),
            truncated=protect(games.truncated.view(np.bool_)),
            steps=protect(games.steps),
            final_observation=as_bytes(games.final_observation, rules.encoded_bytes),
        )

    def __getstate__(self) -> dict[str, Any]:
        """Without the views, which would become copies of the memory that they show."""
        return {name: value for name, value in vars(self).items() if name != "batch"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        # Who hands pickled arrays on without copying them, as Ray does, makes them read-only.
        memory: Any = self._games
        self._games, self._samplers = Games(*(array.copy() for array in memory)), self._samplers.copy()
        self.batch = self._make_batch()

    # -- reading what is given -----------------------------------------------------------------------------------
    def _read_seeds(self, seed: Any) -> list[int]:
        if seed is None:
            return [int(read_seed(None), 16) for _ in range(self.count)]
        seed = scalar(seed)
        if is_whole(seed):
            return [int(seed) + i for i in range(self.count)]
        if isinstance(seed, str) or not isinstance(seed, Sequence | np.ndarray) or len(seed) != self.count:
            sentence = f"a seed must be a whole number or a list of {self.count}, one for each game, not {quote(seed)}"
            raise BadOptions("env/seed", sentence)
        for i, one in enumerate(seed):
            if not is_whole(one):
                raise BadOptions("env/seed", f"the seed of game {i} must be a whole number, not {quote(one)}")
        return [int(one) for one in seed]

    def _seed(self, seeds: list[int], chosen: NDArray[np.uint8]) -> None:
        rows = np.flatnonzero(chosen)
        for array, prefix in ((self._games.generators, "env"), (self._samplers, "env/actions")):
            made = np.zeros(len(rows), GENERATOR)
            for place, i in enumerate(rows.tolist()):
                made[place] = seeded(f"{prefix}/{seeds[i]}")
            if len(rows):
                self._stepper.write_rows(array, rows, made)
        self._is_seeded = True

    def _read_reset_mask(self, mask: ArrayLike) -> NDArray[np.uint8]:
        found = self._stepper.read(mask)
        if found.dtype != np.bool_ or found.shape != (self.count,):
            expected = f"a mask of games to begin anew has {self.count} truth values"
            raise BadOptions("env/reset-mask", f"{expected}; this one is {describe(found)}")
        numbers: NDArray[np.uint8] = self._stepper.upload(found.astype(np.uint8))
        return numbers

    def _read_actions(self, actions: Any) -> NDArray[np.int64]:
        found = self._stepper.read(actions)
        if found.shape != (self.count,) or not np.issubdtype(found.dtype, np.integer):
            sentence = f"actions are {self.count} whole numbers, one for each game; these are {describe(found)}"
            game = find_no_number(actions, found)
            if game is None:
                raise BadOptions("env/actions", sentence)
            raise BadOptions(
                "env/actions", f"{sentence}; that of game {game} is {quote(actions[game])}", {"game": game}
            )
        taken: NDArray[np.int64] = self._stepper.upload(found.astype(np.int64, order="C", copy=False))
        return taken

    def _refusal(self, game: int, action: int) -> NiwashiError:
        """Why the action of a game is refused, in the words of the rules."""
        games = self._games
        if self._is_disabled and (games.terminated[game] or games.truncated[game]):
            sentence = f"game {game} is over; reset it before its next step (autoreset is “disabled”)"
            return BadOptions("env/over", sentence, {"game": game, "action": action})
        return explain_refusal(self.rules, self.position(game), int(games.seat[game]), action, game)


def _read_players(names: Any, seats: int) -> list[int]:
    """By seat; without names all learn."""
    if names is None:
        return [LEARNER] * seats
    known = (LEARNER_NAME, *PLAYERS)
    if isinstance(names, str) or not isinstance(names, Sequence) or len(names) != seats:
        sentence = f"players are a list of {seats} names, one for each seat, of {', '.join(known)}; not {quote(names)}"
        raise BadOptions("env/players", sentence)
    if LEARNER_NAME not in names:
        raise BadOptions("env/players", f"at least one seat must be a {LEARNER_NAME}, in {quote(list(names))}")
    return [LEARNER + read_word("players", name, known) for name in names]

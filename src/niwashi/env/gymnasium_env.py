"""Gymnasium: one learner's seat against chosen bots, and a `VectorEnv` of many games.

Importing this module registers `niwashi/miyabi-v1` and `niwashi/edo_yashiki-v1`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from niwashi import bots
from niwashi.batch.loops import PLAYERS
from niwashi.core.errors import BadOptions, quote
from niwashi.core.game import as_array
from niwashi.engine import catalog
from niwashi.env.one_game import OneGame, agent_names
from niwashi.env.reading import RENDER_MODES, read_limit, read_render_mode
from niwashi.env.vector import AUTORESETS, LEARNER_NAME, VectorEnvironment

MODES = dict(zip(AUTORESETS, (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP, AutoresetMode.DISABLED)))


class SeatEnv(gymnasium.Env):
    """One seat of a game; the others are bots. `action_masks()` has the legal actions, as sb3-contrib asks for them."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] = "casual",
        render_mode: str | None = None,
        max_steps: int | None = None,
        illegal: str = "error",
        **options: Any,
    ) -> None:
        """`opponents` is a bot for all other seats, or a list with one for each, clockwise from the learner.

        The simple players “random” and “greedy” act inside the compiled step, without Python.
        """
        self.game = OneGame(game, illegal, None, **options)
        self._seats, self._max_steps = self.game.options.seats, read_limit("max_steps", max_steps)
        if seat not in range(self._seats):
            raise BadOptions("env/seat", f"the learner's seat must be 0 to {self._seats - 1}, not {quote(seat)}")
        self.seat, self.render_mode = int(seat), read_render_mode(render_mode)
        self._opponents, self._bots = opponents, self._make_bots(opponents)
        self.observation_space = Box(0, 255, (self.game.rules.encoded_bytes,), np.uint8)
        self.action_space = Discrete(self.game.rules.actions)
        self._steps = 0

    def _make_bots(self, given: Any) -> dict[int, tuple[bots.Bot, bots.Budget]]:
        others = self._seats - 1
        names = [given] * others if isinstance(given, str) else given
        if not isinstance(names, Sequence) or len(names) != others or not all(isinstance(name, str) for name in names):
            raise BadOptions("env/opponents", f"opponents are a bot or a list of {others}, not {quote(given)}")
        by_seat = {(self.seat + 1 + step) % self._seats: name for step, name in enumerate(names)}
        simple = {seat: name for seat, name in by_seat.items() if name in PLAYERS}
        self.game.games.seat_players([simple.get(seat, LEARNER_NAME) for seat in range(self._seats)])
        rules = self.game.rules
        return {
            seat: (bots.make(name, rules), bots.default_budget(name))
            for seat, name in by_seat.items()
            if seat not in simple
        }

    def __getstate__(self) -> dict[str, Any]:
        """Bots have memory to think in and none to remember, so they are made anew."""
        return {name: value for name, value in vars(self).items() if name != "_bots"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bots = self._make_bots(self._opponents)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        super().reset(seed=seed)
        self.game.reset(seed)
        self._steps = 0
        self._let_bots_act()
        self._show()
        return self._observe()

    def step(self, action: Any) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        self.game.play(action)
        self._steps += 1
        reward = self.game.rewards[self.seat] + self._let_bots_act()
        over = self.game.terminated
        truncated = not over and self._steps == self._max_steps
        self.game.is_going_on = not (over or truncated)
        self._show()
        observation, info = self._observe()
        return observation, reward, over, truncated, info

    def _let_bots_act(self) -> float:
        """Until the learner is to act or the game is over; returns the learner's reward."""
        reward = 0.0
        while not self.game.terminated and self.game.seat != self.seat:
            bot, budget = self._bots[self.game.seat]
            p = as_array(self.game.games.position(0))[0]
            self.game.play(bot.choose(p, self.game.seat, budget, self.game.rng).action)
            reward += self.game.rewards[self.seat]
        return reward

    def _observe(self) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        return self.game.observe(self.seat), {"action_mask": self.game.mask(self.seat)}

    def action_masks(self) -> NDArray[np.bool_]:
        """The learner's legal actions, for MaskablePPO of sb3-contrib."""
        return self.game.mask(self.seat).astype(np.bool_)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        board = self.game.board(tuple(agent_names(self._seats)))
        if self.render_mode == "human":
            print(board)
            return None
        return board


class GamesEnv(VectorEnv):
    """Many games, all seats learning by turns, or some against simple players (`players`).

    The reward is that of the seat that acted. `infos` has `action_mask` and `mask_bits`, the `seat` to act and the
    `rewards` of all. With `copy=False` arrays are the environment's own, which the next step overwrites.
    """

    def __init__(
        self, game: str, num_envs: int = 1, *, autoreset: str = "next step", copy: bool = True, **options: Any
    ) -> None:
        self.games = VectorEnvironment(game, num_envs, autoreset=autoreset, **options)
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": MODES[autoreset], "render_modes": []}
        self.single_observation_space = Box(0, 255, (self.games.rules.encoded_bytes,), np.uint8)
        self.single_action_space = Discrete(self.games.rules.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._same_step, self._copy = autoreset == "same step", copy
        self._seats = self.games.batch.seat.copy()

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        super().reset(seed=seed if isinstance(seed, int) else None)
        batch = self.games.reset(seed, (options or {}).get("reset_mask"))
        self._seats = batch.seat.copy()
        return self._own(batch.observation), self._infos()

    def step(
        self, actions: Any
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        acted, batch = self._seats, self.games.step(actions)
        reward = batch.rewards[np.arange(self.num_envs), acted]
        infos = self._infos()
        over = batch.terminated | batch.truncated
        if self._same_step and over.any():
            final = _every(over, seat=acted, rewards=infos["rewards"])
            infos |= _every(over, final_obs=self._own(batch.final_observation), final_info=final)
        self._seats = batch.seat.copy()
        ends = self._own(batch.terminated), self._own(batch.truncated)
        return self._own(batch.observation), reward, *ends, infos

    def _own(self, array: NDArray[Any]) -> NDArray[Any]:
        """What the caller may keep: without a copy, the next step overwrites it."""
        return array.copy() if self._copy else array

    def _infos(self) -> dict[str, Any]:
        batch = self.games.batch
        shown: dict[str, NDArray[Any]] = {"mask_bits": batch.mask_bits, "seat": batch.seat, "rewards": batch.rewards}
        if batch.mask.shape[1]:
            shown["action_mask"] = batch.mask
        return _every(np.ones(self.num_envs, np.bool_), **{name: self._own(array) for name, array in shown.items()})

    def close_extras(self, **_: Any) -> None:
        self.games.close()


def _every(told: NDArray[np.bool_], **infos: Any) -> dict[str, Any]:
    """As Gymnasium has them: beside each, the games that it is of."""
    return infos | {f"_{name}": told for name in infos}


for _game in catalog.names():
    if f"niwashi/{_game}-v1" not in gymnasium.registry:
        gymnasium.register(
            f"niwashi/{_game}-v1",
            entry_point="niwashi.env.gymnasium_env:SeatEnv",
            vector_entry_point="niwashi.env.gymnasium_env:GamesEnv",
            kwargs={"game": _game},
        )

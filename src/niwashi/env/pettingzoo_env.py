"""PettingZoo: AEC and Parallel environments. Importing this module registers `miyabi-v1` and `edo_yashiki-v1`.

docs/environments.md describes observations, actions and rewards. Agents are `seat_0`, `seat_1` and so on.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.env_registry.registration import aec_registry, register

from niwashi.core.errors import BadOptions, quote
from niwashi.engine import catalog
from niwashi.env.one_game import OneGame, agent_names
from niwashi.env.reading import MOST_STEPS, RENDER_MODES, is_whole, read_limit, read_render_mode, scalar


class _Table:
    """What both kinds have in common."""

    def __init__(
        self, game: str, render_mode: str | None, illegal: str, max_steps: int | None, waits: int, **options: Any
    ) -> None:
        self.render_mode = read_render_mode(render_mode)
        self.game = OneGame(game, illegal, max_steps, **options)
        self.possible_agents = agent_names(self.game.options.seats)
        self.agents: list[str] = []
        actions = self.game.rules.actions + waits
        self.observation_spaces = {agent: self._observation_space(actions) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}

    def _observation_space(self, actions: int) -> Dict:
        seen = Box(0, 255, (self.game.rules.encoded_bytes,), np.uint8)
        return Dict({"observation": seen, "action_mask": Box(0, 1, (actions,), np.int8)})

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def _check_agent(self, agent: object) -> None:
        if agent not in self.possible_agents:
            known = ", ".join(self.possible_agents)
            raise BadOptions("env/agent", f"there is no agent {quote(agent)}; the agents are {known}")

    def render(self) -> str | None:
        board = self.game.board(tuple(self.possible_agents))
        if self.render_mode == "human":
            print(board)
            return None
        return board

    def close(self) -> None:
        self.game.games.close()


class Turns(_Table, AECEnv):
    """One agent at a time. Of several that may act at once, the next one is drawn."""

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: str = "error",
        **options: Any,
    ) -> None:
        """`max_cycles` ends a game after so many actions for each agent, on average."""
        AECEnv.__init__(self)
        seats = catalog.rules(game).options(_variant(options)).seats
        cycles = read_limit("max_cycles", max_cycles, MOST_STEPS // seats)
        _Table.__init__(self, game, render_mode, illegal, cycles and cycles * seats, 0, **options)
        self.metadata = {"name": f"{game}_v1", "render_modes": RENDER_MODES, "is_parallelizable": False}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.game.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.game.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        self._check_agent(agent)
        seat = self.possible_agents.index(agent)
        return {"observation": self.game.observe(seat), "action_mask": self.game.mask(seat)}

    def step(self, action: Any) -> None:
        if not self.agents:
            self.game.check_going_on()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.play(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, self.game.rewards, strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, self.game.terminated)
        self.truncations = dict.fromkeys(self.agents, self.game.truncated)
        self.agent_selection = self.agents[self.game.seat]
        if self.render_mode == "human":
            self.render()

    def __str__(self) -> str:
        return str(self.metadata["name"])


class Rounds(_Table, ParallelEnv):
    """All agents in every step, one of whom acts. The others have one legal action, the last number: to wait."""

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: str = "error",
        **options: Any,
    ) -> None:
        _Table.__init__(self, game, render_mode, illegal, read_limit("max_cycles", max_cycles), 1, **options)
        self._wait = self.game.rules.actions
        self._illegal = illegal
        self.metadata = {"name": f"{game}_v1", "render_modes": RENDER_MODES}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        self.game.reset(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        self.game.check_going_on()
        acting = self.agents[self.game.seat]
        self._check(actions, acting)
        self.game.play(actions[acting])
        if self.render_mode == "human":
            self.render()
        agents = self.agents
        if self.game.terminated or self.game.truncated:
            self.agents = []
        return (
            self._observations(),
            dict(zip(agents, self.game.rewards, strict=True)),
            dict.fromkeys(agents, self.game.terminated),
            dict.fromkeys(agents, self.game.truncated),
            {agent: {} for agent in agents},
        )

    def _check(self, actions: Any, acting: str) -> None:
        if not isinstance(actions, Mapping):
            raise BadOptions("env/actions", f"actions are a dictionary with one for each agent, not {quote(actions)}")
        for agent in actions:
            self._check_agent(agent)
        if acting not in actions:
            raise BadOptions("env/actions", f"{acting} is to act, and actions has only {quote(list(actions))}")
        if self._illegal == "error":
            for agent, action in actions.items():
                self._check_waiting(agent, action, agent != acting)

    def _check_waiting(self, agent: str, given: Any, must_wait: bool) -> None:
        action = scalar(given)
        waits = is_whole(action) and action == self._wait
        if must_wait and not waits:
            sentence = f"{agent} is not to act, so its only action is {self._wait}, to wait; not {quote(action)}"
            raise BadOptions("env/wait", sentence)
        if waits and not must_wait:
            sentence = f"{agent} is to act and cannot wait ({self._wait}); its actions are 0 to {self._wait - 1}"
            raise BadOptions("env/wait", sentence)

    def _observations(self) -> dict[str, Any]:
        return {
            agent: {"observation": self.game.observe(seat), "action_mask": self._mask(seat)}
            for seat, agent in enumerate(self.possible_agents)
        }

    def _mask(self, seat: int) -> np.ndarray[Any, np.dtype[np.int8]]:
        """The last flag says that the agent must wait."""
        mask = self.game.mask(seat)
        return np.append(mask, np.int8(not mask.any()))


def _variant(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name not in ("returns", "seed", "components")}


def env(game: str, **options: Any) -> Turns:
    """The AEC environment of a game, with the options of `niwashi.new` and of `Turns`."""
    return Turns(game, **options)


def parallel_env(game: str, **options: Any) -> Rounds:
    """The Parallel environment of a game, with the options of `niwashi.new` and of `Rounds`."""
    return Rounds(game, **options)


for _game in catalog.names():
    if f"{_game}-v1" not in aec_registry:
        register("aec", f"{_game}-v1", entry_point=partial(env, _game))
        register("parallel", f"{_game}-v1", entry_point=partial(parallel_env, _game))

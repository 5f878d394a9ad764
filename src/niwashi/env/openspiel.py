"""OpenSpiel: games `miyabi` and `edo_yashiki`. Importing this module registers them.

    import pyspiel
    import niwashi.env.openspiel
    game = pyspiel.load_game("miyabi(seats=3,expansions=CE)")

Parameters are the options of `niwashi.new`, and `returns` and `components`. docs/environments.md describes actions,
observations and returns, and the order in which seats that may act at once do so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from niwashi.batch.refusal import explain_refusal
from niwashi.core.errors import BadOptions, IllegalAction, NiwashiError, quote
from niwashi.core.game import Options, Rules
from niwashi.engine import catalog
from niwashi.engine.factory import read_components
from niwashi.engine.sheet import winning_seats
from niwashi.env.openspiel_bounds import find_bounds
from niwashi.env.returns import RETURNS, read_returns, win_shares
from niwashi.env.tree import CHANCE, OVER, Node


class NiwashiGame(pyspiel.Game):
    """A variant of a game."""

    rules: ClassVar[Rules]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = _given(self.rules, params or {})
        options = {key: value for key, value in given.items() if key not in ("returns", "components")}
        self.options = self.rules.options(options)
        self.by_points = RETURNS[read_returns(given.get("returns", RETURNS[0]))] == "points"
        components = read_components(self.rules, given.get("components"))
        bounds = find_bounds(self.rules, self.options, components)
        self._chance_nodes = bounds.chance_nodes
        seats = self.options.seats
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.actions,
            max_chance_outcomes=bounds.chance_outcomes,
            num_players=seats,
            min_utility=0.0 if self.by_points else -1 / seats,
            max_utility=float(bounds.points) if self.by_points else 1 - 1 / seats,
            utility_sum=None if self.by_points else 0.0,
            max_game_length=bounds.actions,
        )
        super().__init__(_game_type(self.rules, self.by_points), info, given)
        self.opening = Node.opening(self.rules, self.options, components)

    def new_initial_state(self) -> NiwashiState:
        """The root of the tree, at which chance is to act."""
        return NiwashiState(self)

    def max_chance_nodes_in_history(self) -> int:
        """A bound on the single draws of a whole game."""
        return self._chance_nodes

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Any:
        """All is public: whoever wants perfect recall gets the history, everybody else the position."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PositionObserver(self.rules, self.options, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


# One class each: OpenSpiel keeps what it calls until after Python has ended, where only classes do no harm.
class MiyabiGame(NiwashiGame):
    rules = catalog.rules("miyabi")


class EdoYashikiGame(NiwashiGame):
    rules = catalog.rules("edo_yashiki")


class NiwashiState(pyspiel.State):
    """A node of the tree. It is the only attribute, and immutable, so OpenSpiel's deep copies cost nothing."""

    def __init__(self, game: NiwashiGame) -> None:
        super().__init__(game)
        self._node = game.opening

    @property
    def position(self) -> np.record:
        """A copy of the position, for kernels and bots."""
        return self._node.moment.copy_position()

    def current_player(self) -> int:
        """The seat to act, or OpenSpiel's number for chance or for the end."""
        return self._node.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._node.player == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._node.possible()) if player == self._node.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may draw next, and how likely each is; `Node.outcomes` has exact fractions."""
        if self._node.player != CHANCE:
            raise BadOptions("env/chance", f"chance is not to act, but {self._node.who}")
        return [(outcome, float(chance)) for outcome, chance in self._node.outcomes()]

    def _apply_action(self, action: int) -> None:
        self._check(action)
        self._node = self._node.after(action)

    def _check(self, action: int) -> None:
        """OpenSpiel's own check is another method, which few programs call."""
        node = self._node
        if node.player == OVER:
            raise BadOptions("env/over", f"the game is over; action {action} cannot follow")
        if action not in node.possible():
            raise self._refusal(action)

    def _refusal(self, action: int) -> NiwashiError:
        node, rules = self._node, self._node.moment.rules
        if node.player == CHANCE:
            possible = ", ".join(map(str, node.possible()))
            return IllegalAction("env/chance", f"chance is to act, and {action} cannot come up; it may be {possible}")
        return explain_refusal(rules, node.position, node.player, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self._node.text(player, action)

    def returns(self) -> list[float]:
        """What the game has paid to each seat so far, by the convention that its parameter `returns` names."""
        node = self._node
        if self.get_game().by_points:
            return [float(points) for points in node.scores]
        if node.player != OVER:
            return [0.0] * node.seats
        return win_shares(winning_seats(node.scores), node.seats)

    def rewards(self) -> list[float]:
        """Since a seat acted last."""
        node = self._node
        if self.get_game().by_points:
            return [float(now - before) for now, before in zip(node.scores, node.earlier)]
        return self.returns()

    def __str__(self) -> str:
        return str(self._node)


class PositionObserver:
    """What `encode` writes, as named pieces of one tensor, and who is to act. Seats begin with the one that looks."""

    def __init__(self, rules: Rules, options: Options, params: Mapping[str, Any] | None) -> None:
        if params:
            raise BadOptions("env/observer", f"these observations have no parameters, not {quote(dict(params))}")
        self._rules, self._seats = rules, options.seats
        pieces = [(plane.name, plane.shape, plane.most) for plane in rules.encoding]
        pieces.append(("to act", (max(rules.seats),), 1))
        lengths = [int(np.prod(shape)) for _, shape, _ in pieces]
        self._scale = np.repeat(np.array([1 / most for *_, most in pieces], np.float32), lengths)
        self.tensor: NDArray[np.float32] = np.zeros(sum(lengths), np.float32)
        parts = np.split(self.tensor, np.cumsum(lengths)[:-1])
        self.dict = {name: part.reshape(shape) for (name, shape, _), part in zip(pieces, parts)}

    def set_from(self, state: NiwashiState, player: int) -> None:
        node, player = state._node, max(player, 0)
        known = self._rules.encoded_bytes
        self.tensor[:known] = self._rules.encode(node.position, player)
        self.tensor[known:] = 0
        if node.player >= 0:
            self.tensor[known + (node.player - player) % self._seats] = 1
        self.tensor *= self._scale

    def string_from(self, state: NiwashiState, player: int) -> str:
        return str(state)


def _given(rules: Rules, params: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters that are not at their default: OpenSpiel adds those that were left out."""
    defaults = _defaults(rules)
    return {key: value for key, value in params.items() if key not in defaults or value != defaults[key]}


def _defaults(rules: Rules) -> dict[str, Any]:
    return {**rules.options({}).as_dict(), "returns": RETURNS[0], "components": ""}


def _game_type(rules: Rules, by_points: bool) -> Any:
    kinds = pyspiel.GameType
    return pyspiel.GameType(
        short_name=rules.name,
        long_name=rules.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if by_points else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.REWARDS if by_points else kinds.RewardModel.TERMINAL,
        max_num_players=rules.seats[-1],
        min_num_players=rules.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_defaults(rules),
    )


for _game in (MiyabiGame, EdoYashikiGame):
    if _game.rules.name not in pyspiel.registered_names():
        pyspiel.register_game(_game_type(_game.rules, False), _game)

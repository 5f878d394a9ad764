"""Bad input to every interface that plays: a sentence says what is expected, and nothing has changed.

Those of `Batch` are in tests/batch/interpreted_checks.py, where nothing is compiled for them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
import pytest

from niwashi.core.errors import NiwashiError
from niwashi.core.game import Rules
from niwashi.engine import catalog
from niwashi.env.vector import VectorEnvironment
from tests.conformance.variants import each_game

pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # theirs: see test_interfaces
    pytest.mark.usefixtures("env_packages", "openspiel_packages"),
]
MANY, ODD = 3, 1
"""Games of an interface that has many, and the one with the bad action."""
HUGE = 2**70


class Interface(NamedTuple):
    """One way to play, at a decision of seat 0 or of whoever is to act."""

    rules: Rules
    play: Callable[[Any], Any]
    """Takes an action; of many games, for the odd one."""
    state: Callable[[], bytes]
    """Everything that a refused action must leave as it is."""
    legal: Callable[[], np.ndarray]
    """The mask of the game that the action is for."""
    raw: Callable[[Any], Any] = lambda given: None
    """Takes what stands for all actions."""


def state_of(games: VectorEnvironment) -> bytes:
    memory = games._games._replace(scratch=np.zeros(0, np.int64), scratch_mask=np.zeros(0, np.uint64))
    return b"".join(array.tobytes() for array in memory)


def of_vector(game: str) -> Interface:
    games = VectorEnvironment(game, MANY, seed=3)
    return of_many(games, games.step)


def of_many(games: VectorEnvironment, step: Callable[[Any], Any]) -> Interface:
    def play(action: Any) -> None:
        actions: list[Any] = games.batch.mask.argmax(axis=1).tolist()
        actions[ODD] = action
        step(actions)

    return Interface(games.rules, play, partial(state_of, games), lambda: games.batch.mask[ODD], step)


def of_vector_env(game: str) -> Interface:
    from niwashi.env.gymnasium_env import GamesEnv

    many = GamesEnv(game, MANY)
    many.reset(seed=3)
    return of_many(many.games, many.step)


def of_seat(game: str) -> Interface:
    from niwashi.env.gymnasium_env import SeatEnv

    seat = SeatEnv(game, opponents="random")
    seat.reset(seed=3)
    games = seat.game.games
    return Interface(games.rules, seat.step, partial(state_of, games), seat.action_masks, seat.step)


def of_turns(game: str) -> Interface:
    from niwashi.env.pettingzoo_env import env

    turns = env(game)
    turns.reset(seed=3)

    def state() -> bytes:
        told = turns.rewards, turns._cumulative_rewards, turns.terminations, turns.agent_selection, turns.agents
        return state_of(turns.game.games) + repr(told).encode()

    return Interface(turns.game.rules, turns.step, state, lambda: turns.last()[0]["action_mask"], turns.step)


def of_rounds(game: str) -> Interface:
    from niwashi.env.pettingzoo_env import parallel_env

    rounds = parallel_env(game)
    rounds.reset(seed=3)
    table, wait = rounds.game, rounds.game.rules.actions

    def play(action: Any) -> None:
        rounds.step({f"seat_{seat}": action if seat == table.seat else wait for seat in range(2)})

    return Interface(table.rules, play, partial(state_of, table.games), lambda: table.mask(table.seat), rounds.step)


def of_openspiel(game: str) -> Interface:
    import_module("niwashi.env.openspiel")
    import pyspiel

    state = pyspiel.load_game(game).new_initial_state()

    def play(action: Any) -> None:
        state.apply_action(action)
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])

    def legal() -> np.ndarray:
        flags = np.zeros(catalog.rules(game).actions, np.bool_)
        flags[state.legal_actions()] = True
        return flags

    play(state.chance_outcomes()[0][0])
    return Interface(catalog.rules(game), play, lambda: state.serialize().encode(), legal)


INTERFACES = {
    "vector": of_vector,
    "vector env": of_vector_env,
    "seat": of_seat,
    "turns": of_turns,
    "rounds": of_rounds,
    "openspiel": of_openspiel,
}
OF_MANY = ("vector", "vector env")
each_interface = pytest.mark.parametrize("interface", INTERFACES)
each_of_python = pytest.mark.parametrize("interface", [name for name in INTERFACES if name != "openspiel"])
"""OpenSpiel's own code, in C++, lets nothing else than numbers of 64 bits through."""


def refused(interface: Interface, ask: Callable[[], Any]) -> NiwashiError:
    before = interface.state()
    with pytest.raises(NiwashiError) as refusal:
        ask()
    assert interface.state() == before
    return refusal.value


@each_game
@each_interface
def test_an_illegal_action_is_refused_by_its_rule_or_with_the_numbers_there_are(game: str, interface: str) -> None:
    played = INTERFACES[interface](game)
    most = played.rules.actions - 1
    for wrong in (int((~played.legal().astype(np.bool_)).argmax()), -1, most + 1, 1 << 62, -(1 << 62)):
        if interface == "openspiel" and wrong == -1:
            continue  # refused by OpenSpiel itself, as its own number for no action
        error = refused(played, partial(played.play, wrong))
        expected = "(" if 0 <= wrong <= most else f"0 to {most}"
        assert expected in error.sentence
        assert str(wrong) in error.sentence
        if interface in OF_MANY:
            assert error.about == {"game": ODD, "action": wrong}
            assert error.sentence.startswith(f"game {ODD}")
    played.play(int(played.legal().argmax()))


@each_game
@each_of_python
def test_what_is_no_action_is_refused(game: str, interface: str) -> None:
    played = INTERFACES[interface](game)
    for wrong in (None, "a", 0.5, HUGE, [0, 1], np.array([0, 1])):
        error = refused(played, partial(played.play, wrong))
        if interface in OF_MANY:
            assert f"game {ODD} is " in error.sentence
            assert error.about == {"game": ODD}
    played.play(int(played.legal().argmax()))


@each_game
@each_of_python
def test_actions_of_another_shape_are_refused(game: str, interface: str) -> None:
    played = INTERFACES[interface](game)
    for wrong in (None, "abc", {0: 1}, [], [0] * 5, np.zeros((1, MANY), np.int64), np.zeros(MANY, np.float32)):
        refused(played, partial(played.raw, wrong))
    played.play(int(played.legal().argmax()))


@each_interface
def test_an_action_of_another_game_is_refused(interface: str) -> None:
    """Edo Yashiki has more actions than Miyabi."""
    miyabi, edo = INTERFACES[interface]("miyabi"), INTERFACES[interface]("edo_yashiki")
    theirs = int(np.flatnonzero(edo.legal())[-1])
    assert theirs >= miyabi.rules.actions
    error = refused(miyabi, partial(miyabi.play, theirs))
    assert f"{theirs} is no action of Miyabi; its actions are 0 to {miyabi.rules.actions - 1}" in error.sentence


@pytest.mark.parametrize("make", [of_vector, of_vector_env])
def test_a_mask_or_observation_of_another_game_is_no_list_of_actions(make: Callable[[str], Interface]) -> None:
    miyabi, edo = make("miyabi"), VectorEnvironment("edo_yashiki", MANY, seed=3)
    for theirs in (edo.batch.mask, edo.batch.mask[0], edo.batch.mask_bits, edo.batch.observation):
        assert "actions are 3 whole numbers" in refused(miyabi, partial(miyabi.raw, theirs)).sentence


def test_a_reset_mask_of_another_environment_is_refused() -> None:
    games = of_vector("miyabi")
    other = VectorEnvironment("miyabi", MANY + 1, seed=3)
    reset = VectorEnvironment("miyabi", MANY, seed=3).reset
    assert "3 truth values" in refused(games, lambda: reset(mask=other.batch.terminated)).sentence


# -- where no game is going on ----------------------------------------------------------------------------------------
def to_the_end(games: VectorEnvironment, step: Callable[[int], Any]) -> None:
    while not games.batch.terminated[0]:
        step(int(games.batch.mask[0].argmax()))


@each_game
def test_a_step_of_a_seat_before_a_reset_after_the_end_or_a_cut_is_refused(game: str) -> None:
    from niwashi.env.gymnasium_env import SeatEnv

    for most, illegal in ((None, "error"), (2, "error"), (2, "replace")):
        seat = SeatEnv(game, opponents="random", max_steps=most, illegal=illegal)
        games = seat.game.games
        for begin in (lambda: None, lambda: seat.reset(seed=3)):  # noqa: B023 (used at once)
            begin()
            over = not seat.game.is_going_on
            while not over:
                over = any(seat.step(int(games.batch.mask[0].argmax()))[2:4])
            before = state_of(games)
            with pytest.raises(NiwashiError, match="no game is going on; reset the environment before"):
                seat.step(0)
            assert state_of(games) == before


@each_game
def test_a_step_of_agents_before_a_reset_or_after_the_end_is_refused(game: str) -> None:
    from niwashi.env.pettingzoo_env import env, parallel_env

    turns, rounds = env(game), parallel_env(game)
    wait = rounds.game.rules.actions
    with pytest.raises(NiwashiError, match="no game is going on"):
        turns.step(0)
    with pytest.raises(NiwashiError, match="no game is going on"):
        rounds.step({})
    turns.reset(seed=3)
    to_the_end(turns.game.games, turns.step)
    for _ in turns.possible_agents:
        turns.step(None)
    with pytest.raises(NiwashiError, match="no game is going on"):
        turns.step(None)
    rounds.reset(seed=3)
    waiting = dict.fromkeys(rounds.agents, wait)
    to_the_end(rounds.game.games, lambda action: rounds.step({**waiting, acting(rounds): action}))
    before = state_of(rounds.game.games)
    with pytest.raises(NiwashiError, match="no game is going on"):
        rounds.step(dict.fromkeys(rounds.possible_agents, 0))
    assert state_of(rounds.game.games) == before


def acting(rounds: Any) -> str:
    return f"seat_{rounds.game.seat}"


@each_game
def test_an_action_after_the_end_is_refused_by_openspiel(game: str) -> None:
    state = of_openspiel(game)
    while state.legal().any():
        state.play(int(state.legal().argmax()))
    assert "the game is over" in refused(state, partial(state.play, 0)).sentence


# -- agents of a round ------------------------------------------------------------------------------------------------
@each_game
def test_what_agents_of_a_round_may_not_do_is_said(game: str) -> None:
    from niwashi.env.pettingzoo_env import parallel_env

    rounds = parallel_env(game, seats=2)
    observations, _ = rounds.reset(seed=3)
    wait, acts = rounds.game.rules.actions, acting(rounds)
    other = next(agent for agent in rounds.agents if agent != acts)
    action = int(observations[acts]["action_mask"].argmax())
    cases: list[tuple[Any, str]] = [
        (
            {acts: action, other: np.array([wait, wait])},
            f"{other} is not to act, so its only action is {wait}",
        ),
        ({acts: action, other: None}, "to wait; not None"),
        ({acts: action, other: True}, "to wait; not True"),
        ({acts: action, other: wait, "seat_9": wait}, "no agent “seat_9”; the agents are seat_0, seat_1"),
        ({acts: action, 7: wait}, "there is no agent 7"),
        ({acts: wait, other: wait}, rf"{acts} is to act and cannot wait \({wait}\); its actions are 0 to {wait - 1}"),
        ({other: wait}, f"{acts} is to act, and actions has only"),
        (None, "actions are a dictionary with one for each agent, not None"),
        ([action, wait], "actions are a dictionary"),
    ]
    before = state_of(rounds.game.games)
    for actions, said in cases:
        with pytest.raises(NiwashiError, match=said):
            rounds.step(actions)
        assert state_of(rounds.game.games) == before
    rounds.step({acts: np.array(action), other: np.array(wait)})


def test_an_agent_that_does_not_exist_sees_nothing() -> None:
    from niwashi.env.pettingzoo_env import env

    turns = env("miyabi")
    turns.reset(seed=3)
    with pytest.raises(NiwashiError, match="there is no agent “seat_2”; the agents are seat_0, seat_1"):
        turns.observe("seat_2")


# -- options ----------------------------------------------------------------------------------------------------------
BAD_SEATS: list[tuple[dict[str, Any], str]] = [
    ({"max_steps": 0}, "max_steps must be a whole number from 1 to .*, not 0"),
    ({"max_steps": -3}, "not -3"),
    ({"max_steps": "x"}, "not “x”"),
    ({"render_mode": "x"}, "render_mode must be human, ansi; not “x”"),
    ({"seat": 2}, "the learner's seat must be 0 to 1, not 2"),
    ({"seat": "0"}, "the learner's seat must be 0 to 1, not “0”"),
    ({"opponents": None}, "opponents are a bot or a list of 1, not None"),
    ({"opponents": [3]}, r"opponents are a bot or a list of 1, not \[3\]"),
    ({"illegal": "ignore"}, "illegal must be error or replace"),
]


@pytest.mark.parametrize(("options", "sentence"), BAD_SEATS, ids=str)
def test_options_of_a_seat_that_cannot_be_are_refused(options: dict[str, Any], sentence: str) -> None:
    from niwashi.env.gymnasium_env import SeatEnv

    with pytest.raises(NiwashiError, match=sentence):
        SeatEnv("miyabi", **options)


@pytest.mark.parametrize("most", [0, -1, "x", 2.5, True], ids=repr)
def test_max_cycles_that_cannot_be_are_refused(most: Any) -> None:
    from niwashi.env.pettingzoo_env import env, parallel_env

    for make in (env, parallel_env):
        with pytest.raises(NiwashiError, match="max_cycles must be a whole number from 1 to"):
            make("miyabi", max_cycles=most)

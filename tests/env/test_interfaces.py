"""The tests of PettingZoo and Gymnasium themselves, unchanged, and what they do not look at."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from niwashi.core.errors import NiwashiError
from niwashi.env.vector import VectorEnvironment
from tests.conformance.variants import Variant, each_game, some_variants

# They warn of an empty mask at the end of a game, and of observations that are dictionaries.
pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.usefixtures("env_packages")]
CYCLES = 100


def turns(variant: Variant, **options: Any) -> Any:
    from niwashi.env.pettingzoo_env import env

    return env(variant.game, **variant.options.as_dict(), **options)


def rounds(variant: Variant, **options: Any) -> Any:
    from niwashi.env.pettingzoo_env import parallel_env

    return parallel_env(variant.game, **variant.options.as_dict(), **options)


# -- PettingZoo ------------------------------------------------------------------------------------------------------
@some_variants(24)
def test_pettingzoos_api_tests_pass(variant: Variant) -> None:
    from pettingzoo.test import api_test, parallel_api_test, render_test

    api_test(turns(variant), num_cycles=CYCLES)
    parallel_api_test(rounds(variant), num_cycles=CYCLES)
    render_test(partial(turns, variant))


@some_variants(24)
def test_pettingzoos_seed_tests_pass(variant: Variant) -> None:
    """The second samples without masks, so illegal actions are replaced."""
    from pettingzoo.test import parallel_seed_test, seed_test

    seed_test(partial(turns, variant), num_cycles=20)
    parallel_seed_test(partial(rounds, variant, illegal="replace"), num_cycles=20)


@pytest.mark.parametrize("options", [{"seats": 2}, {"seats": 3, "expansions": "BD"}, {"seats": 4}], ids=str)
def test_pettingzoos_max_cycles_test_passes(options: dict[str, Any]) -> None:
    """For Miyabi without frogs, whose seats take turns; it wants all agents to act equally often."""
    from pettingzoo.test import max_cycles_test

    from niwashi.env.pettingzoo_env import env, parallel_env

    kinds = {"env": partial(env, "miyabi"), "parallel_env": partial(parallel_env, "miyabi")}
    made = {name: partial(make, illegal="replace", **options) for name, make in kinds.items()}
    max_cycles_test(SimpleNamespace(**made))


@some_variants(12)
def test_max_cycles_cut_every_game_short(variant: Variant) -> None:
    """Also where seats do not take turns: after so many rounds, or as many actions as the seats have in them."""
    cycles, seats = 4, variant.options.seats
    agents, table = turns(variant, max_cycles=cycles), rounds(variant, max_cycles=cycles)
    agents.reset(seed=5)
    observations, _ = table.reset(seed=5)
    for step in range(cycles * seats):
        assert not any(agents.truncations.values()), step
        agents.step(int(agents.last()[0]["action_mask"].argmax()))
    assert all(agents.truncations.values())
    assert not any(agents.terminations.values())
    for step in range(cycles):
        assert table.agents, step
        legal = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
        observations, _, terminated, truncated, _ = table.step(legal)
    assert all(truncated.values())
    assert not any(terminated.values())
    assert not table.agents


@each_game
def test_pettingzoos_registries_have_the_games(game: str) -> None:
    from pettingzoo.env_registry.registration import make

    import_module("niwashi.env.pettingzoo_env")
    assert make("aec", f"{game}-v1", seats=3).possible_agents == ["seat_0", "seat_1", "seat_2"]
    assert make("parallel", f"{game}-v1").possible_agents == ["seat_0", "seat_1"]


@each_game
def test_agents_see_their_own_seat_and_share_the_win(game: str) -> None:
    from niwashi.env.pettingzoo_env import env

    table = env(game, seats=3)
    table.reset(seed=5)
    returns = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        observation, reward, terminated, _, _ = table.last()
        returns[agent] += reward
        assert observation["observation"].dtype == np.uint8
        assert observation["action_mask"].any() != terminated
        table.step(None if terminated else int(observation["action_mask"].argmax()))
    assert sum(returns.values()) == pytest.approx(0)
    assert max(returns.values()) > 0


@each_game
def test_an_illegal_action_is_refused_unless_it_is_to_be_replaced(game: str) -> None:
    from niwashi.env.pettingzoo_env import env, parallel_env

    table = env(game)
    table.reset(seed=5)
    before = table.last()[0]
    for wrong in (int((before["action_mask"] == 0).argmax()), -1, None, "pass", 0.5):
        with pytest.raises(NiwashiError):
            table.step(wrong)
        assert np.array_equal(table.last()[0]["observation"], before["observation"])
    everybody = parallel_env(game)
    observations, _ = everybody.reset(seed=5)
    legal = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
    waiting = next(agent for agent, action in legal.items() if action == everybody.game.rules.actions)
    with pytest.raises(NiwashiError, match=f"{waiting} is not to act"):
        everybody.step({**legal, waiting: 0})
    everybody.step(legal)


# -- Gymnasium -------------------------------------------------------------------------------------------------------
@some_variants(24)
def test_gymnasiums_check_passes(variant: Variant) -> None:
    """It samples without masks, so illegal actions are replaced. It makes further ones, to render and close them."""
    import gymnasium
    from gymnasium.utils.env_checker import check_env

    import_module("niwashi.env.gymnasium_env")
    options = {"opponents": "beginner", "illegal": "replace", **variant.options.as_dict()}
    check_env(gymnasium.make(f"niwashi/{variant.game}-v1", **options).unwrapped)


@each_game
def test_a_seat_that_is_watched_is_drawn_at_its_reset_and_every_step(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from niwashi.env.gymnasium_env import SeatEnv

    seat = SeatEnv(game, opponents="random", render_mode="human")
    _, told = seat.reset(seed=3)
    boards = [capsys.readouterr().out]
    seat.step(int(told["action_mask"].argmax()))
    boards.append(capsys.readouterr().out)
    assert "seat_0" in boards[0]
    assert "seat_0" in boards[1]
    assert boards[0] != boards[1]


@each_game
def test_bots_of_seats_without_a_seed_choose_differently(game: str) -> None:
    from niwashi.env.gymnasium_env import SeatEnv

    one, other = (SeatEnv(game).game.rng.tobytes() for _ in range(2))
    assert one != other
    one, other = (SeatEnv(game, seed=5).game.rng.tobytes() for _ in range(2))
    assert one == other


@each_game
def test_simple_players_are_opponents_inside_the_step(game: str) -> None:
    """As in the vector environment, with its seed; also beside bots, in any seat."""
    from niwashi.env.gymnasium_env import SeatEnv

    seat = SeatEnv(game, seat=1, opponents="greedy", returns="points")
    many = VectorEnvironment(game, 1, seed=9, players=["greedy", "learner"], autoreset="disabled", returns="points")
    observation, infos = seat.reset(seed=9)
    over = False
    while not over:
        assert np.array_equal(observation, many.batch.observation[0])
        action = int(infos["action_mask"].argmax())
        observation, reward, over, _, infos = seat.step(action)
        assert reward == many.step([action]).rewards[0, 1]
    mixed = SeatEnv(game, seats=3, seat=2, opponents=["random", "beginner"])
    over, (_, infos) = False, mixed.reset(seed=9)
    while not over:
        _, _, over, _, infos = mixed.step(int(infos["action_mask"].argmax()))


@each_game
@pytest.mark.parametrize("autoreset", ["next step", "same step", "disabled"])
def test_gymnasium_makes_vectors_of_games(game: str, autoreset: str) -> None:
    import gymnasium

    import_module("niwashi.env.gymnasium_env")
    many = gymnasium.make_vec(f"niwashi/{game}-v1", 3, vectorization_mode="vector_entry_point", autoreset=autoreset)
    observation, infos = many.reset(seed=1)
    paid, over, seats = 0.0, np.zeros(3, np.bool_), infos["seat"]
    for _ in range(150):
        if autoreset == "disabled" and over.any():
            many.reset(options={"reset_mask": over})
        assert observation in many.observation_space
        observation, reward, terminated, truncated, infos = many.step(many.unwrapped.games.sample())
        over = terminated | truncated
        paid += abs(infos["rewards"][over]).sum()
        assert not reward[~over].any()
        assert ("final_obs" in infos) == (autoreset == "same step" and bool(over.any()))
        if "final_obs" in infos:
            assert np.array_equal(infos["final_info"]["rewards"][over], infos["rewards"][over])
            assert np.array_equal(infos["final_info"]["seat"][over], seats[over])
            assert np.array_equal(infos["_final_info"], over)
        seats = infos["seat"]
    assert paid > 0
    many.close()


@each_game
@pytest.mark.parametrize("autoreset", ["next step", "same step"])
def test_a_vector_of_games_returns_arrays_to_keep_unless_told_otherwise(game: str, autoreset: str) -> None:
    from niwashi.env.gymnasium_env import GamesEnv

    many, alive = (GamesEnv(game, 2, autoreset=autoreset, max_steps=3, copy=copy) for copy in (True, False))
    before = [*many.reset(seed=1)]
    memory = alive.reset(seed=1)[0]
    for _ in range(4):
        kept = flat(before)
        expected = [array.copy() for array in kept]
        before = [*many.step(many.games.sample())]
        assert memory is alive.step(alive.games.sample())[0]
        for array, value in zip(kept, expected, strict=True):
            assert np.array_equal(array, value)
        assert not any(np.shares_memory(one, other) for one, other in zip(kept, flat(before)))


def flat(told: Any) -> list[np.ndarray]:
    """All arrays in what a step or reset returns."""
    if isinstance(told, np.ndarray):
        return [told]
    return [array for part in (told.values() if isinstance(told, dict) else told) for array in flat(part)]


@each_game
def test_masks_of_a_vector_of_games_are_also_told_as_bits(game: str) -> None:
    from niwashi.env.gymnasium_env import GamesEnv

    for as_bytes in (True, False):
        many = GamesEnv(game, 2, mask_bytes=as_bytes)
        _, infos = many.reset(seed=1)
        assert ("action_mask" in infos) == as_bytes
        bits = np.unpackbits(infos["mask_bits"].view(np.uint8), axis=1, bitorder="little")
        assert bits[np.arange(2), many.games.sample()].all()

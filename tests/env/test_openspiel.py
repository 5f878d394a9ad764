"""OpenSpiel's own tests, unchanged, and what they do not look at."""

from __future__ import annotations

import gzip
import io
import pickle
import random
import subprocess
import sys
import unittest
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import niwashi
from niwashi.core.errors import NiwashiError
from niwashi.env.returns import win_shares
from tests.conformance.variants import Variant, each_game, some_variants
from tests.env.playthroughs import GAMES, file_of, generator

# Its modules warn of NumPy's and their own old names.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module", autouse=True)
def _generator(openspiel_packages: None) -> None:
    generator()


def load(variant: Variant, **more: Any) -> Any:
    import pyspiel

    return pyspiel.load_game(variant.game, {**variant.options.as_dict(), **more})


def play_on(state: Any, rng: random.Random) -> None:
    """One random step."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes())
        state.apply_action(rng.choices(outcomes, chances)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def to_decision(state: Any, rng: random.Random) -> Any:
    while state.is_chance_node():
        play_on(state, rng)
    return state


# -- its own tests ---------------------------------------------------------------------------------------------------
@some_variants(12)
def test_openspiels_random_simulations_pass(variant: Variant) -> None:
    """They check legal actions, texts, masks, clones, serialisation, observations, lengths, rewards and returns."""
    import pyspiel

    for returns in ("win share", "points"):
        pyspiel.random_sim_test(load(variant, returns=returns), num_sims=1, serialize=True, verbose=False)


@some_variants(24)
def test_openspiels_simulations_from_python_pass(variant: Variant) -> None:
    """They also pickle games and states."""
    tests = import_module("open_spiel.python.tests.games_sim_test")
    tests.GamesSimTest().sim_game(load(variant))


@each_game
def test_openspiels_tests_of_the_interface_pass(game: str) -> None:
    import pyspiel

    tests = import_module("open_spiel.integration_tests.api_test")
    named = {"game_name": game, "game": pyspiel.load_game(game)}
    case = type(f"EnforceAPIPartialTree_{game}_Test", (tests.EnforceAPIOnPartialTreeBase,), named)
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(case)
    assert suite.countTestCases() >= 5
    report = io.StringIO()
    result = unittest.TextTestRunner(report).run(suite)
    assert result.wasSuccessful(), report.getvalue()


@pytest.mark.more
@pytest.mark.parametrize("game", GAMES)
def test_playthroughs_are_as_they_were(game: str, tmp_path: Path) -> None:
    """After a change that is meant, `python -m tests.env.playthroughs` writes them anew."""
    file = tmp_path / "playthrough.txt"
    file.write_bytes(gzip.decompress(file_of(game).read_bytes()))
    before, now = generator().replay(file)
    assert now == before


@each_game
def test_its_search_and_its_environment_for_learners_play(game: str) -> None:
    import pyspiel

    mcts = import_module("open_spiel.python.algorithms.mcts")
    loaded, rng = pyspiel.load_game(game), np.random.RandomState(1)
    state = to_decision(loaded.new_initial_state(), random.Random(1))
    bot = mcts.MCTSBot(loaded, 2, 5, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    assert bot.step(state) in state.legal_actions()
    learners = import_module("open_spiel.python.rl_environment")
    environment = learners.Environment(loaded)
    environment.seed(1)
    step = environment.reset()
    while not step.last():
        seat = step.observations["current_player"]
        assert len(step.observations["info_state"][seat]) == loaded.observation_tensor_size()
        step = environment.step([step.observations["legal_actions"][seat][-1]])
    assert sum(step.rewards) == pytest.approx(0)


# -- what they do not look at ----------------------------------------------------------------------------------------
@each_game
def test_importing_the_module_registers_the_games(game: str) -> None:
    import pyspiel

    kind = next(kind for kind in pyspiel.registered_games() if kind.short_name == game)
    rules = niwashi.new(game).rules
    assert (kind.min_num_players, kind.max_num_players) == (rules.seats[0], rules.seats[-1])
    assert pyspiel.load_game(game).num_distinct_actions() == rules.actions


@some_variants(24)
def test_returns_are_those_of_the_other_environments(variant: Variant) -> None:
    """Win shares and points of the same actions, and the game of `niwashi.new` that the history tells."""
    shares, points = load(variant).new_initial_state(), load(variant, returns="points").new_initial_state()
    rng, paid = random.Random(8), np.zeros(variant.options.seats)
    while not shares.is_terminal():
        assert not any(shares.returns())
        if not points.is_chance_node():
            paid += points.rewards()
        play_on(shares, rng)
        points.apply_action(shares.history()[-1])
    paid += points.rewards()
    scores = np.zeros(max(variant.rules.seats), np.int64)
    variant.rules.kernels.scores(shares.position, scores)
    final = scores[: variant.options.seats].tolist()
    assert paid.tolist() == points.returns() == final
    winners = [seat for seat, score in enumerate(final) if score == max(final)]
    assert shares.returns() == pytest.approx(win_shares(winners, len(final)))


@each_game
def test_whoever_looks_from_no_seat_looks_from_the_first(game: str) -> None:
    """OpenSpiel asks for player -1 where it has none. Position and “to act” must begin with the same seat."""
    import pyspiel

    state = to_decision(pyspiel.load_game(game).new_initial_state(), random.Random(1))
    observer = state.get_game().make_py_observer()
    observer.set_from(state, 0)
    first = observer.tensor.copy()
    observer.set_from(state, -1)
    assert np.array_equal(observer.tensor, first)
    assert observer.dict["to act"][state.current_player()] == 1


@some_variants(24)
def test_observations_are_the_encoding_in_named_pieces(variant: Variant) -> None:
    rules, rng = variant.rules, random.Random(9)
    game = load(variant)
    state, observer = game.new_initial_state(), game.make_py_observer()
    assert list(observer.dict) == [*(plane.name for plane in rules.encoding), "to act"]
    while not state.is_terminal():
        if not state.is_chance_node():
            for seat in range(variant.options.seats):
                observer.set_from(state, seat)
                assert np.array_equal(observer.tensor, np.array(state.observation_tensor(seat), np.float32))
                seen = np.concatenate([(observer.dict[plane.name] * plane.most).ravel() for plane in rules.encoding])
                assert np.array_equal(np.rint(seen), rules.encode(state.position, seat))
                to_act = (seat + int(observer.dict["to act"].argmax())) % variant.options.seats
                assert to_act == state.current_player()
        play_on(state, rng)


@each_game
def test_a_clone_has_a_future_of_its_own(game: str) -> None:
    import pyspiel

    state, rng = pyspiel.load_game(game).new_initial_state(), random.Random(1)
    for _ in range(20):
        play_on(state, rng)
    text, history = str(state), state.history()
    twins = [state.clone() for _ in range(2)]
    for seed, twin in enumerate(twins):
        while not twin.is_terminal():
            play_on(twin, random.Random(seed + len(twin.history())))
    assert (str(state), state.history()) == (text, history)
    assert twins[0].history() != twins[1].history()


@each_game
def test_a_pickled_state_goes_on_in_a_process_that_has_imported_nothing(game: str) -> None:
    import pyspiel

    state, rng = pyspiel.load_game(f"{game}(seats=3,returns=points)").new_initial_state(), random.Random(1)
    for _ in range(25):
        play_on(state, rng)
    tell = "import pickle, sys; state = pickle.loads(sys.stdin.buffer.read()); print(state.returns(), state)"
    asked = subprocess.run([sys.executable, "-c", tell], input=pickle.dumps(state), capture_output=True, check=True)
    assert asked.stdout.decode() == f"{state.returns()} {state}\n"
    assert not asked.stderr


# -- bad input -------------------------------------------------------------------------------------------------------
BAD_GAMES = [
    ("miyabi(seats=9)", "Miyabi is for 2 to 4 seats, not 9"),
    ("miyabi(expansions=Q)", "expansions must be letters of ABCDE"),
    ("edo_yashiki(grab=slow)", "grab must be live or calm, not “slow”"),
    ("edo_yashiki(returns=money)", "returns must be win share or points, not “money”"),
    ("miyabi(players=3)", "Unknown parameter 'players'. Available parameters are: components, expansions"),
]


@pytest.mark.parametrize(("text", "sentence"), BAD_GAMES)
def test_parameters_that_cannot_be_are_refused(text: str, sentence: str) -> None:
    import pyspiel

    with pytest.raises((NiwashiError, pyspiel.SpielError)) as refusal:
        pyspiel.load_game(text)
    assert str(refusal.value).startswith(sentence)


@each_game
def test_an_illegal_action_is_refused_and_the_state_is_unchanged(game: str) -> None:
    import pyspiel

    state = pyspiel.load_game(game).new_initial_state()

    def refused(action: Any, sentence: str) -> None:
        before = (str(state), state.history(), state.move_number())
        with pytest.raises(NiwashiError, match=sentence):
            state.apply_action(action)
        assert (str(state), state.history(), state.move_number()) == before

    refused(500, "chance is to act, and 500 cannot come up; it may be 0, 1, ")
    to_decision(state, random.Random(1))
    actions = niwashi.new(game).rules.actions
    refused(actions, f"{actions} is no action of .*; its actions are 0 to {actions - 1}")
    wrong = int(np.argmin(state.legal_actions_mask()))
    refused(wrong, rf"^seat \d, action {wrong}: .*\([ME]\d")
    with pytest.raises(NiwashiError, match=r"chance is not to act, but seat \d"):
        state.chance_outcomes()
    while not state.is_terminal():
        play_on(state, random.Random(2))
    refused(0, "the game is over; action 0 cannot follow")


def test_observations_have_no_parameters() -> None:
    import pyspiel

    with pytest.raises(NiwashiError, match="these observations have no parameters"):
        pyspiel.load_game("miyabi").make_py_observer(params={"planes": 3})

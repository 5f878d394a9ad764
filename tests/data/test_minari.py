"""Data sets of Minari: its own functions load them, and every episode replays in the environment that it names."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from niwashi.core.errors import NiwashiError
from tests.conformance.variants import each_game

ABOUT = {
    "author": "Aki",
    "author_email": "aki@example.org",
    "code_permalink": "https://example.org",
    "algorithm_name": "random",
    "description": "Random play",
}
"""Minari warns where these are missing."""


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))


def collect(dataset: str, game: str, **options: Any) -> Any:
    from niwashi.data.minari_episodes import collect_episodes

    return collect_episodes(dataset, game, **{"about": ABOUT, "opponents": "beginner", "seed": 5, **options})


@each_game
def test_minari_loads_what_was_played(game: str) -> None:
    import minari

    collect(f"{game}/random-v0", game, episodes=3, seats=3, seat=1)
    found = minari.load_dataset(f"{game}/random-v0")
    table = found.recover_environment()
    assert (found.total_episodes, table.unwrapped.seat) == (3, 1)
    for number, episode in enumerate(found.iterate_episodes()):
        observation, info = table.reset(seed=5 + number)
        for step, action in enumerate(episode.actions):
            assert np.array_equal(episode.observations[step], observation)
            assert np.array_equal(episode.infos["action_mask"][step], info["action_mask"])
            observation, reward, terminated, truncated, info = table.step(action)
            assert episode.rewards[step] == pytest.approx(reward)
            assert (episode.terminations[step], episode.truncations[step]) == (terminated, truncated)
        assert np.array_equal(episode.observations[-1], observation)
        assert episode.terminations[-1]


def test_the_same_seed_plays_the_same_and_a_policy_decides() -> None:
    one, two = (collect(f"miyabi/{name}-v0", "miyabi", episodes=2) for name in "ab")
    first = collect("miyabi/first-v0", "miyabi", episodes=2, policy=lambda observation, mask: int(mask.argmax()))
    actions = [[episode.actions.tolist() for episode in found.iterate_episodes()] for found in (one, two, first)]
    assert actions[0] == actions[1] != actions[2]
    for episode in first.iterate_episodes():
        assert episode.actions.tolist() == episode.infos["action_mask"].argmax(axis=1)[:-1].tolist()


def press_ctrl_c(after: int) -> Any:
    """Progress that ends with Ctrl-C."""
    done: list[int] = []

    def progress(more: int) -> None:
        done.append(more)
        if len(done) == after:
            os.kill(os.getpid(), signal.SIGINT)

    return progress


def test_ctrl_c_keeps_the_episodes_that_are_over() -> None:
    import minari

    with pytest.raises(KeyboardInterrupt):
        collect("miyabi/some-v0", "miyabi", episodes=1000, progress=press_ctrl_c(2))
    assert minari.load_dataset("miyabi/some-v0").total_episodes == 2


def test_without_an_episode_there_is_no_data_set(tmp_path: Path) -> None:
    def stop(observation: Any, mask: Any) -> int:
        os.kill(os.getpid(), signal.SIGINT)
        return int(mask.argmax())

    def fail(observation: Any, mask: Any) -> int:
        raise RuntimeError("the policy failed")

    for policy, error in ((stop, KeyboardInterrupt), (fail, RuntimeError)):
        with pytest.raises(error):
            collect("miyabi/none-v0", "miyabi", episodes=3, policy=policy)
        assert not (tmp_path / "miyabi" / "none-v0").exists()


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("miyabi", {}, "a data set's name is like miyabi/random-v0"),
    ("mi yabi-v0", {}, "a data set's name is like miyabi/random-v0"),
    ("miyabi/x-v0", {"episodes": 0}, "episodes must be a whole number of at least 1"),
    ("miyabi/x-v0", {"seed": "a"}, "seed must be a whole number of at least 0, not “a”"),
    ("miyabi/x-v0", {"opponents": "nobody"}, "nobody"),
    ("miyabi/x-v0", {"seat": 7}, "the learner's seat must be 0 to 1"),
]


@pytest.mark.parametrize(("dataset", "options", "sentence"), WRONG, ids=str)
def test_what_cannot_be_is_refused(tmp_path: Path, dataset: str, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NiwashiError, match=sentence):
        collect(dataset, "miyabi", **{"episodes": 1, **options})
    assert not os.listdir(tmp_path)


def test_a_data_set_is_never_replaced() -> None:
    collect("miyabi/one-v0", "miyabi", episodes=1)
    with pytest.raises(NiwashiError, match="there is a data set “miyabi/one-v0” already; raise the version"):
        collect("miyabi/one-v0", "miyabi", episodes=1)

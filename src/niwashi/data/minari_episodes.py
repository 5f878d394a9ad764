"""Episodes of one seat against bots as a Minari data set."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import gymnasium
import minari
import numpy as np
from minari.data_collector.episode_buffer import EpisodeBuffer
from minari.dataset.minari_dataset import parse_dataset_id
from minari.storage.datasets_root_dir import get_dataset_path
from numpy.typing import NDArray

import niwashi.env.gymnasium_env  # noqa: F401  registers the environments
from niwashi.core.errors import BadOptions, quote
from niwashi.data.interrupts import hold_interrupts
from niwashi.engine.factory import rules_of
from niwashi.env.reading import read_at_least

Policy: TypeAlias = Callable[[NDArray[np.uint8], NDArray[np.bool_]], int]
"""From an observation and a mask to an action."""


def collect_episodes(
    dataset_id: str,
    game: str,
    *,
    episodes: int,
    policy: Policy | None = None,
    seed: int = 0,
    about: dict[str, Any] | None = None,
    progress: Callable[[int], None] = lambda episodes: None,
    **options: Any,
) -> minari.MinariDataset:
    """Play episodes and save them where `minari.load_dataset` finds them; returns the data set.

    Without a policy, actions are random legal ones. Episode i has seed + i. `options` are those of the environment:
    `seat`, `opponents` and the game's. `about` goes to Minari. On Ctrl-C, the episodes that are over are saved.
    """
    episodes, seed = read_at_least("data/episodes", episodes, 1), read_at_least("data/seed", seed, 0)
    _check_name(dataset_id)
    table = gymnasium.make(f"niwashi/{rules_of(game).name}-v1", disable_env_checker=True, **options)
    choose = policy or _random_policy(seed)
    saved = 0

    def play_all(stopped: Callable[[], bool]) -> Iterator[EpisodeBuffer]:
        nonlocal saved
        for number in range(episodes):
            episode = _play(table, choose, seed + number, stopped)
            if episode is None:
                return
            yield episode
            saved += 1
            progress(1)

    folder = get_dataset_path(dataset_id)
    try:
        with hold_interrupts() as stopped:  # Minari counts the episodes after it has written them
            return minari.create_dataset_from_buffers(
                dataset_id, play_all(stopped), env=table, eval_env=table.spec, data_format="arrow", **(about or {})
            )
    except BaseException as error:
        if not (saved and isinstance(error, KeyboardInterrupt)):
            shutil.rmtree(folder, ignore_errors=True)
        raise


def _play(table: gymnasium.Env, choose: Policy, seed: int, stopped: Callable[[], bool]) -> EpisodeBuffer | None:
    """An episode; None if Ctrl-C was pressed before its end."""
    observation, info = table.reset(seed=seed)
    observations, masks, steps, over = [observation], [info["action_mask"]], [], False
    while not over:
        if stopped():
            return None
        action = int(choose(observation, info["action_mask"].astype(np.bool_)))
        observation, reward, terminated, truncated, info = table.step(action)
        steps.append((action, reward, terminated, truncated))
        observations.append(observation)
        masks.append(info["action_mask"])
        over = terminated or truncated
    actions, rewards, terminations, truncations = map(list, zip(*steps))
    return EpisodeBuffer(
        seed=seed,
        observations=observations,
        actions=actions,
        rewards=rewards,
        terminations=terminations,
        truncations=truncations,
        infos={"action_mask": masks},
    )


def _random_policy(seed: int) -> Policy:
    rng = np.random.default_rng(seed)
    return lambda observation, mask: int(rng.choice(np.flatnonzero(mask)))


def _check_name(dataset_id: str) -> None:
    try:
        parse_dataset_id(dataset_id)
    except (ValueError, TypeError):  # it takes a missing version for a number
        sentence = f"a data set's name is like miyabi/random-v0, with a version at the end, not {quote(dataset_id)}"
        raise BadOptions("data/minari", sentence) from None
    if get_dataset_path(dataset_id).exists():
        raise BadOptions("data/minari", f"there is a data set {quote(dataset_id)} already; raise the version")

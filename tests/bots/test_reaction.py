"""A hand's time belongs to the level: log-normal about its median."""

from __future__ import annotations

import numpy as np
import pytest

from niwashi import bots
from niwashi.bots.reaction import DEFAULT_REACTION_SECONDS, MIN_REACTION_SECONDS, SPREAD, patience, reaction
from niwashi.core.rng import seeded


@pytest.mark.parametrize("name", [*(rung.name for rung in bots.LADDER), "stranger"])
def test_times_are_log_normal_about_the_levels_median(name: str) -> None:
    rng = seeded(name)
    times = np.array([reaction(name, rng) for _ in range(4000)])
    rung = bots.rung(name)
    median = rung.reaction_seconds if rung else DEFAULT_REACTION_SECONDS
    assert np.median(times) == pytest.approx(median, rel=0.02)
    assert np.log(times).std() == pytest.approx(SPREAD, rel=0.05)
    assert times.min() >= MIN_REACTION_SECONDS


def test_better_players_have_faster_hands() -> None:
    medians = [rung.reaction_seconds for rung in bots.LADDER]
    assert medians == sorted(medians, reverse=True)


def test_weak_levels_let_people_choose_first() -> None:
    waits = [patience(rung.name) for rung in bots.LADDER]
    assert waits == sorted(waits, reverse=True)
    assert waits[-1] == patience("stranger") == 0


def test_a_casual_bot_takes_its_card_four_to_six_seconds_after_the_signal() -> None:
    rng = seeded("casual")
    times = np.array([patience("casual") + reaction("casual", rng) for _ in range(4000)])
    assert times.min() > 4
    assert np.quantile(times, 0.95) < 6

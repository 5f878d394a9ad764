"""Stable-Baselines3-contrib's MaskablePPO on one seat of a game.

python maskable_ppo.py GAME OPPONENT STEPS: prints the mean return before and after, with standard errors.
"""

from __future__ import annotations

import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO

import niwashi.env.gymnasium_env  # noqa: F401 - registers the games

GAMES = 100


def returns(model: Any, environment: gymnasium.Env) -> tuple[float, float]:
    """The mean of new games, and its standard error."""
    played = []
    for number in range(GAMES):
        observation, infos = environment.reset(seed=1_000_000 + number)
        over, total = False, 0.0
        while not over:
            action, _ = model.predict(observation, action_masks=infos["action_mask"].astype(bool))
            observation, reward, terminated, truncated, infos = environment.step(int(action))
            over, total = terminated or truncated, total + reward
        played.append(total)
    return float(np.mean(played)), float(np.std(played) / np.sqrt(GAMES))


def main() -> None:
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    game, opponent, steps = sys.argv[1], sys.argv[2], int(sys.argv[3])
    environment = gymnasium.make(f"niwashi/{game}-v1", opponents=opponent)
    model = MaskablePPO(
        "MlpPolicy", environment, n_steps=512, batch_size=128, n_epochs=4, learning_rate=1e-3, seed=1, device="cpu"
    )
    print(*returns(model, environment), flush=True)
    model.learn(steps)
    print(*returns(model, environment))


if __name__ == "__main__":
    main()

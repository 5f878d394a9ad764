"""TorchRL's PPO on one seat of a game: prints as `maskable_ppo.py` does, and takes the same."""

from __future__ import annotations

import sys
import warnings

import gymnasium
import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.data import Unbounded
from torchrl.envs import Compose, DTypeCastTransform, EnvBase, GymWrapper, RewardSum, TransformedEnv
from torchrl.envs.libs.gym import default_info_dict_reader
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import niwashi.env.gymnasium_env  # noqa: F401 - registers the games

LENGTH, MINIBATCH, EPOCHS = 512, 128, 4
EVALUATION_STEPS = 3_000
"""About a hundred games."""


def make_environment(game: str, opponent: str) -> EnvBase:
    wrapped = GymWrapper(gymnasium.make(f"niwashi/{game}-v1", opponents=opponent), categorical_action_encoding=True)
    mask = Unbounded(shape=(wrapped.action_spec.n,), dtype=torch.int8)
    wrapped.set_info_dict_reader(default_info_dict_reader(["action_mask"], spec=[mask]))
    casts = (
        DTypeCastTransform(torch.uint8, torch.float32, in_keys=["observation"]),
        DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"]),
    )
    return TransformedEnv(wrapped, Compose(*casts, RewardSum()))


def make_body(inputs: int, outputs: int) -> nn.Module:
    return nn.Sequential(nn.Linear(inputs, 64), nn.Tanh(), nn.Linear(64, outputs))


def make_actor(environment: EnvBase) -> ProbabilisticActor:
    inputs, outputs = environment.observation_spec["observation"].shape[-1], environment.action_spec.n
    return ProbabilisticActor(
        TensorDictModule(make_body(inputs, outputs), ["observation"], ["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        spec=environment.action_spec,
        return_log_prob=True,
    )


def print_returns(environment: EnvBase, actor: ProbabilisticActor) -> None:
    """The mean of finished games, and its standard error."""
    with torch.no_grad():
        played = environment.rollout(EVALUATION_STEPS, actor, break_when_any_done=False)["next"]
    returns = played["episode_reward"][played["done"]]
    print(float(returns.mean()), float(returns.std() / len(returns) ** 0.5), flush=True)


def train(environment: EnvBase, actor: ProbabilisticActor, steps: int) -> None:
    critic = ValueOperator(make_body(environment.observation_spec["observation"].shape[-1], 1), ["observation"])
    loss, advantage = ClipPPOLoss(actor, critic), GAE(gamma=0.99, lmbda=0.95, value_network=critic)
    optimizer = torch.optim.Adam(loss.parameters(), 1e-3)
    for _ in range(steps // LENGTH):
        with torch.no_grad():
            played = environment.rollout(LENGTH, actor, break_when_any_done=False)
        for _ in range(EPOCHS):
            advantage(played)
            for rows in torch.randperm(LENGTH).split(MINIBATCH):
                losses = loss(played[rows])
                optimizer.zero_grad()
                (losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]).backward()
                optimizer.step()


def main() -> None:
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    torch.manual_seed(1)
    environment = make_environment(sys.argv[1], sys.argv[2])
    environment.set_seed(1)
    actor = make_actor(environment)
    print_returns(environment, actor)
    train(environment, actor, int(sys.argv[3]))
    print_returns(environment, actor)


if __name__ == "__main__":
    main()

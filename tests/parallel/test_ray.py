"""Work on a Ray cluster: the same results as here, whatever happens to its workers."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from niwashi import bots
from niwashi.arena import match
from niwashi.arena.entrants import read_entrants
from niwashi.arena.matches import Tally, make_plan, play_all
from niwashi.batch.simulate import SimulatedGames, SimulationPlan, simulate
from niwashi.bots import training, weights
from niwashi.core.errors import BadOptions, NiwashiError
from niwashi.engine import catalog
from niwashi.env.evaluation import evaluate
from niwashi.parallel import ray_cluster
from niwashi.parallel.installation import installation
from niwashi.parallel.processes import map_in_order
from tests.arena import own_bots
from tests.cli.process import TIMEOUT_SECONDS, niwashi, sentence, start, wait_for, without_compiling
from tests.parallel import ending_bots
from tests.parallel.conftest import RayNodes, in_own_process, start_nodes

with_ray = pytest.mark.more
"""Ray is large (200 MB unpacked), and starting a cluster takes half a minute."""
long_with_ray = pytest.mark.full


def double(number: int) -> int:
    return 2 * number


# -- the same results --------------------------------------------------------------------------------------------------
@with_ray
def test_simulations_are_the_same_to_the_byte(ray_nodes: RayNodes, tmp_path: Path) -> None:
    words = ["simulate", "edo_yashiki", "--games", "1100", "--players", "greedy", "--seed", "7", "--json", "--records"]
    here = niwashi(*words, tmp_path / "here.jsonl")
    there = niwashi(*words, tmp_path / "there.jsonl", "--ray", ray_nodes.address)
    assert (there.out, there.err) == (here.out, here.err)
    assert (tmp_path / "there.jsonl").read_bytes() == (tmp_path / "here.jsonl").read_bytes()


@long_with_ray
@in_own_process
def test_the_cluster_of_this_machine_is_found(ray_nodes: RayNodes) -> None:
    assert list(map_in_order(double, range(9), 1, ray="auto")) == list(map(double, range(9)))


def play_match(ray: str | None, seats: int = 2) -> tuple[dict[str, Any], list[bytes]]:
    """All but the times, and the records."""
    rules = catalog.rules("miyabi")
    entrants = read_entrants(["club", "casual", "strong:40n", "tests.arena.own_bots:first:1n"], None, rules)
    options = rules.options({"seats": seats})
    plan = make_plan(rules.name, options, rules.box, entrants, 4, "x", records=True, processes=1, ray=ray)
    tally, lines = Tally(plan), list[bytes]()
    play_all(plan, tally, lambda _: None, lines.append)
    figures = tally.result().as_dict()
    del figures["pace"]
    return figures, lines


@with_ray
@in_own_process
def test_arenas_are_the_same_to_the_byte(ray_nodes: RayNodes) -> None:
    assert play_match(ray_nodes.address) == play_match(None)


@with_ray
@in_own_process
def test_trained_weights_are_the_same_to_the_byte(ray_nodes: RayNodes, tmp_path: Path) -> None:
    files = []
    for ray in (None, ray_nodes.address):
        training.train("miyabi", games=64, generations=2, tell=lambda _: None, folder=tmp_path, ray=ray)
        files.append([(tmp_path / name).read_bytes() for name in (weights.FILE, weights.MANIFEST)])
    assert files[0] == files[1]


@long_with_ray
@pytest.mark.usefixtures("data_packages")
@in_own_process
def test_shards_are_the_same_to_the_byte(ray_nodes: RayNodes, tmp_path: Path) -> None:
    records = tmp_path / "games.jsonl"
    niwashi("simulate", "miyabi", "--games", "9", "--seed", "7", "--records", records)
    for source, *options in ((records,), ("edo_yashiki", "--games", "7", "--seed", "7")):
        here, there = (tmp_path / f"{place} {len(options)}" for place in ("here", "there"))
        niwashi("data", "shards", source, here, *options, "--games-per-shard", "2", "--processes", "1")
        niwashi("data", "shards", source, there, *options, "--games-per-shard", "2", "--ray", ray_nodes.address)
        assert len(files(here)) >= 4
        assert files(there) == files(here)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@long_with_ray
@in_own_process
def test_evaluations_are_the_same(ray_nodes: RayNodes) -> None:
    settings: dict[str, Any] = {"games": 40, "opponents": "greedy", "seed": 3, "at_once": 8, "seats": 3}
    for game in catalog.names():
        here = evaluate(lambda seen, mask: mask.argmax(axis=1), game, **settings)
        there = evaluate(lambda seen, mask: mask.argmax(axis=1), game, **settings, ray=ray_nodes.address)
        assert there.returns.tolist() == here.returns.tolist()


# -- workers that are lost ---------------------------------------------------------------------------------------------
def simulated(ray: str | None, after_first: partial[None] | None = None) -> list[bytes]:
    rules = catalog.rules("miyabi")
    plan = SimulationPlan("miyabi", rules.options({}), rules.box, ("random", "random"), 2500, "s", records=True)
    lines, parts, waiting = list[bytes](), list[SimulatedGames](), [after_first] if after_first else []

    def advance(_: int) -> None:
        if waiting:
            waiting.pop()()

    simulate(plan, advance, lines.append, parts, ray)
    return lines


@with_ray
@in_own_process
def test_a_machine_that_is_lost_costs_no_game(ray_nodes: RayNodes) -> None:
    """The other one has the first part; what the lost one was about to do, or had done, is done again."""
    try:
        assert simulated(ray_nodes.address, partial(ray_nodes.lose_node)) == simulated(None)
    finally:
        ray_nodes.add_node()


@with_ray
def test_a_worker_that_is_killed_costs_no_game(ray_nodes: RayNodes) -> None:
    mark = Path(os.environ["RAY_TMPDIR"], ending_bots.MARK)
    names = [f"tests.parallel.ending_bots:once:{ending_bots.COUNTED_NODES}n", "club"]
    words = ["arena", *names, "--games", "6", "--seed", "1", "--no-sprt", "--json", "--ray", ray_nodes.address]
    found = json.loads(niwashi(*words).out)
    assert mark.exists(), "a worker was killed"
    alone = json.loads(json.dumps(match(names, games=6, seed="1").as_dict()))
    assert found.pop("pace")
    assert alone.pop("pace")
    assert found == alone


@long_with_ray
@in_own_process
def test_a_task_that_ends_every_worker_is_told(ray_nodes: RayNodes) -> None:
    names = [f"tests.parallel.ending_bots:always:{ending_bots.COUNTED_NODES}n", "club"]
    with pytest.raises(NiwashiError, match="a task lost its worker 4 times; perhaps memory runs out, or a bot ends it"):
        match(names, games=2, ray=ray_nodes.address)


@with_ray
def test_ctrl_c_keeps_the_finished_games(ray_nodes: RayNodes, tmp_path: Path) -> None:
    records = tmp_path / "games.jsonl"
    words = ["simulate", "miyabi", "--games", "1000000", "--ray", ray_nodes.address]
    with start(*words, "--records", records) as process:
        wait_for(lambda: any(part.stat().st_size > 100_000 for part in tmp_path.glob(".niwashi-*.part")))
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT_SECONDS)
    assert process.returncode == 130, err
    assert b"stopped early" in out
    assert b"Traceback" not in err
    assert b"that were finished are above; " in err
    assert records.read_bytes().count(b"\n") >= int(out.split()[0])


@long_with_ray
def test_a_cluster_that_loses_its_head_is_one_sentence(tmp_path: Path) -> None:
    """Ray's core would end the program after a minute, without one."""
    with start_nodes() as nodes:
        words = ["simulate", "miyabi", "--games", "5000000", "--ray", nodes.address]
        with start(*words, "--records", tmp_path / "games.jsonl") as process:
            wait_for(lambda: any(part.stat().st_size > 100_000 for part in tmp_path.glob(".niwashi-*.part")))
            nodes.lose_head()
            _, err = process.communicate(timeout=TIMEOUT_SECONDS)
    told = f"niwashi: the head of the Ray cluster, “{nodes.address}”, no longer answers\n"
    assert (process.returncode, without_compiling(err.decode()).lstrip()) == (2, told)
    assert list(tmp_path.iterdir()) == []


# -- what is refused ---------------------------------------------------------------------------------------------------
@with_ray
@in_own_process
def test_another_version_is_refused_by_its_workers(ray_nodes: RayNodes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_cluster, "installation", lambda: "9.9.9 (0123456789ab)")
    with pytest.raises(NiwashiError) as refused:
        list(map_in_order(double, [1], 1, ray=ray_nodes.address))
    assert f"has Niwashi {installation()}, and this one Niwashi 9.9.9 (0123456789ab); install" in str(refused.value)


AS_A_WORKER = """
import pickle, sys
print(pickle.load(sys.stdin.buffer)("0.1.0 (0123456789ab)", b"unreadable", b"unreadable"))
"""


@with_ray
@pytest.mark.usefixtures("ray_packages")
def test_a_machine_with_an_older_niwashi_or_none_says_so(tmp_path: Path) -> None:
    from ray import cloudpickle

    (tmp_path / "niwashi").mkdir()
    (tmp_path / "niwashi" / "__init__.py").write_text("__version__ = '0.0.1'")
    done = subprocess.run(
        [sys.executable, "-c", AS_A_WORKER],
        input=cloudpickle.dumps(ray_cluster._portable_task()),
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        check=True,
    )
    host, kind, content = eval(done.stdout)
    assert (host, kind) == (socket.gethostname(), "refused")
    assert content == b"no Niwashi that it could use (No module named 'niwashi.parallel')"


@with_ray
@in_own_process
def test_a_failing_bot_is_named_with_its_line(ray_nodes: RayNodes) -> None:
    with pytest.raises(NiwashiError, match="no idea") as failed:
        list(map_in_order(partial(fail, "fails"), [1], 1, ray=ray_nodes.address))
    assert 'raise RuntimeError("no idea")' in str(failed.value.__cause__)


def fail(bot: str, _: int) -> None:
    match([f"tests.arena.own_bots:{bot}", "club"], games=2, processes=1)


def test_a_bot_of_this_program_cannot_travel() -> None:
    bots.register("at_home", own_bots.first)
    with pytest.raises(BadOptions, match=r"“at_home” is registered in this program only.*as module:function"):
        match(["at_home", "club"], games=2, ray="127.0.0.1:1")


def test_who_has_no_ray_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NiwashiError, match=r"this needs ray, .*: pip install '\.\[ray\]' in a clone, or"):
        match(["club", "casual"], games=2, ray="auto")


@pytest.fixture
def closed_port() -> Iterator[str]:
    """A port that is bound, so that nobody else takes it, and not listened to."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield f"127.0.0.1:{bound.getsockname()[1]}"


@with_ray
@pytest.mark.usefixtures("ray_packages")
def test_an_address_where_nobody_listens_is_one_sentence(closed_port: str) -> None:
    for words in (["simulate", "miyabi"], ["arena", "club", "casual"]):
        told = sentence(niwashi(*words, "--ray", closed_port, code=2))
        assert told.startswith(f"no Ray cluster listens at “{closed_port}” (Connection refused); give the address")


@with_ray
@pytest.mark.usefixtures("ray_packages")
@pytest.mark.parametrize("address", ["", "nowhere", "ray://127.0.0.1:10001", "host:port", "host:123456"])
def test_what_is_no_address_is_one_sentence(address: str) -> None:
    with pytest.raises(NiwashiError, match=r"the address of a Ray cluster is auto or 10\.0\.0\.5:6379"):
        list(map_in_order(double, [1], 1, ray=address))


IMPATIENT = """
import sys
from niwashi.core.errors import NiwashiError
from niwashi.parallel import ray_cluster
ray_cluster.JOIN_SECONDS = 2.0
try:
    list(ray_cluster.map_on_cluster(abs, [1], sys.argv[1], None))
except NiwashiError as error:
    print(error)
"""


@with_ray
@pytest.mark.usefixtures("ray_packages")
def test_who_listens_and_is_no_ray_is_not_waited_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        command = [sys.executable, "-c", IMPATIENT, address]
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_SECONDS)
    assert done.stdout.startswith(f"cannot join the Ray cluster “{address}”: it did not answer like one within 2 s")


# -- docs/clusters.md --------------------------------------------------------------------------------------------------
PAGE = (Path(__file__).parents[2] / "docs" / "clusters.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^niwashi (.*)$", PAGE, re.MULTILINE)
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@with_ray
@pytest.mark.usefixtures("data_packages")
def test_the_commands_of_the_page_run(ray_nodes: RayNodes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(COMMANDS) == 3
    monkeypatch.chdir(tmp_path)
    for command in COMMANDS:
        assert niwashi(*command.split()).out


@with_ray
def test_the_blocks_of_the_page_run(ray_nodes: RayNodes, tmp_path: Path) -> None:
    assert len(BLOCKS) == 2
    for block in BLOCKS:
        program = tmp_path / "program.py"
        program.write_text(block, encoding="utf-8")
        done = subprocess.run([sys.executable, program], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


# -- environments ------------------------------------------------------------------------------------------------------
def play_environments(vector: Any, state: Any) -> list[float]:
    """Environments that were sent here, and such that are made here."""
    from niwashi.env.gymnasium_env import SeatEnv
    from niwashi.env.pettingzoo_env import parallel_env

    _, told = SeatEnv("miyabi").reset(seed=1)
    rounds, _ = parallel_env("miyabi").reset(seed=1)
    vector.step(vector.sample())
    state.apply_action(state.legal_actions()[0])
    return [
        float(told["action_mask"].sum()),
        float(len(rounds)),
        float(vector.batch.mask.sum()),
        float(len(str(state))),
    ]


@with_ray
@pytest.mark.usefixtures("env_packages", "openspiel_packages")
@pytest.mark.filterwarnings("ignore")  # of PettingZoo: see tests/env/test_interfaces.py
@in_own_process
def test_environments_are_sent_to_actors_and_made_in_them(ray_nodes: RayNodes) -> None:
    import ray

    from niwashi.env.openspiel import MiyabiGame
    from niwashi.env.vector import VectorEnvironment

    class Actor:
        def play(self, vector: Any, state: Any) -> list[float]:
            return play_environments(vector, state)

    vector, state = VectorEnvironment("miyabi", 300, threads=2, seed=1), MiyabiGame().new_initial_state()
    ray.init(ray_nodes.address, log_to_driver=False)
    try:
        actor = ray.remote(Actor).remote()
        played = ray.get(actor.play.remote(vector, state))
        assert list(map_in_order(double, range(5), 1, ray="auto")) == [0, 2, 4, 6, 8], "on the program's own connection"
        assert ray.is_initialized()
    finally:
        ray.shutdown()
    assert played == play_environments(vector, state)

"""Repeats one simulation and prints its trace: python -m tests.simulation.again SEED."""

from __future__ import annotations

import sys

from tests.simulation.world import World, simulate


def main() -> None:
    world = World(sys.argv[1])
    print(world.game, world.options, world.settings, world.weather, sep="\n")
    try:
        simulate(world)
    finally:
        for time, what in world.trace:
            print(f"{time:9.3f}  {what}")


if __name__ == "__main__":
    main()

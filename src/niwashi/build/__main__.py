"""The builder's command: `python -m niwashi.build TARGET DIR`. Several pairs share the slowest step, the lowering."""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from pathlib import Path

from niwashi.build.targets import TARGETS, Target, find_target
from niwashi.core.errors import NiwashiError


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m niwashi.build", description="Compile the kernels ahead of time.")
    parser.add_argument(
        "pairs",
        nargs="+",
        metavar="TARGET DIR",
        help=f"a target and the folder for its libraries; targets: native, {', '.join(TARGETS)}, "
        "or several of one platform with commas between them",
    )
    parser.add_argument("--only", action="append", default=[], metavar="LIBRARY", help="core, or a game; repeatable")
    given = parser.parse_args(words)
    warnings.simplefilter("ignore")  # Numba's, about options of its own
    began = time.monotonic()

    def report(what: str) -> None:
        print(f"build: {time.monotonic() - began:5.1f} s  {what}", file=sys.stderr, flush=True)

    try:
        wanted = read_pairs(given.pairs)
        from niwashi.build.build import build
        from niwashi.build.libraries import lower_all

        libraries = lower_all(report, tuple(given.only))
        for targets, folder in wanted:
            build(libraries, targets, folder, report)
    except NiwashiError as error:
        print(f"build: {error}", file=sys.stderr)
        return 2
    return 0


def read_pairs(words: list[str]) -> list[tuple[list[Target], Path]]:
    if len(words) % 2:
        raise NiwashiError("build/pairs", f"the target “{words[-1]}” has no folder; give a folder after each target")
    return [(read_targets(names), Path(folder)) for names, folder in zip(words[::2], words[1::2])]


def read_targets(names: str) -> list[Target]:
    targets = [find_target(name) for name in names.split(",")]
    if len(targets) > 1 and len({target.platform or target.name for target in targets}) > 1:
        raise NiwashiError("build/target", f"the targets “{names}” are not of one platform; give each its folder")
    return targets


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

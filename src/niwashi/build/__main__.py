"""The builder's commands. Several pairs share the slowest step, the lowering.

python -m niwashi.build TARGET DIR    libraries for a target
python -m niwashi.build wheels DIR    a wheel for each platform
python -m niwashi.build think DIR     what browsers compute bots with; alone, niwashi.build.think is quicker
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path

from niwashi.build.targets import TARGETS, Target, find_target, of_platform
from niwashi.core.ahead import platform_tag
from niwashi.core.errors import NiwashiError


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m niwashi.build", description="Compile the kernels ahead of time.")
    parser.add_argument(
        "pairs",
        nargs="+",
        metavar="TARGET DIR",
        help=f"a target and the folder for its libraries; targets: native, {', '.join(TARGETS)}, "
        "several of one platform with commas between them, or wheel for those that a wheel for this machine has; "
        "or think for what browsers compute bots with; "
        "or wheels and the folder for a wheel of each platform",
    )
    parser.add_argument("--only", action="append", default=[], metavar="LIBRARY", help="core, or a game; repeatable")
    given = parser.parse_args(words)
    warnings.simplefilter("ignore")  # Numba's, about options of its own
    began = time.monotonic()

    def report(what: str) -> None:
        print(f"build: {time.monotonic() - began:5.1f} s  {what}", file=sys.stderr, flush=True)

    try:
        if given.pairs[0] == "wheels" and len(given.pairs) == 2:
            from niwashi.build.wheels import build_wheels

            build_wheels(Path(given.pairs[1]), report)
        else:
            build_pairs(read_pairs(given.pairs), tuple(given.only), report)
    except NiwashiError as error:
        print(f"build: {error}", file=sys.stderr)
        return 2
    return 0


def build_pairs(wanted: list[tuple[list[Target], Path]], only: tuple[str, ...], report: Callable[[str], None]) -> None:
    from niwashi.build import think
    from niwashi.build.build import build
    from niwashi.build.libraries import lower_all

    for_gpu = any(target.linked == "ptx" for targets, _ in wanted for target in targets)
    libraries = lower_all(report, only, for_gpu=for_gpu)
    for targets, folder in wanted:
        if targets:
            build(libraries, targets, folder, report)
        else:
            think.write(libraries, folder, report)


def read_pairs(words: list[str]) -> list[tuple[list[Target], Path]]:
    if len(words) % 2:
        raise NiwashiError("build/pairs", f"the target “{words[-1]}” has no folder; give a folder after each target")
    return [(read_targets(names), Path(folder)) for names, folder in zip(words[::2], words[1::2])]


def read_targets(names: str) -> list[Target]:
    """No target for what browsers compute bots with."""
    if names == "think":
        return []
    if names == "wheel":
        return of_platform(platform_tag())
    targets = [find_target(name) for name in names.split(",")]
    if len(targets) > 1 and len({target.platform or target.name for target in targets}) > 1:
        raise NiwashiError("build/target", f"the targets “{names}” are not of one platform; give each its folder")
    return targets


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The table of docs/targets.md: what each target is worth, against the just-in-time compiler in the same run.

python -m benchmarks.targets            builds all targets, measures what can run here, and writes the table
python -m benchmarks.targets --check    only what Python runs: exits with 1 if code that was compiled ahead has less
                                        than 95% of the just-in-time compiler's speed

Targets take turns, a process each time; the best of all turns counts, by processor time, in browsers by the clock. What
cannot run here is built and sized here, and has its other figures in docs/targets-elsewhere.json, with the date and the
machine.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from niwashi.bots.loops.rollout import CLUB
from tests.build.libraries import ROOT, built
from tests.build.pages import by_browser
from tests.build.runners import by_node, by_python, write_script
from tests.conformance import targets
from tests.conformance.targets import HORIZON, NOISE, Case
from tests.conformance.variants import ALL, Variant, variants
from tests.machine.browser import chromium
from tests.web import firefox, windows

DOCUMENT, ELSEWHERE = ROOT / "docs" / "targets.md", ROOT / "docs" / "targets-elsewhere.json"
BEGIN, END = "<!-- python -m benchmarks.targets writes this table -->\n", "<!-- end of the table -->\n"
GAMES = {"miyabi": (300, "Miyabi"), "edo_yashiki": (60, "Edo Yashiki")}
"""How many random games are one measurement, and the name for people."""
DESCENTS, ROLLOUTS = 200, 100
JIT, FIREFOX = "just-in-time (Numba)", "wasm32, in a worker of Firefox"
AHEAD = ("native", "x86-64-v2", "x86-64-v3")
"""Their libraries run on this machine."""
LEAST_SHARE = 0.95
"""Of the just-in-time compiler's speed, for what is compiled ahead."""


@dataclass
class Row:
    target: str
    size: str
    identical: str
    rates: Mapping[str, float | str]
    """Work for each second; a text where it was not counted like that."""


# -- what is measured ------------------------------------------------------------------------------------------------
def measures() -> dict[str, tuple[Variant, Case]]:
    """Random games by both loops, and what the expert does: in one game descents of a tree, in the other rollouts."""
    found = {}
    for game, (games, title) in GAMES.items():
        variant = variants(game)[0]
        for loop in ("random_games", "listed_games"):
            case = targets.game_case(variant, loop)
            found[f"{title} {loop}"] = variant, case._replace(calls=[(loop, [*case.calls[0][1][:-1], games])])
        found[f"{title} expert"] = variant, _expert(variant)
    return found


def _expert(variant: Variant) -> Case:
    """The last call returns the nodes."""
    case = targets.search_case(variant)
    for name, given in case.calls:
        if name == "search":
            return case._replace(calls=[case.calls[-2], (name, [*given[:2], DESCENTS, *given[3:]])])
    (_, seeded), (name, given) = case.calls
    arrays = case.arrays | {"generators": np.zeros(2 * ROLLOUTS + 2, case.arrays["rng"].dtype)}
    scratch = given[given.index("generators") + 1 :]
    rollouts = [*given[:3], CLUB, NOISE, HORIZON, True, 0, ROLLOUTS, "generators", *scratch]
    return Case(arrays, [("seed_rollouts", [*seeded[:2], ROLLOUTS, seeded[3]]), (name, rollouts)], case.hashed)


def rate(variant: Variant, case: Case, seconds: float) -> float:
    """Work for each second of processor time; the same measurement as in tests/conformance/wasm.mjs."""
    best, began = 0.0, 0.0
    while not began or time.process_time() - began < seconds:
        fresh = case._replace(arrays={name: array.copy() for name, array in case.arrays.items()})
        before = time.process_time()
        for one in fresh.calls:
            result = targets.call(variant, fresh, one)
        work = result[-1] if isinstance(result, tuple) else result
        now = time.process_time()
        best = max(best, work / (now - before))
        began = began or now  # the first time something may be compiled
    return best


# -- the targets -----------------------------------------------------------------------------------------------------
@dataclass
class Runner:
    """How the rates of a target are measured, and its lines of the conformance file computed."""

    target: str
    folder: Path | None
    rates: Callable[[float], dict[str, float]]
    lines: Callable[[], list[str]]


def python_runner(target: str, folder: Path | None) -> Runner:
    compiled = {"NIWASHI_COMPILED": str(folder or "")}

    def rates(seconds: float) -> dict[str, float]:
        (line,) = by_python("--worker", str(seconds), module="benchmarks.targets", **compiled)
        return dict(json.loads(line))

    return Runner(target, folder, rates, lambda: by_python(**compiled))


def python_runners(folders: Mapping[str, Path]) -> list[Runner]:
    return [python_runner(JIT, None), *(python_runner(target, folders[target]) for target in AHEAD)]


def write_measures(file: Path) -> Path:
    described = {name: {"game": variant.game} | targets.case_json(case) for name, (variant, case) in measures().items()}
    return write_script(file, [], described)


def wasm_runners(folder: Path, temporary: Path) -> list[Runner]:
    """Under Node, in Chromium, and in a Firefox if one is installed."""
    timed = write_measures(temporary / "measures.json")
    script = write_script(temporary / "script.json", ALL)

    def runner(name: str, run: Callable[[Path, float], list[str]]) -> Runner:
        return Runner(name, folder, lambda seconds: dict(json.loads(run(timed, seconds)[0])), lambda: run(script, 0))

    def in_chromium(file: Path, seconds: float) -> list[str]:
        with windows.window_maker(chromium()) as browser:
            return by_browser(browser, folder, file, seconds)

    def in_firefox(file: Path, seconds: float) -> list[str]:
        with windows.firefox_maker(temporary) as browser:
            return by_browser(browser, folder, file, seconds)

    found = [
        runner("wasm32, under Node", lambda file, seconds: by_node(folder, file, *[str(seconds)] * bool(seconds))),
        runner("wasm32, in a worker of Chromium", in_chromium),
    ]
    if firefox.find():
        return [*found, runner(FIREFOX, in_firefox)]
    report("no Firefox is installed, so the table has what was found elsewhere")
    return found


def measure(runners: list[Runner], turns: int, seconds: float) -> dict[str, dict[str, float]]:
    best: dict[str, dict[str, float]] = {runner.target: {} for runner in runners}
    for turn in range(turns):
        for runner in runners:
            for name, found in runner.rates(seconds).items():
                best[runner.target][name] = max(found, best[runner.target].get(name, 0.0))
            report(f"turn {turn + 1} of {turns}: {runner.target}")
    return best


def report(what: str) -> None:
    print(f"targets: {what}", file=sys.stderr, flush=True)


# -- the table -------------------------------------------------------------------------------------------------------
def sizes(folder: Path | None) -> str:
    """Of all libraries together, raw and gzipped."""
    if folder is None:
        return "–"
    found = [path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix != ".json"]
    raw, zipped = sum(map(len, found)), sum(len(gzip.compress(content, mtime=0)) for content in found)
    return f"{raw / 1000:,.0f} kB ({zipped / 1000:,.0f})"


def identical(runner: Runner) -> str:
    different = targets.first_difference(runner.lines())
    report(f"{runner.target}: {different or 'identical'}")
    return f"no: {different}" if different else f"yes, {len(ALL)} of {len(ALL)}"


def too_slow(best: Mapping[str, Mapping[str, float]]) -> list[str]:
    """Where code that was compiled ahead does not reach its share."""
    base = best[JIT]
    return [
        f"{target}, {name}: {found / base[name]:.1%} of the just-in-time compiler's speed, "
        f"at least {LEAST_SHARE:.0%} is promised"
        for target in AHEAD
        for name, found in best.get(target, {}).items()
        if found < LEAST_SHARE * base[name]
    ]


def elsewhere() -> list[dict[str, Any]]:
    """What was found on other machines, or with other programs; `build` names a target whose size is taken here."""
    rows = json.loads(ELSEWHERE.read_text(encoding="utf-8"))
    return [row for row in rows if not (row["target"].startswith(FIREFOX) and firefox.find())]


def elsewhere_rows(rows: list[dict[str, Any]], folders: Mapping[str, Path]) -> list[Row]:
    return [Row(row["target"], sizes(folders.get(row["build"])), row["identical"], row["rates"]) for row in rows]


def table(rows: list[Row], base: dict[str, float]) -> str:
    names = list(measures())
    lines = [
        " | ".join(["| target", "size (gzipped)", "identical", *(name.replace("_", " ") for name in names)]) + " |",
        "|---" * (3 + len(names)) + "|",
    ]
    for row in rows:
        cells = [_speed(row.rates.get(name), base[name]) for name in names]
        lines.append(" | ".join([f"| {row.target}", row.size, row.identical, *cells]) + " |")
    return "\n".join(lines) + "\n"


def _speed(rate: float | str | None, base: float) -> str:
    """In millions for each second. A text stands as it is."""
    if rate is None or isinstance(rate, str):
        return rate or "–"
    return f"{rate / 1e6:.3g} M ({rate / base:.0%})"


def machine() -> str:
    model = next(
        (line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line),
        platform.processor(),
    )
    load = ", ".join(f"{load:.0f}" for load in os.getloadavg())
    return f"Measured on {time.strftime('%Y-%m-%d')} on {os.cpu_count()} cores ({model}) at load {load}."


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.targets", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=5, help="how often each target is measured")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long, for each figure and turn")
    parser.add_argument("--check", action="store_true", help="only compare what is compiled ahead with the JIT")
    parser.add_argument("--print", action="store_true", help="print the table instead of writing it into the document")
    parser.add_argument("--worker", type=float, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.worker:
        print(json.dumps({name: rate(*measured, given.worker) for name, measured in measures().items()}))
        return 0
    return check(given.turns, given.seconds) if given.check else write(given.turns, given.seconds, given.print)


def check(turns: int, seconds: float) -> int:
    best = measure(python_runners(dict(zip(AHEAD, built(*AHEAD)))), turns, seconds)
    for problem in (problems := too_slow(best)):
        report(problem)
    return 1 if problems else 0


def write(turns: int, seconds: float, only_print: bool) -> int:
    found = elsewhere()
    names = [*AHEAD, "wasm32", *(row["build"] for row in found if row["build"])]
    folders = dict(zip(names, built(*names)))
    with tempfile.TemporaryDirectory(prefix="niwashi-targets-") as temporary:
        runners = [*python_runners(folders), *wasm_runners(folders["wasm32"], Path(temporary))]
        best = measure(runners, turns, seconds)
        rows = [Row(one.target, sizes(one.folder), identical(one), best[one.target]) for one in runners]
    text = f"{machine()}\n\n{table([*rows, *elsewhere_rows(found, folders)], best[JIT])}"
    if only_print:
        print(text)
        return 0
    before, _, rest = DOCUMENT.read_text(encoding="utf-8").partition(BEGIN)
    DOCUMENT.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.partition(END)[2]}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

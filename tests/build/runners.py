"""Runs the conformance script on a target, and measures it: libraries by Python, modules by Node."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import hatch_build
from tests.build.libraries import ROOT
from tests.conformance import targets
from tests.conformance.variants import Variant

WASM = ROOT / "tests" / "conformance" / "wasm.mjs"


def by_python(*words: str, module: str = "tests.conformance.targets", **environment: str) -> list[str]:
    path = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    command = [sys.executable, "-W", "error", "-m", module, *words]
    return _lines(command, {**os.environ, "PYTHONPATH": path, **environment})


def by_node(folder: Path, script: Path, *seconds: str) -> list[str]:
    return _lines([hatch_build.find_node().path, str(WASM), str(folder), str(script), *seconds], os.environ)


def _lines(command: list[str], environment: Mapping[str, str]) -> list[str]:
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def write_script(file: Path, variants: Iterable[Variant], measures: Mapping[str, Any] | None = None) -> Path:
    content = {"script": targets.script(variants), "letters": targets.HASH_LETTERS, "measures": measures or {}}
    file.write_text(json.dumps(content), encoding="utf-8")
    return file

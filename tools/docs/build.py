"""Builds the site into build/docs/site: assembles the pages, runs Zensical, checks what it built."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tools.docs.assemble import THEME, Assembly
from tools.docs.built import list_faults
from tools.docs.sources import ROOT

BUILD = ROOT / "build" / "docs"
CONFIG = Path(__file__).parent / "zensical.toml"
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


class BuildError(Exception):
    """The message says what to change."""


def build(folder: Path = BUILD) -> Path:
    """The folder of the built site. It replaces an earlier one only when it is whole."""
    staged, site = folder / "staged", folder / "site"
    shutil.rmtree(staged, ignore_errors=True)
    try:
        Assembly(staged / "pages").write()
    except FileNotFoundError as error:
        raise BuildError(str(error)) from None
    shutil.copytree(THEME / "overrides", staged / "overrides")
    (staged / "zensical.toml").write_text(
        CONFIG.read_text(encoding="utf-8").replace("$SOURCES", str(ROOT / "src")), encoding="utf-8"
    )
    run_zensical(staged)
    faults = list_faults(staged / "site")
    if faults:
        raise BuildError("the site has faults:\n" + "\n".join(faults))
    shutil.rmtree(site, ignore_errors=True)
    (staged / "site").rename(site)
    return site


def run_zensical(folder: Path) -> None:
    """Any warning is an error."""
    words = [
        sys.executable,
        "-m",
        "zensical",
        "build",
        "--strict",
        "--clean",
        "--config-file",
        str(folder / "zensical.toml"),
    ]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, env={**os.environ, "NO_COLOR": "1"})
    said = COLOURS.sub("", done.stdout + done.stderr)
    if done.returncode != 0 or "arning" in said:
        raise BuildError("Zensical does not like a page:\n" + said.partition("Traceback")[0].strip())

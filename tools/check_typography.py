"""Finds quotation marks of other languages in English text, which uses “ ”.

`python -m tools.check_typography` reads every text file that git does not ignore, except other languages' catalogs.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SUFFIXES = {".css", ".ftl", ".html", ".js", ".md", ".mjs", ".py", ".svelte", ".toml", ".ts"}
OTHER_LANGUAGES = re.compile(r"(^|/)(de|fr|ja)([./]|$)")
FOREIGN_QUOTES = re.compile(
    "[\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}"
    "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}\N{DOUBLE LOW-9 QUOTATION MARK}]"
)


def english_files() -> Iterator[str]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in listed.stdout.decode().split("\0"):
        if Path(name).suffix in SUFFIXES and not OTHER_LANGUAGES.search(name) and (ROOT / name).is_file():
            yield name


def findings(name: str) -> Iterator[str]:
    for number, line in enumerate((ROOT / name).read_text(encoding="utf-8").splitlines(), 1):
        for found in FOREIGN_QUOTES.finditer(line):
            yield f"{name}:{number}:{found.start() + 1}: {found[0]} in English text; use “ ”"


def main() -> None:
    found = [finding for name in english_files() for finding in findings(name)]
    print("\n".join(found))
    sys.exit(bool(found))


if __name__ == "__main__":
    main()

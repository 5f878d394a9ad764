"""What is said about installing: Niwashi is on no package index, where a package of its name is somebody else's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FROM_AN_INDEX = re.compile(r"pip install[^\n`]*['\" ]niwashi\[")
TEXTS = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/**/*.py"), *ROOT.glob("examples/*.ipynb")]
)


def outside_an_index(path: Path) -> str:
    """Without the comment in README.md that becomes text on the package's page, which only an index shows."""
    text = path.read_text(encoding="utf-8")
    return re.sub(r"^<!-- on the package's page\n.*?^-->\n", "", text, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("folder", ["docs", "src", "examples", "."])
def test_nothing_says_to_install_an_extra_from_an_index(folder: str) -> None:
    texts = [path for path in TEXTS if path.is_relative_to(ROOT / folder)]
    assert texts
    assert not [path for path in texts if FROM_AN_INDEX.search(outside_an_index(path))]


def test_such_a_line_would_be_found() -> None:
    for line in ("pip install 'niwashi[ray]'", "`pip install niwashi[env]` brings", 'pip install -q "niwashi[data]"'):
        assert FROM_AN_INDEX.search(line)
    assert not FROM_AN_INDEX.search("pip install dist/niwashi-0.1.0-py3-none-any.whl[server]")

"""Draws the pictures of README.md and ARCHITECTURE.md: `python -m tools.pictures.draw`, from the root."""

from __future__ import annotations

from pathlib import Path

from tools.pictures import layers
from tools.pictures.moment import played

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


def pictures() -> dict[str, str]:
    """Every picture by its file's name."""
    return {"garden.svg": played().svg(), "architecture.svg": layers.page()}


def main() -> None:
    for name, picture in pictures().items():
        (FOLDER / name).write_text(picture, encoding="utf-8")
        print(f"docs/pictures/{name}: {len(picture.encode()):,} bytes")


if __name__ == "__main__":
    main()

"""A notebook as a page: its text, its code, and what its cells showed when it was saved."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any


def write_notebook(source: Path, page: Path, change_links: Callable[[str], str]) -> None:
    """The page, and its pictures beside it."""
    page.parent.mkdir(parents=True, exist_ok=True)
    parts = []
    for number, cell in enumerate(json.loads(source.read_text(encoding="utf-8"))["cells"]):
        text = "".join(cell["source"])
        parts.append(change_links(text) if cell["cell_type"] == "markdown" else f"```python\n{text}\n```")
        for output in cell.get("outputs", []):
            parts.append(_shown(output, page.with_name(f"{page.stem}-{number}")))
    page.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def _shown(output: dict[str, Any], picture: Path) -> str:
    """An output as Markdown; a picture becomes a file."""
    data = output.get("data", {})
    if "image/svg+xml" in data:
        path = picture.with_suffix(".svg")
        path.write_text("".join(data["image/svg+xml"]), encoding="utf-8")
    elif "image/png" in data:
        path = picture.with_suffix(".png")
        path.write_bytes(base64.b64decode(data["image/png"]))
    else:
        return "```text\n" + "".join(output.get("text") or data["text/plain"]).rstrip("\n") + "\n```"
    return f"![What the cell shows]({path.name})"

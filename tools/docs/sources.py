"""Which files of the repository are pages of the site, and where they lie there."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[2]
RULEBOOKS = {"miyabi": "rules/miyabi.md", "edo_yashiki": "rules/edo-yashiki.md"}
NAMED = {
    "docs/README.md": "index.md",
    "docs/decisions/README.md": "decisions/index.md",
    "README.md": "overview.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    **{f"src/niwashi/games/{game}/RULES.md": page for game, page in RULEBOOKS.items()},
}
"""Pages that do not lie in the site as they lie in docs/."""
NOTEBOOK, NOTEBOOK_PAGE = "examples/research.ipynb", "research-notebook.md"
PICTURES = {".svg", ".webp", ".png", ".webm"}


def list_pages() -> dict[str, str]:
    """The page in the site of every Markdown file that is one, by its path in the repository."""
    docs = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")}
    return {path: NAMED.get(path, path.removeprefix("docs/")) for path in sorted({*docs, *NAMED})}


def file_page(path: str) -> str:
    """The page that shows a file of the repository, or lists a folder."""
    return f"files/{PurePosixPath(path).as_posix()}.md"

"""Writes the pages from which the site is built: copies with links that fit, pages that show files, pictures."""

from __future__ import annotations

import os
import shutil
from functools import partial
from pathlib import Path, PurePosixPath

from tools.docs import markdown, reference, rulebook
from tools.docs.figures import figures_of, picture_name
from tools.docs.notebook import write_notebook
from tools.docs.sources import NAMED, NOTEBOOK, NOTEBOOK_PAGE, PICTURES, ROOT, RULEBOOKS, file_page, list_pages

THEME = Path(__file__).parent / "theme"
HOME = "---\ntemplate: home.html\nhide:\n  - navigation\n  - toc\n---\n\n"
LANGUAGES = {".py": "python", ".toml": "toml", ".ts": "ts", ".yaml": "yaml", ".conf": "nginx", ".service": "ini"}


class Assembly:
    """The folder of pages, and the files that pages link to, which become pages as well."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pages = list_pages()
        self.shown: set[str] = set()

    def write(self) -> None:
        """Everything that the site is built from."""
        for source, page in self.pages.items():
            self.write_page(page, self.convert((ROOT / source).read_text(encoding="utf-8"), source, page))
        for one in reference.PAGES:
            self.write_page(one.path, one.text())
        change_links = partial(self.change_links, source=NOTEBOOK, page=NOTEBOOK_PAGE)
        write_notebook(ROOT / NOTEBOOK, self.folder / NOTEBOOK_PAGE, change_links)
        self.write_shown_files()
        self.write_pictures()
        shutil.copytree(THEME / "assets", self.folder / "assets", dirs_exist_ok=True)

    def write_page(self, page: str, text: str) -> None:
        path = self.folder / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def convert(self, text: str, source: str, page: str) -> str:
        """A file of the repository as a page of the site."""
        text = self.change_links(text, source, page)
        text = markdown.indent_items(markdown.plain_fences(text))
        game = next((game for game, of_game in RULEBOOKS.items() if of_game == page), None)
        if game:
            text = rulebook.add_figures(rulebook.add_anchors(text, game), game)
        text = rulebook.link_rules(text, page)
        return HOME + text if page == NAMED["docs/README.md"] else text

    # -- links -----------------------------------------------------------------------------------------------------
    def change_links(self, text: str, source: str, page: str) -> str:
        text = markdown.name_links(text, source, self.title)
        return markdown.change_links(text, source, page, self.place)

    def title(self, target: str) -> str | None:
        """The heading of a page; None for what is not one."""
        if target not in self.pages:
            return None
        return (ROOT / target).read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ").strip()

    def place(self, target: str) -> str:
        """Where a path of the repository lies in the site."""
        if target in self.pages:
            return self.pages[target]
        if f"{target}/README.md" in self.pages:
            return self.pages[f"{target}/README.md"]
        if target.startswith("docs/") and PurePosixPath(target).suffix in PICTURES:
            return target.removeprefix("docs/")
        if target == NOTEBOOK:
            return NOTEBOOK_PAGE
        if not (ROOT / target).exists():
            raise FileNotFoundError(f"a page links to {target}, which does not exist")
        self.shown.add(target)
        return file_page(target)

    def write_shown_files(self) -> None:
        """A page for each file and folder that was linked to; a folder brings its files."""
        waiting = set(self.shown)
        while waiting:
            target = waiting.pop()
            known = set(self.shown)
            text = self.folder_text(target) if (ROOT / target).is_dir() else file_text(target)
            self.write_page(file_page(target), text)
            waiting |= self.shown - known

    def folder_text(self, target: str) -> str:
        files = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / target).iterdir() if path.is_file())
        here = PurePosixPath(file_page(target)).parent
        items = [f"- [{Path(file).name}]({os.path.relpath(self.place(file), here)})" for file in files]
        return "\n".join([f"# {target}", "", *items, ""])

    # -- pictures --------------------------------------------------------------------------------------------------
    def write_pictures(self) -> None:
        shutil.copytree(ROOT / "docs" / "pictures", self.folder / "pictures", dirs_exist_ok=True)
        drawn = self.folder / "pictures" / "rules"
        drawn.mkdir(exist_ok=True)
        for figure in (figure for game in RULEBOOKS for figure in figures_of(game)):
            (drawn / picture_name(figure)).write_text(figure.svg(), encoding="utf-8")


def file_text(target: str) -> str:
    """A page that shows a file."""
    content = (ROOT / target).read_text(encoding="utf-8").rstrip("\n")
    return f"# {target}\n\n````{LANGUAGES.get(Path(target).suffix, 'text')}\n{content}\n````\n"

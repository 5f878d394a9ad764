"""The documentation site: it builds without a warning, has every page, leads nowhere else and asks no other host."""

from __future__ import annotations

import fcntl
import os
import re
import tomllib
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from niwashi.engine.rulebook import rule_texts
from tests.machine.browser import chromium as find_chromium
from tests.web.windows import window_maker
from tools.docs import markdown, rulebook
from tools.docs.__main__ import QuietHandler
from tools.docs.assemble import Assembly
from tools.docs.build import CONFIG, build
from tools.docs.built import list_faults
from tools.docs.figures import Figure, figures_of
from tools.docs.reference import PAGES as REFERENCE
from tools.docs.sources import NOTEBOOK_PAGE, ROOT, RULEBOOKS, list_pages

FIGURES = [figure for game in RULEBOOKS for figure in figures_of(game)]


# -- the navigation ----------------------------------------------------------------------------------------------------
def navigation() -> set[str]:
    def pages(items: list[Any]) -> list[str]:
        inner = [value for item in items for value in (item.values() if isinstance(item, dict) else [item])]
        return [page for value in inner for page in (pages(value) if isinstance(value, list) else [value])]

    return set(pages(tomllib.loads(CONFIG.read_text(encoding="utf-8"))["project"]["nav"]))


def test_every_page_is_in_the_navigation() -> None:
    """Decisions are listed on a page of their own."""
    pages = {page for page in list_pages().values() if not re.match(r"decisions/\d", page)}
    known = {*pages, *(page.path for page in REFERENCE), NOTEBOOK_PAGE}
    assert known - navigation() == set(), "add these to nav in tools/docs/zensical.toml"
    assert navigation() - known == set(), "these pages do not exist"


def test_every_decision_is_on_its_page() -> None:
    folder = ROOT / "docs" / "decisions"
    text = (folder / "README.md").read_text(encoding="utf-8")
    assert {path.name for path in folder.glob("0*.md")} == set(re.findall(r"\]\((0[^)]*)\)", text))


# -- the built site ----------------------------------------------------------------------------------------------------
@pytest.fixture(scope="session")
def site(docs_packages: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built once, also where several processes share the tests."""
    shared = tmp_path_factory.getbasetemp()
    folder = (shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared) / "docs-site"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "site").exists():
            build(folder)
    return folder / "site"


def test_every_page_is_built(site: Path) -> None:
    """`build` itself refuses warnings, links that lead nowhere, and requests to other hosts."""
    pages = {*list_pages().values(), *(page.path for page in REFERENCE)}
    assert {page for page in pages if not (site / page).with_suffix(".html").exists()} == set()


@pytest.mark.parametrize("game", RULEBOOKS)
def test_every_rule_has_an_anchor(site: Path, game: str) -> None:
    page = (site / RULEBOOKS[game]).with_suffix(".html").read_text(encoding="utf-8")
    numbers = rule_texts(rulebook.rulebook(game))
    assert len(numbers) > 20
    assert [number for number in numbers if page.count(f'id="{number}"') != 1] == []


def test_pages_cite_rules_by_links(site: Path) -> None:
    page = (site / "components.html").read_text(encoding="utf-8")
    assert 'href="rules/miyabi.html#M1.5"' in page


def test_the_reference_shows_every_name(site: Path) -> None:
    for page in REFERENCE:
        text = (site / page.path).with_suffix(".html").read_text(encoding="utf-8")
        assert [name for name in page.names if f'id="{name}"' not in text] == []


def test_the_first_screen_has_a_picture_and_every_page_says_whose_site_it_is(site: Path) -> None:
    assert 'pictures/screens/miyabi-desktop-light.webp"' in (site / "index.html").read_text(encoding="utf-8")
    for path in site.rglob("*.html"):
        assert "independent project" in path.read_text(encoding="utf-8")


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    """Of a web server that has nothing but the site."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(site))) as server:
        serving = Thread(target=server.serve_forever)
        serving.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        serving.join()


@pytest.fixture
def chromium() -> str:
    return find_chromium()


@pytest.mark.more
def test_the_search_finds_a_rule_and_no_page_asks_another_host(address: str, chromium: str) -> None:
    asked: list[str] = []
    with window_maker(chromium) as browser:
        page = browser.new_page()
        page.on("request", lambda request: asked.append(request.url))
        for name in ("index", "rules/edo-yashiki", "reference/games", "programs"):
            page.goto(f"{address}{name}.html")
        page.get_by_role("button", name="Search").first.click()
        page.get_by_placeholder("Search").fill("lantern")
        page.get_by_role("option", name="M4 Lantern and points").click()
        page.wait_for_url("**/rules/miyabi.html*m4-lantern-and-points")
    assert [url for url in asked if not url.startswith((address, "data:"))] == []


# -- its checks --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ('<a href="gone.html">x</a>', "page.html: the link gone.html leads nowhere"),
        ('<a href="#gone">x</a>', "page.html: #gone: there is no such anchor"),
        ('<img src="gone.png">', "page.html: the link gone.png leads nowhere"),
        ('<a href="../page.html">x</a>', "page.html: the link ../page.html leads nowhere"),
        ('<script src="https://other.test/x.js">', "page.html: loads https://other.test/x.js from another host"),
        ('<link rel="stylesheet" href="//other.test/x.css">', "page.html: loads //other.test/x.css from another host"),
        ('<p id="here"><a href="#here">x</a> <a href="https://other.test/">x</a>', ""),
    ],
)
def test_a_fault_of_a_page_is_found(tmp_path: Path, page: str, fault: str) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "page.html").write_text(page)
    (tmp_path / "page.html").write_text("outside")
    assert list_faults(site) == [fault] * bool(fault)


@pytest.mark.parametrize("style", ["@import url(https://other.test/a.css)", "src: url('//other.test/a.woff2')"])
def test_a_style_that_asks_another_host_is_found(tmp_path: Path, style: str) -> None:
    (tmp_path / "page.css").write_text(style)
    assert list_faults(tmp_path) == ["page.css asks another host"]


def test_a_page_may_not_link_to_what_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"a page links to docs/nowhere\.md, which does not exist"):
        Assembly(tmp_path).place("docs/nowhere.md")


# -- pages -------------------------------------------------------------------------------------------------------------
def test_links_fit_the_place_of_the_page() -> None:
    text = "[a](../src/x.py) [`b`](c.md#d) [web](https://a.test/) [here](#e)\n```\n[f](g.md)\n```\n"
    placed = markdown.change_links(text, "docs/h.md", "h.md", lambda target: f"files/{target}")
    assert placed.splitlines()[0] == "[a](files/src/x.py) [`b`](files/docs/c.md#d) [web](https://a.test/) [here](#e)"
    assert "[f](g.md)" in placed


def test_a_link_that_is_named_after_its_file_is_named_after_its_page() -> None:
    text = "[bots.md](bots.md), [docs/bots.md](docs/bots.md#a) and [bots](bots.md)"
    titles = {"bots.md": "Bots", "docs/bots.md": "More bots"}
    assert markdown.name_links(text, "x.md", titles.get) == (
        "[Bots](bots.md), [More bots](docs/bots.md#a) and [bots](bots.md)"
    )


def test_what_belongs_to_an_item_is_indented_as_the_site_wants_it() -> None:
    text = "1. one\n\n   ```sh\n   ls\n   ```\n\nno item\n   as it was\n"
    assert markdown.indent_items(text) == "1. one\n\n    ```sh\n    ls\n    ```\n\nno item\n   as it was\n"


def test_rules_are_not_linked_in_code_headings_and_links() -> None:
    text = "# M3.4\n`M3.4` [M3.4](x) M3.4 M9.9\n\n```\nM3.4\n```\n"
    assert rulebook.link_rules(text, "a.md") == text.replace(" M3.4 M9", " [M3.4](rules/miyabi.md#M3.4){.rule} M9")


# -- pictures of rules -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: f"{figure.rule} {figure.shown}")
def test_a_picture_shows_its_rule(figure: Figure) -> None:
    """Where an action is outlined, the engine allows it and names the rule of its points, or cites the rule."""
    assert figure.rule in rulebook.rule_pages()
    said = figure.explain()
    if said and not said.legal:
        assert said.rule == figure.rule
    assert figure.svg().startswith("<svg")

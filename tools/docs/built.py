"""What is wrong with a built site: links and anchors that lead nowhere, and anything asked of other hosts."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

LOADING = {
    "link": "href",
    "script": "src",
    "img": "src",
    "source": "src",
    "video": "src",
    "iframe": "src",
    "object": "data",
}
"""Elements that make a browser ask for something, and where they say for what. Links are followed by people only."""
STYLED = re.compile(r"url\(\s*['\"]?(https?:|//)|@import\s+(?:url\()?['\"]?(https?:|//)")


@dataclass
class Page:
    """The ids of a page, its links, and what it loads."""

    ids: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = Page()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        self.page.ids |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.page.links.append(given["href"])
        elif tag in LOADING and LOADING[tag] in given and given.get("rel") != "canonical":
            self.page.loaded.append(given[LOADING[tag]])


@cache
def read_page(path: Path) -> Page:
    reader = _Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    return reader.page


def list_faults(site: Path) -> list[str]:
    """A sentence for each fault."""
    read_page.cache_clear()
    pages = sorted(path for path in site.rglob("*.html") if path.name != "404.html")
    faults = [f"{path.relative_to(site)}: {fault}" for path in pages for fault in page_faults(path, site)]
    styles = [path for path in site.rglob("*.css") if STYLED.search(path.read_text(encoding="utf-8"))]
    return faults + [f"{path.relative_to(site)} asks another host" for path in styles]


def page_faults(path: Path, site: Path) -> list[str]:
    page = read_page(path)
    outside = [f"loads {url} from another host" for url in page.loaded if is_outside(url)]
    inside = [*page.links, *(url for url in page.loaded if not is_outside(url))]
    return outside + [fault for url in dict.fromkeys(inside) if (fault := link_fault(path, url, site))]


def is_outside(url: str) -> bool:
    return re.match(r"(https?:)?//", url) is not None


def link_fault(path: Path, url: str, site: Path) -> str:
    """Why a link leads nowhere; empty if it leads somewhere."""
    address, anchor = urldefrag(url)
    if re.match(r"[a-z]+:|//", url):
        return ""
    target = (path.parent / unquote(address)).resolve() if address else path
    if target.is_dir():
        target /= "index.html"
    if not target.exists() or site.resolve() not in target.resolve().parents:
        return f"the link {url} leads nowhere"
    if anchor and target.suffix == ".html" and unquote(anchor) not in read_page(target).ids:
        return f"{url}: there is no such anchor"
    return ""

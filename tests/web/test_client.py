"""The client as it is served: its size, its headers, its place under a base path; and a server without it."""

from __future__ import annotations

import gzip
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Response, expect

from niwashi.server.http import static_files
from tests.server.process import ServerProcess
from tests.web.visiting import Visitor, Visitors

MOST_SCRIPT = 120_000
"""Bytes of gzipped JavaScript, from the first address to a board that can be played."""


def test_all_scripts_up_to_the_first_action_are_small(visitor: Visitor) -> None:
    sizes: dict[str, int] = {}

    def measure(response: Response) -> None:
        if response.url.endswith(".js"):
            sizes[response.url] = len(gzip.compress(response.body(), 9))

    visitor.page.on("response", measure)
    page = visitor.play_now()
    expect(page.get_by_role("grid")).to_be_visible()
    page.remove_listener("response", measure)  # what comes now was not waited for
    assert 10_000 < sum(sizes.values()) <= MOST_SCRIPT, sizes


def test_the_page_is_asked_for_anew_and_its_files_are_kept(server: ServerProcess) -> None:
    page = httpx.get(f"{server.address}/")
    assert page.headers["cache-control"] == "no-cache"
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "script-src 'self' 'wasm-unsafe-eval';" in page.headers["content-security-policy"], (
        "no scripts from elsewhere"
    )
    script = page.text.split('src="./')[1].split('"')[0]
    file = httpx.get(f"{server.address}/{script}")
    assert file.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert file.headers["content-encoding"] == "gzip"
    assert file.headers["x-content-type-options"] == "nosniff"
    assert httpx.get(f"{server.address}/{script}", headers={"accept-encoding": "identity"}).text == file.text


@pytest.mark.parametrize("path", ["assets/..%2fapp.py", "assets/nothing.js", "app.py", ".niwashi-stamp"])
def test_nothing_but_the_client_is_served(server: ServerProcess, path: str) -> None:
    answer = httpx.get(f"{server.address}/{path}")
    assert answer.status_code == 404
    assert answer.json()["code"] == "http/404"


def test_a_link_without_its_hash_still_leads_to_the_table(server: ServerProcess) -> None:
    answer = httpx.get(f"{server.address}/t/t123")
    assert (answer.status_code, answer.headers["location"]) == (307, "/#/t/t123")


def test_the_client_works_under_a_base_path(browser: Browser, built_client: Path, tmp_path: Path) -> None:
    running = ServerProcess(tmp_path, NIWASHI_BASE_PATH="/garden")
    running.start()
    visitors = Visitors(browser, f"{running.address}/garden/")
    try:
        assert httpx.get(f"{running.address}/garden").headers["location"] == "/garden/"
        page = visitors.come().play_now()
        expect(page.get_by_role("grid")).to_be_visible()
        visitors.leave()
    finally:
        running.end()


def test_a_server_without_the_client_serves_the_api(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(static_files, "STATIC", tmp_path)
    assert not static_files.is_built()
    assert static_files.static_routes() == []
    assert "npm run build" in static_files.CLIENT_NOT_BUILT

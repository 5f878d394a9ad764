"""Bots in the browser: workers decide as Python does, the server computes none of it, and takes over where it must."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from playwright.sync_api import WebSocket, expect

from tests.build.libraries import build_think_files
from tests.conformance.variants import GAMES, mixed, spread
from tests.server.process import ServerProcess
from tests.server.tables import bot_actions
from tests.web import firefox, windows
from tests.web.hands import clicks
from tests.web.playing import Table, any_action, play_on
from tests.web.thinking import damage, differences
from tests.web.visiting import NOT_LOADED, Visitor, Visitors

pytestmark = pytest.mark.more
MOST_BYTES = 100_000
"""Of all that a browser loads to compute a game's bots, gzipped: code, module and weights."""


@pytest.fixture(scope="module", autouse=True)
def think_files(built_client: object) -> None:
    build_think_files()


def test_a_worker_decides_as_python_does(visitor: Visitor) -> None:
    """All levels, to the last bit, and the generator afterwards."""
    variants = [variant for game in GAMES for variant in mixed(game, 6)]
    assert differences(visitor.open(), variants, moments=3) == []


@pytest.mark.full
def test_a_worker_decides_as_python_does_with_any_options(visitor: Visitor) -> None:
    assert differences(visitor.open(), spread(1), moments=2) == []


@pytest.mark.full
@pytest.mark.skipif(firefox.find() is None, reason="no Firefox: install one or name yours in NIWASHI_FIREFOX")
def test_a_worker_in_firefox_decides_as_python_does(
    server: ServerProcess, tmp_path_factory: pytest.TempPathFactory
) -> None:
    variants = [variant for game in GAMES for variant in mixed(game, 6)]
    with windows.firefox_maker(tmp_path_factory.mktemp("firefox")) as browser:
        visitors = Visitors(browser, f"{server.address}/")
        assert differences(visitors.come().open(), variants, moments=3) == []
        visitors.leave()


@pytest.mark.parametrize(("game", "level"), [("miyabi", "expert"), ("edo_yashiki", "strong")])
def test_the_server_computes_no_bots_of_a_table_without_other_people(
    visitor: Visitor, server: ServerProcess, game: str, level: str
) -> None:
    solo = Solo(visitor, game, level)
    solo.act_and_offer()
    before = bot_actions(server)
    solo.act(4)
    after = bot_actions(server)
    assert after["server"] == before["server"]
    assert after["browser"] >= before["browser"] + 4
    notes = solo.table.record().record().notes
    assert any("sent_by" in note for note in notes.values()), "the record says whose browser it was"


@pytest.mark.parametrize(("game", "level"), [("miyabi", "club"), ("edo_yashiki", "club")])
def test_nothing_is_loaded_before_the_first_action_and_little_then(visitor: Visitor, game: str, level: str) -> None:
    loaded: list[str] = []
    visitor.page.on("request", lambda request: loaded.append(request.url))
    solo = Solo(visitor, game, level)
    assert not [url for url in loaded if is_for_thinking(url)]
    solo.act_and_offer()
    needed = {url for url in loaded if is_for_thinking(url)}
    assert {Path(url).suffix for url in needed} == {".js", ".json", ".wasm"}
    bodies = [visitor.page.request.get(url).body() for url in needed]
    assert sum(len(gzip.compress(body, mtime=0)) for body in bodies) <= MOST_BYTES


def is_for_thinking(url: str) -> bool:
    return any(part in url for part in ("think", "worker", "botPlayer"))


@pytest.mark.parametrize("what", ["damaged", "other weights", "forbidden"])
def test_the_server_goes_on_where_the_browser_cannot(visitor: Visitor, server: ServerProcess, what: str) -> None:
    damage(visitor, what)
    before = bot_actions(server)
    solo = Solo(visitor, "miyabi", "club")
    solo.act()
    expect(visitor.page.get_by_role("status").get_by_text("This browser cannot compute bots")).to_be_visible()
    solo.act(3)
    assert bot_actions(server)["server"] >= before["server"] + 3
    visitor.may_note(NOT_LOADED)


class Solo:
    """Somebody's table with bots, in their window, and their actions there, one by one."""

    def __init__(self, visitor: Visitor, game: str, level: str) -> None:
        self.page, self.sockets = visitor.page, list[WebSocket]()
        self.page.on("websocket", lambda socket: self.sockets.append(socket))
        options = {"grab": "calm"} if game == "edo_yashiki" else {}
        self.table = Table.with_bots(visitor, game, level, options=options)
        self.table.show()
        self._playing = play_on(self.table, clicks(), any_action(7))

    def act(self, times: int = 1) -> None:
        for _ in range(times):
            next(self._playing)
        self._await_bots()

    def _await_bots(self) -> None:
        """In Edo Yashiki all seats choose at once, so the next decision may be there before the bots have acted."""
        self.table.decision(self.table.made, alone=True)

    def act_and_offer(self) -> None:
        """The first action, after which the browser offers to compute the bots."""
        with self.sockets[-1].expect_event("framesent", lambda frame: '"do":"think"' in str(frame)):
            next(self._playing)
        self._await_bots()

"""A server listens before its rules are ready: it reports its progress and asks clients to try again."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from niwashi.parallel.progress import CompileProgress
from niwashi.server.http.startup_page import WORDS, language_in, page, startup_status
from niwashi.server.workers.warmup import RULES_PARTS
from tests.server.slow_start import PATIENCE, slow_start


def test_who_comes_too_early_is_told_how_far_it_is_and_to_come_again(tmp_path: Path) -> None:
    with slow_start(tmp_path) as server, httpx.Client(base_url=server.address, timeout=PATIENCE) as http:
        assert http.get("/starting").json()["ready"] is False
        server.compile("first", "second")
        assert server.heard(2)["far"] == f"2 of {RULES_PARTS} parts, 0 s"

        refused = http.get("/api/games")
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "2")
        assert refused.json()["code"] == "server/starting"
        assert refused.json()["about"] == {"done": 2, "of": RULES_PARTS}
        assert http.post("/api/session", json={"name": "Aki"}).status_code == 503
        with pytest.raises(InvalidStatus) as unanswered:
            connect(f"{server.address.replace('http', 'ws')}/api/lobby/socket?ticket=x")
        assert unanswered.value.response.status_code == 503
        assert unanswered.value.response.headers["retry-after"] == "2"

        assert http.get("/healthz").text == "ok"
        assert http.get("/readyz").status_code == 503
        assert http.get("/nowhere").status_code == 404

        server.finish()
        while http.get("/readyz").status_code == 503:
            pass
        assert http.get("/starting").json() == {"ready": True}
        assert http.get("/api/games").status_code == 200
        assert server.end() == 0
    log = [json.loads(line) for line in server.log.read_text().splitlines()]
    events = [line["event"] for line in log if line["event"] in ("listening", "compiled", "serving", "closed")]
    assert events == ["listening", "compiled", "serving", "closed"]


def test_the_page_is_in_the_visitors_language_and_safe() -> None:
    progress = CompileProgress(of=20)
    assert WORDS["fr"]["loading"] in page(startup_status(progress, "fr"), "fr")[0].decode()
    for part in ("a", "b"):
        progress.begin(part)
        progress.end(part)
    shown, policy = page(startup_status(progress, "de"), "de")
    assert '<html lang="de">' in shown.decode()
    assert "2 von 20 Teilen" in shown.decode()
    assert 'aria-valuemax="20" aria-valuenow="2"' in shown.decode()
    assert "unsafe" not in policy


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("de-CH,de;q=0.9,en;q=0.8", "de"), ("nl,fr;q=0.5", "fr"), ("JA", "ja"), ("", "en"), ("xx;;,,-", "en")],
)
def test_the_language_is_the_first_that_we_have(accepted: str, language: str) -> None:
    assert language_in(accepted) == language


def test_all_languages_say_the_same_things() -> None:
    assert len({frozenset(words) for words in WORDS.values()}) == 1

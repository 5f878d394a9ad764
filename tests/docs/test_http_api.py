"""docs/http-api.md has every request, and its examples are right; tests/server/test_api_page.py sends them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from niwashi.server.http.routes import replay
from niwashi.table import Table
from niwashi.wire import Answer, read_request
from niwashi.wire.http import NewTable
from niwashi.wire.requests import MAX_REQUEST_BYTES, Request

PAGE = (Path(__file__).parents[2] / "docs" / "http-api.md").read_text()
REQUESTS = re.findall(r"^\| `(\{\"do\".*?\})` \|", PAGE, re.MULTILINE)
ANSWERS = re.findall(r"^\| `(\{\"answer\".*?\})` \|", PAGE, re.MULTILINE)


def test_the_page_has_every_request_and_no_other() -> None:
    assert sorted(type(read_request(text.encode())).__name__ for text in REQUESTS) == sorted(
        kind.__name__ for kind in get_args(Request)
    )


def test_fields_that_may_be_left_out_are_named() -> None:
    for line in re.findall(r"^\| `\{\"do\".*", PAGE, re.MULTILINE):
        text = re.search(r"`(\{.*?\})`", line)
        assert text is not None
        kind = type(read_request(text[1].encode()))
        optional = {one.name for one in msgspec.structs.fields(kind) if one.default is not msgspec.NODEFAULT}
        assert set(re.findall(r"\[`(\w+)`", line)) == optional, line


@pytest.mark.parametrize("text", ANSWERS)
def test_an_answer_is_one(text: str) -> None:
    msgspec.json.decode(text.replace("[…]", "[]"), type=Answer)


def test_all_answers_are_there() -> None:
    assert len(ANSWERS) == len(get_args(Answer))


def test_a_table_can_be_opened_so() -> None:
    (body,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    data = msgspec.json.decode(body, type=NewTable)
    assert Table.open("t1", data.game, host="aki", secret=bytes(16), now=0, settings=data.settings, **data.options)
    assert json.loads(body)["visibility"] == data.visibility


def test_sizes_are_the_servers() -> None:
    assert f"{MAX_REQUEST_BYTES >> 10} KiB, a record {replay.MAX_RECORD_BYTES >> 10} KiB" in " ".join(PAGE.split())

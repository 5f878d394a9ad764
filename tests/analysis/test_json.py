"""The JSON of hints and reviews is a format that others read: these bytes do not change."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from niwashi.analysis.hints import ComparedAction, Hint
from niwashi.analysis.judgement import Alternative, Method, Value
from niwashi.analysis.output import HintOut, ReviewOut
from niwashi.analysis.reasons import HintReason
from niwashi.analysis.review import Review, ReviewedAction
from niwashi.analysis.values import Estimate
from niwashi.bots import Budget
from niwashi.core.facts import Change

KNOWN = Path(__file__).parent / "json"
METHOD = Method("strong", Budget(nodes=400), 16, "1")
VALUE = Value(Estimate(3.40004, 0.5), Estimate(0.61238))
LOSS = Value(Estimate(9.0, 0.1), Estimate(0.31234, 0.01))
NO_LOSS = Value(Estimate(0.0), Estimate(0.0))
REASON = HintReason(
    key="reason-scores",
    text="scores 6 at once, not 4",
    args={"after": 6, "object": "maple"},
    points=Estimate(-0.00001, 0.25),
    through=("at once",),
    through_keys=("through-at-once",),
    than="f2cE",
    fact=("points at once",),
    seat=1,
    change=Change(0, 6, 4, 6, 3),
)
HINT = Hint(
    seat=1,
    name="Bo",
    action="p2bW",
    gain=6,
    line=((1, "p2bW"), (0, "pass")),
    value=VALUE,
    exact=False,
    legal=12,
    reasons=(REASON,),
    next_best=ComparedAction("f2cE", 4, Estimate(1.5, 0.3), (REASON,)),
    tempting=None,
    method=METHOD,
)
BETTER = Alternative("p2bW", ((0, "p2bW"),), VALUE)
JUDGEMENTS = (
    ReviewedAction(3, 0, "m1aN", 7, False, VALUE, LOSS, (0.61238, 0.38762), LOSS, BETTER, (REASON,)),
    ReviewedAction(4, 1, "pass", 1, True, VALUE, VALUE, (0.5, 0.5), NO_LOSS, None),
)
REVIEW = Review(
    game="miyabi",
    title="Miyabi",
    options={"seats": 2, "expansions": "AB"},
    names=("Aki", "Bo"),
    method=METHOD,
    actions=2,
    scores=(30, 28),
    winners=(0,),
    judgements=JUDGEMENTS,
    rounds=(1,),
    spread=12.34567,
)


def known(name: str) -> bytes:
    return (KNOWN / f"{name}.json").read_bytes().rstrip(b"\n")


def test_a_hint_is_written_as_ever() -> None:
    assert msgspec.json.encode(HINT.out()) == known("hint")


def test_a_review_is_written_as_ever() -> None:
    assert msgspec.json.encode(REVIEW.out()) == known("review")


def test_the_server_writes_a_review_without_names() -> None:
    assert msgspec.json.encode(REVIEW.out().without_names()) == known("review_without_names")


def test_the_command_line_writes_the_same() -> None:
    assert json.loads(json.dumps(msgspec.to_builtins(HINT.out()))) == json.loads(known("hint"))
    assert json.loads(json.dumps(msgspec.to_builtins(REVIEW.out()))) == json.loads(known("review"))


def test_what_is_written_can_be_read() -> None:
    assert msgspec.json.decode(known("hint"), type=HintOut) == HINT.out()
    assert msgspec.json.decode(known("review_without_names"), type=ReviewOut) == REVIEW.out().without_names()

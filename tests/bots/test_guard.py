"""Other people's bots: whatever they do wrong is one sentence with the file and line of their own code."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from niwashi import bots
from niwashi.bots import Budget
from niwashi.bots.guard import PATIENCE_VARIABLE, BotError
from niwashi.core.errors import BadOptions, NiwashiError
from niwashi.core.rng import seeded
from niwashi.engine import factory

MODULE = """\
import json
import numpy as np
from niwashi.bots import Candidate, Decision

def none(rules):
    return "a bot"

def raises(rules):
    return {}["bot"]

class Bot:
    def __init__(self, rules):
        self.rules = rules

def bot(choose):
    return type(choose.__name__, (Bot,), {"choose": choose, "__module__": __name__})

def below_ours(self, p, seat, budget, rng):
    return json.loads("no JSON")

def refused(self, p, seat, budget, rng):
    import niwashi
    niwashi.new("chess")

def leaves(self, p, seat, budget, rng):
    raise SystemExit("bye")

def endless(self, p, seat, budget, rng):
    while True:
        try:
            while True: pass
        except Exception: pass

Failing, Refused, Leaves, Endless = map(bot, (below_ours, refused, leaves, endless))
Nothing = bot(lambda self, p, seat, budget, rng: None)
Text = bot(lambda self, p, seat, budget, rng: Decision("m1a", 0.0))
Truth = bot(lambda self, p, seat, budget, rng: Decision(True, 0.0))
Illegal = bot(lambda self, p, seat, budget, rng: Decision(10**6, 0.0))
Beyond = bot(lambda self, p, seat, budget, rng: Decision(10**600, 0.0))

def first(self, p, *alternatives):
    out = np.zeros(self.rules.most_legal, np.int64)
    self.rules.kernels.legal(p, 0, out)
    return Decision(out[0], 0.0, (), alternatives)

Numbers = bot(lambda self, p, seat, budget, rng: first(self, p, 3))
Wishful = bot(lambda self, p, seat, budget, rng: first(self, p, Candidate(10**6, 1.0)))
number = 5

class Own(BaseException): pass

def raises_its_own(self, p, seat, budget, rng):
    raise Own("odd")

def takes_nothing(self):
    return 1

class Property:
    def __init__(self, rules): pass

    @property
    def choose(self):
        raise RuntimeError("not yet")

Odd, Narrow = map(bot, (raises_its_own, takes_nothing))
Single = bot(lambda self, p, seat, budget, rng: Decision(first(self, p).action, 0.0, (), 3))

def takes_two(rules, seat):
    return Bot(rules)
"""

LOADING = {
    "nowhere.at_all:bot": r"cannot be loaded: ModuleNotFoundError: No module named 'nowhere'; .* module:function",
    "their_bots:nope": r"AttributeError: module 'their_bots' has no attribute 'nope'; .* module:function",
    "their_bots:": r"AttributeError: .*; .* module:function",
    "their_bots:number": r"“their_bots:number” is 5, not a function that makes a bot",
    "breaks:bot": r"cannot be loaded: .*breaks\.py, line 2: ZeroDivisionError: division by zero$",
    "leaves:bot": r"cannot be loaded: .*leaves\.py, line 2: SystemExit: bye$",
    "garbled:bot": r"cannot be loaded: .*garbled\.py, line 1: SyntaxError: ",
    "lacks:bot": r"cannot be loaded: .*lacks\.py, line 1: ModuleNotFoundError: No module named 'no_such_package'$",
}

MAKING = {
    "os:getcwd": r"cannot be made: TypeError: .*getcwd\(\) takes no arguments \(1 given\); a factory is called with",
    "their_bots:raises": r"cannot be made: .*their_bots\.py, line 9, in raises: KeyError: 'bot'$",
    "their_bots:takes_two": r"cannot be made: .*their_bots\.py, line 68: TypeError: takes_two\(\) missing 1",
    "their_bots:Property": r"cannot be made: .*their_bots\.py, line 63, in choose: RuntimeError: not yet$",
    "their_bots:none": r"“their_bots:none” \(.*their_bots\.py, line 5\) made “a bot”, which is not a bot: a bot has",
}

CHOOSING = {
    "Failing": r"failed: .*their_bots\.py, line 19, in below_ours: JSONDecodeError: Expecting value",
    "Refused": r"failed: .*their_bots\.py, line 23, in refused: BadOptions: ",
    "Leaves": r"failed: .*their_bots\.py, line 26, in leaves: SystemExit: bye$",
    "Odd": r"failed: .*their_bots\.py, line 53, in raises_its_own: Own: odd$",
    "Narrow": r"failed: .*their_bots\.py, line 55: TypeError: takes_nothing\(\) takes 1 positional argument but 5 were",
    "Single": r"\(.*their_bots\.py, line 66\) returned the alternatives 3, not niwashi\.bots\.Candidate$",
    "Nothing": r"\(.*their_bots\.py, line 35\) returned None from choose, not a niwashi\.bots\.Decision$",
    "Text": r"chose “m1a”; an action must be one of the numbers",
    "Truth": r"chose True; an action must be one of the numbers",
    "Illegal": r"chose action 1000000, which is not one of the \d+ legal ones$",
    "Beyond": r"chose action \d+\.\.\.\d+, which is not one of",
    "Numbers": r"returned the alternatives \(3,\), not niwashi\.bots\.Candidate$",
    "Wishful": r"chose action 1000000, which is not one of the \d+ legal ones$",
}


@pytest.fixture
def theirs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "their_bots.py").write_text(MODULE)
    (tmp_path / "breaks.py").write_text("def bot(rules): ...\n1 / 0\n")
    (tmp_path / "leaves.py").write_text("import sys\nsys.exit('bye')\n")
    (tmp_path / "garbled.py").write_text("def (:\n")
    (tmp_path / "lacks.py").write_text("import no_such_package\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for name in ("their_bots", "breaks", "leaves", "garbled", "lacks"):
        sys.modules.pop(name, None)


def blamed(path: str, kind: type[NiwashiError]) -> str:
    table = factory.new("miyabi", seed=1)
    with pytest.raises(kind) as found:
        bots.make_imported(path, table.rules).choose(table.position, 0, Budget(seconds=0.1), seeded(1))
    assert found.value.sentence.isprintable()
    return found.value.sentence


@pytest.mark.usefixtures("theirs")
@pytest.mark.parametrize(("path", "said"), LOADING.items(), ids=LOADING.keys())
def test_what_cannot_be_loaded_is_told_with_its_line(path: str, said: str) -> None:
    assert re.search(said, blamed(path, BadOptions))


@pytest.mark.usefixtures("theirs")
@pytest.mark.parametrize(("path", "said"), MAKING.items(), ids=MAKING.keys())
def test_a_factory_that_makes_no_bot_is_told_with_its_line(path: str, said: str) -> None:
    assert re.search(said, blamed(path, BotError))


@pytest.mark.usefixtures("theirs")
@pytest.mark.parametrize(("name", "said"), CHOOSING.items(), ids=CHOOSING.keys())
def test_a_bot_that_fails_or_answers_nonsense_is_told_with_its_line(name: str, said: str) -> None:
    sentence = blamed(f"their_bots:{name}", BotError)
    assert sentence.startswith(f"the bot “their_bots:{name}” ")
    assert re.search(said, sentence)


@pytest.mark.usefixtures("theirs")
def test_a_bot_that_never_answers_is_told_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Although it catches every Exception."""
    monkeypatch.setenv(PATIENCE_VARIABLE, "0.2")
    said = r"the bot “their_bots:Endless” has not answered within 0\.3 seconds: .*their_bots\.py, line 3\d, in endless"
    assert re.fullmatch(said, blamed("their_bots:Endless", BotError))


@pytest.mark.usefixtures("theirs")
def test_an_odd_patience_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PATIENCE_VARIABLE, "long")
    assert "a number of seconds above 0, not “long”" in blamed("their_bots:Nothing", BadOptions)


def test_a_good_bot_plays_as_it_would_without_its_guard() -> None:
    table = factory.new("edo_yashiki", seed=1)
    guarded = bots.make_imported("niwashi.bots.quick:club", table.rules)
    plain = bots.make("club", table.rules)
    one, other = (bot.choose(table.position, 0, Budget(nodes=1), seeded(1)) for bot in (guarded, plain))
    assert one == other

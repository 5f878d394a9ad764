"""Other people's bots: whatever one does wrong becomes one sentence, with the file and line of its own code."""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from niwashi.core.errors import BadOptions, NiwashiError, quote

if TYPE_CHECKING:
    from niwashi.bots import Bot, Budget, Decision, Factory
    from niwashi.core.game import Position, Rules
    from niwashi.core.rng import Generator

PATIENCE_VARIABLE = "NIWASHI_BOT_PATIENCE"
PATIENCE_SECONDS = 300.0
"""How long a decision may take beyond the bot's budget, unless the environment variable says otherwise."""
MAX_MESSAGE_LENGTH = 120
FAILURES = (Exception, SystemExit)
"""What other people's code may raise. A Ctrl-C is ours."""


class BotError(NiwashiError):
    """A bot that cannot be made, fails, answers nonsense or does not answer."""


class OutOfTime(BaseException):
    """Raised inside a bot that does not answer; no Exception, so that a bot does not catch it by mistake."""


class GuardedBot:
    """A bot whose every answer is checked before it is used: kernels do not check what they are given."""

    def __init__(self, bot: Bot, name: str, rules: Rules) -> None:
        self.bot, self.name, self.rules = bot, name, rules
        self.patience = read_patience()
        self.buffer = np.zeros(rules.most_legal, np.int64)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.bot!r})"

    def choose(self, p: Position, seat: int, budget: Budget, rng: Generator) -> Decision:
        count = self.rules.kernels.legal(p, seat, self.buffer)
        legal = frozenset(self.buffer[:count].tolist())  # now: the bot may do anything to the position
        limit = self.patience + (budget.seconds or 0)
        try:
            with time_limit(limit):
                decision: object = self.bot.choose(p, seat, budget, rng)
        except OutOfTime as error:
            place = locate_error(error, type(self.bot).__module__)
            raise self._error(f"has not answered within {limit:g} seconds{place and ': '}{place}") from error
        except FAILURES as error:
            raise self._error(f"failed: {describe_error(error, type(self.bot).__module__)}") from error
        return self._check_decision(decision, legal)

    def _check_decision(self, decision: Any, legal: frozenset[int]) -> Decision:
        from niwashi.bots import Candidate, Decision

        if not isinstance(decision, Decision):
            raise self._error(f"returned {quote(decision)} from choose, not a niwashi.bots.Decision")
        action = self._check_legal(decision.action, legal)
        if not all(isinstance(one, Candidate) for one in decision.alternatives):
            raise self._error(f"returned the alternatives {quote(decision.alternatives)}, not niwashi.bots.Candidate")
        others = tuple(replace(one, action=self._check_legal(one.action, legal)) for one in decision.alternatives)
        return replace(decision, action=action, alternatives=others)

    def _check_legal(self, action: object, legal: frozenset[int]) -> int:
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            raise self._error(f"chose {quote(action)}; an action is a number, one of those that kernels.legal lists")
        if int(action) not in legal:
            raise self._error(f"chose action {quote(int(action))}, which is not one of the {len(legal)} legal ones")
        return int(action)

    def _error(self, what: str) -> BotError:
        return BotError("bots/failed", f"the bot {quote(self.name)} {what}")


def make_guarded(name: str, factory: Factory, rules: Rules) -> GuardedBot:
    """What the factory makes of the rules, if that is a bot."""
    made: object
    try:
        made = factory(rules)
    except FAILURES as error:
        module = getattr(factory, "__module__", None)
        reason = describe_error(error, module, "a factory is called with the game's rules and returns a bot")
        raise BotError("bots/factory", f"the bot {quote(name)} cannot be made: {reason}") from error
    if not callable(getattr(made, "choose", None)):
        sentence = f"{quote(name)} made {quote(made)}, which is no bot: a bot has choose(position, seat, budget, rng)"
        raise BotError("bots/factory", sentence)
    return GuardedBot(made, name, rules)


def load_factory(path: str) -> Factory:
    """What “module:function” names. Importing runs the module's code."""
    try:
        found: object = import_factory(path)
    except FAILURES as error:
        reason = describe_error(error, path.partition(":")[0], "a bot of your own is named as module:function")
        raise BadOptions("bots/module", f"the bot {quote(path)} cannot be loaded: {reason}") from error
    if not callable(found):
        raise BadOptions("bots/module", f"{quote(path)} is {quote(found)}, not a function that makes a bot")
    return found


def import_factory(path: str) -> Any:
    module, _, function = path.partition(":")
    return attrgetter(function)(import_module(module))


# -- who did it --------------------------------------------------------------------------------------------------------
def describe_error(error: BaseException, module: str | None, otherwise: str = "") -> str:
    """“my_bots.py, line 12, in choose: ZeroDivisionError: division by zero”; advice where no line is to blame."""
    from niwashi.core.files import printable

    message = printable(" ".join((error.msg if isinstance(error, SyntaxError) else str(error)).split()))
    if len(message) > MAX_MESSAGE_LENGTH:
        message = message[: MAX_MESSAGE_LENGTH - 1] + "…"
    place = locate_error(error, module)
    said = ": ".join(part for part in (place, type(error).__name__, message) if part)
    return said if place or not otherwise else f"{said}; {otherwise}"


def locate_error(error: BaseException, module: str | None) -> str:
    """The last line of the author's code on the way to the error; nothing where there is none."""
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return f"{_display_path(error.filename)}, line {error.lineno}"
    top = (module or "").partition(".")[0]
    frames = [(frame, line) for frame, line in traceback.walk_tb(error.__traceback__) if _is_authors_code(frame, top)]
    if not frames:
        return ""
    frame, line = frames[-1]
    function = frame.f_code.co_name
    within = "" if function.startswith("<module") else f", in {function}"
    return f"{_display_path(frame.f_code.co_filename)}, line {line}{within}"


def _is_authors_code(frame: Any, top: str) -> bool:
    """Neither ours, nor Python's, nor of a package that the author only uses."""
    name = str(frame.f_globals.get("__name__", "")).partition(".")[0]
    if name == "niwashi" or name in sys.stdlib_module_names:
        return name == top and frame.f_globals is not globals()
    return name == top or "-packages" not in frame.f_code.co_filename


def _display_path(file: str) -> str:
    """From here, where it lies here."""
    from niwashi.core.files import printable

    near = os.path.relpath(file)
    return printable(file if near.startswith(os.pardir) else near)


# -- bots that do not answer -------------------------------------------------------------------------------------------
def read_patience() -> float:
    text = os.environ.get(PATIENCE_VARIABLE)
    if text is None:
        return PATIENCE_SECONDS
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e6:
        raise BadOptions("bots/patience", f"{PATIENCE_VARIABLE} is a number of seconds above 0, not {quote(text)}")
    return seconds


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Interrupts Python code that takes longer, in the main thread, where alone a signal can; compiled code is not."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(*_: object) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)  # and again: whatever the bot does about the first
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

"""Guards third-party bots: any mistake of theirs becomes one sentence, with file and line of the author's code."""

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
from types import CodeType
from typing import TYPE_CHECKING, Any

import numpy as np

from niwashi.core.errors import BadOptions, NiwashiError, quote

if TYPE_CHECKING:
    from niwashi.bots import Bot, Budget, Decision, Factory
    from niwashi.core.game import Position, Rules
    from niwashi.core.rng import Generator

PATIENCE_VARIABLE = "NIWASHI_BOT_PATIENCE"
PATIENCE_SECONDS = 300.0
"""The time that a decision may take beyond the bot's budget, unless the environment variable overrides it."""
MAX_MESSAGE_LENGTH = 120


class BotError(NiwashiError):
    """A bot that cannot be made, raises, returns an invalid decision or does not return."""


class OutOfTime(BaseException):
    """Raised inside a bot that does not return. Not an Exception, so that a bot does not catch it by mistake."""


class GuardedBot:
    """A bot whose decisions are checked before use, since kernels check nothing."""

    def __init__(self, bot: Bot, name: str, rules: Rules) -> None:
        self.bot, self.name, self.rules = bot, name, rules
        self.patience = read_patience()
        self.buffer = np.zeros(rules.most_legal, np.int64)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.bot!r})"

    def choose(self, p: Position, seat: int, budget: Budget, rng: Generator) -> Decision:
        count = self.rules.kernels.legal(p, seat, self.buffer)
        legal = frozenset(self.buffer[:count].tolist())  # before the call: the bot may change the position
        limit = self.patience + (budget.seconds or 0)
        try:
            with time_limit(limit):
                decision: object = self.bot.choose(p, seat, budget, rng)
        except OutOfTime as error:
            place = locate_error(error, type(self.bot).__module__)
            raise self._error(f"has not answered within {limit:g} seconds{place and ': '}{place}") from error
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a bot may raise anything
            reason = describe_error(error, type(self.bot).__module__, defined=self._defined())
            raise self._error(f"failed: {reason}") from error
        return self._check_decision(decision, legal)

    def _defined(self) -> str:
        return locate_definition(getattr(type(self.bot), "choose", None))

    def _check_decision(self, decision: Any, legal: frozenset[int]) -> Decision:
        from niwashi.bots import Candidate, Decision

        if not isinstance(decision, Decision):
            raise self._wrong(f"returned {quote(decision)} from choose, not a niwashi.bots.Decision")
        action = self._check_legal(decision.action, legal)
        if not _all_of(Candidate, decision.alternatives):
            raise self._wrong(f"returned the alternatives {quote(decision.alternatives)}, not niwashi.bots.Candidate")
        others = tuple(replace(one, action=self._check_legal(one.action, legal)) for one in decision.alternatives)
        return replace(decision, action=action, alternatives=others)

    def _check_legal(self, action: object, legal: frozenset[int]) -> int:
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            raise self._wrong(f"chose {quote(action)}; an action must be one of the numbers that kernels.legal lists")
        if int(action) not in legal:
            raise self._wrong(f"chose action {quote(int(action))}, which is not one of the {len(legal)} legal ones")
        return int(action)

    def _wrong(self, what: str) -> BotError:
        """Of an answer, which has no line: where its method begins instead."""
        place = self._defined()
        return self._error(f"({place}) {what}" if place else what)

    def _error(self, what: str) -> BotError:
        return BotError("bots/failed", f"the bot {quote(self.name)} {what}")


def _all_of(kind: type, given: object) -> bool:
    return isinstance(given, tuple | list) and all(isinstance(one, kind) for one in given)


def make_guarded(name: str, factory: Factory, rules: Rules) -> GuardedBot:
    """The factory's bot, guarded; raises BotError if it does not make one."""
    place = locate_definition(factory)
    made: Any
    try:
        made = factory(rules)
        is_bot = callable(getattr(made, "choose", None))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a factory may raise anything
        module = getattr(factory, "__module__", None)
        reason = describe_error(error, module, "a factory is called with the game's rules and returns a bot", place)
        raise BotError("bots/factory", f"the bot {quote(name)} cannot be made: {reason}") from error
    if not is_bot:
        where = f" ({place})" if place else ""
        kind = "which is not a bot: a bot has choose(position, seat, budget, rng)"
        raise BotError("bots/factory", f"{quote(name)}{where} made {quote(made)}, {kind}")
    return GuardedBot(made, name, rules)


def load_factory(path: str) -> Factory:
    """The factory that “module:function” names. Importing runs the module's code."""
    try:
        factory: object = import_factory(path)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a module may raise anything
        reason = describe_error(error, path.partition(":")[0], "a bot of your own is named as module:function")
        raise BadOptions("bots/module", f"the bot {quote(path)} cannot be loaded: {reason}") from error
    if not callable(factory):
        raise BadOptions("bots/module", f"{quote(path)} is {quote(factory)}, not a function that makes a bot")
    return factory


def import_factory(path: str) -> Any:
    module, _, function = path.partition(":")
    return attrgetter(function)(import_module(module))


# -- locating an error -------------------------------------------------------------------------------------------------
def describe_error(error: BaseException, module: str | None, otherwise: str = "", defined: str = "") -> str:
    """“my_bots.py, line 12, in choose: ZeroDivisionError: division by zero”. If no line of the author was reached,
    where the function is `defined`, and the advice `otherwise`."""
    from niwashi.core.files import printable

    message = printable(" ".join((error.msg if isinstance(error, SyntaxError) else str(error)).split()))
    if len(message) > MAX_MESSAGE_LENGTH:
        message = message[: MAX_MESSAGE_LENGTH - 1] + "…"
    place = locate_error(error, module)
    text = ": ".join(part for part in (place or defined, type(error).__name__, message) if part)
    return text if place or not otherwise else f"{text}; {otherwise}"


def locate_definition(function: object) -> str:
    """“my_bots.py, line 12”; empty for what is not a Python function of the author's."""
    code = getattr(function, "__code__", None)
    home = str(getattr(function, "__module__", "")).partition(".")[0]
    if not isinstance(code, CodeType) or home == "niwashi" or home in sys.stdlib_module_names:
        return ""
    return f"{_display_path(code.co_filename)}, line {code.co_firstlineno}"


def locate_error(error: BaseException, module: str | None) -> str:
    """The innermost line of the author's code in the traceback; empty if there is none."""
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
    """Whether a frame belongs neither to Niwashi, nor to Python, nor to an installed package."""
    name = str(frame.f_globals.get("__name__", "")).partition(".")[0]
    if name == "niwashi" or name in sys.stdlib_module_names:
        return name == top and frame.f_globals is not globals()
    return name == top or "-packages" not in frame.f_code.co_filename


def _display_path(file: str) -> str:
    """The path, relative if it is below the working directory."""
    from niwashi.core.files import printable

    near = os.path.relpath(file)
    return printable(file if near.startswith(os.pardir) else near)


# -- time limit --------------------------------------------------------------------------------------------------------
def read_patience() -> float:
    text = os.environ.get(PATIENCE_VARIABLE)
    if text is None:
        return PATIENCE_SECONDS
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e6:
        raise BadOptions("bots/patience", f"{PATIENCE_VARIABLE} must be a number of seconds above 0, not {quote(text)}")
    return seconds


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Interrupt Python code that takes longer. Works only in the main thread, and not inside compiled code."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(*_: object) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)  # repeatedly, in case the bot catches the first
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

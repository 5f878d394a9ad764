"""What goes wrong because of what somebody gave us: a stable code for programs, a sentence for people."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping


class NiwashiError(ValueError):
    """A mistake in the input. `code` is stable; the sentence quotes the offender and says what would be right.

    `about` names what the sentence is about, for those who say it in another language.
    """

    def __init__(self, code: str, sentence: str, about: Mapping[str, int | str] | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.about = dict(about or {})

    def __reduce__(self) -> tuple[type[NiwashiError], tuple[str, str, dict[str, int | str]]]:
        return type(self), (self.code, self.sentence, self.about)


class BadOptions(NiwashiError):
    """An unknown game, option or value."""


class BadComponents(NiwashiError):
    """A component file that does not add up."""


class BadSeat(NiwashiError):
    """A seat that does not exist, may not act now, or was left out where several may."""


class UnreadableAction(NiwashiError):
    """Text that is no action of this game."""


class IllegalAction(NiwashiError):
    """An action of this game that a rule forbids here."""


class BadChance(NiwashiError):
    """A chance outcome that cannot come up here."""


class BadRecord(NiwashiError):
    """A record that cannot be read or does not replay."""


class BadTally(NiwashiError):
    """A real table's answers from which no score can be worked out."""


MAX_QUOTE_LENGTH = 60


def quote(offender: object) -> str:
    """The offender as a person would point at it: quoted, printable and never longer than a line."""
    text = f"“{offender}”" if isinstance(offender, str) else _safe_repr(offender)
    text = "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text[: 2 * MAX_QUOTE_LENGTH]
    )
    return text if len(text) <= MAX_QUOTE_LENGTH else text[: MAX_QUOTE_LENGTH - 1] + "…"


def _safe_repr(offender: object) -> str:
    """Even a hostile object: a number too long to print, lists nested too deeply, a repr that raises."""
    try:
        return _short_repr.repr(offender)
    except Exception:
        return f"a thing of the type {type(offender).__name__}"


_short_repr = reprlib.Repr()
_short_repr.maxlevel = 3
_short_repr.maxother = 2 * MAX_QUOTE_LENGTH

"""What goes wrong because of what somebody gave us: a stable code for programs, a sentence for people."""

from __future__ import annotations


class NiwashiError(ValueError):
    """A mistake in the input. `code` is stable; the sentence quotes the offender and says what would be right."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence

    def __reduce__(self) -> tuple[type[NiwashiError], tuple[str, str]]:
        return type(self), (self.code, self.sentence)


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


LONGEST_QUOTE = 60


def quote(offender: object) -> str:
    """The offender as a person would point at it: quoted, printable and never longer than a line."""
    text = repr(offender) if not isinstance(offender, str) else f"«{offender}»"
    text = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"

"""A game in the terminal against bots, with commands for help, hints, undo and saving."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from niwashi import bots
from niwashi.analysis import hint
from niwashi.core.errors import NiwashiError, quote
from niwashi.core.rng import seeded
from niwashi.engine.game import Game

HELP = """  an action      in its notation; the first letters are enough if only one legal action begins so
  ?  or  ? f     all legal actions with their points; only those that begin with f
  why ACTION     which rule forbids it, or how its points add up
  hint           what a strong bot would do, with reasons
  board, score   print the board; print the score sheet so far
  undo           take back your last action
  save FILE      write the record to a file
  quit           leave; an unsaved game is lost"""
SPECIAL_KEY = re.compile(r"(?:\x1b[\[O][0-9;]*[ -/]*[@-~]|\x1b)+")
WIDTH = 80
MAX_LISTED = 60
MAX_NAMED = 8

Waiting = Callable[[str], AbstractContextManager[None]]
"""Shows a text while something takes long."""


def show_nothing(_: str) -> AbstractContextManager[None]:
    return nullcontext()


def play_game(
    game: Game,
    person: int,
    ask: Callable[[str], str],
    say: Callable[[str], None],
    against: str = "casual",
    waiting: Waiting = show_nothing,
) -> None:
    """Play until the game is over or the person leaves. Bots sit in all other seats."""
    opponent = Opponent(game, against, waiting)
    say(f"{game.rules.title}: you are {game.names[person]}. Type ? for your actions, help for all commands.")
    shown = -1
    while not game.over:
        if person not in game.to_act:
            opponent.act(game.to_act[0], say)
            continue
        if shown != len(game.events):
            say(f"\n{game}\n")
            shown = len(game.events)
        if not _turn(game, person, ask, say, waiting):
            say(f"  left; --seed {game.seed} starts the same game again")
            return
    say(f"\n{game}\n\n{game.sheet()}\n")
    say(f"{' and '.join(game.names[seat] for seat in game.winners)} won.")


class Opponent:
    """The bot in all seats but the person's."""

    def __init__(self, game: Game, name: str, waiting: Waiting) -> None:
        self.waiting = waiting
        self.game, self.bot, self.budget = game, bots.make(name, game.rules), bots.default_budget(name)
        self.rng = seeded(f"opponent/{game.seed}")

    def act(self, seat: int, say: Callable[[str], None]) -> None:
        game = self.game
        with self.waiting(f"{game.names[seat]} is thinking …"):
            decision = self.bot.choose(game.position, seat, self.budget, self.rng)
        action = game.rules.action_text(game.position, seat, decision.action)
        points = game.gain(action, seat)
        game.play(action, seat)
        say(f"  {game.names[seat]}: {action}{f'  +{points}' if points else ''}")


def _turn(game: Game, seat: int, ask: Callable[[str], str], say: Callable[[str], None], waiting: Waiting) -> bool:
    """Handles one line of input; False if the person leaves."""
    line = " ".join(read_line(ask, f"{game.names[seat]} › ").split())
    line = f"? {line[1:].lstrip()}" if line.startswith("?") else line
    word, _, rest = line.partition(" ")
    try:
        if word in ("quit", "exit", "q"):
            return False
        if word == "hint":
            _hint(game, seat, say, waiting)
        elif not _run_command(game, seat, word, rest, say):
            _act(game, seat, line, say)
    except NiwashiError as error:
        say(f"  {error.sentence}")
    return True


def read_line(ask: Callable[[str], str], prompt: str) -> str:
    """The end of the input (Ctrl-D) reads as “quit”. Arrow keys and the like become words, for errors to quote."""
    try:
        return SPECIAL_KEY.sub(" (a special key) ", ask(prompt))
    except EOFError:
        return "quit"


def _run_command(game: Game, seat: int, word: str, rest: str, say: Callable[[str], None]) -> bool:
    """False if the word is not a command, and so perhaps an action."""
    if word == "help":
        say(HELP)
    elif word == "?":
        say(_legal_list(game, seat, rest))
    elif word == "why":
        say(f"  {game.explain(rest, seat)}")
    elif word in ("board", ""):
        say(str(game))
    elif word == "score":
        say(str(game.sheet()))
    elif word == "undo":
        _undo(game, seat)
        say("  taken back")
    elif word == "save":
        _save(game, rest)
        say(f"  saved as {quote(rest)}; niwashi replay opens it")
    else:
        return False
    return True


def _hint(game: Game, seat: int, say: Callable[[str], None], waiting: Waiting) -> None:
    from niwashi.analysis.text import hint_text  # loads the bots

    with waiting("thinking about a hint …"):
        found = hint(game, seat)
    say("\n".join(f"  {line}" for line in hint_text(found).splitlines()))


def _undo(game: Game, seat: int) -> None:
    own = [n for n, (who, _) in enumerate(game.events) if who == seat]
    if not own:
        raise NiwashiError("game/undo", "you have not acted yet, so there is nothing to undo")
    game.undo(own[-1])


def _save(game: Game, path: str) -> None:
    if not path:
        raise NiwashiError("game/save", "save needs a file name: save game.json")
    game.record().save(path)


def _act(game: Game, seat: int, text: str, say: Callable[[str], None]) -> None:
    action = _complete_action(game, seat, text)
    points = game.gain(action, seat)
    game.play(action, seat)
    say(f"  {action}{f'  +{points}' if points else ''}")


def _complete_action(game: Game, seat: int, text: str) -> str:
    """The only legal action that begins with the text; if there is none, the text itself, for the game to refuse."""
    legal = [str(action) for action in game.legal(seat)]
    begun = [notation for notation in legal if notation.startswith(text)]
    if text in legal or not begun:
        return text
    if len(begun) > 1:
        several = ", ".join(begun[:MAX_NAMED]) + (" …" if len(begun) > MAX_NAMED else "")
        raise NiwashiError("action/several", f"{quote(text)} begins {len(begun)} legal actions: {several}")
    return begun[0]


def _legal_list(game: Game, seat: int, prefix: str) -> str:
    found = [action for action in game.legal(seat) if str(action).startswith(prefix)]
    if not found:
        return f"  no legal action begins with {quote(prefix)}"
    ranked = sorted(found, key=lambda action: -game.gain(action))
    width = max(len(str(action)) for action in ranked[:MAX_LISTED])
    shown = [f"  {action!s:>{width}} {game.gain(action):+3d}" for action in ranked[:MAX_LISTED]]
    abreast = WIDTH // len(shown[0])
    lines = ["".join(shown[first : first + abreast]) for first in range(0, len(shown), abreast)]
    more = len(ranked) - len(shown)
    return "\n".join([*lines, f"  … and {more} more; type ? and the first letters to list fewer"] if more else lines)

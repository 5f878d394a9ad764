"""A game in the terminal against a simple opponent: type an action, or ask what there is."""

from __future__ import annotations

from collections.abc import Callable

from niwashi.core.errors import NiwashiError, quote
from niwashi.core.rng import Generator, below, seeded
from niwashi.play import Action, Game

HELP = """  an action      in its notation; the first letters are enough where only one begins so
  ?  or  ? f     every legal action with its points; those that begin with f
  why ACTION     which rule forbids it, or how its points add up
  board, score   the table; the score sheet so far
  undo           take back your last action
  save FILE      write the record
  quit           leave (the game is lost unless saved)"""
MOST_SHOWN = 60


def duel(game: Game, person: int, ask: Callable[[str], str], say: Callable[[str], None]) -> None:
    """Play until the game is over or the person leaves. All other seats take the best points at once."""
    rng = seeded(len(game.seed or ""))
    say(f"{game.rules.title}: you are {game.names[person]}. Type ? for your actions, help for the rest.\n\n{game}\n")
    while not game.over:
        if person in game.to_act:
            if not _turn(game, person, ask, say):
                return
        else:
            _opponent(game, game.to_act[0], rng, say)
    say(f"\n{game}\n\n{game.sheet()}\n")
    say(f"{' and '.join(game.names[seat] for seat in game.winners)} won.")


def _opponent(game: Game, seat: int, rng: Generator, say: Callable[[str], None]) -> None:
    action, points = greedy(game, seat, rng)
    game.play(action)
    say(f"  {game.names[seat]}: {action}{f'  +{points}' if points else ''}")


def greedy(game: Game, seat: int, rng: Generator) -> tuple[Action, int]:
    """The best points at once; any of the best."""
    gains = [(game.gain(action), action) for action in game.legal(seat)]
    best = max(points for points, _ in gains)
    actions = [action for points, action in gains if points == best]
    return actions[below(rng, len(actions))], best


def _turn(game: Game, seat: int, ask: Callable[[str], str], say: Callable[[str], None]) -> bool:
    """One line from the person; False when they leave."""
    line = " ".join(ask(f"{game.names[seat]} › ").split())
    word, _, rest = line.partition(" ")
    try:
        if word in ("quit", "exit", "q"):
            return False
        if not _command(game, seat, word, rest, say):
            _act(game, seat, line, say)
    except NiwashiError as error:
        say(f"  {error.sentence}")
    return True


def _command(game: Game, seat: int, word: str, rest: str, say: Callable[[str], None]) -> bool:
    """Everything a person may say that is no action."""
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
        say(str(game))
    elif word == "save":
        game.record().save(rest)
        say(f"  saved as {rest}")
    else:
        return False
    return True


def _undo(game: Game, seat: int) -> None:
    own = [n for n, (who, _) in enumerate(game.events) if who == seat]
    if not own:
        raise NiwashiError("game/undo", "you have done nothing yet that could be taken back")
    game.undo(own[-1])


def _act(game: Game, seat: int, text: str, say: Callable[[str], None]) -> None:
    action = _completed(game, seat, text)
    points = game.gain(action, seat)
    game.play(action, seat)
    say(f"  {action}{f'  +{points}' if points else ''}")
    if not game.over and seat in game.to_act:
        say(f"\n{game}\n")


def _completed(game: Game, seat: int, text: str) -> str:
    """The one legal action that begins so; else the text as it is, for the game to judge."""
    legal = [str(action) for action in game.legal(seat)]
    begun = [notation for notation in legal if notation.startswith(text)]
    return begun[0] if text not in legal and len(begun) == 1 else text


def _legal_list(game: Game, seat: int, prefix: str) -> str:
    found = [action for action in game.legal(seat) if str(action).startswith(prefix)]
    if not found:
        return f"  nothing legal begins with {quote(prefix)}"
    ranked = sorted(found, key=lambda action: -game.gain(action))
    shown = [f"{action!s:>12} {game.gain(action):+3d}" for action in ranked[:MOST_SHOWN]]
    lines = ["".join(shown[first : first + 5]) for first in range(0, len(shown), 5)]
    more = len(ranked) - len(shown)
    return "\n".join([*lines, f"  … and {more} more; ? and the first letters show fewer"] if more else lines)

"""Why an action is refused, for all who play by its number."""

from __future__ import annotations

from typing import Any

from niwashi.core.errors import IllegalAction
from niwashi.core.game import Rules


def explain_refusal(rules: Rules, p: Any, seat: int, action: int, game: int | None = None) -> IllegalAction:
    """In the words of the rules. Of many games, the sentence names the one."""
    where = "" if game is None else f"game {game}"
    about = {} if game is None else {"game": game, "action": action}
    if not 0 <= action < rules.actions:
        sentence = f"{action} is no action of {rules.title}; its actions are 0 to {rules.actions - 1}"
        return IllegalAction("env/action", f"{where}: {sentence}" if where else sentence, about)
    error = rules.explain_illegal(p, seat, action)
    assert error is not None, "the mask and the explanation agree"
    where = f"{where}, seat {seat}" if where else f"seat {seat}"
    return IllegalAction(error.code, f"{where}, action {action}: {error.sentence}", about)

"""Opens tables of this process: new games, and saved ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from niwashi import bots
from niwashi.core.errors import BadOptions, NiwashiError, quote
from niwashi.engine import catalog, factory
from niwashi.terminal.saved_games import PERSON, SavedGame, list_saved, new_path
from niwashi.terminal.tables.local import LocalTable


def new_table(
    game: str,
    holders: Sequence[str],
    options: Mapping[str, Any],
    seed: str | None = None,
    components: Path | None = None,
    names: Sequence[str] | None = None,
) -> LocalTable:
    """Wrong options and names of bots are refused before anything is shown."""
    rules = catalog.rules(game)
    given = {**rules.turn_order_options, **options, "seats": len(holders)}
    rules.options(given)
    box = None if components is None else factory.read_components(rules, components).content
    for holder in holders:
        if holder != PERSON:
            check_bot(holder)
    key = factory.read_seed(seed)
    whole = (
        None if box is None else {"game": rules.name, "name": factory.read_components(rules, components).name, **box}
    )
    return LocalTable(
        rules,
        lambda: factory.new(rules.name, seed=key, components=whole, names=names, **given),
        tuple(holders),
        new_path(rules.name),
    )


def check_bot(name: str) -> None:
    if name not in bots.names():
        raise BadOptions("bots/unknown", f"there is no bot {quote(name)}; there are {', '.join(bots.names())}")


def saved_table(saved: SavedGame) -> LocalTable:
    """Continues a game. A record from elsewhere is continued in a file of its own."""
    rules = catalog.rules(saved.record.game)
    for holder in saved.holders:
        if holder != PERSON:
            _check_saved_bot(holder)
    ours = saved.path.parent == new_path(rules.name).parent
    path = saved.path if ours else new_path(rules.name)
    return LocalTable(rules, lambda: factory.replay(saved.record), saved.holders, path)


def _check_saved_bot(name: str) -> None:
    """A file may name any module, so nothing is imported for it; a person may."""
    if name not in bots.names():
        sentence = f"the bot {quote(name)} has a seat in this game, but is not known here"
        known = "; niwashi play --resume --against MODULE:FACTORY makes a bot of your own known"
        raise BadOptions("bots/unknown", sentence + (known if ":" in name else ""))


def newest_unfinished() -> SavedGame:
    found = next((saved for saved in list_saved() if not saved.over), None)
    if found is None:
        raise NiwashiError("game/resume", "there is no unfinished game to continue; niwashi play GAME begins one")
    return found

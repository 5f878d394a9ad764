"""Games that are saved as they are played: records with a note of who has each seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from niwashi.core.errors import BadRecord, NiwashiError, quote
from niwashi.core.files import os_reason
from niwashi.core.record import Record, read_file
from niwashi.engine import catalog
from niwashi.engine.folders import data_folder
from niwashi.engine.game import Game

SEATS_NOTE = "seats"
PERSON = "person"
"""In place of a bot's name."""
DEFAULT_BOT = "casual"


def games_folder() -> Path:
    return data_folder() / "games"


@dataclass(frozen=True)
class SavedGame:
    path: Path
    record: Record
    holders: tuple[str, ...]
    """For each seat “person” or a bot's name."""

    @property
    def over(self) -> bool:
        return self.record.result is not None

    @property
    def description(self) -> str:
        names = self.record.names
        state = "over" if self.over else f"{len(self.record.events)} events"
        at = datetime.fromtimestamp(self.path.stat().st_mtime)
        return f"{catalog.rules(self.record.game).title} · {', '.join(names)} · {state} · {at:%d %b %H:%M}"


def new_path(game: str) -> Path:
    """A file name that no other game has."""
    stem = f"{datetime.now():%Y-%m-%d-%H%M%S}-{game}"
    paths = (games_folder() / f"{stem}{f'-{n}' if n else ''}.json" for n in range(1000))
    return next(path for path in paths if not path.exists())


def save_game(game: Game, holders: tuple[str, ...], path: Path) -> None:
    """Write the game whole or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        sentence = f"cannot make the folder {quote(str(path.parent))} for saved games: {os_reason(error)}"
        raise BadRecord("record/write", sentence) from None
    record = game.record()
    record.notes[SEATS_NOTE] = list(holders)
    record.save(path)


def read_saved(path: Path) -> SavedGame:
    """A game of this program, or any other record: then a person has the first seat."""
    record = read_file(path)
    seats = len(record.names) or int(record.options.get("seats", 2))
    noted = record.notes.get(SEATS_NOTE)
    if isinstance(noted, list) and len(noted) == seats and all(isinstance(one, str) for one in noted):
        return SavedGame(path, record, tuple(noted))
    return SavedGame(path, record, (PERSON, *(DEFAULT_BOT for _ in range(seats - 1))))


def list_saved() -> list[SavedGame]:
    """The newest first. Files that are no records are left out."""
    return sorted(_readable(), key=lambda saved: -saved.path.stat().st_mtime)


def _readable() -> Iterator[SavedGame]:
    for path in games_folder().glob("*.json"):
        try:
            yield read_saved(path)
        except (NiwashiError, OSError):
            continue

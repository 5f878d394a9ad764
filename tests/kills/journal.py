"""The seasons of a long run that have passed, so that it can be interrupted and go on."""

from __future__ import annotations

from pathlib import Path

import msgspec

from niwashi.core.errors import NiwashiError, quote
from tests.kills.cycles import Plan, Tally


class _Line(msgspec.Struct, frozen=True):
    run: str
    """What was asked for."""
    season: str
    tally: Tally


class Journal:
    """Each season that has passed is one line of JSON."""

    def __init__(self, file: Path | None, run: str = "") -> None:
        self._file, self._run = file, run
        self._passed: dict[str, Tally] = {}
        if file is not None and file.exists():
            self._read(file)

    def _read(self, file: Path) -> None:
        try:
            lines = [msgspec.json.decode(line, type=_Line) for line in file.read_bytes().splitlines()]
        except msgspec.MsgspecError as error:
            raise NiwashiError("kills/journal", f"{quote(str(file))} is no journal of kills: {error}") from None
        if other := [line.run for line in lines if line.run != self._run]:
            sentence = f"{quote(str(file))} belongs to another run ({other[0]}); this one is {self._run}"
            raise NiwashiError("kills/journal", sentence)
        self._passed = {line.season: line.tally for line in lines}

    def passed(self, plan: Plan) -> Tally | None:
        return self._passed.get(plan.seed)

    def note(self, plan: Plan, tally: Tally) -> None:
        if self._file is not None:
            with self._file.open("ab") as journal:
                journal.write(msgspec.json.encode(_Line(self._run, plan.seed, tally)) + b"\n")

"""A game in this process: people at this terminal and bots. Every event is saved."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from niwashi import bots
from niwashi.core.client_types import Effect, Reason, Scored
from niwashi.core.errors import NiwashiError
from niwashi.core.files import printable
from niwashi.core.game import Rules
from niwashi.core.rng import seeded
from niwashi.engine.game import Game
from niwashi.terminal.saved_games import PERSON, save_game
from niwashi.terminal.scene import Scene
from niwashi.terminal.tables.background import in_background, whole
from niwashi.terminal.tables.table import HINTING, Table

Result = TypeVar("Result")
PACE_SECONDS = 0.4
"""Between two actions of bots, so that people can follow."""


class LocalTable(Table):
    """The game is touched in one thread at a time: thinking and compiling take long."""

    def __init__(
        self,
        rules: Rules,
        make: Callable[[], Game],
        holders: tuple[str, ...],
        path: Path,
        pace_seconds: float = PACE_SECONDS,
    ) -> None:
        super().__init__(rules)
        self._make, self.holders, self.path, self.pace_seconds = make, holders, path, pace_seconds
        self.game: Game | None = None
        self._thread = asyncio.Lock()
        self._changed = asyncio.Event()
        self._bots: dict[str, bots.Bot] = {}
        self.status = "loading the rules …"

    # -- the flow of the game ----------------------------------------------------------------------------------------
    async def run(self) -> None:
        await self._in_thread(self._begin)
        while True:
            self._changed.clear()
            await self._play_bots()
            self.on_change()
            await self._changed.wait()

    def _begin(self) -> None:
        self.game = self._make()
        for number in range(self.game.length):
            self.log.append(log_line(self.game, number))
        self._refresh()
        self._save()

    async def _play_bots(self) -> None:
        assert self.game is not None
        while not self.game.over and self._person() is None:
            seat = self.game.to_act[0]
            self._announce(f"{self.game.names[seat]} ({self.holders[seat]}) is thinking …")
            try:
                await self._in_thread(partial(self._act_as_bot, seat))
            except NiwashiError as error:  # the person may undo, and so try again
                self.busy, self.status = False, error.sentence
                return
            self.on_change()
            await asyncio.sleep(self.pace_seconds)
        self.busy, self.over = False, self.game.over
        self.status = self._result() if self.over else self._turn()

    def _person(self) -> int | None:
        """The first person who is to act."""
        assert self.game is not None
        return next((seat for seat in self.game.to_act if self.holders[seat] == PERSON), None)

    def _act_as_bot(self, seat: int) -> None:
        assert self.game is not None
        name = self.holders[seat]
        if name not in self._bots:
            self._bots[name] = bots.make(name, self.rules)
        rng = seeded(f"opponent/{self.game.seed}/{self.game.length}")
        decision = self._bots[name].choose(self.game.position, seat, bots.default_budget(name), rng)
        self._play(decision.action, seat)

    def _play(self, action: int | str, seat: int) -> None:
        assert self.game is not None
        before = self.game.length
        self.game.play(action, seat)
        self.log += [log_line(self.game, number) for number in range(before, self.game.length)]
        self._refresh()
        self._save()

    def _announce(self, status: str) -> None:
        self.busy, self.status = True, status
        self.on_change()

    def _turn(self) -> str:
        assert self.game is not None
        seat = self._person()
        assert seat is not None
        several = self.holders.count(PERSON) > 1
        return f"{self.game.names[seat]}, it is your turn" if several else "it is your turn"

    def _result(self) -> str:
        assert self.game is not None
        winners = [self.game.names[seat] for seat in self.game.winners]
        return f"the game is over: {' and '.join(winners)} won with {max(self.game.scores)} points"

    async def _in_thread(self, work: Callable[[], Result]) -> Result:
        async with self._thread:
            return await in_background(work)

    # -- the picture -------------------------------------------------------------------------------------------------
    def _refresh(self) -> None:
        game = self.game
        assert game is not None
        seat = self._person()
        front = seat if seat is not None else self._front()
        offer = None if seat is None else game.choices(seat)
        playing = frozenset(n for n, holder in enumerate(self.holders) if holder != PERSON)
        self.scene = Scene(game.view(), game.names, front, offer, str(game), playing)

    def _front(self) -> int:
        """While bots act: the seat that was in front, else the first person."""
        if self.scene is not None:
            return self.scene.front
        return self.holders.index(PERSON) if PERSON in self.holders else 0

    def _save(self) -> None:
        assert self.game is not None
        with whole():
            save_game(self.game, self.holders, self.path)

    # -- what people ask for -----------------------------------------------------------------------------------------
    async def act(self, notation: str) -> None:
        assert self.game is not None
        seat = self._person()
        if seat is None or self.busy:
            raise NiwashiError("seat/turn", "it is not your turn")
        self.busy = True
        try:
            await self._in_thread(lambda: self._play(notation, seat))
        finally:
            self.busy = False
        self._changed.set()

    async def undo(self) -> None:
        if self.busy and not self.over:
            raise NiwashiError("game/undo", "wait until it is your turn to take something back")
        await self._in_thread(self._undo)
        self.over = False
        self._changed.set()

    def _undo(self) -> None:
        assert self.game is not None
        own = [n for n, (who, _) in enumerate(self.game.events) if isinstance(who, int) and self.holders[who] == PERSON]
        if not own:
            raise NiwashiError("game/undo", "nobody here has acted yet, so there is nothing to undo")
        self.game.undo(own[-1])
        self.log = [*self.log[: own[-1]], *(log_line(self.game, n) for n in range(own[-1], self.game.length))]
        self._refresh()
        self._save()

    async def hint(self) -> tuple[str, str]:
        from niwashi.analysis import hint
        from niwashi.analysis.text import hint_text  # loads the bots

        game, seat = self.game, self._person() if self.game else None
        if game is None or seat is None or self.busy:
            raise NiwashiError("hint/turn", "a hint is for your own turn")
        status = self.status
        self._announce(HINTING)
        try:
            found = await self._in_thread(lambda: hint(game, seat))
        finally:
            self.busy, self.status = False, status
            self.on_change()
        return found.action, hint_text(found)

    def explain(self, notation: str, reason: Reason | None) -> str:
        seat = None if self.game is None or self.busy else self._person()
        if self.game is None or seat is None:
            return ""
        try:
            return str(self.game.explain(notation, seat))
        except NiwashiError as error:
            return error.sentence

    def sheet(self) -> str:
        return "" if self.game is None else str(self.game.sheet())

    @property
    def farewell(self) -> str:
        if self.game is None:
            return ""
        return f"the game is saved as {self.path}" + ("" if self.over else "; niwashi play --resume continues it")


def log_line(game: Game, number: int) -> str:
    """An event with the points that it brought, for the log."""
    who, what = game.events[number]
    name = game.names[who] if isinstance(who, int) else str(who)
    scored = [_scored(game, effect, who) for effect in game.effects(number)]
    own_first = sorted(scored, key=lambda text: text.startswith("("))  # the end of a long line is cut off
    return " ".join(filter(None, [f"{name}:", printable(str(what)), *own_first]))


def _scored(game: Game, effect: Effect, who: int | str) -> str:
    if not isinstance(effect, Scored) or not effect.points:
        return ""
    return f"+{effect.points}" if effect.seat == who else f"({game.names[effect.seat]} +{effect.points})"

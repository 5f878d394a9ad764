"""Turns of bots that the client of a table's only person computes. The server takes over where none answers in time."""

from __future__ import annotations

import asyncio

from niwashi.bots import rung
from niwashi.server.tables.stream import TableStream
from niwashi.table import BotTurn, Table
from niwashi.table.play import OTHERS
from niwashi.wire import Answer, Done, Refused
from niwashi.wire.messages import BotPosition, encode_message
from niwashi.wire.requests import Think

ANSWER_SECONDS = 4.0
"""How long a client may take, beyond the time that the bot's level thinks."""


class BotDelegation:
    def __init__(self, table: Table, stream: TableStream) -> None:
        self._table, self._stream = table, stream
        self._person: str | None = None
        """Whose client computes what bots do."""
        self._open: dict[str, asyncio.Future[bool]] = {}
        """By turn; True once it is answered, False if the server is to take over."""

    def answer(self, request: Think, person: str | None) -> Answer:
        """This is about a connection and not about the game, so the table's log knows nothing of it."""
        if not request.on:
            self.withdraw(person)
        elif person is not None and person == self._table.sole_player:
            self._person = person
        else:
            return Refused(id=request.id, code="table/others", sentence=OTHERS)
        return Done(id=request.id, seq=self._table.told_seq)

    def withdraw(self, person: str | None) -> None:
        """Their client computes no longer, or has gone."""
        if person == self._person:
            self._person = None
            for answered in self._open.values():
                _settle(answered, False)

    def covers(self, turn: BotTurn) -> bool:
        """In a live grab the server thinks: there bots have the reaction times of their level."""
        table = self._table
        return (
            self._person is not None
            and self._person == table.sole_player
            and not table.in_race
            and rung(turn.level) is not None
        )

    async def hand_out(self, turn: BotTurn) -> bool:
        """Whether the client has answered. One that is too slow is not asked again until it offers anew."""
        game, level = self._table.game, rung(turn.level)
        assert game is not None, "bots act in games that have started"
        assert level is not None, "only bots of the ladder are handed out"
        position = BotPosition(seat=turn.seat, seq=turn.seq, level=turn.level, position=game.position.tobytes())
        answered: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._open[turn.id] = answered
        self._stream.broadcast(encode_message(bot_position=position), to=self._person)
        try:
            async with asyncio.timeout(ANSWER_SECONDS + (level.budget.seconds or 0.0)):
                return await answered
        except TimeoutError:
            self.withdraw(self._person)
            return False
        finally:
            del self._open[turn.id]

    def settle(self) -> None:
        """After a commit: turns that no longer wait are answered."""
        waiting = {turn.id for turn in self._table.bots_to_act()} if self._open else set()
        for turn, answered in self._open.items():
            if turn not in waiting:
                _settle(answered, True)


def _settle(future: asyncio.Future[bool], result: bool) -> None:
    if not future.done():
        future.set_result(result)

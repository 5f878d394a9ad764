"""What other nodes write to us: their questions about our tables, and what everybody is to hear."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import msgspec
import structlog

from niwashi.core.errors import NiwashiError
from niwashi.server import letters
from niwashi.server.elsewhere import LOST
from niwashi.server.keeper import Keeper
from niwashi.server.letters import Answered, Joined, Letter, Question
from niwashi.server.lobby import Lobby
from niwashi.server.problems import status_of
from niwashi.server.running import Running
from niwashi.server.visits import Visits
from niwashi.store import Database
from niwashi.store.errors import StoreError
from niwashi.table import Command

log = structlog.get_logger()


class Correspondence:
    def __init__(self, keeper: Keeper, lobby: Lobby, visits: Visits, database: Database) -> None:
        self._keeper, self._lobby, self._visits, self._database = keeper, lobby, visits, database
        self._later: set[asyncio.Task[None]] = set()

    def take(self, letter: Letter) -> None:
        match letter:
            case letters.Told():
                self._keeper.told(letter)
            case letters.Heard():
                self._keeper.heard(letter.table, letter.by, letter.message)
            case letters.Listed():
                self._lobby.say(letter.message)
            case letters.Muted():
                self._keeper.mute(letter.person, frozenset(letter.others))
            case letters.Turned():
                self._visits.tell_turn(letter.person, letter.turn)
            case letters.Freed():
                self._keeper.left_by(letter.node)

    def back(self) -> None:
        """Letters may have been lost: whoever looks on comes back, and the lobby is told from the beginning."""
        self._keeper.let_go(LOST)
        self._keeper.freed.set()
        self._do_later(self._list_again())

    async def _list_again(self) -> None:
        try:
            self._lobby.say(await self._lobby.listed(self._database))
        except StoreError as error:
            log.warning("lobby not listed", code=error.code)

    def _do_later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._later.add(task)
        task.add_done_callback(self._later.discard)

    # -- questions ---------------------------------------------------------------------------------------------------
    async def answer(self, question: Question) -> Answered:
        try:
            running = await self._keeper.find_here(question.table)
            return Answered(id="", body=await self._body(running, question))
        except NiwashiError as error:
            return Answered(id="", code=error.code, sentence=error.sentence, status=status_of(error))
        except Exception:
            log.exception("question failed", question=type(question).__name__)
            return Answered(id="", code="server/mistake", sentence="that is our mistake; it has been written down")

    async def _body(self, running: Running, question: Question) -> bytes:
        match question:
            case letters.Ask():
                return msgspec.json.encode(await running.ask(Command(question.request, question.person)))
            case letters.Show():
                return msgspec.json.encode(await running.show(question.person))
            case letters.Since():
                return msgspec.json.encode(await running.since(question.since, question.person))
            case letters.Recall():
                return await running.recall()
            case letters.Sound():
                return await running.ping(question.person) or b""
            case letters.Hint():
                return await running.hint(question.person)
            case letters.Review():
                return await running.review(question.person)
            case letters.Join() | letters.Attend():
                return self._attend(running, question)

    def _attend(self, running: Running, question: letters.Join | letters.Attend) -> bytes:
        """Nothing may be told between this and the answer's going out; the table hears of it afterwards."""
        messages = running.welcome(question.person, question.since) if isinstance(question, letters.Join) else []
        far = running.how_far(running.branches.attend(question.node, question.people))
        self._do_later(running.note_presence())
        if isinstance(question, letters.Attend):
            return msgspec.msgpack.encode(far)
        return msgspec.msgpack.encode(Joined(far=far, messages=messages, live=running.live))

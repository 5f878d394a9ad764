"""What other nodes write to us: their questions about our tables, and what everybody is to hear."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import msgspec
import structlog

from niwashi.core.errors import NiwashiError
from niwashi.server.cluster import messages
from niwashi.server.cluster.messages import Answered, Joined, Letter, Question
from niwashi.server.error_status import status_of
from niwashi.server.realtime.connections import Visits
from niwashi.server.realtime.lobby import Lobby
from niwashi.server.tables.actor import Running
from niwashi.server.tables.registry import Keeper
from niwashi.server.tables.remote import LOST
from niwashi.table import Command
from niwashi.wire.messages import Bye, encode_message

log = structlog.get_logger()


class Correspondence:
    def __init__(self, keeper: Keeper, lobby: Lobby, visits: Visits) -> None:
        self._keeper, self._lobby, self._visits = keeper, lobby, visits
        self._later: set[asyncio.Task[None]] = set()

    def take(self, letter: Letter) -> None:
        match letter:
            case messages.Told():
                self._keeper.told(letter)
            case messages.Heard():
                self._keeper.heard(letter.table, letter.by, letter.message)
            case messages.Listed():
                self._lobby.say(letter.message)
            case messages.Muted():
                self._keeper.mute(letter.person, frozenset(letter.others))
            case messages.Turned():
                self._visits.tell_turn(letter.person, letter.turn)
            case messages.Freed():
                self._keeper.left_by(letter.node)

    def back(self) -> None:
        """Letters may have been lost: whoever looks on, also in the lobby, comes back for what they missed."""
        self._keeper.let_go(LOST)
        self._keeper.freed.set()
        self._lobby.close(encode_message(bye=Bye(code="server/again", sentence=LOST, seconds=1)))

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
            case messages.Ask():
                return msgspec.json.encode(await running.ask(Command(question.request, question.person)))
            case messages.Show():
                return msgspec.json.encode(await running.show(question.person))
            case messages.Since():
                return msgspec.json.encode(await running.since(question.since, question.person))
            case messages.Recall():
                return await running.recall()
            case messages.Sound():
                return await running.ping(question.person) or b""
            case messages.Hint():
                return await running.hint(question.person)
            case messages.Review():
                return await running.review(question.person)
            case messages.Join() | messages.Attend():
                return self._attend(running, question)

    def _attend(self, running: Running, question: messages.Join | messages.Attend) -> bytes:
        """Nothing may be told between this and the answer's going out; the table hears of it afterwards."""
        welcome = running.welcome(question.person, question.since) if isinstance(question, messages.Join) else []
        far = running.how_far(running.branches.attend(question.node, question.people))
        self._do_later(running.note_presence())
        if isinstance(question, messages.Attend):
            return msgspec.msgpack.encode(far)
        return msgspec.msgpack.encode(Joined(far=far, messages=welcome, live=running.live))

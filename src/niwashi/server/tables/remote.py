"""A table that another node runs, as it is seen from here: everything is asked of its owner."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec

from niwashi.core.errors import NiwashiError
from niwashi.server.clock import Clock
from niwashi.server.cluster import messages
from niwashi.server.cluster.interface import PATIENCE, Neighbours, Then
from niwashi.server.cluster.messages import HowFar, Joined, Question, Told
from niwashi.server.errors import Late, Moved, Silent, again
from niwashi.server.realtime.subscribers import Audience, Listener
from niwashi.table import Command
from niwashi.wire import Answer, News, Snapshot
from niwashi.wire.messages import Bye, Heartbeat, encode_message

HINT_PATIENCE = 30.0
LOST = "something was lost on the way here; come back for it"
BROUGHT_BACK = "this table is being brought back; come back"
_answer: msgspec.json.Decoder[Answer | None] = msgspec.json.Decoder(Answer | None)
_news: msgspec.json.Decoder[list[News]] = msgspec.json.Decoder(list[News])


class Elsewhere:
    """Until its owner is silent or has the table no more. Whoever comes back then finds the next one."""

    def __init__(self, table: str, owner: str, node: str, neighbours: Neighbours, clock: Clock, beat: float) -> None:
        self.id, self.owner = table, owner
        self._node, self._neighbours, self._clock = node, neighbours, clock
        self.audience = Audience()
        self.closed = False
        self.live = False
        self.quiet_since = clock.seconds()
        self._coming: list[str] = []
        self._far: HowFar | None = None
        self._far_at = 0
        self._each = beat
        self._beating: asyncio.Task[None] | None = None

    # -- asked of the owner ------------------------------------------------------------------------------------------
    async def ask(self, command: Command) -> Answer | None:
        assert command.person is not None, "bots are their owner's"
        question = messages.Ask(table=self.id, person=command.person, request=command.request)
        return _answer.decode(await self._ask(question))

    async def show(self, person: str | None) -> Snapshot:
        return msgspec.json.decode(await self._ask(messages.Show(table=self.id, person=person)), type=Snapshot)

    async def since(self, since: int, person: str | None) -> list[News]:
        return _news.decode(await self._ask(messages.Since(table=self.id, since=since, person=person)))

    async def recall(self) -> bytes:
        return await self._ask(messages.Recall(table=self.id))

    async def ping(self, person: str) -> bytes | None:
        return await self._ask(messages.Sound(table=self.id, person=person)) or None

    async def hint(self, person: str) -> bytes:
        return await self._ask(messages.Hint(table=self.id, person=person), patience=HINT_PATIENCE)

    async def review(self, person: str | None) -> bytes:
        return await self._ask(messages.Review(table=self.id, person=person))

    async def _ask(self, question: Question, then: Then = None, patience: float = PATIENCE) -> bytes:
        """Where the owner is gone, the next try finds whoever runs the table by then."""
        if self.closed:
            raise again()
        self.quiet_since = self._clock.seconds()
        try:
            return await self._neighbours.ask(self.owner, question, patience, then)
        except (Silent, Moved):
            self.close(BROUGHT_BACK)
            raise

    # -- who looks on from here ----------------------------------------------------------------------------------------
    async def join(self, listener: Listener, since: int | None) -> None:
        def welcome(raw: bytes) -> None:
            """Before any later letter is read, so that nothing is missed and nothing told twice."""
            joined = msgspec.msgpack.decode(raw, type=Joined)
            self._check(joined.far)
            self.live = joined.live
            for message in joined.messages:
                listener.outbox.offer(message)
            self.audience.add(listener)
            self._beating = self._beating or asyncio.create_task(self._beat(), name=f"elsewhere {self.id}")

        person = listener.person.id
        self._coming.append(person)
        try:
            join = messages.Join(table=self.id, node=self._node, people=self._people, person=person, since=since)
            await self._ask(join, welcome)
        finally:
            self._coming.remove(person)
        if self.closed:
            raise again()

    @property
    def _people(self) -> list[str]:
        return sorted(self.audience.people.union(self._coming))

    async def leave(self, listener: Listener) -> None:
        self.audience.discard(listener)
        if not self.closed:
            with suppress(NiwashiError):
                await self._attend()

    async def _attend(self) -> None:
        """No owner that is alive is late with this."""
        question = messages.Attend(table=self.id, node=self._node, people=self._people)
        try:
            await self._ask(question, lambda raw: self._check(msgspec.msgpack.decode(raw, type=HowFar)))
        except Late:
            self.close(BROUGHT_BACK)

    async def _beat(self) -> None:
        """The owner learns that we are here and who with, and we how far the table is: a lost letter is noticed."""
        while not self.closed:
            await asyncio.sleep(self._each)
            if self.audience:
                with suppress(NiwashiError):
                    await self._attend()

    def _check(self, far: HowFar) -> None:
        """We must have been told as much as we were written."""
        if self.audience and self._far and (far.stream, far.number) != (self._far.stream, self._far.number):
            self.close(LOST)
        self._far, self._far_at = far, self._clock.now()

    def told(self, letter: Told) -> None:
        if self._far is None or not self.audience:
            return
        if (letter.stream, letter.number) != (self._far.stream, self._far.number + 1):
            self.close(LOST)
            return
        self._far = msgspec.structs.replace(self._far, number=letter.number)
        self.audience.say(letter.message, letter.to)
        if letter.last:
            self.close()

    def heartbeat(self) -> bytes:
        """As far as the owner was when we last heard of it, by its clock."""
        assert self._far is not None, "who has joined knows how far the table is"
        at = self._far.at + self._clock.now() - self._far_at
        return encode_message(heartbeat=Heartbeat(seq=self._far.seq, at=at))

    def close(self, sentence: str | None = None) -> None:
        """Whoever looks on is told to come back, unless the owner has said so already."""
        if self.closed:
            return
        self.closed = True
        bye = Bye(code="server/again", sentence=sentence or "", seconds=1)
        self.audience.close(encode_message(bye=bye) if sentence else None)
        if self._beating and self._beating is not asyncio.current_task():
            self._beating.cancel()

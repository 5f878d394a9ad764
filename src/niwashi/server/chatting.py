"""Talk at a table: kept, bounded, and not told to those who have muted its author."""

from __future__ import annotations

import hashlib

from niwashi.core.errors import NiwashiError, quote
from niwashi.server.guarding import Forbidden
from niwashi.server.house import House
from niwashi.server.people import Person
from niwashi.server.running import Running
from niwashi.store import chat
from niwashi.wire.messages import Said, packed

LONGEST_LINE = 500


def author_of(table: str, person: str | None) -> str:
    """Tells authors of one table apart and nothing else: ids of people stay with us."""
    return hashlib.sha256(f"{table}/author/{person}".encode()).hexdigest()[:16]


def said(table: str, line: chat.Message) -> Said:
    return Said(id=line.id, author=author_of(table, line.account), name=line.name, text=line.text, at=line.written)


async def say(house: House, running: Running, person: Person, text: str) -> Said:
    table = running.table
    if person.id not in table.people:
        raise Forbidden("chat/seat", "only who sits at the table can talk there")
    text = " ".join(text.split())
    if not 0 < len(text) <= LONGEST_LINE or not text.isprintable():
        raise NiwashiError("chat/text", f"a line has 1 to {LONGEST_LINE} printable characters")
    number = await chat.say(house.store.database, table.id, person.name, text, person.id)
    line = Said(id=number, author=author_of(table.id, person.id), name=person.name, text=text, at=house.clock.now())
    for listener in running.listeners:
        if person.id not in listener.person.muted:
            listener.outbox.offer(packed(chat=line))
    return line


async def find_author(house: House, running: Running, author: str) -> str:
    """Somebody who sits there or has said something there."""
    table = running.table
    spoken = [line.account for line in await chat.latest(house.store.database, table.id)]
    for person in filter(None, [*table.people, *spoken]):
        if author_of(table.id, person) == author:
            return person
    raise NiwashiError("chat/author", f"nobody at this table is author {quote(author)}")

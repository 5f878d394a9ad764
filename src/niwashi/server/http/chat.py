"""Talk at a table: kept, bounded, and not told to those who have muted its author."""

from __future__ import annotations

import hashlib

from niwashi.core.errors import NiwashiError, quote
from niwashi.server.access.accounts import Person
from niwashi.server.access.security import Forbidden
from niwashi.server.application import House
from niwashi.server.cluster.messages import Heard
from niwashi.server.errors import away
from niwashi.store import chat, tables
from niwashi.store.errors import Closed
from niwashi.wire.messages import Said, encode_message

LONGEST_LINE = 500


def author_of(table: str, person: str | None) -> str:
    """Tells authors of one table apart and nothing else: ids of people stay with us."""
    return hashlib.sha256(f"{table}/author/{person}".encode()).hexdigest()[:16]


def said(table: str, line: chat.ChatMessage) -> Said:
    return Said(id=line.id, author=author_of(table, line.account), name=line.name, text=line.text, at=line.written)


async def say(house: House, table: str, person: Person, text: str) -> Said:
    """Kept first, then told at all nodes."""
    if person.id not in await _seated(house, table):
        raise Forbidden("chat/seat", "only who sits at the table can talk there")
    text = " ".join(text.split())
    if not 0 < len(text) <= LONGEST_LINE or not text.isprintable():
        raise NiwashiError("chat/text", f"a line has 1 to {LONGEST_LINE} printable characters")
    if not house.neighbours.up:  # before it is kept: said again it would stand there twice
        raise away()
    number = await chat.add_message(house.store.database, table, person.name, text, person.id)
    line = Said(id=number, author=author_of(table, person.id), name=person.name, text=text, at=house.clock.now())
    message = encode_message(chat=line)
    house.keeper.heard(table, person.id, message)
    house.neighbours.broadcast(Heard(table=table, by=person.id, message=message))
    return line


async def _seated(house: House, table: str) -> list[str]:
    kept = await tables.find(house.store.database, table)
    if kept.closed is not None:
        raise Closed
    return [seat.account for seat in kept.seats if seat.account]


async def find_author(house: House, table: str, author: str) -> str:
    """Somebody who sits there or has said something there."""
    spoken = [line.account for line in await chat.list_messages(house.store.database, table)]
    for person in filter(None, [*await _seated(house, table), *spoken]):
        if author_of(table, person) == author:
            return person
    raise NiwashiError("chat/author", f"nobody at this table is author {quote(author)}")

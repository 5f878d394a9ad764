"""Talk at a table: kept, bounded, and not told to those who have muted its author."""

from __future__ import annotations

import hashlib

from niwashi.core.errors import NiwashiError, quote
from niwashi.server.access.accounts import Person
from niwashi.server.access.security import Forbidden
from niwashi.server.application import Application
from niwashi.server.cluster.messages import ChatMessage
from niwashi.server.errors import cluster_unavailable
from niwashi.store import chat, tables
from niwashi.store.errors import Closed
from niwashi.wire.messages import Said, encode_message

MAX_LINE_LENGTH = 500


def author_of(table: str, person: str | None) -> str:
    """Tells authors of one table apart and nothing else: ids of people stay with us."""
    return hashlib.sha256(f"{table}/author/{person}".encode()).hexdigest()[:16]


def to_message(table: str, line: chat.StoredMessage) -> Said:
    return Said(id=line.id, author=author_of(table, line.account), name=line.name, text=line.text, at=line.written)


async def post_line(application: Application, table: str, person: Person, text: str) -> Said:
    """Kept first, then told at all nodes."""
    if person.id not in await _seated(application, table):
        raise Forbidden("chat/seat", "only who sits at the table can talk there")
    text = " ".join(text.split())
    if not 0 < len(text) <= MAX_LINE_LENGTH or not text.isprintable():
        raise NiwashiError("chat/text", f"a line has 1 to {MAX_LINE_LENGTH} printable characters")
    if not application.cluster.up:  # before it is kept: said again it would stand there twice
        raise cluster_unavailable()
    number = await chat.add_message(application.store.database, table, person.name, text, person.id)
    line = Said(id=number, author=author_of(table, person.id), name=person.name, text=text, at=application.clock.now())
    message = encode_message(chat=line)
    application.registry.deliver_chat(table, person.id, message)
    application.cluster.broadcast(ChatMessage(table=table, by=person.id, payload=message))
    return line


async def _seated(application: Application, table: str) -> list[str]:
    kept = await tables.find(application.store.database, table)
    if kept.closed is not None:
        raise Closed
    return [seat.account for seat in kept.seats if seat.account]


async def find_author(application: Application, table: str, author: str) -> str:
    """Somebody who sits there or has said something there."""
    spoken = [line.account for line in await chat.list_messages(application.store.database, table)]
    for person in filter(None, [*await _seated(application, table), *spoken]):
        if author_of(table, person) == author:
            return person
    raise NiwashiError("chat/author", f"nobody at this table is author {quote(author)}")

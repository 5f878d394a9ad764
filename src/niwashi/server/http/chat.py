"""Chat at a table: stored, limited in length, and hidden from people who have muted the author."""

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
    """Distinguishes the authors at one table without revealing their ids."""
    return hashlib.sha256(f"{table}/author/{person}".encode()).hexdigest()[:16]


def to_message(table: str, line: chat.StoredMessage) -> Said:
    return Said(id=line.id, author=author_of(table, line.account), name=line.name, text=line.text, at=line.written)


async def post_line(application: Application, table: str, person: Person, text: str) -> Said:
    """Store the line, then send it to the table's subscribers on all nodes."""
    if person.id not in await _seated(application, table):
        raise Forbidden("chat/seat", "only seated players can chat at this table")
    text = " ".join(text.split())
    if not 0 < len(text) <= MAX_LINE_LENGTH or not text.isprintable():
        raise NiwashiError(
            "chat/text", f"a chat line must have 1 to {MAX_LINE_LENGTH} printable characters; got {len(text)}"
        )
    if not application.cluster.up:  # checked before storing, because the retry would store it twice
        raise cluster_unavailable()
    number = await chat.add_message(application.store.database, table, person.name, text, person.id)
    line = Said(id=number, author=author_of(table, person.id), name=person.name, text=text, at=application.clock.now())
    message = encode_message(chat=line)
    application.registry.deliver_chat(table, person.id, message)
    application.cluster.broadcast(ChatMessage(table=table, by=person.id, payload=message))
    return line


async def _seated(application: Application, table: str) -> list[str]:
    stored = await tables.find(application.store.database, table)
    if stored.closed is not None:
        raise Closed
    return [seat.account for seat in stored.seats if seat.account]


async def find_author(application: Application, table: str, author: str) -> str:
    """Find a person at the table by their author id: seated now, or author of a line."""
    authors = [line.account for line in await chat.list_messages(application.store.database, table)]
    for person in filter(None, [*await _seated(application, table), *authors]):
        if author_of(table, person) == author:
            return person
    raise NiwashiError("chat/author", f"there is no author {quote(author)} at this table")

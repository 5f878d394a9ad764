"""Commands from clients."""

from __future__ import annotations

import msgspec

from niwashi.server.access.accounts import Person
from niwashi.table import Command
from niwashi.wire.requests import Request, Sit


def command_of(request: Request, person: Person) -> Command:
    """A person always sits down under their own name, whatever the request says."""
    named = msgspec.structs.replace(request, name=person.name) if isinstance(request, Sit) else request
    return Command(named, person.id)

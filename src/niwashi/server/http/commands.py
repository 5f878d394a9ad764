"""Commands from clients."""

from __future__ import annotations

import msgspec

from niwashi.server.access.accounts import Person
from niwashi.table import Command
from niwashi.wire.requests import Rename, Request, Sit


def command_of(request: Request, person: Person, max_lag: int = 0) -> Command:
    """A person always sits under their own name, whatever the request says. Over HTTP no lag is compensated."""
    named = msgspec.structs.replace(request, name=person.name) if isinstance(request, Sit | Rename) else request
    return Command(named, person.id, max_lag=max_lag)

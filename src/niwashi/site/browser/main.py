"""What the two workers call: the authority of the tables in one, bots and hints in the other."""

from __future__ import annotations

from pathlib import Path

from niwashi.site.browser.bridge import Bridge
from niwashi.site.browser.kernels import use_modules

MODULES = Path("/niwashi/modules")
use_modules(MODULES)

# Only now: games are compiled where they are imported.
from niwashi.core.errors import NiwashiError  # noqa: E402
from niwashi.site.browser import jobs  # noqa: E402
from niwashi.site.browser.errors import status_of  # noqa: E402
from niwashi.site.browser.host import LocalHost  # noqa: E402
from niwashi.site.browser.routes import Routes  # noqa: E402
from niwashi.wire import read_request  # noqa: E402
from niwashi.wire.messages import Problem, encode_message  # noqa: E402

CLOSED = 4000
"""A close code is this plus the status of the error, as at a server."""
think = jobs.run


class Garden:
    def __init__(self, bridge: Bridge) -> None:
        self._bridge, self.host = bridge, LocalHost(bridge)
        self._routes = Routes(self.host)
        self._lines: dict[int, str] = {}

    async def start(self, name: str) -> None:
        self.host.name = name
        await self.host.shelf.read()

    async def answer(self, method: str, address: str, body: str) -> list[int | str]:
        return list(await self._routes.answer(method, address, body))

    async def open(self, line: int, table: str, since: int) -> None:
        """A line from the page to a table; `since` is -1 for a client that knows nothing of it."""
        self._lines[line] = table
        try:
            found = await self.host.find(table)
            if line in self._lines:  # nobody has left meanwhile
                await found.join(line, None if since < 0 else since)
        except NiwashiError as error:
            self._lines.pop(line, None)
            self._tell(line, error)
            self._bridge.close(line, CLOSED + status_of(error))

    async def receive(self, line: int, text: str) -> None:
        if line not in self._lines:  # closed, and the page has been told
            return
        try:
            found = await self.host.find(self._lines[line])
            answer = await found.handle(self.host.command(read_request(text.encode())))
        except NiwashiError as error:
            self._tell(line, error)
            return
        if answer is not None:
            self._bridge.send(line, encode_message(answer=answer).decode())

    async def leave(self, line: int) -> None:
        if table := self._lines.pop(line, None):
            (await self.host.find(table)).leave(line)

    def _tell(self, line: int, error: NiwashiError) -> None:
        problem = Problem(code=error.code, sentence=error.sentence)
        self._bridge.send(line, encode_message(error=problem).decode())

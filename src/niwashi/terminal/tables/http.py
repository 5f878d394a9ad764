"""A server's HTTP API for one person, whose session is kept for the next time."""

from __future__ import annotations

import json
from contextlib import suppress
from http.client import HTTPException
from http.cookiejar import LoadError, LWPCookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import HTTPCookieProcessor, Request, build_opener

from niwashi.core.errors import NiwashiError, quote
from niwashi.core.files import printable
from niwashi.engine.folders import data_folder
from niwashi.terminal.tables.background import in_background

TIMEOUT_SECONDS = 30.0
OFFLINE = "client/offline"
MAX_ANSWER_BYTES = 16 << 20


class ServerRefusal(NiwashiError):
    """What a server refused, with its stable code and its sentence."""

    def __init__(self, code: str, sentence: str, status: int = 0) -> None:
        super().__init__(code, sentence)
        self.status = status


class ServerApi:
    def __init__(self, base: str, cookies: Path | None = None) -> None:
        self.base = base
        self._jar = LWPCookieJar(str(cookies or data_folder() / "sessions.txt"))
        with suppress(OSError, LoadError):
            self._jar.load(ignore_discard=True)
        self._opener = build_opener(HTTPCookieProcessor(self._jar))

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The decoded answer. Raises ServerRefusal."""
        return await in_background(lambda: self._ask(method, path, body))

    def _ask(self, method: str, path: str, body: Any) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"} if data else {}
        request = Request(f"{self.base}/api/{path}", data, headers, method=method)
        try:
            with self._opener.open(request, timeout=TIMEOUT_SECONDS) as answer:
                return json.loads(answer.read(MAX_ANSWER_BYTES) or b"null")
        except HTTPError as error:
            raise _refusal(error, self.base) from None
        except (URLError, HTTPException, OSError, ValueError) as error:
            reason = printable(str(getattr(error, "reason", error)))
            raise ServerRefusal(OFFLINE, f"the server {quote(self.base)} cannot be reached: {reason}") from None

    def keep_session(self) -> None:
        """For this user's eyes only: whoever has the cookie is this person."""
        path = Path(str(self._jar.filename))
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)
            self._jar.save(ignore_discard=True)


def _refusal(error: HTTPError, base: str) -> ServerRefusal:
    try:
        problem = json.loads(error.read(1 << 16))
        return ServerRefusal(str(problem["code"]), printable(str(problem["sentence"])), error.code)
    except (ValueError, KeyError, TypeError, OSError, HTTPException):
        return ServerRefusal(
            "client/answer", f"{quote(base)} is not a Niwashi server: it says {error.code}", error.code
        )

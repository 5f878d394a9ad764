"""Error responses: a stable code and a sentence as JSON, with an HTTP status."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import structlog
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException

from niwashi.core.errors import NiwashiError
from niwashi.core.files import printable
from niwashi.server.error_status import public_sentence, status_of
from niwashi.server.errors import INTERNAL_ERROR
from niwashi.wire.messages import Problem

log = structlog.get_logger()
MAX_SENTENCE_LENGTH = 300


def _response(status: int, code: str, sentence: str, about: Mapping[str, int | str] | None = None) -> Response[Problem]:
    content = Problem(code=code, sentence=printable(sentence)[:MAX_SENTENCE_LENGTH], about=dict(about or {}))
    return Response(content, status_code=status, media_type=MediaType.JSON)


def on_niwashi_error(_: Request[Any, Any, Any], error: NiwashiError) -> Response[Problem]:
    return _response(status_of(error), error.code, public_sentence(error), error.about)


def on_http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    if error.status_code >= 500:
        return _response(error.status_code, "server/mistake", INTERNAL_ERROR)
    return _response(error.status_code, f"http/{error.status_code}", _sentence(error))


def _sentence(error: HTTPException) -> str:
    """The invalid fields, if Litestar names them."""
    parts = error.extra if isinstance(error, ValidationException) and isinstance(error.extra, list) else []
    named = [f"{part.get('key', 'this')}: {part.get('message', '')}" for part in parts if isinstance(part, dict)]
    return "; ".join(named) or error.detail or "invalid request"


def on_encoding(_: Request[Any, Any, Any], error: UnicodeDecodeError) -> Response[Problem]:
    return _response(400, "http/encoding", "the request is not UTF-8")


def on_depth(_: Request[Any, Any, Any], error: RecursionError) -> Response[Problem]:
    return _response(400, "http/depth", "the JSON is nested too deeply")


def on_internal_error(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    log.error("internal error", path=request.scope.get("path_template", "-"), exc_info=error)
    return _response(500, "server/mistake", INTERNAL_ERROR)


HANDLERS: dict[Any, Any] = {
    NiwashiError: on_niwashi_error,
    HTTPException: on_http_error,
    RecursionError: on_depth,
    UnicodeDecodeError: on_encoding,
    Exception: on_internal_error,
}

"""Every request, whether the API's description allows it or not, gets a response as described, and never a 5xx.

Schemathesis sends them to a real server while others play.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.bystanders import bystanders
from tests.server.process import PATIENCE, ServerProcess

AS_DESCRIBED = [status_code_conformance, content_type_conformance, response_schema_conformance]
LEAVES = ("/api/session", "/api/accounts/me")
"""After deleting one of these, a visitor needs a new session."""


class Visitor:
    """A visitor who renews a deleted session, and has a table to send requests to."""

    def __init__(self, server: ServerProcess, session: requests.Session) -> None:
        self._address, self.session = server.address, session
        self.come_in()
        self.table = str(self._post("tables", {"game": "miyabi"})["table"])
        self._post(f"tables/{self.table}/requests", {"do": "sit", "id": "1", "name": ""})
        self._post(f"tables/{self.table}/requests", {"do": "bot", "id": "2", "seat": 1, "level": "beginner"})
        self._post(f"tables/{self.table}/requests", {"do": "start", "id": "3"})

    def _post(self, path: str, body: Any) -> Any:
        found = self.session.post(f"{self._address}/api/{path}", json=body, timeout=PATIENCE)
        found.raise_for_status()
        return found.json()

    def come_in(self) -> None:
        self._post("session", {"name": "Mallory"})


def ask_everything(server: ServerProcess, session: requests.Session, examples: int, mode: GenerationMode) -> int:
    visitor = Visitor(server, session)
    schema = schemathesis.openapi.from_url(f"{server.address}/api/schema/openapi.json")
    asked = 0
    for found in schema.get_all_operations():
        asked += ask_of(found.ok(), visitor, examples, mode)  # type: ignore[union-attr]  # the description is sound
    return asked


def ask_of(operation: Any, visitor: Visitor, examples: int, mode: GenerationMode) -> int:
    """How many requests were sent."""
    asked = 0

    @settings(max_examples=examples, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
    @given(case=operation.as_strategy(generation_mode=mode), known=...)
    def ask(case: Any, known: bool) -> None:
        nonlocal asked
        asked += 1
        if known and "table" in (case.path_parameters or {}):
            case.path_parameters["table"] = visitor.table
        response = case.call(session=visitor.session, timeout=PATIENCE)
        assert response.status_code < 500, (case, response.text)
        if response.status_code not in (404, 405):  # a path or method that is not in the description
            case.validate_response(response, checks=AS_DESCRIBED)
        if operation.method == "delete" and operation.path in LEAVES:
            visitor.come_in()

    with suppress(Unsatisfiable):  # a request without parameters cannot be invalid
        ask()
    return asked


# Schemathesis draws some values outside Hypothesis.
@pytest.mark.filterwarnings("ignore:Do not use the `random` module")
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
@pytest.mark.parametrize(
    "examples", [1, pytest.param(5, marks=pytest.mark.more), pytest.param(500, marks=pytest.mark.full)]
)
def test_whatever_is_asked_gets_an_answer(server: ServerProcess, examples: int, mode: GenerationMode) -> None:
    with bystanders(server), requests.Session() as session:
        assert ask_everything(server, session, examples, mode) >= 10 * examples
    assert "Traceback" not in server.log.read_text()

"""Error responses in the OpenAPI description: a code and a sentence for every status."""

from __future__ import annotations

from litestar.openapi.spec import OpenAPI, OpenAPIMediaType, OpenAPIResponse, OpenAPIType, Operation, Schema

_TEXT = Schema(type=OpenAPIType.STRING)
PROBLEM = OpenAPIResponse(
    description="An error: a stable code for programs, a sentence for people",
    content={
        "application/json": OpenAPIMediaType(
            Schema(
                type=OpenAPIType.OBJECT,
                properties={"code": _TEXT, "sentence": _TEXT},
                required=["code", "sentence"],
            )
        )
    },
)


def describe_errors(description: OpenAPI) -> None:
    """Replace the error responses that Litestar would describe."""
    for path in (description.paths or {}).values():
        for operation in (path.get, path.post, path.put, path.delete):
            if isinstance(operation, Operation) and operation.responses is not None:
                operation.responses.pop("400", None)
                operation.responses["default"] = PROBLEM

"""Parameters that `niwashi serve` and `worker` share."""

from __future__ import annotations

from typing import Annotated

import typer

Processes = Annotated[
    str | None,
    typer.Option("--workers", help="Processes that compute bot moves and hints (cores - 1).", metavar="NUMBER"),
]
RedisUrl = Annotated[
    str | None,
    typer.Option("--redis", help="redis://…, which connects several nodes and their workers.", metavar="URL"),
]

"""What the commands on a store share: its location, optional packages, progress and reports."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from niwashi.cli.status import ProgressBar
from niwashi.core.errors import BadOptions, quote
from niwashi.parallel.extras import missing

if TYPE_CHECKING:
    from niwashi.store.location import StoreLocation

Returned = TypeVar("Returned")
StorePlace = Annotated[
    str | None,
    typer.Option(
        "--store",
        help="A file, or postgresql://…; if omitted, the store in the data folder.",
        metavar="PLACE",
        envvar="NIWASHI_STORE",
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")]


@contextmanager
def require_extra(extras: str = "server") -> Iterator[None]:
    """Around imports of optional packages: a missing one is reported with the command that installs it."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise BadOptions("options/extra", missing(error.name, extras)) from None


def run_async(coroutine: Coroutine[Any, Any, Returned]) -> Returned:
    import asyncio  # takes longer to load than most commands take to run

    return asyncio.run(coroutine)


def existing_store(store: str | None) -> StoreLocation:
    """For reading: a misspelt name must not create a new, empty store."""
    from niwashi.store import read_location
    from niwashi.store.errors import BadStore

    place = read_location(store)
    if place.file is not None and not place.file.exists():
        raise BadStore("store/missing", f"there is no store {quote(str(place))}")
    return place


def refuse_existing(file: Path, force: bool) -> None:
    """Pipes and devices may exist: they are written to, not replaced."""
    if file.is_file() and not force:
        sentence = f"{quote(str(file))} exists; choose another name, or replace it with --force"
        raise BadOptions("options/exists", sentence)


def owner_only(file: Path) -> str:
    return "; only its owner can read it" if file.is_file() else ""


def count_text(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def progress_callback(bar: ProgressBar) -> Callable[[int, int], None]:
    def update(done: int, of: int) -> None:
        bar.length = of
        bar.update(done - bar.done)

    return update


def print_report(as_json: bool, done: Any, text: str) -> None:
    typer.echo(json.dumps(asdict(done)) if as_json else text)

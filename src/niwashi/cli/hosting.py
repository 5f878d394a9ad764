"""`niwashi export`, `import`, `backup`, `serve` and `worker`."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from niwashi.cli.app import AsJson, app
from niwashi.cli.conversation import progress
from niwashi.cli.status import Bar
from niwashi.core.errors import BadOptions, quote
from niwashi.engine import catalog

if TYPE_CHECKING:
    from niwashi.store.location import StoreLocation

EVERYWHERE = "0.0.0.0"  # only where somebody says --lan
Returned = TypeVar("Returned")
StorePlace = Annotated[
    str | None,
    typer.Option(
        "--store",
        help="A file, or postgresql://…; the one in the data folder if left out.",
        metavar="PLACE",
        envvar="NIWASHI_STORE",
    ),
]
Processes = Annotated[str | None, typer.Option("--workers", help="Processes that think (cores - 1).", metavar="NUMBER")]
Force = Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")]
RedisPlace = Annotated[
    str | None,
    typer.Option("--redis", help="redis://…, where several nodes and their workers meet.", metavar="URL"),
]


@app.command("export")
def export_command(
    file: Annotated[Path, typer.Argument(help="Where to write: FILE.jsonl.")],
    tables: Annotated[list[str] | None, typer.Option("--table", help="Only this one; may be repeated.")] = None,
    games: Annotated[list[str] | None, typer.Option("--game", help="Only this game's; may be repeated.")] = None,
    records: Annotated[bool, typer.Option("--records", help="Only finished games' records, one a line.")] = False,
    force: Force = False,
    store: StorePlace = None,
    as_json: AsJson = False,
) -> None:
    """Write tables with their logs and records to one file, while others play on.

    Only its owner can read the file (mode 0600): it holds the seeds of running games and the ids of private tables.
    """
    with told_what_is_missing():
        from niwashi.store import open_database
        from niwashi.store.exports import TableSelection, export, export_records

    refuse_existing(file, force)
    chosen = TableSelection(tables or (), [catalog.rules(game).name for game in games or ()])

    async def write() -> None:
        with progress(0, "tables") as bar:
            async with open_database(existing(store)) as database:
                done = await (export_records if records else export)(database, file, chosen, shown_by(bar))
        tables_and_events = f"{counted(done.tables, 'table')} with {counted(done.events, 'event')}"
        what = counted(done.tables, "record") if records else tables_and_events
        report(as_json, done, f"{quote(str(file))} holds {what}{only_for_owner(file)}")

    completed(write())


@app.command("import")
def import_command(
    file: Annotated[Path, typer.Argument(help="What niwashi export wrote.")],
    store: StorePlace = None,
    as_json: AsJson = False,
) -> None:
    """Read an export into a store. What is there already stays as it is; what contradicts it is refused."""
    with told_what_is_missing():
        from niwashi.store import open_database
        from niwashi.store.imports import check_file, import_file

    check_file(file)  # before a store is made for it

    async def read() -> None:
        with progress(0, "tables") as bar:
            async with open_database(store) as database:
                done = await import_file(database, file, shown_by(bar))
        news = f"{done.new:,} new, {done.extended:,} extended, {done.same:,} as they were"
        report(as_json, done, f"{counted(done.tables, 'table')}: {news}; {counted(done.events, 'event')} added")

    completed(read())


@app.command("backup")
def backup_command(
    file: Annotated[Path, typer.Argument(help="Where to write the copy.")],
    force: Force = False,
    store: StorePlace = None,
    as_json: AsJson = False,
) -> None:
    """Copy a whole store while it is in use. Only its owner can read the copy (mode 0600).

    The copy of a file is a store like any other. PostgreSQL is copied by its pg_dump, and restored by pg_restore.
    """
    with told_what_is_missing():
        from niwashi.store import open_database
        from niwashi.store.backup import BackupResult, backup

    refuse_existing(file, force)

    async def copy() -> BackupResult:
        with progress(0, "pages") as bar:
            async with open_database(existing(store)) as database:
                return await backup(database, file, shown_by(bar))

    done = completed(copy())
    report(as_json, done, f"{quote(str(file))} holds {counted(done.bytes, 'byte')}{only_for_owner(file)}")


@app.command("serve")
def serve_command(
    host: Annotated[str | None, typer.Option(help="The address to listen on (127.0.0.1).", metavar="ADDRESS")] = None,
    port: Annotated[str | None, typer.Option(help="The port (8000); 0 takes a free one.", metavar="NUMBER")] = None,
    store: StorePlace = None,
    redis: RedisPlace = None,
    base_path: Annotated[
        str | None, typer.Option(help="What stands before our paths, behind a proxy: /garden.", metavar="PATH")
    ] = None,
    origins: Annotated[
        list[str] | None,
        typer.Option(
            "--origin", help="Where pages may ask from: https://garden.example; may be repeated.", metavar="URL"
        ),
    ] = None,
    behind_proxy: Annotated[
        bool | None, typer.Option(help="Believe X-Forwarded-For and X-Forwarded-Proto of a proxy on this machine.")
    ] = None,
    workers: Processes = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the lobby in a browser.")] = False,
    any_port: Annotated[bool, typer.Option("--any-port", help="Take a free port where that one is taken.")] = False,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let other devices in your network in, a phone for example: --host 0.0.0.0.")
    ] = False,
) -> None:
    """Host tables, in the browser and over HTTP and WebSocket, until Ctrl-C.

    Every option is an environment variable, too (NIWASHI_PORT=8080), and there are more of those: docs/hosting.md.
    """
    with told_what_is_missing():
        from niwashi.cli.telling import telling
        from niwashi.server.main import serve
        from niwashi.server.settings import read_settings

    if lan and host not in (None, EVERYWHERE):
        raise BadOptions("options/lan", f"--lan listens everywhere, --host only on {quote(str(host))}; say one of them")
    settings = read_settings(
        host=EVERYWHERE if lan else host,
        port=port,
        store=store,
        redis=redis,
        base_path=base_path,
        origins=tuple(origins) if origins else None,
        behind_proxy=behind_proxy,
        workers=workers,
    )
    if settings.redis:
        with told_what_is_missing("server,nodes"):
            import_module("niwashi.server.workers.queue")
    if any_port and is_taken(settings.host, settings.port):
        settings = replace(settings, port=0)
    serve(settings, telling(open_browser))


def is_taken(host: str, port: int) -> bool:
    import socket

    with socket.socket() as door:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        return door.connect_ex((host, port)) == 0


@app.command("worker")
def worker_command(redis: RedisPlace = None, workers: Processes = None) -> None:
    """Think for nodes that share a Redis: bots' decisions, hints, reviews."""
    with told_what_is_missing("server,nodes"):
        from niwashi.server.settings import read_settings
        from niwashi.server.workers.worker import run_worker

    run_worker(read_settings(redis=redis, workers=workers))


def completed(coroutine: Coroutine[Any, Any, Returned]) -> Returned:
    import asyncio  # takes longer to load than most commands take to run

    return asyncio.run(coroutine)


@contextmanager
def told_what_is_missing(extras: str = "server") -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        sentence = (
            f"this needs {error.name}, which comes with the extra [{extras}]: pip install '.[{extras}]' in a clone, "
            f"or pip install 'WHEEL[{extras}]'"
        )
        raise BadOptions("options/extra", sentence) from None


def existing(store: str | None) -> StoreLocation:
    """For who wants to read: a slip in the name must not make a new, empty store."""
    from niwashi.store import read_location
    from niwashi.store.errors import BadStore

    place = read_location(store)
    if place.file is not None and not place.file.exists():
        raise BadStore("store/missing", f"there is no store {quote(str(place))}")
    return place


def refuse_existing(file: Path, force: bool) -> None:
    """Pipes and devices are written to, not replaced."""
    if file.is_file() and not force:
        raise BadOptions(
            "options/exists", f"{quote(str(file))} exists; choose another name, or replace it with --force"
        )


def only_for_owner(file: Path) -> str:
    return "; only its owner can read it" if file.is_file() else ""


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def shown_by(bar: Bar) -> Callable[[int, int], None]:
    def show(done: int, of: int) -> None:
        bar.length = of
        bar.update(done - bar.pos)

    return show


def report(as_json: bool, done: Any, text: str) -> None:
    typer.echo(json.dumps(asdict(done)) if as_json else text)

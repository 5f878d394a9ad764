"""`niwashi serve`."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Annotated

import typer

from niwashi.cli.app import app
from niwashi.cli.server_options import Processes, RedisUrl
from niwashi.cli.store_access import StorePlace, require_extra
from niwashi.core.errors import BadOptions, quote

ALL_ADDRESSES = "0.0.0.0"  # only with --lan
PROBE_SECONDS = 2.0


@app.command("serve")
def serve_command(
    host: Annotated[str | None, typer.Option(help="The address to listen on (127.0.0.1).", metavar="ADDRESS")] = None,
    port: Annotated[str | None, typer.Option(help="The port (8000); 0 takes a free one.", metavar="NUMBER")] = None,
    store: StorePlace = None,
    redis: RedisUrl = None,
    base_path: Annotated[
        str | None, typer.Option(help="URL prefix behind a proxy, e.g. /garden.", metavar="PATH")
    ] = None,
    origins: Annotated[
        list[str] | None,
        typer.Option(
            "--origin",
            help="An origin that pages may send requests from, e.g. https://garden.example; may be repeated.",
            metavar="URL",
        ),
    ] = None,
    behind_proxy: Annotated[
        bool | None, typer.Option(help="Trust X-Forwarded-For and X-Forwarded-Proto of a proxy on this machine.")
    ] = None,
    garden: Annotated[
        str | None,
        typer.Option(help="What `niwashi site` wrote: browsers keep it to play offline.", metavar="DIR"),
    ] = None,
    processes: Annotated[
        str | None,
        typer.Option(help="Processes that run tables, to use all cores (cores / 2, at least 1).", metavar="NUMBER"),
    ] = None,
    workers: Processes = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the lobby in a browser.")] = False,
    any_port: Annotated[bool, typer.Option("--any-port", help="Take a free port if the given one is in use.")] = False,
    lan: Annotated[
        bool, typer.Option("--lan", help="Accept connections from your network, such as a phone: --host 0.0.0.0.")
    ] = False,
) -> None:
    """Serve tables to browsers and over HTTP and WebSocket, until Ctrl-C.

    Every option can be set as an environment variable (NIWASHI_PORT=8080). docs/hosting.md lists these and more.
    """
    with require_extra():
        from niwashi.cli.serve_output import watch_server
        from niwashi.server.main import serve
        from niwashi.server.settings import read_settings

    if lan and host not in (None, ALL_ADDRESSES):
        sentence = f"--lan listens on all addresses, --host only on {quote(str(host))}; use one of them"
        raise BadOptions("options/lan", sentence)
    settings = read_settings(
        host=ALL_ADDRESSES if lan else host,
        port=port,
        store=store,
        redis=redis,
        base_path=base_path,
        origins=tuple(origins) if origins else None,
        behind_proxy=behind_proxy,
        garden=garden,
        processes=processes,
        workers=workers,
    )
    if settings.redis:
        with require_extra("server,nodes"):
            import_module("niwashi.server.workers.queue")
    if any_port and is_port_taken(settings.host, settings.port):
        settings = replace(settings, port=0)
    serve(settings, watch_server(open_browser))


def is_port_taken(host: str, port: int) -> bool:
    """Whether somebody answers there. An address that does not exist is for the server to refuse."""
    import socket

    try:
        with socket.create_connection((host, port), PROBE_SECONDS):
            return True
    except (OSError, UnicodeError):
        return False

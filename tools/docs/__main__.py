"""`scripts/docs` builds the documentation site; `scripts/docs --serve` shows it, too."""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from tests.machine.packages import NoPackages, fetch_packages
from tools.docs.build import BuildError, build

HOST = "127.0.0.1"


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without a line for each."""

    def log_message(self, *_: object) -> None:
        pass


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/docs", description="Builds the documentation site.")
    parser.add_argument("--serve", action="store_true", help="then serve it on this machine, until Ctrl-C")
    parser.add_argument("--port", type=int, default=8100, help="where to serve it (8100)")
    chosen = parser.parse_args()
    began = time.monotonic()
    try:
        fetch_packages("docs")
        site = build()
    except (NoPackages, BuildError) as error:
        print(f"docs: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    print(f"docs: {site}/index.html, built in {time.monotonic() - began:.0f} s", flush=True)
    return serve(str(site), chosen.port) if chosen.serve else 0


def serve(folder: str, port: int) -> int:
    try:
        server = ThreadingHTTPServer((HOST, port), partial(QuietHandler, directory=folder))
    except (OSError, OverflowError) as error:
        print(f"docs: port {port} cannot be used ({error}); choose another with --port", file=sys.stderr)
        return 1
    print(f"docs: http://{HOST}:{server.server_port}/ (Ctrl-C ends it)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    finally:
        server.server_close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

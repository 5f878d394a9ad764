"""`niwashi worker`."""

from __future__ import annotations

from niwashi.cli.app import app
from niwashi.cli.server_options import Processes, RedisUrl
from niwashi.cli.store_access import require_extra


@app.command("worker")
def worker_command(redis: RedisUrl = None, workers: Processes = None) -> None:
    """Compute bot moves, hints and reviews for nodes that share a Redis."""
    with require_extra("server,nodes"):
        from niwashi.server.settings import read_settings
        from niwashi.server.workers.worker import run_worker

    run_worker(read_settings(redis=redis, workers=workers))

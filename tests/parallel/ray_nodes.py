"""Two nodes of Ray with a CPU each, until the standard input ends: `python -m tests.parallel.ray_nodes`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar

from ray.cluster_utils import Cluster

STARTS = 6
NODE: dict[str, Any] = {
    "num_cpus": 1,
    "include_dashboard": False,
    "node_ip_address": "127.0.0.1",
    "object_store_memory": 100 * 1024 * 1024,
}


Started = TypeVar("Started")


def start(starter: Callable[..., Started], **options: Any) -> Started:
    """Ray gives a node half a minute, which is not enough on a busy machine. What has begun ends with this process."""
    for _ in range(STARTS - 1):
        try:
            return starter(**options)
        except Exception as error:
            print(f"ray_nodes: trying again after: {error}", file=sys.stderr, flush=True)
    return starter(**options)


def main() -> None:
    cluster = start(Cluster, initialize_head=True, head_node_args=NODE)
    second = start(cluster.add_node, **NODE)
    print(cluster.address, flush=True)
    for line in sys.stdin:
        if line.strip() == "lose":
            cluster.remove_node(second, allow_graceful=False)
        elif line.strip() == "behead":
            cluster.head_node.all_processes["gcs_server"][0].process.kill()
        else:
            second = start(cluster.add_node, **NODE)
        print("done", flush=True)
    cluster.shutdown()


if __name__ == "__main__":
    main()

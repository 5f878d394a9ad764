"""Runs the jobs of a table process in the pool of its node's front process."""

from __future__ import annotations

import msgspec

from niwashi.server.cluster.interface import Cluster
from niwashi.server.cluster.messages import RunJob
from niwashi.server.workers.jobs import Job

JOB_SECONDS = 120.0


class FrontJobRunner:
    def __init__(self, cluster: Cluster, front: str) -> None:
        self._cluster, self._front = cluster, front

    async def run(self, job: Job) -> bytes:
        return await self._cluster.call(self._front, RunJob(job=msgspec.msgpack.encode(job)), JOB_SECONDS)

    async def close(self) -> None:
        pass


def decode_job(raw: bytes) -> Job:
    job: Job = msgspec.msgpack.decode(raw, type=Job)
    return job

"""A bare Debian with systemd in namespaces of its own: its services listen on its own loopback and nowhere else."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

BOOT_SECONDS = 60
NEEDS_THE_NETWORK = re.compile(r"apt-get|\bpip\b|\bgit\b|scripts/setup|hatch_build")
"""These lines run in this machine's network, all others in the new machine's."""
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
ENVIRONMENT = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
    "LANG": "C.UTF-8",
    "DEBIAN_FRONTEND": "noninteractive",
    "PIP_DEFAULT_TIMEOUT": "180",
    **dict.fromkeys(("PIP_CERT", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "npm_config_cafile"), CERTIFICATES),
}
BOOT = """
set -e
hostname garden
ip link set lo up
mount --bind "$1" "$1"
cd "$1"
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t tmpfs tmpfs sys/fs/cgroup
mkdir sys/fs/cgroup/systemd
mount -t cgroup -o none,name=systemd systemd sys/fs/cgroup/systemd
mount -t tmpfs tmpfs run
mkdir -p dev/shm dev/pts .before
mount -t tmpfs -o mode=1777 tmpfs dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts dev/pts
ln -sf pts/ptmx dev/ptmx
pivot_root . .before
umount -l .before
exec env -i container=bare PATH=/usr/sbin:/usr/bin /lib/systemd/systemd --system --show-status=0
"""
TYPE = """
cd "$(cat /run/typed-folder 2>/dev/null || echo /root)"
[ ! -e /run/typed-variables ] || . /run/typed-variables
eval "$1"
status=$?
pwd >/run/typed-folder
declare -p version site >/run/typed-variables 2>/dev/null
exit $status
"""
"""Keeps the folder and the page's two variables for the next line."""


class Machine:
    """Boots in the folder of an installed Debian, and ends with its context."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def __enter__(self) -> Machine:
        spaces = ["--fork", "--kill-child", "--pid", "--mount", "--uts", "--ipc", "--net", "--cgroup"]
        command = ["unshare", *spaces, "bash", "-c", BOOT, "boot", str(self.root)]
        self._boot = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        try:
            self._wait()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError, IndexError):
            os.kill(self.init, signal.SIGRTMIN + 13)  # systemd's “halt now”
        with suppress(subprocess.TimeoutExpired):
            self._boot.wait(20)
        self._boot.kill()
        self._boot.wait()

    @property
    def init(self) -> int:
        """The pid of its systemd, as seen from here."""
        return int(Path(f"/proc/{self._boot.pid}/task/{self._boot.pid}/children").read_text().split()[0])

    def _wait(self) -> None:
        end = time.monotonic() + BOOT_SECONDS
        while time.monotonic() < end:
            assert self._boot.poll() is None, "the machine did not boot"
            with suppress(IndexError):
                if self.run("systemctl is-system-running").stdout.strip().endswith(("running", "degraded")):
                    return
            time.sleep(0.5)
        raise AssertionError(f"systemd is not ready after {BOOT_SECONDS} s")

    def run(self, line: str, answers: str = "") -> subprocess.CompletedProcess[str]:
        """A line that a host types as root, after those before it."""
        network = [] if NEEDS_THE_NETWORK.search(line) else ["--net"]
        spaces = ["--mount", "--pid", "--uts", "--ipc", "--cgroup", *network]
        words = [
            "env",
            "-i",
            *(f"{name}={value}" for name, value in ENVIRONMENT.items()),
            "bash",
            "-c",
            TYPE,
            "host",
            line,
        ]
        return subprocess.run(
            ["nsenter", "--target", str(self.init), *spaces, "--root", "--wd", *words],
            input=answers,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )

    def visit(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A program of this machine, in the network of the new one."""
        command = ["nsenter", "--target", str(self.init), "--net", *words]
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

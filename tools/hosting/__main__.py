"""`python -m tools.hosting MACHINE`: types docs/hosting.md line by line into a bare Debian that has systemd, and plays
there after each part. `scripts/bare-machine --hosting` makes the machine. Every line must succeed.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tools.hosting.machine import Machine
from tools.hosting.page import PAGE, ROOT, Page

SITE = "garden.example"
HTTP, SECOND, HTTPS = "http://127.0.0.1:8000", "http://127.0.0.1:8001", f"https://{SITE}"
NGINX_CERTIFICATE = f"/etc/letsencrypt/live/{SITE}/fullchain.pem"
CADDY_CERTIFICATE = "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt"
SOURCES = "usr/local/src/niwashi"
ORIGIN = "srv/niwashi.git"
LATER = "0.2.0"
SAME_RULES = "NIWASHI_KERNELS=$(echo /opt/niwashi/lib/python3*/site-packages/niwashi/compiled) "
"""The later version differs in its number alone, so nothing is compiled again."""
READY_SECONDS = 120
SHOWN = 3
"""Lines of output."""


class Failed(Exception):
    """The message says what a host would have seen."""


class Host:
    """Somebody who reads the page and types."""

    def __init__(self, machine: Machine, page: Page) -> None:
        self.machine, self.page = machine, page
        self.began = time.monotonic()

    def say(self, what: str) -> None:
        print(f"hosting {time.monotonic() - self.began:5.0f} s  {what}", flush=True)

    def type(self, line: str, answers: str = "", may_fail: bool = False) -> str:
        began = time.monotonic()
        done = self.machine.run(line, answers)
        output = done.stdout.strip().splitlines()
        self.say(f"# {line}  ({time.monotonic() - began:.1f} s)")
        for text in output[-SHOWN:]:
            print(f"                 {text[:200]}", flush=True)
        if done.returncode and not may_fail:
            raise Failed("\n".join([f"status {done.returncode} of: {line}", *output[-40:]]))
        return done.stdout

    def follow(self, heading: str, block: int | None = None, **instead: str) -> None:
        """The lines of a section, with what this host has in place of the page's examples."""
        for line in self.page.lines(heading, block):
            for name, value in instead.items():
                line = line.replace(EXAMPLES[name], value)
            self.type(line, answers="y\n")

    def wait(self, address: str = HTTP) -> None:
        """Until the service is ready for people."""
        end = time.monotonic() + READY_SECONDS
        while time.monotonic() < end:
            asked = self.machine.visit("curl", "--silent", "--output", "/dev/null", "--fail", f"{address}/readyz")
            if asked.returncode == 0:
                return
            time.sleep(0.3)
        raise Failed(self.type("journalctl -u niwashi -n 30 --no-pager", may_fail=True))

    def count(self, metric: str, address: str = HTTP) -> float:
        """Over all processes and labels."""
        metrics = self.machine.visit("curl", "--silent", f"{address}/metrics").stdout
        return sum(float(one) for one in re.findall(rf"^{metric}\S* (\S+)", metrics, re.MULTILINE))

    def play(self, address: str, certificate: str = "") -> dict[str, str]:
        """People from outside; returns the tables that they opened."""
        self.wait()
        trusted = [f"SSL_CERT_FILE={self.machine.root}{certificate}"] if certificate else []
        words = ["env", f"--chdir={ROOT}", *trusted, sys.executable, "-m", "tools.hosting.visitor", address]
        done = self.machine.visit(*words)
        output = done.stdout.strip().splitlines()
        for text in output if done.returncode else output[:-1]:
            self.say(text)
        if done.returncode:
            raise Failed(f"people could not play at {address}")
        return dict(json.loads(output[-1]))


EXAMPLES = {"table": "t3f0c1", "line": "--line 4711"}


# -- the parts of the page ---------------------------------------------------------------------------------------------
def install(host: Host) -> None:
    host.follow("### 1. Install the program")
    host.follow("### 2. User, folders, settings")
    *lines, tables = host.page.lines("### 3. Start it")
    for line in lines:
        host.type(line)
    host.wait()  # as the page says, until the log says “serving”
    host.type(tables)
    host.play(HTTP)


def put_nginx_in_front(host: Host) -> None:
    old, new = host.page.lines("### 4. A name and TLS", 2)
    site, packages, *rest = host.page.lines("### 4. A name and TLS", 1)
    host.type(site)
    host.type(packages)
    prove_ownership(host)
    host.follow("### 4. A name and TLS", 3)
    for line in rest:
        host.type(line)
    prove_ownership(host)
    version = [int(part) for part in re.findall(r"\d+", host.type("/usr/sbin/nginx -v"))]
    host.type(old if version < [1, 25, 1] else new)
    host.type("systemctl reload nginx")
    host.follow("### 4. A name and TLS", 4)
    host.play(HTTPS, NGINX_CERTIFICATE)


def prove_ownership(host: Host) -> None:
    """What certbot's authority would ask for, at the site as it is now."""
    folder = "/var/www/html/.well-known/acme-challenge"
    host.type(f"mkdir -p {folder} && echo proof > {folder}/token")
    asked = host.machine.visit(
        "curl", "--silent", "-H", f"Host: {SITE}", "http://127.0.0.1/.well-known/acme-challenge/token"
    )
    if asked.stdout != "proof\n":
        raise Failed(f"certbot's proof is not there: {asked.stdout}")
    host.say("certbot's proof could be fetched")


def use_two_processes(host: Host, address: str, certificate: str) -> None:
    host.type("echo NIWASHI_PROCESSES=2 >> /etc/niwashi.env")
    host.type("systemctl restart niwashi")
    host.play(address, certificate)
    handed = host.count("niwashi_handed_over_total")
    if not handed:
        raise Failed("no socket was handed over to a table process")
    host.say(f"{handed:.0f} sockets were handed over to table processes")


def leave_one_process(host: Host) -> None:
    host.type("sed -i /NIWASHI_PROCESSES/d /etc/niwashi.env")
    host.type("systemctl restart niwashi")
    host.wait()


def put_caddy_in_front(host: Host) -> None:
    host.type("systemctl disable --now nginx")
    site, packages, sites, reload = host.page.lines("### 4. A name and TLS", 0)
    for line in (site, packages, sites):
        host.type(line)
    host.type(r"sed -i '1i {\n\tlocal_certs\n}' /etc/caddy/Caddyfile")  # no authority can reach this machine
    host.type(reload)
    host.play(HTTPS, CADDY_CERTIFICATE)


def look_after_it(host: Host, tables: dict[str, str]) -> None:
    lines = host.type(f"niwashi admin chat {tables['open']} --json")
    host.follow("## Administration", table=tables["open"][:8], line=f"--line {json.loads(lines)[0]['id']}")


def play_offline(host: Host) -> None:
    host.follow("## Playing offline")
    host.play(HTTPS, NGINX_CERTIFICATE)
    worker = host.machine.visit("curl", "--silent", "--fail", f"{HTTP}/service-worker.js")
    if worker.returncode:
        raise Failed(host.type("journalctl -u niwashi -n 10 --no-pager"))
    host.say(f"browsers can keep the garden: a service worker of {len(worker.stdout)} bytes")


def restore(host: Host, databases: bool) -> None:
    """Games that were played before the copy are there after it, and those after the copy are gone."""
    heading = "## Backup and restore"
    host.type("rm -f /var/backups/niwashi/monday.backup")
    before = count_tables(host)
    host.follow(heading, 0)
    address, certificate = (HTTPS, NGINX_CERTIFICATE)
    host.play(address, certificate)
    for block in (2, 3) if databases else (1,):
        host.follow(heading, block)
    host.wait()
    if count_tables(host) != before:
        raise Failed(f"{before} tables before the restore, {count_tables(host)} after it")
    host.say(f"the {before} tables of the copy are back")
    host.type("systemctl start niwashi-backup.service")
    if host.type("stat --format=%U:%a /var/backups/niwashi/????-??-??.backup").strip() != "niwashi:600":
        raise Failed("the nightly copy is not private")


def count_tables(host: Host) -> int:
    return len(json.loads(host.machine.run("niwashi admin tables --limit 1000 --json").stdout))


def upgrade(host: Host) -> None:
    publish_later_version(host.machine.root)
    for line in host.page.lines("## Upgrades", 0):
        host.type(SAME_RULES + line if "pip wheel" in line else line)
    for block in (1, 2, 3):
        host.follow("## Upgrades", block)
    host.wait()
    expect_version(host, LATER)
    host.play(HTTPS, NGINX_CERTIFICATE)
    host.follow("## Upgrades", 4)
    host.wait()
    expect_version(host, "0.1.0")
    host.play(HTTPS, NGINX_CERTIFICATE)


def expect_version(host: Host, version: str) -> None:
    said = host.type("niwashi --version").split()[-1]
    if said != version:
        raise Failed(f"version {said} runs, and not {version}")


def publish_later_version(root: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        git = ["git", "-C", folder, "-c", "user.name=Niwashi", "-c", "user.email=niwashi@garden.example"]
        subprocess.run(["git", "clone", "--quiet", root / ORIGIN, folder], check=True)
        for name in ("pyproject.toml", "src/niwashi/__init__.py"):
            path = Path(folder, name)
            path.write_text(
                path.read_text()
                .replace('version = "0.1.0"', f'version = "{LATER}"')
                .replace('version__ = "0.1.0"', f'version__ = "{LATER}"')
            )
        subprocess.run([*git, "commit", "--quiet", "--all", "--message", f"version {LATER}"], check=True)
        subprocess.run([*git, "push", "--quiet", "origin", "HEAD"], check=True)


def use_postgresql(host: Host) -> None:
    host.type("niwashi export /var/backups/niwashi/games.jsonl")
    host.follow("### 5. PostgreSQL (optional)")
    host.wait()
    host.type("niwashi import /var/backups/niwashi/games.jsonl")
    host.play(HTTPS, NGINX_CERTIFICATE)


def use_several_nodes(host: Host) -> None:
    """This service, a second node beside it, and a worker for both. The proxy lets them take turns."""
    host.type("apt-get install -y redis-server")
    host.type("echo NIWASHI_REDIS=redis://127.0.0.1 >> /etc/niwashi.env")
    host.type("cp deploy/niwashi-worker.service /etc/systemd/system/ && systemctl daemon-reload")
    host.type("systemctl restart niwashi && systemctl start niwashi-worker")
    host.type(
        "systemd-run --unit=second-node --uid=niwashi --property=EnvironmentFile=/etc/niwashi.env"
        " --setenv=NIWASHI_CACHE=/var/cache/niwashi /opt/niwashi/bin/niwashi serve --port 8001"
    )
    host.wait()
    host.wait(SECOND)
    host.type(
        r"sed -i 's|    server 127.0.0.1:8000;|&\n    server 127.0.0.1:8001;|' /etc/nginx/sites-available/niwashi"
    )
    host.type("systemctl reload nginx")
    host.play(HTTPS, NGINX_CERTIFICATE)
    calls = [host.count("niwashi_forwarded_total", node) for node in (HTTP, SECOND)]
    actions = sum(host.count("niwashi_bot_actions_total", node) for node in (HTTP, SECOND))
    if not any(calls) or not actions:
        raise Failed(f"{calls} requests went to the other node, and bots acted {actions} times")
    host.say(f"{sum(calls):.0f} requests went to the other node, the worker's bots acted {actions:.0f} times")
    host.type("systemctl stop second-node niwashi-worker")
    host.type("sed -i /NIWASHI_REDIS/d /etc/niwashi.env && sed -i /8001/d /etc/nginx/sites-available/niwashi")
    host.type("systemctl restart niwashi && systemctl reload nginx")


def clone(root: Path) -> None:
    """In place of the copy that a host was given; with an origin inside the machine, from which later versions come."""
    subprocess.run(["git", "clone", "--quiet", "--bare", "--no-hardlinks", ROOT, root / ORIGIN], check=True)
    for words in (["update-ref", "refs/heads/main", "HEAD"], ["symbolic-ref", "HEAD", "refs/heads/main"]):
        subprocess.run(["git", "-C", root / ORIGIN, *words], check=True)
    (root / SOURCES).parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", root / ORIGIN, root / SOURCES], check=True)
    subprocess.run(["git", "-C", root / SOURCES, "remote", "set-url", "origin", f"/{ORIGIN}"], check=True)
    subprocess.run(["chown", "--recursive", "0:0", root / ORIGIN, root / SOURCES], check=True)


def main(root: Path) -> None:
    page = Page(PAGE.read_text(encoding="utf-8"))
    clone(root)
    with Machine(root) as machine:
        host = Host(machine, page)
        host.say(machine.run("cat /etc/debian_version; systemctl --version | head -1").stdout.strip())
        install(host)
        put_nginx_in_front(host)
        use_two_processes(host, HTTPS, NGINX_CERTIFICATE)
        leave_one_process(host)
        look_after_it(host, host.play(HTTPS, NGINX_CERTIFICATE))
        restore(host, databases=False)
        play_offline(host)  # not after the upgrade: its clone is newer than the program that is gone back to
        upgrade(host)
        use_postgresql(host)
        restore(host, databases=True)
        use_several_nodes(host)
        put_caddy_in_front(host)
        use_two_processes(host, HTTPS, CADDY_CERTIFICATE)
    for line, reason in page.left_out():
        print(f"not typed: {line}  ({reason})")
    if page.forgotten():
        raise Failed("\n".join(["not typed:", *page.forgotten()]))


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]).resolve())
    except Failed as error:
        sys.exit(f"hosting: {error}")

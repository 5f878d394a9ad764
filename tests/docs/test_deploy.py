"""The files in deploy/ fit the program, each other, and what docs/hosting.md does with them."""

from __future__ import annotations

import getpass
import json
import os
import re
import shlex
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from configparser import ConfigParser
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from niwashi.server.http.routes.components import MAX_COMPONENTS_BODY_BYTES
from niwashi.server.http.routes.replay import MAX_RECORD_BYTES
from niwashi.server.http.routes.score import MAX_SHEET_BYTES
from niwashi.server.settings import Settings, read_settings
from niwashi.wire.requests import MAX_REQUEST_BYTES
from tests.docs.test_hosting import command_of, lines_of

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
NGINX, CADDY, DOCKER = ((DEPLOY / name).read_text() for name in ("nginx.conf", "Caddyfile", "Dockerfile"))
IN_USE = "/opt/niwashi/bin/niwashi"


# -- settings ----------------------------------------------------------------------------------------------------------
def variables() -> dict[str, str]:
    lines = (DEPLOY / "niwashi.env").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def test_the_settings_as_they_come_lock_nobody_out() -> None:
    settings = read_settings(variables())
    assert settings.origins == ()
    assert settings.host == Settings().host, "for a proxy on this machine; nobody else can say where they come from"
    assert settings.behind_proxy


def test_the_settings_that_one_may_uncomment_are_right() -> None:
    text = (DEPLOY / "niwashi.env").read_text()
    offered = dict(re.findall(r"^#(NIWASHI_\w+)=(.*)$", text, re.MULTILINE))
    assert len(offered) > 4
    assert read_settings({**variables(), **offered}).secure_cookies


# -- units -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("file", sorted(DEPLOY.glob("*.service")), ids=lambda path: path.name)
def test_units_start_commands_that_can_be_read(file: Path) -> None:
    unit = ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # systemd heeds the case
    unit.read_string(file.read_text())
    words = shlex.split(unit["Service"]["ExecStart"])
    if words[:2] == ["/bin/sh", "-c"]:
        words = shlex.split(words[2])
    assert words[0] == IN_USE
    command, rest = command_of(words[1:])
    command.make_context("niwashi", rest)
    assert unit["Service"]["User"] == "niwashi"
    assert unit["Service"]["EnvironmentFile"] == "-/etc/niwashi.env"


# -- the command for root ----------------------------------------------------------------------------------------------
@pytest.fixture
def wrapper(tmp_path: Path) -> Path:
    """deploy/niwashi with a program that shows what it was given, in place of ours."""
    program = tmp_path / "program"
    program.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\nenv | grep -E "^(NIWASHI|FORWARDED)_" | sort\numask\n')
    program.chmod(0o755)
    text = (DEPLOY / "niwashi").read_text()
    for theirs, ours in {IN_USE: program, "/etc/niwashi.env": tmp_path / "env", "user=niwashi": ""}.items():
        assert text.count(theirs) >= 1
        text = text.replace(theirs, str(ours) if ours else f"user={getpass.getuser()}")
    script = tmp_path / "niwashi"
    script.write_text(text)
    return script


def shown_by(wrapper: Path, *words: str) -> list[str]:
    clean = {"PATH": os.environ["PATH"]}
    return subprocess.run(["sh", wrapper, *words], env=clean, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )


def test_root_runs_the_program_with_the_servers_folders_and_settings(wrapper: Path, tmp_path: Path) -> None:
    (tmp_path / "env").write_text(
        "# a remark\n\n#NIWASHI_PORT=1\nNIWASHI_ORIGINS=https://a.example https://b.example\n"
        "NIWASHI_STORE=postgresql://u:p$w@/n?host=/run&sslmode=require\n"
        "NIWASHI_NODE=\"garden 1\"\nFORWARDED_ALLOW_IPS='*'\nNIWASHI_LOG=text"
    )
    assert shown_by(wrapper, "admin", "ban", "a b") == [
        *("admin", "ban", "a b"),
        "FORWARDED_ALLOW_IPS=*",
        *("NIWASHI_CACHE=/var/cache/niwashi", "NIWASHI_DATA=/var/lib/niwashi", "NIWASHI_LOG=text"),
        *("NIWASHI_NODE=garden 1", "NIWASHI_ORIGINS=https://a.example https://b.example"),
        "NIWASHI_STORE=postgresql://u:p$w@/n?host=/run&sslmode=require",
        *("0077", ""),
    ]


def test_it_works_without_settings(wrapper: Path) -> None:
    assert shown_by(wrapper, "rules")[:2] == ["rules", "NIWASHI_CACHE=/var/cache/niwashi"]


# -- proxies -----------------------------------------------------------------------------------------------------------
BODIES = {
    "MAX_REQUEST_BYTES": MAX_REQUEST_BYTES,
    "MAX_COMPONENTS_BODY_BYTES": MAX_COMPONENTS_BODY_BYTES,
    "MAX_RECORD_BYTES": MAX_RECORD_BYTES,
    "MAX_SHEET_BYTES": MAX_SHEET_BYTES,
}


def largest_body() -> int:
    """Of all that the server's routes name."""
    sources = [path.read_text() for path in (ROOT / "src" / "niwashi" / "server").rglob("*.py")]
    named = {name for text in sources for name in re.findall(r"request_max_body_size=(\w+)", text)}
    return max(BODIES[name] for name in named)


def test_proxies_let_through_what_the_server_takes_and_hardly_more() -> None:
    nginx, caddy = re.search(r"client_max_body_size (\d+)k;", NGINX), re.search(r"max_size (\d+)KiB", CADDY)
    assert nginx is not None
    assert caddy is not None
    largest = largest_body()
    assert largest == 256 << 10
    for limit in (int(nginx[1]) << 10, int(caddy[1]) << 10):
        assert largest < limit <= 2 * largest


def test_nginx_keeps_connections_open_and_upgrades_sockets() -> None:
    assert re.search(r"map \$http_upgrade \$niwashi_connection \{\s+default upgrade;\s+'' +'';\s+\}", NGINX)
    assert "proxy_set_header Connection $niwashi_connection;" in NGINX
    assert "keepalive 32;" in NGINX
    assert "proxy_http_version 1.1;" in NGINX


def test_proxies_hide_the_metrics() -> None:
    assert "location = /metrics { deny all; }" in NGINX
    assert "location = /metrics/ { deny all; }" in NGINX
    assert re.search(r"@metrics path /metrics /metrics/\s+handle @metrics \{\s+respond 404\s+\}", CADDY)


def test_the_lines_for_http_2_do_what_they_say(tmp_path: Path) -> None:
    """nginx 1.22 knows no “http2 on”, 1.25.1 warns of “listen … http2”: as it comes, the site has neither."""
    assert not re.search(r"^[^#]*http2", NGINX, re.MULTILINE)
    old, new = [line for line in lines_of(ROOT / "docs" / "hosting.md") if line.startswith("sed -i")]
    assert changed(old, tmp_path) == {"    listen 443 ssl http2;", "    listen [::]:443 ssl http2;"}
    assert changed(new, tmp_path) == {"    http2 on;"}


def changed(line: str, folder: Path) -> set[str]:
    site = folder / "site"
    site.write_text(NGINX)
    subprocess.run(["sh", "-c", line.replace("/etc/nginx/sites-available/niwashi", str(site))], check=True)
    return set(site.read_text().splitlines()) - set(NGINX.splitlines())


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_the_lines_for_a_site_name_it_everywhere(name: str, tmp_path: Path) -> None:
    (line,) = [
        line for line in lines_of(ROOT / "docs" / "hosting.md") if line.startswith("sed ") and f"deploy/{name} " in line
    ]
    line = re.sub(r"> \S+$", "", line)
    done = subprocess.run(["sh", "-c", f"site=club.test; {line}"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "garden.example" not in done.stdout
    assert "club.test" in done.stdout


# -- containers --------------------------------------------------------------------------------------------------------
def test_the_compose_file_is_whole() -> None:
    yaml: Any = import_module("yaml")  # whose types nobody needs
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = compose["services"]
    assert set(services) == {"node", "worker", "postgres", "redis", "proxy"}
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        assert "image" in service
    assert services["node"]["command"][0] == "serve"
    assert (ROOT / services["node"]["build"]["dockerfile"]).exists()
    named = {volume.split(":")[0] for service in services.values() for volume in service.get("volumes", ())}
    assert {volume for volume in named if not volume.startswith(".")} == set(compose["volumes"])


def test_an_image_is_built_from_sources_and_not_from_what_was_built_here() -> None:
    ignored = (ROOT / ".dockerignore").read_text().split("\n")
    assert {".git", ".venv", "web/node_modules", "src/niwashi/server/static"} <= set(ignored)
    for source in re.findall(r"^COPY (?!--from)(\S+)", DOCKER, re.MULTILINE):
        assert (ROOT / source).exists()
        assert source not in ignored
    for needed in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "src", "web"):
        assert needed not in ignored


def health_check() -> list[str]:
    found = re.search(r"^HEALTHCHECK .*? CMD (\[.*\])$", DOCKER.replace("\\\n", ""), re.MULTILINE)
    assert found is not None
    program, *words = json.loads(found[1])
    assert program == "python"
    return [sys.executable, *words]


@contextmanager
def answering(path: str) -> Iterator[str]:
    """Something that is well at this path only; yields its port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == path else 404)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield str(server.server_port)
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("base", "path"), [("", "/healthz"), ("/garden", "/garden/healthz"), ("/garden/", "/garden/healthz")]
)
def test_the_health_check_follows_port_and_base_path(base: str, path: str) -> None:
    with answering(path) as port:
        environment = {**os.environ, "NIWASHI_PORT": port, "NIWASHI_BASE_PATH": base}
        assert subprocess.run(health_check(), env=environment, stderr=subprocess.DEVNULL).returncode == 0
        environment["NIWASHI_BASE_PATH"] = "/elsewhere"
        assert subprocess.run(health_check(), env=environment, stderr=subprocess.DEVNULL).returncode == 1


# -- pinned packages ---------------------------------------------------------------------------------------------------
def pins(name: str) -> dict[str, list[str]]:
    """Packages with their hashes, by name, version and where they apply."""
    text = re.sub(r"#.*", "", (ROOT / name).read_text()).replace("\\\n", "")
    lines = [line.split() for line in text.splitlines() if line.strip()]
    return {
        " ".join(w for w in line if not w.startswith("--hash")): [w for w in line if w.startswith("--hash")]
        for line in lines
    }


def test_a_host_gets_the_packages_that_are_tested() -> None:
    server, everything = pins("requirements-server.txt"), pins("requirements.txt")
    tested = {pin.split(" ; ")[0]: hashes for pin, hashes in everything.items()}
    assert all(hashes and tested[pin.split(" ; ")[0]] == hashes for pin, hashes in server.items())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    wanted = {re.split(r"[\[<>=]", one)[0] for one in (*project["dependencies"], *extras["server"], *extras["nodes"])}
    names = {pin.split("==")[0] for pin in server}
    assert wanted <= names
    assert not names & {"pytest", "mypy", "playwright", "hypothesis"}

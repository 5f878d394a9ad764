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

from niwashi.server.http.app import ROUTERS
from niwashi.server.http.routes.replay import MAX_RECORD_BYTES
from niwashi.server.settings import Settings, read_settings
from niwashi.server.workers.browser_studies import MAX_FINDINGS_BYTES
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
def bodies() -> dict[str, int]:
    """The most bytes that each route takes whose body may be larger than usual, by its path."""
    return {
        route.path: size
        for make_router in ROUTERS
        for route in make_router("/api").routes
        for handler in getattr(route, "route_handlers", ())
        if isinstance(size := handler.request_max_body_size, int)
    }


def is_found(path: str) -> bool:
    """Whether a browser sends there what it found out."""
    return bodies().get(path, 0) == MAX_FINDINGS_BYTES


def nginx_limits() -> tuple[int, int, str]:
    """In bytes, for most routes and for those whose path the pattern finds."""
    usual = re.search(r"^    client_max_body_size (\d+)k;", NGINX, re.MULTILINE)
    found = re.search(r"location ~ (\S+) \{\s+client_max_body_size (\d+)k;\s+proxy_pass http://niwashi;", NGINX)
    assert usual is not None
    assert found is not None
    return int(usual[1]) << 10, int(found[2]) << 10, found[1]


def caddy_limits() -> tuple[int, int, str]:
    limits = dict(re.findall(r"request_body @(\w+) \{\s+max_size (\d+)KiB", CADDY))
    paths = dict(re.findall(r"@(\w+) (?:not )?path (.*)$", CADDY, re.MULTILINE))
    assert paths["found"] == paths["others"]
    pattern = "|".join(re.escape(path.removeprefix("*")) + "$" for path in paths["found"].split())
    return int(limits["others"]) << 10, int(limits["found"]) << 10, pattern


@pytest.mark.parametrize("limits", [nginx_limits(), caddy_limits()], ids=["nginx", "caddy"])
def test_proxies_let_through_what_the_server_takes_and_hardly_more(limits: tuple[int, int, str]) -> None:
    usual, found, pattern = limits
    assert sum(map(is_found, bodies())) == 3
    assert MAX_RECORD_BYTES < usual <= 2 * MAX_RECORD_BYTES
    assert MAX_FINDINGS_BYTES < found <= 2 * MAX_FINDINGS_BYTES
    for path, size in bodies().items():
        taken_for_found = bool(re.search(pattern, path))
        assert taken_for_found == is_found(path), path
        assert size < (found if taken_for_found else usual), path


def test_nginx_keeps_connections_open_and_upgrades_sockets() -> None:
    assert re.search(r"map \$http_upgrade \$niwashi_connection \{\s+default upgrade;\s+'' +'';\s+\}", NGINX)
    assert "proxy_set_header Connection $niwashi_connection;" in NGINX
    assert "keepalive 32;" in NGINX
    assert "proxy_http_version 1.1;" in NGINX


def test_proxies_hide_the_metrics() -> None:
    assert "location = /metrics { deny all; }" in NGINX
    assert "location = /metrics/ { deny all; }" in NGINX
    assert "/garden/metrics and /garden/metrics/" in NGINX, "under a path, too"
    assert "path /garden/metrics\n# /garden/metrics/" in CADDY
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


def test_variables_of_the_compose_file_are_those_that_the_page_writes() -> None:
    """Into deploy/.env, which compose reads for every command; a command in a page's shell names none of them."""
    wanted = set(re.findall(r"\$\{(\w+):\?", (DEPLOY / "compose.yaml").read_text()))
    lines = [line for line in lines_of(ROOT / "docs" / "hosting.md") if "deploy/.env" in line]
    assert len(lines) == 1
    assert set(re.findall(r"(\w+)=", lines[0])) == wanted
    assert "/deploy/.env" in (ROOT / ".gitignore").read_text().split("\n")


def test_an_image_is_built_from_sources_and_not_from_what_was_built_here() -> None:
    ignored = (ROOT / ".dockerignore").read_text().split("\n")
    assert {".git", ".venv", "web/node_modules", "deploy/.env"} <= set(ignored)
    assert {"src/niwashi/server/static", "src/niwashi/server/think"} <= set(ignored)
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

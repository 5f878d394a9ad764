"""The addresses at which other devices reach a server, and who is told of them."""

from __future__ import annotations

import pytest

from niwashi.cli.serve_output import address_lines
from niwashi.server import addresses
from niwashi.server.addresses import is_reachable, network_addresses, own_page, shared_pages
from niwashi.server.http.static_files import shared_page
from niwashi.server.settings import Settings

FOUND = ["192.168.1.5", "10.0.0.7", "172.17.0.1"]


@pytest.fixture
def in_two_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also with interfaces for containers, which no phone reaches."""
    found = [("lo", "127.0.0.1"), ("docker0", "172.17.0.1"), ("eth0", "10.0.0.7"), ("wlan0", "192.168.1.5")]
    monkeypatch.setattr(addresses, "_interface_addresses", lambda: found)
    monkeypatch.setattr(addresses, "_preferred_address", lambda: "192.168.1.5")


@pytest.mark.usefixtures("in_two_networks")
def test_the_likeliest_address_comes_first_and_those_of_containers_last() -> None:
    assert network_addresses() == FOUND


def test_of_this_machine_only_reachable_addresses_are_told() -> None:
    assert all(is_reachable(address) for address in network_addresses())
    for address in ("127.0.0.1", "127.0.1.1", "0.0.0.0", "169.254.3.4"):
        assert not is_reachable(address)


@pytest.mark.usefixtures("in_two_networks")
@pytest.mark.parametrize(
    ("settings", "own", "shared"),
    [
        (Settings(), "http://127.0.0.1:8000/", []),
        (Settings(host="localhost"), "http://localhost:8000/", []),
        (Settings(host="::1"), "http://[::1]:8000/", []),
        (Settings(host="10.0.0.7", port=81), "http://10.0.0.7:81/", ["http://10.0.0.7:81/"]),
        (Settings(host="::"), "http://[::1]:8000/", [f"http://{one}:8000/" for one in FOUND]),
        (
            Settings(base_path="/g", origins=("https://a.example",)),
            "http://127.0.0.1:8000/g/",
            ["https://a.example/g/"],
        ),
        (Settings(origins=("http://127.0.0.1:8000", "http://localhost:9")), "http://127.0.0.1:8000/", []),
        (
            Settings(host="0.0.0.0", origins=("http://localhost:8000",)),
            "http://127.0.0.1:8000/",
            [f"http://{one}:8000/" for one in FOUND],
        ),
    ],
)
def test_nobody_is_ever_sent_to_an_address_that_is_none(settings: Settings, own: str, shared: list[str]) -> None:
    assert own_page(settings) == own
    assert shared_pages(settings) == shared


@pytest.mark.usefixtures("in_two_networks")
def test_the_terminal_is_told_both() -> None:
    assert address_lines(Settings()) == ["Niwashi is at http://127.0.0.1:8000/ (Ctrl-C ends it)"]
    assert address_lines(Settings(host="0.0.0.0")) == [
        "Niwashi is at http://127.0.0.1:8000/ (Ctrl-C ends it)",
        "On other devices: http://192.168.1.5:8000/ or http://10.0.0.7:8000/ or http://172.17.0.1:8000/",
    ]


@pytest.mark.usefixtures("in_two_networks")
def test_only_who_is_at_this_machine_is_told_its_addresses() -> None:
    everywhere = Settings(host="0.0.0.0")
    assert shared_page("localhost", everywhere) == "http://192.168.1.5:8000/"
    assert shared_page("127.0.0.1", Settings()) == ""
    assert shared_page("garden.example", everywhere) is None
    assert shared_page("192.168.1.5", everywhere) is None

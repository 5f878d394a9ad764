"""Sounds: small, even in loudness, made by the script beside them, and played when something happens."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.web.hands import clicks
from tests.web.playing import Table, any_action, play_on
from tests.web.visiting import PATIENCE, Visitor, Visitors
from tools.sounds import flac
from tools.sounds.loudness import attack_seconds, loudness, peak
from tools.sounds.make import FOLDER
from tools.sounds.master import ROLE, ROLES, Pcm, finish, to_signal
from tools.sounds.resonance import RATE

MOST_BYTES = 120_000
MOST_PEAK_DB = -1.0
EVEN_DB = 1.0
"""How far a sound may be from its role's loudness: two of a role differ by at most twice as much."""
SUDDEN = {"clap", "click", "wood", "stone", "taiko", "bamboo", "drop"}
NAMES = sorted(ROLE)


@cache
def samples(name: str) -> Pcm:
    found, rate = flac.decode((FOLDER / f"{name}.flac").read_bytes())
    assert rate == RATE
    return found


def test_all_sounds_together_are_small() -> None:
    files = sorted(FOLDER.iterdir())
    assert [path.name for path in files] == [f"{name}.flac" for name in NAMES]
    assert sum(path.stat().st_size for path in files) < MOST_BYTES


@pytest.mark.parametrize("name", NAMES)
def test_a_sound_is_as_loud_as_its_role_wants(name: str) -> None:
    sound = to_signal(samples(name))
    assert loudness(sound) == pytest.approx(ROLES[ROLE[name]], abs=EVEN_DB)
    assert peak(sound) <= MOST_PEAK_DB


@pytest.mark.parametrize("name", NAMES)
def test_a_sound_begins_and_ends_without_a_click(name: str) -> None:
    sound = to_signal(samples(name))
    loudest = float(np.max(np.abs(sound)))
    assert abs(float(np.mean(sound))) < 0.002 * loudest, "no direct current"
    assert abs(sound[0]) < 0.01 * loudest
    assert float(np.max(np.abs(sound[-16:]))) < 0.001 * loudest
    assert name not in SUDDEN or attack_seconds(sound) < 0.005, "what is struck is heard at once"


@pytest.mark.parametrize("name", NAMES)
def test_the_script_makes_the_same_sound_again(name: str) -> None:
    again = finish(name)
    assert len(again) == len(samples(name))
    assert int(np.max(np.abs(again.astype(int) - samples(name).astype(int)))) <= 2, "but for another machine's rounding"


def test_loudness_is_that_of_the_standard() -> None:
    """EBU Tech 3341: a sine of 1 kHz with peaks of -23 dBFS in two channels is at -23 LUFS; in one it is 3 less."""
    sine = 10 ** (-23 / 20) * np.sin(2 * np.pi * 1000 * np.arange(RATE) / RATE)
    assert loudness(sine) == pytest.approx(-26, abs=0.1)


def test_flac_is_lossless_for_any_shape() -> None:
    generator = np.random.default_rng(3)
    ramp = np.arange(-3000, 3000, 7)
    for shape in (np.zeros(5000), ramp, generator.integers(-32768, 32767, 5000), 9000 * np.sin(np.arange(4099) / 9)):
        given = shape.astype(np.int16)
        assert np.array_equal(flac.decode(flac.encode(given, RATE))[0], given)


# -- in a browser ------------------------------------------------------------------------------------------------------
LISTEN = """
  window.heard = []
  const start = AudioBufferSourceNode.prototype.start
  AudioBufferSourceNode.prototype.start = function (when) {
    window.heard.push({ seconds: this.buffer.duration, rate: this.playbackRate.value })
    return start.call(this, when)
  }
"""
DECODE = """async (address) => {
  const context = new OfflineAudioContext(1, 1, 32000)
  const buffer = await context.decodeAudioData(await (await fetch(address)).arrayBuffer())
  return [...buffer.getChannelData(0)]
}"""


def addresses(static: Path) -> dict[str, str]:
    return {path.name.split("-")[0]: f"assets/{path.name}" for path in static.glob("assets/*.flac")}


def sound_of(one: dict[str, float]) -> str:
    """By its length, which is every sound's own."""
    return min(NAMES, key=lambda name: abs(len(samples(name)) / RATE - one["seconds"]))


def heard(page: Page) -> list[str]:
    return [sound_of(one) for one in page.evaluate("heard")]


def wait_for_sounds(page: Page, count: int) -> None:
    for _ in range(PATIENCE // 50):
        if len(heard(page)) >= count:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{heard(page)}, and not {count} sounds")


def test_a_browser_plays_what_was_written(visitor: Visitor, built_client: Path) -> None:
    page = visitor.open()
    found = addresses(built_client)
    assert sorted(found) == NAMES
    for name, address in found.items():
        decoded = np.array(page.evaluate(DECODE, visitor.address + address))
        assert np.allclose(decoded * 32768, samples(name), atol=1.0), name


def test_sounds_are_fetched_after_the_first_gesture(visitor: Visitor) -> None:
    fetched: list[str] = []
    visitor.page.on("request", lambda request: fetched.append(request.url))
    page = visitor.open()
    page.wait_for_load_state("networkidle")
    assert not [url for url in fetched if ".flac" in url]
    with page.expect_response(lambda response: "wood" in response.url and response.ok) as wood:
        page.keyboard.press("Tab")
    assert wood.value.headers["content-type"] == "audio/flac"


def test_whoever_has_turned_sounds_off_loads_none(visitors: Visitors) -> None:
    visitor = visitors.come(sound=False)
    fetched: list[str] = []
    visitor.page.on("request", lambda request: fetched.append(request.url))
    page = visitor.open("#/settings")
    page.keyboard.press("Tab")
    page.wait_for_load_state("networkidle")
    assert not [url for url in fetched if ".flac" in url or "soundboard" in url]
    expect(page.get_by_role("slider", name="Volume")).to_be_disabled()


def test_whoever_turns_sounds_on_or_louder_hears_it(visitors: Visitors) -> None:
    visitor = visitors.come(sound=False)
    visitor.page.add_init_script(LISTEN)
    page = visitor.open("#/settings")
    page.get_by_role("switch", name="Sounds").click()
    wait_for_sounds(page, 1)
    slider = page.get_by_role("slider", name="Volume")
    slider.press("ArrowLeft")
    assert page.evaluate("JSON.parse(localStorage['niwashi.preferences']).volume") == 0.6
    for key in ("ArrowRight", "ArrowLeft") * 20:  # a sound that would come late on a busy machine is left out
        if len(heard(page)) > 1:
            break
        page.wait_for_timeout(500)
        slider.press(key)
    wait_for_sounds(page, 2)
    assert set(heard(page)) == {"wood"}
    sounds = len(heard(page))
    page.get_by_role("switch", name="Sounds").click()
    page.get_by_role("switch", name="Ask before").click()
    assert len(heard(page)) == sounds


def test_a_placed_tile_and_a_turn_are_heard(visitor: Visitor) -> None:
    visitor.page.add_init_script(LISTEN)
    table = Table.with_bots(visitor, "miyabi", options={"seats": 2})
    page = table.show()
    with page.expect_response(lambda response: "wood" in response.url):
        page.keyboard.press("Shift")
    next(play_on(table, clicks(), any_action(1)))
    table.settle()
    wait_for_sounds(page, 3)
    assert "wood" in heard(page)
    assert all(one["rate"] == pytest.approx(1, abs=0.01) for one in page.evaluate("heard")), "all lies on layer 1"

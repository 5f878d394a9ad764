"""The sounds of a table, each from a physical model: wood, stone, water, clappers, a drum, paper and bamboo."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tools.sounds.resonance import (
    RATE,
    Hammer,
    Modes,
    Signal,
    bar,
    contact_force,
    convolve,
    high_pass,
    membrane,
    plate,
    ring,
    strike,
    tube,
)

SEED = 1657
"""The year after which Edo was built anew; any other number sounds as well."""


def wood(_: np.random.Generator) -> Signal:
    """A tile is put down on a thick board: the board answers low and short, the tile with a little clatter."""
    board = plate(392.0, 1.12, (0.41, 0.36), 7, 0.024, 0.9)
    tile = bar(1870.0, 0.022, 0.35, (0.6, 0.3, 0.12))
    body = board + tile
    first = strike(body, Hammer(mass=0.030, speed=0.4, stiffness=6e7), 0.3)
    # Nobody puts a tile down flat: its far edge follows.
    edge = strike(body, Hammer(mass=0.016, speed=0.16, stiffness=6e7), 0.28)
    return mix(0.3, (0.0, 1.0, first), (0.0145, 0.8, edge))


def stone(_: np.random.Generator) -> Signal:
    """A pebble is set on the edge of the track: hard, small, and it bounces twice."""
    pebble = Modes(
        np.array([2870.0, 4390.0, 6120.0, 8050.0]),
        np.array([0.012, 0.008, 0.005, 0.003]),
        np.array([0.8, 0.65, 0.5, 0.3]),
        0.05,
    )
    ground = plate(640.0, 1.3, (0.33, 0.42), 5, 0.05, 0.7)
    bounces = []
    at, speed = 0.0, 0.5
    for _bounce in range(4):
        hit = strike(pebble + ground, Hammer(mass=0.008, speed=speed, stiffness=4e8, friction=0.2), 0.12)
        bounces.append((at, 1.0, hit))
        at, speed = at + 0.115 * speed, speed * 0.42
    return mix(0.2, *bounces)


def drop(generator: np.random.Generator) -> Signal:
    """A drop falls into the water of a buried jar (suikinkutsu): a bubble sings, and the jar answers."""
    bubbles = mix(0.3, (0.0, 1.0, bubble(0.00255, 0.11)), (0.094, 0.42, bubble(0.0017, 0.14)))
    touch = generator.standard_normal(96) * np.exp(-np.arange(96) / 14)
    dry = mix(0.3, (0.0, 1.0, bubbles), (0.0, 0.05, touch))
    pitches = np.array([587.0, 880.0, 1171.0, 1409.0, 1762.0, 2218.0, 2690.0])
    jar = Modes(pitches, 30.0 / pitches**0.9, np.array([0.8, 1.0, 0.7, 0.8, 0.9, 0.7, 0.5]), 1.0, 0.0)
    echo = ring(jar, dry, 0.62)
    return mix(0.62, (0.0, 1.0, dry), (0.004, 0.22 * _size(dry) / _size(echo), echo))


def bubble(radius: float, rise: float) -> Signal:
    """Minnaert: air in water sings at 3.26 m/s over its radius, higher as it nears the surface, and dies away."""
    time = np.arange(int(0.2 * RATE)) / RATE
    damping = 0.13 / radius + 0.0072 * radius**-1.5
    frequency = 3.26 / radius * (1 + rise * damping * time)
    rising = 1 - np.exp(-time / 0.0012)
    return np.array(np.sin(2 * np.pi * np.cumsum(frequency) / RATE) * np.exp(-damping * time) * rising)


def clappers(speed: float, seconds: float, generator: np.random.Generator) -> Signal:
    """Hyōshigi: two bars of oak, held loosely and struck together, in a hall of wood. A soft blow is a dark one."""
    left = bar(1845.0, 0.0052, 0.16, (1.0, 0.6, 0.35, 0.2))
    right = bar(1859.0, 0.0056, 0.16, (0.8, 0.5, 0.3, 0.2))
    hands = Modes(np.array([690.0, 1040.0]), np.array([0.007, 0.006]), np.array([0.3, 0.25]), 0.25)
    # Both fly apart at once, as if something far lighter had struck them.
    hit = strike(left + right + hands, Hammer(mass=0.02, speed=speed, stiffness=2e9, friction=0.15), seconds)
    return hall(hit, seconds, 0.05, 0.2, generator)


def clap(generator: np.random.Generator) -> Signal:
    return clappers(1.6, 0.5, generator)


def click(generator: np.random.Generator) -> Signal:
    return clappers(0.2, 0.3, generator)


def taiko(generator: np.random.Generator) -> Signal:
    """A drum of the size that two arms hold: the skin is tighter while it swings wide, so its pitch sinks."""
    seconds = 1.15
    skin = membrane(98.0, (1.0, 1.0, 0.95, 0.85, 0.8, 0.72, 0.66, 0.6, 0.52, 0.45), 0.34, 0.35)
    stick = Hammer(mass=0.12, speed=2.4, stiffness=6e7, friction=0.2)
    force = contact_force(skin, stick)
    body = plate(262.0, 1.4, (0.3, 0.37), 6, 0.06, 0.5)
    struck = ring(add_glide(skin, 0.05, 0.05), force, seconds) + 0.3 * ring(body, force, seconds)
    return hall(struck, seconds, 0.05, 0.25, generator)


def add_glide(modes: Modes, width: float, time: float) -> Modes:
    """Imitates a falling pitch: adds a short mode, slightly higher, to each mode."""
    return Modes(
        np.concatenate([modes.frequency, modes.frequency * (1 + width)]),
        np.concatenate([modes.decay, np.minimum(modes.decay, time)]),
        np.concatenate([modes.gain, 0.7 * modes.gain]),
        modes.mass,
        modes.radiation,
    )


def paper(generator: np.random.Generator) -> Signal:
    """A card slides over paper and lies down: thousands of fibres give way, each a tiny crack, and then a soft pat."""
    seconds = 0.24
    time = np.arange(int(seconds * RATE)) / RATE
    speed = np.sin(np.pi * np.clip(time / 0.15, 0, 1)) ** 1.5
    cracks = generator.pareto(3.0, len(time)) * generator.choice([-1.0, 1.0], len(time))
    cracks = np.clip(cracks, -8, 8) * (generator.random(len(time)) < 0.4 * speed) * speed
    pitches = np.array([900.0, 1650.0, 2380.0, 3150.0, 4200.0, 5600.0])
    sheet = Modes(pitches, 0.9 / pitches, np.array([0.5, 0.8, 1.0, 0.9, 0.7, 0.4]), 1.0, 0.0)
    slide = high_pass(ring(sheet, cracks, seconds), 900.0)
    pat = strike(plate(210.0, 1.4, (0.4, 0.3), 4, 0.16, 0.3), Hammer(0.004, 0.5, 4e5), 0.1)
    return mix(seconds, (0.0, 1.0 / _size(slide), slide), (0.146, 0.6 / _size(pat), pat))


def bamboo(generator: np.random.Generator) -> Signal:
    """Shishi-odoshi: the bamboo has emptied itself, falls back and strikes its stone."""
    seconds = 0.5
    air = tube(318.0, 0.034, 0.25, (1.0, 0.55, 0.3, 0.15))
    shell = Modes(
        np.array([742.0, 1188.0, 1930.0, 2790.0]),
        np.array([0.034, 0.024, 0.014, 0.008]),
        np.array([0.75, 0.6, 0.4, 0.25]),
        0.4,
    )
    fall = Hammer(mass=0.08, speed=0.8, stiffness=6e7, friction=0.25)
    first = strike(air + shell, fall, 0.35)
    second = strike(air + shell, Hammer(mass=0.08, speed=0.2, stiffness=6e7, friction=0.25), 0.3)
    return hall(mix(seconds, (0.0, 1.0, first), (0.118, 0.5, second)), seconds, 0.07, 0.12, generator)


# -- putting together --------------------------------------------------------------------------------------------------
def mix(seconds: float, *parts: tuple[float, float, Signal]) -> Signal:
    """Each part is its start in seconds, its level and its sound."""
    found = np.zeros(int(seconds * RATE))
    for at, gain, sound in parts:
        start = int(at * RATE)
        fits = sound[: len(found) - start]
        found[start : start + len(fits)] += gain * fits
    return found


def hall(sound: Signal, seconds: float, level: float, decay: float, generator: np.random.Generator) -> Signal:
    """Walls of wood and paper: a few early echoes, then a soft wash that loses its treble first."""
    time = np.arange(int(seconds * RATE)) / RATE
    wash = generator.standard_normal(len(time)) * np.exp(-time / (decay * 0.45))
    wash = convolve(wash, np.hanning(9) / np.hanning(9).sum())[: len(time)]
    wash[: int(0.012 * RATE)] = 0.0
    wash *= 1.0 / np.sqrt(np.sum(wash**2))
    for at, gain in ((0.0113, 0.5), (0.0171, -0.4), (0.0262, 0.3)):
        wash[int(at * RATE)] += gain
    return mix(seconds, (0.0, 1.0, sound), (0.0, level * 2.2, convolve(sound, wash)))


def _size(sound: Signal) -> float:
    return float(np.max(np.abs(sound)))


INSTRUMENTS: dict[str, Callable[[np.random.Generator], Signal]] = {
    "wood": wood,
    "stone": stone,
    "drop": drop,
    "clap": clap,
    "click": click,
    "taiko": taiko,
    "paper": paper,
    "bamboo": bamboo,
}


def perform(name: str) -> Signal:
    """The sound as its model makes it, at any loudness, and the same every time."""
    generator = np.random.default_rng([SEED, *name.encode()])
    return INSTRUMENTS[name](generator)

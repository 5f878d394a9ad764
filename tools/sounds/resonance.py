"""Modal synthesis: the modes of plates, bars, tubes and membranes, and the blow that excites them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Signal: TypeAlias = NDArray[np.float64]

RATE = 32_000
"""Samples per second of every sound: all that a small speaker can play, in a small file."""
OVERSAMPLING = 16
"""A blow lasts less than a millisecond; its own steps must be finer than a sample."""
CONTACT_EXPONENT = 1.5
"""Contact of two round bodies (Hertz): the force grows with the depth to this power."""


@dataclass(frozen=True)
class Modes:
    """Damped oscillators that share one body: what a blow at one place makes of each, and how loud each radiates."""

    frequency: Signal
    """Hz."""
    decay: Signal
    """Seconds until 1/e is left."""
    gain: Signal
    """Shape at the place of the blow; with `radiation`, what is heard."""
    mass: float
    """Kilograms of every mode."""
    radiation: float = 0.5
    """Higher modes radiate better: with this power of their frequency."""

    def __add__(self, other: Modes) -> Modes:
        """Two bodies that are struck together."""
        scale = np.sqrt(self.mass / other.mass)
        return Modes(
            np.concatenate([self.frequency, other.frequency]),
            np.concatenate([self.decay, other.decay]),
            np.concatenate([self.gain, other.gain * scale]),
            self.mass,
            self.radiation,
        )


def damp(frequency: Signal, loss: float, air: float = 0.0) -> Signal:
    """The decay of modes with this loss factor of the material; `air` is a loss in 1/s that all share."""
    return 1.0 / (np.pi * frequency * loss + air)


def plate(lowest: float, ratio: float, at: tuple[float, float], count: int, loss: float, mass: float) -> Modes:
    """A board held at its edges; `ratio` is its length over its width, `at` the place of the blow on it."""
    along, across = (grid.ravel() for grid in np.meshgrid(np.arange(1, count + 1), np.arange(1, count + 1)))
    frequency = lowest * (along**2 + (ratio * across) ** 2) / (1 + ratio**2)
    gain = np.sin(np.pi * along * at[0]) * np.sin(np.pi * across * at[1])
    heard = frequency < 0.4 * RATE
    return Modes(frequency[heard], damp(frequency[heard], loss, 6.0), gain[heard], mass)


FREE_BAR = np.array([1.0, 2.62, 4.70, 7.05, 9.55])
"""Modes of a free bar, a little lower than 2.756, 5.404 … of a thin one: a hand-thick one shears."""


def bar(lowest: float, loss: float, mass: float, gains: tuple[float, ...]) -> Modes:
    gain = np.array(gains)
    frequency = lowest * FREE_BAR[: len(gain)]
    heard = frequency < 0.45 * RATE
    return Modes(frequency[heard], damp(frequency[heard], loss, 4.0), gain[heard], mass)


def tube(lowest: float, loss: float, mass: float, gains: tuple[float, ...]) -> Modes:
    """The air in a tube that is closed at one end: odd multiples only."""
    gain = np.array(gains)
    frequency = lowest * np.arange(1.0, 2 * len(gain), 2.0, dtype=np.float64)
    return Modes(frequency, damp(frequency, loss, 5.0), gain, mass)


MEMBRANE = np.array([1.0, 1.50, 1.98, 2.44, 2.89, 3.33, 3.78, 4.30, 4.90, 5.60])
"""Modes of a skin over a barrel of air, which lowers the first ones and brings them close to a harmonic row."""


def membrane(lowest: float, gains: tuple[float, ...], decay: float, mass: float) -> Modes:
    gain = np.array(gains)
    ratio = MEMBRANE[: len(gain)]
    return Modes(lowest * ratio, decay * ratio**-1.3, gain, mass, radiation=0.7)


@dataclass(frozen=True)
class Hammer:
    """What strikes: kilograms, metres per second, and how hard the contact is."""

    mass: float
    speed: float
    stiffness: float
    friction: float = 0.3
    """Seconds per metre: how much of the blow is lost in the contact."""


def contact_force(modes: Modes, hammer: Hammer, longest: float = 0.012) -> Signal:
    """The force of one blow over time, at RATE: hammer and modes push one another until they part."""
    step = 1.0 / (RATE * OVERSAMPLING)
    omega = 2 * np.pi * modes.frequency
    place, rate = np.zeros_like(omega), np.zeros_like(omega)
    head, speed = 0.0, hammer.speed
    force = np.zeros(int(longest / step) // OVERSAMPLING * OVERSAMPLING)
    for now in range(len(force)):
        depth = head - float(modes.gain @ place)
        if depth < 0 and now > OVERSAMPLING:
            break
        closing = speed - float(modes.gain @ rate)
        push = hammer.stiffness * max(depth, 0.0) ** CONTACT_EXPONENT * max(0.0, 1 + hammer.friction * closing)
        rate = rate + step * (modes.gain * push / modes.mass - omega**2 * place - 2 * rate / modes.decay)
        place = place + step * rate
        speed -= step * push / hammer.mass
        head += step * speed
        force[now] = push
    return np.asarray(force.reshape(-1, OVERSAMPLING).mean(axis=1))


def ring(modes: Modes, force: Signal, seconds: float) -> Signal:
    """What is heard of the modes while and after the force acts."""
    time = np.arange(int(seconds * RATE)) / RATE
    shape = modes.gain**2 * modes.frequency**modes.radiation / modes.mass
    heard = np.zeros(len(time))
    for frequency, decay, loud in zip(modes.frequency, modes.decay, shape, strict=True):
        heard += loud * np.exp(-time / decay) * np.sin(2 * np.pi * frequency * time)
    return convolve(heard, force)[: len(time)]


def strike(modes: Modes, hammer: Hammer, seconds: float) -> Signal:
    return ring(modes, contact_force(modes, hammer), seconds)


def convolve(one: Signal, other: Signal) -> Signal:
    length = len(one) + len(other) - 1
    spectrum = np.fft.rfft(one, length) * np.fft.rfft(other, length)
    return np.fft.irfft(spectrum, length)


def high_pass(sound: Signal, edge: float) -> Signal:
    """Removes the mean and everything below `edge`, in Hz."""
    length = len(sound) + RATE // 4
    hertz = np.fft.rfftfreq(length, 1 / RATE)
    kept = hertz**2 / (hertz**2 + edge**2)
    return np.fft.irfft(np.fft.rfft(sound, length) * kept, length)[: len(sound)]

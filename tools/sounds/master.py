"""Masters sounds: removes rumble, fades the ends, and sets the loudness of each sound's role."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tools.sounds.instruments import perform
from tools.sounds.loudness import loudness
from tools.sounds.resonance import RATE, Signal, high_pass

Pcm: TypeAlias = NDArray[np.int16]

ROLES = {"call": -21.0, "piece": -25.0, "trifle": -29.0}
"""Loudness in LUFS of sounds that call for attention, of pieces put down, and of small accompaniments."""
ROLE = {
    "clap": "call",
    "taiko": "call",
    "bamboo": "piece",
    "wood": "piece",
    "stone": "trifle",
    "drop": "trifle",
    "click": "trifle",
    "paper": "trifle",
}
FULL_SCALE = 32767
KNEE, CEILING = 0.4, 0.84
"""Peaks are compressed above the knee, and stay below the ceiling: -1.5 dB."""
RUMBLE_HZ = 55.0
"""Small speakers cannot play lower frequencies, and an offset would displace their membranes."""
RISE_SECONDS, FALL_SECONDS = 0.0004, 0.03
SILENCE_LEVEL = 10 ** (-66 / 20)
"""A sound ends where it falls below this amplitude."""


def finish(name: str) -> Pcm:
    sound = trim(high_pass(perform(name), RUMBLE_HZ))
    return np.round(level(fade(sound), ROLES[ROLE[name]]) * FULL_SCALE).astype(np.int16)


def level(sound: Signal, wanted: float) -> Signal:
    """Sets the loudness, and makes up for what rounding the peaks takes away."""
    gain = 10 ** ((wanted - loudness(sound)) / 20)
    for _ in range(8):
        gain *= 10 ** ((wanted - loudness(round_peaks(gain * sound))) / 20)
    return round_peaks(gain * sound)


def round_peaks(sound: Signal) -> Signal:
    """Compresses peaks: the first blow may be far louder than what follows."""
    over = np.maximum(np.abs(sound) - KNEE, 0.0)
    room = CEILING - KNEE
    return np.sign(sound) * (np.minimum(np.abs(sound), KNEE) + room * np.tanh(over / room))


def to_signal(samples: Pcm) -> Signal:
    return samples.astype(np.float64) / FULL_SCALE


def trim(sound: Signal) -> Signal:
    """Cuts the silence before and after a sound."""
    heard = np.nonzero(np.abs(sound) > SILENCE_LEVEL * np.max(np.abs(sound)))[0]
    return sound[max(int(heard[0]) - 8, 0) : int(heard[-1]) + int(FALL_SECONDS * RATE)]


def fade(sound: Signal) -> Signal:
    """Fades both ends to zero, so that they do not click."""
    rise, fall = int(RISE_SECONDS * RATE), int(FALL_SECONDS * RATE)
    faded = sound.copy()
    faded[:rise] *= np.sin(np.linspace(0, np.pi / 2, rise)) ** 2
    faded[-fall:] *= np.cos(np.linspace(0, np.pi / 2, fall)) ** 2
    return faded

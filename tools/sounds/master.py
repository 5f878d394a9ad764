"""Finished sounds: without rumble, with quiet ends, each as loud as its role wants."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tools.sounds.instruments import perform
from tools.sounds.loudness import loudness
from tools.sounds.resonance import RATE, Signal, high_pass

Pcm: TypeAlias = NDArray[np.int16]

ROLES = {"call": -21.0, "piece": -25.0, "trifle": -29.0}
"""LUFS of what calls somebody, of pieces that are put down, and of what merely accompanies."""
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
FULL = 32767
KNEE, CEILING = 0.4, 0.84
"""Peaks are bent from here, and stay below this: -1.5 dB."""
RUMBLE = 55.0
"""Hz: no small speaker plays what is lower, and nothing must pull it to one side."""
RISE_SECONDS, FALL_SECONDS = 0.0004, 0.03
SILENCE = 10 ** (-66 / 20)
"""What is quieter at the end is left out."""


def finish(name: str) -> Pcm:
    sound = trim(high_pass(perform(name), RUMBLE))
    return np.round(level(fade(sound), ROLES[ROLE[name]]) * FULL).astype(np.int16)


def level(sound: Signal, wanted: float) -> Signal:
    """As loud as wanted; what rounding its peaks takes away is given back."""
    gain = 10 ** ((wanted - loudness(sound)) / 20)
    for _ in range(8):
        gain *= 10 ** ((wanted - loudness(round_peaks(gain * sound))) / 20)
    return round_peaks(gain * sound)


def round_peaks(sound: Signal) -> Signal:
    """The first blow may be far louder than what rings: its tip is bent, so that it never reaches the ceiling."""
    over = np.maximum(np.abs(sound) - KNEE, 0.0)
    room = CEILING - KNEE
    return np.sign(sound) * (np.minimum(np.abs(sound), KNEE) + room * np.tanh(over / room))


def to_signal(samples: Pcm) -> Signal:
    return samples.astype(np.float64) / FULL


def trim(sound: Signal) -> Signal:
    """From shortly before it begins to where nobody hears it any more."""
    heard = np.nonzero(np.abs(sound) > SILENCE * np.max(np.abs(sound)))[0]
    return sound[max(int(heard[0]) - 8, 0) : int(heard[-1]) + int(FALL_SECONDS * RATE)]


def fade(sound: Signal) -> Signal:
    """Both ends reach nought: no click."""
    rise, fall = int(RISE_SECONDS * RATE), int(FALL_SECONDS * RATE)
    faded = sound.copy()
    faded[:rise] *= np.sin(np.linspace(0, np.pi / 2, rise)) ** 2
    faded[-fall:] *= np.cos(np.linspace(0, np.pi / 2, fall)) ** 2
    return faded

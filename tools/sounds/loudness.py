"""How loud a sound is to people: ITU-R BS.1770, for one channel and sounds shorter than its window."""

from __future__ import annotations

import numpy as np

from tools.sounds.resonance import RATE, Signal

WINDOW_SECONDS = 0.4
"""The window of “momentary” loudness. A shorter sound is measured with silence around it."""
Biquad = tuple[Signal, Signal]


def _shelf() -> Biquad:
    """The effect of the head: 4 dB more above 1.7 kHz."""
    tangent = np.tan(np.pi * 1681.974450955533 / RATE)
    high = 10 ** (3.999843853973347 / 20)
    middle, quality = high**0.4996667741545416, 0.7071752369554196
    over = 1 + tangent / quality + tangent**2
    zeros = [high + middle * tangent / quality + tangent**2, 2 * (tangent**2 - high)]
    zeros.append(high - middle * tangent / quality + tangent**2)
    poles = [over, 2 * (tangent**2 - 1), 1 - tangent / quality + tangent**2]
    return np.array(zeros) / over, np.array(poles) / over


def _high_pass() -> Biquad:
    """Below 38 Hz there is little to hear."""
    tangent = np.tan(np.pi * 38.13547087602444 / RATE)
    quality = 0.5003270373238773
    over = 1 + tangent / quality + tangent**2
    poles = [over, 2 * (tangent**2 - 1), 1 - tangent / quality + tangent**2]
    return np.array([1.0, -2.0, 1.0]), np.array(poles) / over


def k_weight(sound: Signal) -> Signal:
    """K-weighting: both filters, applied in the frequency domain to the sound padded with silence."""
    length = len(sound) + RATE
    unit = np.exp(-2j * np.pi * np.fft.rfftfreq(length))
    spectrum = np.fft.rfft(sound, length)
    for zeros, poles in (_shelf(), _high_pass()):
        spectrum = spectrum * np.polyval(zeros[::-1], unit) / np.polyval(poles[::-1], unit)
    return np.fft.irfft(spectrum, length)


def loudness(sound: Signal) -> float:
    """The loudest 400 ms, in LUFS; full scale is 1."""
    energy = np.cumsum(np.concatenate([[0.0], k_weight(sound) ** 2]))
    window = int(WINDOW_SECONDS * RATE)
    loudest = float(np.max(energy[window:] - energy[:-window])) / window
    return float(-0.691 + 10 * np.log10(max(loudest, 1e-12)))


def peak(sound: Signal) -> float:
    """The largest sample, in dB below full scale."""
    return float(20 * np.log10(max(float(np.max(np.abs(sound))), 1e-6)))


def attack_seconds(sound: Signal) -> float:
    """Seconds from the first tenth of the peak to the peak of the envelope."""
    size = np.abs(sound)
    top = int(np.argmax(size))
    return float(top - int(np.argmax(size > 0.1 * size[top]))) / RATE

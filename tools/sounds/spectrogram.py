"""A picture of a sound: its waveform above, its spectrogram below."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

from tools.sounds.resonance import RATE, Signal

WINDOW, HOP = 512, 32
ROWS, SHAPE_ROWS = 300, 80
LOWEST, HIGHEST = 60.0, 16_000.0
RANGE_DB = 80.0
Pixels = NDArray[np.uint8]


def draw(sound: Signal) -> bytes:
    """A PNG in greys; pitch rises by octaves from 60 Hz to 16 kHz."""
    padded = np.concatenate([np.zeros(WINDOW), sound, np.zeros(WINDOW)])
    starts = np.arange(0, len(padded) - WINDOW, HOP)
    frames = padded[starts[:, None] + np.arange(WINDOW)] * np.hanning(WINDOW)
    strength = np.abs(np.fft.rfft(frames, 8 * WINDOW)) / WINDOW
    pitches = np.geomspace(HIGHEST, LOWEST, ROWS)
    bins = np.minimum((pitches / RATE * 8 * WINDOW).astype(int), strength.shape[1] - 1)
    level = 20 * np.log10(strength[:, bins].T + 1e-9)
    grey = np.clip((level - level.max() + RANGE_DB) / RANGE_DB, 0, 1)
    for octave in (125, 250, 500, 1000, 2000, 4000, 8000):
        grey[int(np.argmin(np.abs(pitches - octave)))] += 0.12
    return png(np.concatenate([_shape(padded, starts), (255 * np.clip(grey, 0, 1)).astype(np.uint8)]))


def _shape(padded: Signal, starts: NDArray[np.int64]) -> Pixels:
    top = np.array([np.max(np.abs(padded[at + WINDOW // 2 : at + WINDOW // 2 + HOP])) for at in starts])
    height = (top / max(float(top.max()), 1e-9) * (SHAPE_ROWS - 2)).astype(int)
    rows = np.arange(SHAPE_ROWS)[::-1, None]
    return np.where(rows <= height[None, :], 220, 40).astype(np.uint8)


def png(grey: Pixels) -> bytes:
    high, wide = grey.shape
    rows = b"".join(b"\0" + row.tobytes() for row in grey)
    head = struct.pack(">IIBBBBB", wide, high, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in chunks)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

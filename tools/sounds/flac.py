"""FLAC for one channel of 16 bits: lossless, without encoder delay, and played by every browser (RFC 9639)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.int64]

BITS = 16
BLOCK_SAMPLES = 2048
LINEAR_ORDERS = (4, 6, 8, 10, 12, 16)
"""How many samples a linear predictor may look back."""
COEFFICIENT_BITS = 13
MAX_PARTITION_ORDER = 6
"""The residual of a block is coded in up to 2**6 partitions, each with its own Rice parameter."""
RATE_CODES = {8000: 4, 16000: 5, 22050: 6, 24000: 7, 32000: 8, 44100: 9, 48000: 10}


# -- writing -----------------------------------------------------------------------------------------------------------
def encode(samples: NDArray[np.int16], rate: int) -> bytes:
    wide = samples.astype(np.int64)
    blocks = [wide[at : at + BLOCK_SAMPLES] for at in range(0, len(wide), BLOCK_SAMPLES)]
    frames = [_frame(block, number, rate) for number, block in enumerate(blocks)]
    return b"fLaC" + _stream_info(samples, rate, frames) + b"".join(frames)


def _stream_info(samples: NDArray[np.int16], rate: int, frames: list[bytes]) -> bytes:
    sizes = [len(frame) for frame in frames]
    bits = _number(BLOCK_SAMPLES, 16) + _number(BLOCK_SAMPLES, 16) + _number(min(sizes), 24) + _number(max(sizes), 24)
    bits += _number(rate, 20) + _number(0, 3) + _number(BITS - 1, 5) + _number(len(samples), 36)
    body = _pack(bits) + hashlib.md5(samples.astype("<i2").tobytes(), usedforsecurity=False).digest()
    return bytes([0x80]) + len(body).to_bytes(3, "big") + body  # the last block of metadata, and the only one


def _frame(block: Samples, number: int, rate: int) -> bytes:
    header = _pack(
        "11111111111110" + "00"  # in step, a fixed size of blocks
        + "0111" + _number(RATE_CODES[rate], 4)  # the block's size follows in 16 bits
        + "0000" + "100" + "0"  # one channel, 16 bits
    )  # fmt: skip
    header += chr(number).encode() + (len(block) - 1).to_bytes(2, "big")
    header += bytes([_checksum(header, 0x07, 8)])
    frame = header + _pack(_subframe(block))
    return frame + _checksum(frame, 0x8005, 16).to_bytes(2, "big")


def _subframe(block: Samples) -> str:
    """The shortest of three: one constant value, a fixed predictor, a linear predictor."""
    if np.all(block == block[0]):
        return "00000000" + _signed(int(block[0]), BITS)
    found = [_fixed(block, order) for order in range(min(4, len(block) - 1) + 1)]
    found += [_linear(block, order) for order in LINEAR_ORDERS if order < len(block) // 2]
    head, residual = min(found, key=lambda one: len(one[0]) + _cost(one[1], len(block))[0])
    return head + _residual(residual, len(block))


def _fixed(block: Samples, order: int) -> tuple[str, Samples]:
    return f"0001{order:03b}0" + _warm_up(block, order), np.diff(block, order)


def _linear(block: Samples, order: int) -> tuple[str, Samples]:
    coefficients, shift = _quantise(_predictor(block, order))
    head = f"01{order - 1:05b}0" + _warm_up(block, order) + _number(COEFFICIENT_BITS - 1, 4) + _signed(shift, 5)
    head += "".join(_signed(int(one), COEFFICIENT_BITS) for one in coefficients)
    return head, block[order:] - (_predict(block, coefficients) >> shift)


def _warm_up(block: Samples, order: int) -> str:
    """The warm-up samples, which are stored as they are."""
    return "".join(_signed(int(value), BITS) for value in block[:order])


def _predict(block: Samples, coefficients: Samples) -> Samples:
    """The prediction of each sample that has enough samples before it."""
    past = np.lib.stride_tricks.sliding_window_view(block[:-1], len(coefficients))
    return np.array(past @ coefficients[::-1], dtype=np.int64)


def _predictor(block: Samples, order: int) -> NDArray[np.float64]:
    """The coefficients with the smallest residual, by the autocorrelation of the windowed block."""
    seen = block * np.hanning(len(block) + 2)[1:-1]
    products = np.array([seen[lag:] @ seen[: len(seen) - lag] for lag in range(order + 1)])
    matrix = products[np.abs(np.subtract.outer(np.arange(order), np.arange(order)))]
    ridge = np.eye(order) * (products[0] * 1e-9 + 1e-9)
    return np.array(np.linalg.solve(matrix + ridge, products[1:]))


def _quantise(predictor: NDArray[np.float64]) -> tuple[Samples, int]:
    largest = float(np.max(np.abs(predictor)))
    shift = int(np.clip(COEFFICIENT_BITS - 2 - np.ceil(np.log2(largest + 1e-9)), 0, 15))
    limit = 2 ** (COEFFICIENT_BITS - 1) - 1
    return np.clip(np.round(predictor * 2**shift), -limit, limit).astype(np.int64), shift


def _residual(residual: Samples, length: int) -> str:
    """The residual in Rice codes, partitioned so that it takes the fewest bits."""
    number = _cost(residual, length)[1]
    return "00" + _number(number, 4) + "".join(_rice(part) for part in _partitions(_zigzag(residual), length, number))


def _cost(residual: Samples, length: int) -> tuple[int, int]:
    """The fewest bits that the residual takes, and the partition order that achieves them."""
    order, folded = length - len(residual), _zigzag(residual)
    numbers = range(MAX_PARTITION_ORDER + 1)
    cuts = [number for number in numbers if length % 2**number == 0 and length >> number > order]
    return min((sum(4 + _parameter(one)[0] for one in _partitions(folded, length, number)), number) for number in cuts)


def _zigzag(residual: Samples) -> Samples:
    """Zigzag: 0, -1, 1, -2, 2 … become 0, 1, 2, 3, 4 …"""
    return np.where(residual >= 0, 2 * residual, -2 * residual - 1)


def _partitions(folded: Samples, length: int, number: int) -> list[Samples]:
    """Of equal length; the first is shorter by the warm-up samples."""
    ends = np.arange(1, 2**number) * (length >> number) - (length - len(folded))
    return np.split(folded, ends)


def _parameter(part: Samples) -> tuple[int, int]:
    return min((int(np.sum(part >> one)) + len(part) * (one + 1), one) for one in range(15))


def _rice(part: Samples) -> str:
    parameter = _parameter(part)[1]
    mask = (1 << parameter) - 1
    tails = [format(value & mask, f"0{parameter}b") if parameter else "" for value in part.tolist()]
    heads = (part >> parameter).tolist()
    return _number(parameter, 4) + "".join("0" * head + "1" + tail for head, tail in zip(heads, tails, strict=True))


def _number(value: int, bits: int) -> str:
    return format(value, f"0{bits}b")


def _signed(value: int, bits: int) -> str:
    return format(value & ((1 << bits) - 1), f"0{bits}b")


def _pack(bits: str) -> bytes:
    filled = bits + "0" * (-len(bits) % 8)
    return int(filled, 2).to_bytes(len(filled) // 8, "big")


def _checksum(content: bytes, polynomial: int, bits: int) -> int:
    found, top = 0, 1 << (bits - 1)
    for byte in content:
        found ^= byte << (bits - 8)
        for _ in range(8):
            found = (found << 1) ^ (polynomial if found & top else 0)
        found &= (1 << bits) - 1
    return found


# -- reading -----------------------------------------------------------------------------------------------------------
class _Bits:
    def __init__(self, content: bytes) -> None:
        self._bits = bin(int.from_bytes(b"\x01" + content, "big"))[3:]
        self.at = 0

    def number(self, bits: int) -> int:
        self.at += bits
        return int(self._bits[self.at - bits : self.at] or "0", 2)

    def signed(self, bits: int) -> int:
        value = self.number(bits)
        return value - (1 << bits) if value >> (bits - 1) else value

    def zeros(self) -> int:
        """Counts the zeros before the next one bit, and reads past it."""
        start, self.at = self.at, self._bits.index("1", self.at) + 1
        return self.at - start - 1

    def align(self) -> None:
        self.at += -self.at % 8


def decode(content: bytes) -> tuple[NDArray[np.int16], int]:
    """Returns the samples and their rate. Reads only what `encode` writes."""
    if content[:4] != b"fLaC":
        raise ValueError(f"not FLAC: it begins with {content[:4]!r} instead of b'fLaC'")
    info = _Bits(content[8:42])
    info.at = 80
    rate, _, _, length = info.number(20), info.number(3), info.number(5), info.number(36)
    samples = np.array([value for block in _blocks(_Bits(content[42:]), length) for value in block], dtype=np.int16)
    if hashlib.md5(samples.astype("<i2").tobytes(), usedforsecurity=False).digest() != content[26:42]:
        raise ValueError("the samples are not those that were written: their MD5 differs")
    return samples, rate


def _blocks(bits: _Bits, length: int) -> Iterator[list[int]]:
    done = 0
    while done < length:
        bits.at += 40  # what is the same in every frame, and its number: one byte, since there are few
        size = bits.number(16) + 1
        bits.at += 8
        yield _read_subframe(bits, size)
        bits.align()
        bits.at += 16
        done += size


def _read_subframe(bits: _Bits, size: int) -> list[int]:
    kind = bits.number(8) >> 1
    if kind == 0:
        return [bits.signed(BITS)] * size
    if kind == 1:
        return [bits.signed(BITS) for _ in range(size)]
    order = kind - 31 if kind >= 32 else kind - 8
    values = [bits.signed(BITS) for _ in range(order)]
    if kind < 32:
        coefficients, shift = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]][order], 0
    else:
        precision, shift = bits.number(4) + 1, bits.signed(5)
        coefficients = [bits.signed(precision) for _ in range(order)]
    for residual in _read_residual(bits, size, order):
        values.append(residual + (sum(f * v for f, v in zip(coefficients, reversed(values), strict=False)) >> shift))
    return values


def _read_residual(bits: _Bits, size: int, order: int) -> Iterator[int]:
    bits.at += 2
    number = bits.number(4)
    for part in range(2**number):
        parameter = bits.number(4)
        for _ in range((size >> number) - (0 if part else order)):
            folded = (bits.zeros() << parameter) | bits.number(parameter) if parameter else bits.zeros()
            yield folded >> 1 if folded % 2 == 0 else -(folded >> 1) - 1

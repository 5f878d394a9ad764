"""Charts for the report, as inline SVG.

Horizontal positions are in percent, so a chart takes the width of its container and its text keeps its size. Colours
are CSS classes of the page, which has a light and a dark theme.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

HEIGHT = 132
FLOOR = HEIGHT - 22
"""Bars stand above it, the axis labels below."""
MAX_BARS = 30
INSET = 4.0
"""Percent left free on both sides, for the labels at the ends."""


def x_percent(value: float, low: float, high: float) -> float:
    """A value's horizontal position, in percent of the width."""
    return INSET + (100 - 2 * INSET) * (value - low) / ((high - low) or 1.0)


def svg(height: int, inner: str, title: str) -> str:
    return f'<svg role="img" aria-label="{title}" width="100%" height="{height}">{inner}</svg>'


def _line(x: float, top: float, bottom: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x:.2f}%" x2="{x:.2f}%" y1="{top:.1f}" y2="{bottom:.1f}"/>'


def _label(x: float, text: str, y: float = HEIGHT - 5) -> str:
    return f'<text class="tick" x="{x:.2f}%" y="{y:.1f}">{text}</text>'


def signed(value: float) -> str:
    return f"{value:+.0f}".replace("-", "−") if round(value) else "0"


def histogram(values: Sequence[int], scale: tuple[int, int], title: str, mark: float, two_sided: bool = False) -> str:
    """Integers in bars of equal width, on a scale that several charts can share.

    A two-sided histogram has a bar of its own for zero, and colours negative and positive bars differently.
    """
    step = _step((scale[1] - scale[0]) / MAX_BARS)
    low, high = (_place(end, step, two_sided) for end in scale)
    low, high = math.floor(low + 0.5) - 0.5, math.ceil(high - 0.5) + 0.5
    counts = Counter(math.ceil(_place(value, step, two_sided) - 0.5) for value in values)
    width, most = (100 - 2 * INSET) / (high - low), max(counts.values())
    bars = "".join(
        _bar(x_percent(bar - 0.5, low, high), width, count / most, _side(bar) if two_sided else "", _games(count))
        for bar, count in sorted(counts.items())
    )
    ticks = "".join(
        _label(x_percent(_place(value, step, two_sided), low, high), signed(value) if two_sided else f"{value:.0f}")
        for value in round_numbers(*scale)
    )
    marked = _line(x_percent(_place(mark, step, two_sided), low, high), 6, FLOOR, "mark")
    return svg(HEIGHT, bars + marked + _axis() + ticks, title)


def _place(value: float, step: int, two_sided: bool) -> float:
    """A value's position in bars: bar 0 holds zero, or begins with it."""
    return value / step + (0.5 * ((value > 0) - (value < 0)) if two_sided else 0.0)


def _side(bar: int) -> str:
    return "behind" if bar < 0 else "ahead" if bar > 0 else "level"


def _games(count: int) -> str:
    return f"{count} game{'' if count == 1 else 's'}"


def _bar(x: float, width: float, share: float, kind: str, tooltip: str) -> str:
    tall = max(share * (FLOOR - 8), 1.5)
    return (
        f'<rect class="bar {kind}" x="{x + width * 0.05:.2f}%" width="{width * 0.9:.2f}%" '
        f'y="{FLOOR - tall:.1f}" height="{tall:.1f}" rx="1.5"><title>{tooltip}</title></rect>'
    )


def _axis() -> str:
    return f'<line class="axis" x1="0" x2="100%" y1="{FLOOR}" y2="{FLOOR}"/>'


def _step(rough: float) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50 … that is large enough."""
    power: int = 10 ** math.floor(math.log10(max(rough, 1.0)))
    return next(part * power for part in (1, 2, 5, 10) if part * power >= rough)


def round_numbers(low: float, high: float) -> list[int]:
    """About five round numbers, for an axis."""
    step = _step((high - low) / 7)
    return list(range(math.ceil(low / step) * step, math.floor(high) + 1, step))


def duration_histogram(
    durations: NDArray[np.float32], low: float, high: float, marks: Sequence[tuple[str, float]], title: str
) -> str:
    """On a logarithmic scale; `low` and `high` are powers of ten of a second."""
    logs = np.log10(np.maximum(durations, 1e-6))
    counts, edges = np.histogram(logs, 40, (low, high))
    width = (100 - 2 * INSET) / len(counts)
    bars = "".join(
        _bar(x_percent(float(edge), low, high), width, count / max(counts.max(), 1), "", f"{count} decisions")
        for edge, count in zip(edges[:-1], counts.tolist(), strict=True)
        if count
    )
    lines = "".join(
        _line(x_percent(math.log10(max(value, 1e-6)), low, high), 6, FLOOR, f"mark {kind}") for kind, value in marks
    )
    ticks = "".join(
        _label(x_percent(power, low, high), _power(power)) for power in range(math.ceil(low), int(high) + 1)
    )
    return svg(HEIGHT, bars + lines + _axis() + ticks, title)


def _power(power: int) -> str:
    """10 ** power seconds, with its unit."""
    unit, shift = ("s", 0) if power >= 0 else ("ms", 3) if power >= -3 else ("µs", 6)
    return f"{10 ** (power + shift)} {unit}"


def span(low: float, high: float, at: float, scale: tuple[float, float], fair: float, title: str) -> str:
    """An estimate with its interval, and a mark at the fair value."""
    left, right, dot = (x_percent(min(max(value, scale[0]), scale[1]), *scale) for value in (low, high, at))
    return svg(
        28,
        f'<line class="rail" x1="0" x2="100%" y1="14" y2="14"/>{_line(x_percent(fair, *scale), 3, 25, "fair")}'
        f'<line class="reach" x1="{left:.2f}%" x2="{right:.2f}%" y1="14" y2="14"/>'
        f"{_line(left, 9, 19, 'reach end')}{_line(right, 9, 19, 'reach end')}"
        f'<circle class="dot" cx="{dot:.2f}%" cy="14" r="5.5"/>',
        title,
    )


def scale_labels(scale: tuple[float, float], spelled: Callable[[float], str] = signed) -> str:
    words = "".join(_label(x_percent(value, *scale), spelled(value), 14) for value in round_numbers(*scale))
    return f'<svg aria-hidden="true" width="100%" height="18">{words}</svg>'

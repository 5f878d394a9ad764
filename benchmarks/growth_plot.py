"""Curves as one SVG: a panel each, sizes on a logarithmic axis, milliseconds on one scale for all."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from math import ceil, log10

WIDTH, HEIGHT, MARGIN = 330, 190, 44
STYLE = (
    "text{font:12px sans-serif;fill:#555}.t{font-weight:bold;fill:#333}"
    "path{fill:none;stroke:#1f5f5b;stroke-width:2}circle{fill:#1f5f5b}line{stroke:#bbb}rect{fill:#fff}"
)


@dataclass(frozen=True)
class Curve:
    title: str
    unit: str
    points: list[tuple[int, float]]
    """Sizes, and milliseconds an action."""


def draw(curves: list[Curve]) -> str:
    top = ceil(max(cost for curve in curves for _, cost in curve.points) * 2) / 2
    rows = ceil(len(curves) / 2)
    panels = [_panel(curve, top, n % 2 * WIDTH, n // 2 * HEIGHT) for n, curve in enumerate(curves)]
    size = f'width="{2 * WIDTH}" height="{rows * HEIGHT}" viewBox="0 0 {2 * WIDTH} {rows * HEIGHT}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
    title = "<title>CPU time of an action as logs, tables, sockets and spectators grow</title>"
    return "\n".join(
        [head, title, f"<style>{STYLE}</style>", '<rect width="100%" height="100%"/>', *panels, "</svg>\n"]
    )


def _panel(curve: Curve, top: float, left: int, above: int) -> str:
    sizes = [log10(max(size, 1)) for size, _ in curve.points]
    width = max(sizes) - min(sizes) or 1.0

    def x(size: int) -> float:
        return left + MARGIN + (log10(max(size, 1)) - min(sizes)) / width * (WIDTH - 2 * MARGIN)

    def y(cost: float) -> float:
        return above + HEIGHT - MARGIN - cost / top * (HEIGHT - 2 * MARGIN)

    spots = [(round(x(size), 1), round(y(cost), 1)) for size, cost in curve.points]
    lines = [f'<text class="t" x="{left + MARGIN}" y="{above + 24}">{escape(curve.title)}</text>']
    for cost in (0.0, top / 2, top):
        lines.append(
            f'<line x1="{x(curve.points[0][0])}" x2="{x(curve.points[-1][0])}" y1="{y(cost)}" y2="{y(cost)}"/>'
        )
        lines.append(f'<text x="{left + MARGIN - 8}" y="{y(cost) + 4}" text-anchor="end">{cost:.2g}</text>')
    lines.append('<path d="M' + " L".join(f"{one},{other}" for one, other in spots) + '"/>')
    for (one, other), (size, _) in zip(spots, curve.points, strict=True):
        lines.append(f'<circle cx="{one}" cy="{other}" r="3"/>')
        lines.append(f'<text x="{one}" y="{above + HEIGHT - 26}" text-anchor="middle">{_short(size)}</text>')
    lines.append(f'<text x="{left + WIDTH / 2}" y="{above + HEIGHT - 8}" text-anchor="middle">{curve.unit} (ms)</text>')
    return "\n".join(lines)


def _short(size: int) -> str:
    return f"{size // 1000}k" if size >= 1000 else str(size)

"""The colours of the screen. No meaning rests on a colour alone: there is always a letter or a sign beside it."""

from __future__ import annotations

from rich.style import Style

GROUND = "#14191d"
PANEL = "#1d242a"
INK = "#ece5d6"
QUIET_INK = "#a3a79f"
DARK_INK = "#14191d"
GOLD = "#f2c14e"
RED = "#ff9d84"
LEAF = "#9fd3a4"

TEXT = Style(color=INK, bgcolor=GROUND)
QUIET = Style(color=QUIET_INK, bgcolor=GROUND)
TITLE = Style(color=INK, bgcolor=GROUND, bold=True)
ACTING = Style(color=GOLD, bgcolor=GROUND, bold=True)
PICKED = Style(color=DARK_INK, bgcolor=GOLD, bold=True)
"""What the cursor is on."""
GHOST = Style(color=DARK_INK, bgcolor="#f6dc97", bold=True)
"""What a placement would cover."""
WARNING = Style(color=RED, bgcolor=GROUND, bold=True)
GAINED = Style(color=LEAF, bgcolor=GROUND, bold=True)

HEIGHTS = ("#1f272b", "#27403a", "#31544a", "#3d685a", "#4a7c6b", "#588f7d")
"""The ground of a garden by height; what is higher looks like the last and says its number."""
OBJECTS = {"m": "#ffb38a", "p": "#d9c2ff", "f": "#9bd0ff", "a": "#ffb8d6", "b": "#b4f0a8", "s": "#f1eadb"}

FEATURES = {
    "T": Style(color=DARK_INK, bgcolor="#edcd7e"),
    "P": Style(color="#ffffff", bgcolor="#1a66a8"),
    "F": Style(color=DARK_INK, bgcolor="#a9a59b"),
    "G": Style(color="#e2f5df", bgcolor="#1d5537"),
}
"""A square of a house, by the letter of its feature."""


def height_ground(height: int) -> str:
    return HEIGHTS[min(height, len(HEIGHTS) - 1)]

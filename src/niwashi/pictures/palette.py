"""Colours and fonts of all drawings. Colour never says anything alone: shapes, crests and numerals say it too."""

from __future__ import annotations

from typing import Final

INK: Final = "#22262B"
SECONDARY: Final = "#4A4F55"
PAPER: Final = "#F7F2E6"
VERMILION: Final = "#B33A1B"
GOLD: Final = "#FFD166"
GRAVEL, RAKE, RAKE_LIGHT = "#DDD7C8", "#C6BEAB", "#EFEADD"
MOSS: Final = "#2F6B49"
FAINT: Final = "#D9D2BF"

HEIGHTS: Final = ("#F7F2E6", "#E6E3C8", "#CFD8B0", "#AFC7A0", "#8BB296", "#6A9A8C")
"""The ground of heights 0 to 5; what is higher looks like 5 and says its number."""
WALLS: Final = ("#D8CFB8", "#BDB896", "#A3AE80", "#7F9B70", "#5C8668", "#3F6E60", "#2D574C")
SEATS: Final = ("#203453", "#D9722B", "#8C60CA", "#1DA58B", "#F3D639")

SANS: Final = "'Noto Sans','Segoe UI','Helvetica Neue',Arial,sans-serif"
SERIF: Final = "'Shippori Mincho','Noto Serif','Hiragino Mincho ProN',Georgia,serif"

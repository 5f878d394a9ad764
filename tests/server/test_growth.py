"""The plot of growth: every point of every curve, on one scale."""

from __future__ import annotations

from xml.etree import ElementTree

from benchmarks.growth import take_lower
from benchmarks.growth_plot import Curve, draw

SPACE = "{http://www.w3.org/2000/svg}"


def test_every_point_is_drawn_and_what_costs_more_lies_higher() -> None:
    one, other = Curve("logs", "entries", [(10, 0.5), (1000, 0.9)]), Curve("sockets", "sockets", [(0, 1.2), (50, 0.6)])
    picture = ElementTree.fromstring(draw([one, other]))
    heights = [float(spot.attrib["cy"]) for spot in picture.iter(f"{SPACE}circle")]
    assert len(heights) == 4
    assert heights[2] < heights[1] < heights[3] < heights[0]
    assert {"logs", "sockets"} <= {text.text for text in picture.iter(f"{SPACE}text")}


def test_of_two_runs_the_lower_counts() -> None:
    assert take_lower([(10, 0.5), (20, 0.7)], [[10, 0.4], [20, 0.9], [30, 0.1]]) == [(10, 0.4), (20, 0.7)]

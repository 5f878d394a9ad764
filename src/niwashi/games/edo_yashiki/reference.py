"""The reference card: Edo Yashiki on one page. Every number comes from the rules' own tables."""

from __future__ import annotations

from typing import Any

from niwashi.core.components import Components
from niwashi.core.game import CardSection, ReferenceCard
from niwashi.games.edo_yashiki.cards import CARD_HEIGHT, CARD_WIDTH, DECK, FEATURES
from niwashi.games.edo_yashiki.explain import BONUS, POINTS
from niwashi.games.edo_yashiki.options import SEATS
from niwashi.games.edo_yashiki.state import GOAL, LONGEST, SHORTEST

SCORE_CARDS = 2
TRACK = 29
"""E5.3: the last number on the printed score cards."""


def reference_card(box: Components) -> ReferenceCard:
    facts = card_facts(box)
    return ReferenceCard(facts, _sections(facts))


def card_facts(box: Components) -> dict[str, Any]:
    return {
        "seats": [_deal(seats, len(box.content["cards"])) for seats in SEATS],
        "runs": [{"length": length, "points": POINTS.get(length, 0)} for length in range(SHORTEST, LONGEST + 2)],
        "bonuses": [{"features": features, "points": points} for features, points in BONUS.items() if points],
        "contents": _contents(),
        "numbers": {
            "players": SEATS[0],
            "most_players": SEATS[-1],
            "width": CARD_WIDTH,
            "height": CARD_HEIGHT,
            "shortest": SHORTEST,
            "too_long": LONGEST + 1,
            "features": len(FEATURES),
            "goal": GOAL,
            "track": TRACK,
        },
    }


def _deal(seats: int, cards: int) -> dict[str, int]:
    """E1.4, E2.1, E5.1: a house and an open card for each seat, for as long as there are enough."""
    return {"seats": seats, "houses": seats, "open": seats, "rounds": (cards - seats) // seats}


def _contents() -> dict[str, int]:
    """The printed box."""
    players = SEATS[-1]
    return {
        "cards": DECK,
        "score-cards": SCORE_CARDS,
        "score-markers": players,
        "specialist-cards": players,
        "specialist-markers": players * len(FEATURES),
        "summary-card": 1,
    }


# -- in English ------------------------------------------------------------------------------------------------------
def _sections(facts: dict[str, Any]) -> tuple[CardSection, ...]:
    numbers = facts["numbers"]
    shortest, goal = numbers["shortest"], numbers["goal"]
    return (
        CardSection(
            "A round",
            (
                "Lay open as many cards as there are players (E2.1).",
                "Live: when all are ready, “hajime!”, and all grab at once. Calm: pick in turn order (E2.2, E2.3).",
                "Place your card in your own house (E2.4).",
                "When all have placed, all score. The start passes clockwise (E2.4, E2.5).",
            ),
            is_numbered=True,
        ),
        CardSection(
            "Cards",
            ("By the printed rules, the player who last sat on tatami starts (E1.4).",),
            _deal_table(facts["seats"]),
        ),
        CardSection(
            "Placing",
            (
                f"Upright, {numbers['width']} wide and {numbers['height']} high, either way up; never sideways (E3.1).",
                "Over the house with at least one square, or beside it along an edge; corners do not count (E3.2).",
                f"Never over a square of a run of {shortest} or more equal squares in a line (E3.4).",
            ),
        ),
        CardSection(
            "Scoring",
            ("Every run with a square of your new card scores, at its whole length, across and down (E4.1, E4.2).",),
            _run_table(facts["runs"]),
        ),
        CardSection(
            "Bonus",
            ("For different features that score with one card (E4.3).",),
            (
                ("features", *(str(bonus["features"]) for bonus in facts["bonuses"])),
                ("points", *(str(bonus["points"]) for bonus in facts["bonuses"])),
            ),
        ),
        CardSection(
            "Specialists, if you play with them",
            (
                f"A marker for each of the {numbers['features']} features. A run scores only with its marker, which"
                " scoring takes away; with the last one gone, all return at once (E6.1–E6.3).",
                f"Runs of {numbers['too_long']} or more take no marker. The bonus counts what did score (E6.4, E6.5).",
            ),
        ),
        CardSection(
            "The end",
            (
                f"After a round in which someone has {goal} points or more, or when fewer cards are left than players"
                " (E5.1). Most points win; ties share (E5.2).",
            ),
        ),
    )


def _deal_table(seats: list[dict[str, int]]) -> tuple[tuple[str, ...], ...]:
    rows = {"players": "seats", "first cards": "houses", "open in a round": "open", "rounds at most": "rounds"}
    return tuple((title, *(str(deal[name]) for deal in seats)) for title, name in rows.items())


def _run_table(runs: list[dict[str, int]]) -> tuple[tuple[str, ...], ...]:
    *scoring, longer = runs
    lengths = (*(str(run["length"]) for run in scoring), f"{longer['length']} or more")
    return (("run of", *lengths), ("points", *(str(run["points"]) for run in runs)))

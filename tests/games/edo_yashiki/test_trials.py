"""A calm grab: what each open card would bring is what it brings once it is in hand."""

from __future__ import annotations

import pytest

from niwashi.core.rng import seeded
from niwashi.games.edo_yashiki import RULES
from niwashi.games.edo_yashiki.client_types import EdoGrabs
from tests.games.edo_yashiki.drawing import act, any_action, chance, open_game, to_act

CALM = [
    {"seats": seats, "grab": "calm", "specialists": specialists} for seats in (2, 5) for specialists in (False, True)
]


@pytest.mark.parametrize("options", CALM)
def test_a_card_that_is_tried_has_the_placements_that_it_has_in_hand(options: dict[str, object]) -> None:
    """Whole rounds: between a seat's grab and its placement nobody changes its house (E2.4)."""
    p, rng = open_game(seed=4, **options), seeded(4)
    for _ in range(5):
        tried = {}
        while RULES.view(p)["phase"] == "grab":
            (seat,) = to_act(p)
            offered = RULES.choices(p, seat)
            assert isinstance(offered.cover, EdoGrabs)
            place = len(offered.actions) // 2
            tried[seat] = offered.cover.trials[place]
            act(p, seat, offered.actions[place])
        for seat, trial in tried.items():
            offered = RULES.choices(p, seat)
            assert (trial.points, trial.sums, trial.parts) == (offered.points, offered.sums, offered.parts)
            assert trial.cover == offered.cover
        while to_act(p):
            seat = to_act(p)[0]
            RULES.kernels.play(p, seat, any_action(p, seat, rng))
        chance(p, rng)


def test_a_tried_card_leaves_the_position_as_it_is() -> None:
    p = open_game(seats=3, grab="calm")
    before = p.tobytes()
    RULES.choices(p, to_act(p)[0])
    assert p.tobytes() == before


def test_places_where_no_card_can_lie_have_their_reasons_in_a_calm_grab() -> None:
    blocked = RULES.choices(p := open_game(seats=3, grab="calm"), to_act(p)[0]).blocked
    assert blocked.reasons[blocked.elsewhere].code == "edo/apart"

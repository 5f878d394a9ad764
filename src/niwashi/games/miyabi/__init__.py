"""Miyabi, by Michael Kiesling (HABA, 2019): two to four seats, five expansions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from niwashi.core.client_types import ChoiceSet, Effect
from niwashi.core.components import ComponentCheck, Components
from niwashi.core.errors import NiwashiError
from niwashi.core.facts import Facts
from niwashi.core.game import ClientTypes, Kernels, Options, Part, Position, ReferenceCard, Rules, TallySheet
from niwashi.core.urns import Urn
from niwashi.games.miyabi import (
    actions,
    chance,
    choices,
    client_types,
    effects,
    encoding,
    explain,
    facts,
    features,
    mask,
    notation,
    reference,
    rules,
    scoring,
    tally,
    view,
)
from niwashi.games.miyabi import sheet as score_sheet
from niwashi.games.miyabi.components import check_components, fill_setup, read_components
from niwashi.games.miyabi.hint_phrases import HINT_PHRASES
from niwashi.games.miyabi.options import SEATS, MiyabiOptions, list_variants, read_options
from niwashi.games.miyabi.state import ACTIONS, POSITION_TYPE


class Miyabi(Rules):
    """The game, as the contract wants it: each method is one of the folder's functions."""

    name = "miyabi"
    title = "Miyabi"
    credits = "Miyabi is a game by Michael Kiesling, published by HABA (2019)"
    seats = SEATS
    version = 1
    position = POSITION_TYPE
    kernels = Kernels(
        start=rules.start,
        to_act=rules.to_act,
        legal=actions.legal,
        sample=actions.sample,
        play=rules.play,
        gain=rules.gain,
        features=features.features,
        prospects=features.features,
        draw=chance.draw,
        reveal=chance.reveal,
        scores=scoring.scores,
        encode=encoding.encode,
        mask=mask.mask,
    )
    actions = ACTIONS
    most_legal = ACTIONS
    encoding = encoding.PLANES
    longest_outcome = chance.BUFFER
    feature_names = prospect_names = features.NAMES
    table_questions = tally.TABLE_QUESTIONS
    seat_questions = tally.SEAT_QUESTIONS
    tally_example = tally.EXAMPLE
    hint_phrases = HINT_PHRASES
    client_types = ClientTypes(
        client_types.MiyabiView, client_types.MiyabiCover, client_types.MiyabiBlocked, client_types.EFFECTS
    )

    def options(self, given: Mapping[str, Any]) -> MiyabiOptions:
        return read_options(given)

    def variants(self) -> Iterator[MiyabiOptions]:
        return list_variants()

    def components(self, given: Mapping[str, Any]) -> Components:
        return read_components(given)

    def check_components(self, given: Mapping[str, Any]) -> ComponentCheck:
        return check_components(given)

    def setup(self, options: Options, components: Components) -> np.record:
        assert isinstance(options, MiyabiOptions), "options of another game"
        return fill_setup(options, components)

    def reference_card(self) -> ReferenceCard:
        return reference.reference_card(self.box)

    def action_text(self, p: Position, seat: int, action: int) -> str:
        return notation.action_text(action)

    def action_of(self, p: Position, seat: int, text: str) -> int:
        return notation.action_of(text)

    def outcome_text(self, p: Position, outcome: Sequence[int]) -> str:
        return notation.outcome_text(p, outcome)

    def outcome_of(self, p: Position, text: str) -> list[int]:
        return notation.outcome_of(p, text)

    def urns(self, p: Position) -> tuple[Urn, ...]:
        return chance.urns(p)

    def explain_illegal(self, p: Position, seat: int, action: int) -> NiwashiError | None:
        return explain.explain_illegal(p, seat, action)

    def points(self, p: Position, seat: int, action: int) -> tuple[Part, ...]:
        return explain.points(p, seat, action)

    def sheet(self, p: Position) -> tuple[tuple[Part, ...], ...]:
        return score_sheet.sheet(p)

    def tally(self, given: Mapping[str, Any]) -> TallySheet:
        return tally.tally(given)

    def choices(self, p: Position, seat: int) -> ChoiceSet:
        return choices.list_choices(p, seat)

    def effects(self, before: Position, who: int | str, what: str, after: Position) -> list[Effect]:
        return effects.effects(before, who, what, after)

    def view(self, p: Position) -> dict[str, Any]:
        return {**view.view(p)}

    def board(self, p: Position, names: Sequence[str]) -> str:
        return view.board(p, names)

    def facts(self, p: Position, seat: int) -> Facts:
        return facts.facts(p, seat)


RULES = Miyabi()

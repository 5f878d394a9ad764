"""Edo Yashiki by Hisashi Hayashi, for 2 to 5 seats, with specialists; also as Samurai Gardener."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from niwashi.core.client_types import ChoiceSet, Effect
from niwashi.core.components import ComponentCheck, Components
from niwashi.core.errors import NiwashiError
from niwashi.core.facts import Facts
from niwashi.core.game import ClientTypes, Kernels, Options, Part, Position, ReferenceCard, Rules, TallySheet
from niwashi.core.urns import Urn
from niwashi.games.edo_yashiki import (
    actions,
    board,
    chance,
    choices,
    client_types,
    effects,
    encoding,
    explain,
    facts,
    mask,
    notation,
    reference,
    rules,
    sheet,
    state,
    tally,
    turns,
    view,
)
from niwashi.games.edo_yashiki.cards import distinct_faces, face_code, read_deck
from niwashi.games.edo_yashiki.deck import check_deck
from niwashi.games.edo_yashiki.features import FEATURE_NAMES, PROSPECT_NAMES, features, prospects
from niwashi.games.edo_yashiki.hint_phrases import HINT_PHRASES
from niwashi.games.edo_yashiki.options import (
    EDITIONS,
    GRABS,
    SEATS,
    TITLE,
    EdoOptions,
    list_variants,
    read_options,
)


class EdoYashiki(Rules):
    """The game, as the contract wants it: each method is one of the folder's functions."""

    name = "edo_yashiki"
    title = TITLE
    credits = (
        "Edo Yashiki is a game by Hisashi Hayashi, published by OKAZU brand; its later edition is Samurai Gardener"
    )
    seats = SEATS
    version = 1
    position = state.POSITION
    kernels = Kernels(
        start=chance.start,
        to_act=turns.to_act,
        legal=actions.legal,
        sample=actions.sample,
        play=rules.play,
        gain=rules.gain,
        features=features,
        prospects=prospects,
        draw=chance.draw,
        reveal=chance.reveal,
        scores=rules.scores,
        encode=encoding.encode,
        mask=mask.mask,
    )
    actions = state.ACTIONS
    most_legal = state.MAX_LEGAL
    encoding = encoding.PLANES
    longest_outcome = state.MAX_SEATS
    feature_names = FEATURE_NAMES
    prospect_names = PROSPECT_NAMES
    table_questions = tally.TABLE_QUESTIONS
    seat_questions = tally.SEAT_QUESTIONS
    tally_example = tally.EXAMPLE
    hint_phrases = HINT_PHRASES
    turn_order_options: ClassVar[Mapping[str, Any]] = {"grab": "calm"}
    earlier_components = ("earlier_components/reconstruction-1.toml",)
    client_types = ClientTypes(
        client_types.EdoView, client_types.EdoCover, client_types.EdoBlocked, client_types.EFFECTS
    )

    def options(self, given: Mapping[str, Any]) -> EdoOptions:
        return read_options(given)

    def variants(self) -> Iterator[EdoOptions]:
        return list_variants()

    def components(self, given: Mapping[str, Any]) -> Components:
        return read_deck(given)

    def check_components(self, given: Mapping[str, Any]) -> ComponentCheck:
        return check_deck(given)

    def setup(self, options: Options, components: Components) -> np.record:
        assert isinstance(options, EdoOptions)
        setup: np.record = np.zeros(1, state.SETUP)[0]
        for place, (face, cards) in enumerate(distinct_faces(components.content["cards"]).items()):
            setup.faces[place] = face_code(face)
            setup.box[place] = cards
        setup.seats = options.seats
        setup.specialists = options.specialists
        setup.calm = GRABS.index(options.grab)
        setup.edition = EDITIONS.index(options.edition)
        return setup

    def reference_card(self) -> ReferenceCard:
        return reference.reference_card(self.box)

    def action_text(self, p: Position, seat: int, action: int) -> str:
        return notation.action_text(p, seat, action)

    def action_of(self, p: Position, seat: int, text: str) -> int:
        return notation.action_of(p, seat, text)

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
        return sheet.sheet(p)

    def tally(self, given: Mapping[str, Any]) -> TallySheet:
        return tally.tally(given)

    def is_race(self, p: Position) -> bool:
        return int(p.phase) == state.GRAB and int(p.calm) == 0

    def choices(self, p: Position, seat: int) -> ChoiceSet:
        return choices.list_choices(p, seat)

    def choices_key(self, p: Position, seat: int) -> bytes:
        return choices.choices_key(p, seat)

    def effects(self, before: Position, who: int | str, what: str, after: Position) -> list[Effect]:
        return effects.effects(before, who, what, after)

    def view(self, p: Position) -> dict[str, Any]:
        return {**view.view(p)}

    def board(self, p: Position, names: Sequence[str]) -> str:
        return board.board(p, names)

    def facts(self, p: Position, seat: int) -> Facts:
        return facts.facts(p, seat)


RULES = EdoYashiki()

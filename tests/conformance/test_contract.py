"""The contract of a game, checked for every game and option set along seeded games.

Written against `niwashi.core.game` only: a third game is tested by being in the catalog. A quick run looks at a few
moments of one game of each variant, a full one at many moments of many.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from niwashi.core.errors import IllegalAction, NiwashiError
from niwashi.core.game import CHANCE, OVER, Position, Rules, acting_seats
from niwashi.core.packing import as_bytes, words_for_bits
from niwashi.core.rng import Generator, below
from niwashi.engine import rulebook
from tests.conformance.variants import GAMES, Variant, each_game, each_variant, some_variants, variants
from tests.conformance.walks import (
    GUARD,
    MAX_EVENTS,
    Moment,
    chances,
    copied,
    decisions,
    drawn,
    generator,
    legal_ids,
    reveal,
    scores,
    walked,
)

REFUSALS = Path(__file__).with_name("refusals.json")
"""By game, every code of a refusal with the rules that it may cite. Kept by hand: programs rely on the codes."""
WIDTH = 80


@dataclass(frozen=True)
class Amount:
    """How much of each variant a run looks at."""

    games: int
    moments: int

    def decisions(self, variant: Variant, share: int = 1) -> list[Moment]:
        """Where looking takes long, one in so many; but of every kind of decision at least one."""
        count = max(1, self.moments // share)
        return [moment for seed in range(self.games) for moment in decisions(variant, seed, count)]

    def chances(self, variant: Variant) -> list[Moment]:
        return [moment for seed in range(self.games) for moment in chances(variant, seed)]

    def ends(self, variant: Variant) -> list[Moment]:
        return [walked(variant, seed)[-1] for seed in range(self.games)]

    def all(self, variant: Variant) -> list[Moment]:
        """Some of every kind."""
        return [*self.decisions(variant, share=2), *self.chances(variant)[::5], *self.ends(variant)]


@pytest.fixture(params=["quick", pytest.param("full", marks=pytest.mark.full)])
def amount(request: pytest.FixtureRequest) -> Amount:
    return Amount(1, 8) if request.param == "quick" else Amount(6, 25)


# -- the catalog -------------------------------------------------------------------------------------------------------
@each_game
def test_every_variant_is_read_back_from_its_own_words(game: str) -> None:
    found = variants(game)
    assert len({variant.slug for variant in found}) == len(found)
    for variant in found:
        assert variant.rules.options(variant.options.as_dict()) == variant.options
        assert variant.rules.options(json.loads(json.dumps(variant.options.as_dict()))) == variant.options


@each_game
def test_a_position_is_whole_words(game: str) -> None:
    assert variants(game)[0].rules.position.itemsize % 8 == 0


@each_game
def test_variants_reach_from_the_fewest_seats_to_the_most(game: str) -> None:
    assert {variant.options.seats for variant in variants(game)} == set(variants(game)[0].rules.seats)


# -- whose turn, and how a game goes -----------------------------------------------------------------------------------
@each_variant
def test_a_game_ends_and_every_moment_of_it_is_somebodys(variant: Variant, amount: Amount) -> None:
    for seed in range(amount.games):
        moments = walked(variant, seed)
        assert len(moments) <= MAX_EVENTS
        assert [moment.mask == OVER for moment in moments] == [False] * (len(moments) - 1) + [True]
        for moment in moments:
            assert_meaningful(moment.mask, variant)


def assert_meaningful(mask: int, variant: Variant) -> None:
    assert mask in (OVER, CHANCE) or 0 < mask < 1 << variant.options.seats


@each_variant
def test_every_legal_action_leads_on(variant: Variant, amount: Amount) -> None:
    """After each action a seat or chance is to act, or the game is over; and the position has changed."""
    for moment in amount.decisions(variant, share=3):
        rules, before = moment.rules, moment.position.tobytes()
        for seat in moment.seats:
            for action in legal_ids(rules, moment.position, seat):
                p = copied(moment.position)
                rules.kernels.play(p, seat, action)
                mask = int(rules.kernels.to_act(p))
                assert_meaningful(mask, variant)
                assert p.tobytes() != before, (str(moment), seat, action)
                for other in acting_seats(mask)[:1]:
                    assert legal_ids(rules, p, other), (str(moment), seat, action)
        assert moment.position.tobytes() == before


# -- legal, refusal, sample --------------------------------------------------------------------------------------------
@each_variant
def test_legal_actions_ascend_and_are_in_range(variant: Variant, amount: Amount) -> None:
    for moment in amount.decisions(variant):
        for seat in moment.seats:
            ids = legal_ids(moment.rules, moment.position, seat)
            assert ids, str(moment)
            assert ids == sorted(set(ids)), str(moment)
            assert 0 <= ids[0] <= ids[-1] < moment.rules.actions, str(moment)


@each_variant
def test_legal_is_what_no_rule_refuses(variant: Variant, amount: Amount) -> None:
    """Actions that are legal, those beside them, the last ids there are, and a few of all the rest."""
    rng = generator(f"{variant}/refusals")
    for moment in amount.decisions(variant, share=3):
        seat = moment.seats[below(rng, len(moment.seats))]
        ids = legal_ids(moment.rules, moment.position, seat)
        assert_refused_unless_legal(moment, seat, ids, some_ids(moment.rules, ids, rng))


def some_ids(rules: Rules, legal: Sequence[int], rng: Generator) -> list[int]:
    chosen = {legal[below(rng, len(legal))] for _ in range(25)}
    beside = {action + 1 for action in chosen}
    anywhere = {below(rng, rules.actions) for _ in range(40)}
    last = set(range(rules.actions - 12, rules.actions))
    return sorted((chosen | beside | anywhere | last) & set(range(rules.actions)))


def assert_refused_unless_legal(moment: Moment, seat: int, legal: Sequence[int], ids: Sequence[int]) -> None:
    allowed = set(legal)
    for action in ids:
        refusal = moment.rules.explain_illegal(moment.position, seat, action)
        text = moment.rules.action_text(moment.position, seat, action)
        assert (refusal is None) == (action in allowed), f"{moment}: seat {seat}, {action} “{text}”: {refusal}"
        if refusal is not None:
            assert_cites_a_rule(moment.variant.game, refusal)


@some_variants(24)
def test_every_single_id_is_legal_or_refused(variant: Variant, amount: Amount) -> None:
    """All ids there are, at a moment of each game."""
    for seed in range(amount.games):
        moment = decisions(variant, seed, 8)[3]
        seat = moment.seats[0]
        ids = legal_ids(moment.rules, moment.position, seat)
        assert_refused_unless_legal(moment, seat, ids, range(moment.rules.actions))


@cache
def known_refusals() -> dict[str, dict[str, list[str]]]:
    known: dict[str, dict[str, list[str]]] = json.loads(REFUSALS.read_text(encoding="utf-8"))
    return known


@cache
def rule_numbers(game: str) -> frozenset[str]:
    return frozenset(rulebook.rule_texts(variants(game)[0].rules.rulebook))


def cited(refusal: NiwashiError) -> list[str]:
    return re.findall(rf"\b{rulebook.NUMBER}\b", refusal.sentence)


def assert_cites_a_rule(game: str, refusal: NiwashiError) -> None:
    assert isinstance(refusal, IllegalAction)
    assert refusal.code in known_refusals()[game], f"a new code, to be kept for good in {REFUSALS.name}: {refusal.code}"
    assert cited(refusal), refusal.sentence
    assert rule_numbers(game).issuperset(cited(refusal)), refusal.sentence
    assert set(known_refusals()[game][refusal.code]).issuperset(cited(refusal)), refusal.sentence


def test_the_known_codes_are_those_of_the_games_in_the_catalog() -> None:
    assert set(known_refusals()) == set(GAMES)
    for game, codes in known_refusals().items():
        for code, rules in codes.items():
            assert re.fullmatch(r"[a-z]+/[a-z]+(-[a-z]+)*", code)
            assert rule_numbers(game).issuperset(rules)


@each_variant
def test_sampled_actions_are_legal(variant: Variant, amount: Amount) -> None:
    rng = generator(f"{variant}/sample")
    for moment in amount.decisions(variant):
        for seat in moment.seats:
            ids = set(legal_ids(moment.rules, moment.position, seat))
            sampled = {int(moment.rules.kernels.sample(moment.position, seat, rng)) for _ in range(10)}
            assert sampled <= ids, (str(moment), seat, sampled - ids)


@some_variants(8)
def test_sampling_is_uniform(variant: Variant) -> None:
    """Chi-squared, at a moment with not too many actions: six standard deviations above what chance brings."""
    rng = generator(f"{variant}/uniform")
    moment = min(decisions(variant, 0, 8)[2:], key=lambda m: abs(40 - len(legal_ids(m.rules, m.position, m.seats[0]))))
    seat, each = moment.seats[0], 100
    ids = legal_ids(moment.rules, moment.position, seat)
    found = [int(moment.rules.kernels.sample(moment.position, seat, rng)) for _ in range(each * len(ids))]
    counts = np.bincount(found, minlength=moment.rules.actions)[ids]
    freedom = len(ids) - 1
    assert ((counts - each) ** 2 / each).sum() <= freedom + 6 * (2 * freedom) ** 0.5, str(moment)


# -- points ------------------------------------------------------------------------------------------------------------
@each_variant
def test_gain_is_the_sum_of_its_parts(variant: Variant, amount: Amount) -> None:
    for moment in amount.decisions(variant):
        for seat in moment.seats:
            for action in some(legal_ids(moment.rules, moment.position, seat), 20):
                assert_adds_up(moment, seat, action)


@each_variant
def test_gain_is_what_the_action_then_pays(variant: Variant, amount: Amount) -> None:
    rng = generator(f"{variant}/gain")
    for moment in amount.decisions(variant):
        for seat in moment.seats:
            for action in some(legal_ids(moment.rules, moment.position, seat), 10):
                assert_pays(moment, seat, action, rng)


@each_variant
def test_whole_games_add_up_and_pay_as_promised(variant: Variant, amount: Amount) -> None:
    """All that was played in a game, the rare choices among it, where the other tests look at a few moments."""
    rng = generator(f"{variant}/whole")
    for seed in range(amount.games):
        for moment in walked(variant, seed):
            if moment.seats:
                assert_adds_up(moment, moment.seat, moment.action)
                assert_pays(moment, moment.seat, moment.action, rng)


def some(ids: Sequence[int], count: int) -> Sequence[int]:
    return ids[:: max(1, len(ids) // count)]


def assert_adds_up(moment: Moment, seat: int, action: int) -> None:
    parts = moment.rules.points(moment.position, seat, action)
    gain = int(moment.rules.kernels.gain(moment.position, seat, action))
    assert sum(part.points for part in parts) == gain >= 0, (str(moment), seat, action)
    assert rule_numbers(moment.variant.game).issuperset(part.rule for part in parts)


def assert_pays(moment: Moment, seat: int, action: int, rng: Generator) -> None:
    """“At once” is as soon as those have acted who may act at the same time; and with the best choice, where the seat
    is then asked how to score. (Edo Yashiki's placings are scored when all have placed, and E6.4 may ask.) An action
    that ends the game also brings its final scoring, about which the contract promises nothing: those are left out.
    """
    rules, seats = moment.rules, moment.variant.options.seats
    gain = int(rules.kernels.gain(moment.position, seat, action))
    before = scores(rules, moment.position, seats)[seat]
    p = copied(moment.position)
    rules.kernels.play(p, seat, action)
    let_others_act(rules, p, seat, moment.mask & ~(1 << seat), rng)
    if int(rules.kernels.to_act(p)) == OVER:
        return
    paid = scores(rules, p, seats)[seat] - before
    if paid != gain:
        assert seat in acting_seats(int(rules.kernels.to_act(p))), f"{moment}: {action} promised {gain} and paid {paid}"
        paid += best_choice(rules, p, seat, seats)
    assert paid == gain, f"{moment}: {rules.action_text(moment.position, seat, action)}"


def let_others_act(rules: Rules, p: Position, seat: int, others: int, rng: Generator) -> None:
    """Those who could act at the same time do so, once each, unless the seat itself has to act first."""
    while (mask := int(rules.kernels.to_act(p))) > 0 and not mask >> seat & 1 and mask & others:
        other = acting_seats(mask & others)[0]
        rules.kernels.play(p, other, int(rules.kernels.sample(p, other, rng)))
        others &= ~(1 << other)


def best_choice(rules: Rules, p: Position, seat: int, seats: int) -> int:
    """The most that the seat's own further actions bring it, as long as it is the one to act."""
    if seat not in acting_seats(int(rules.kernels.to_act(p))):
        return 0
    before, best = scores(rules, p, seats)[seat], 0
    for action in legal_ids(rules, p, seat):
        after = copied(p)
        rules.kernels.play(after, seat, action)
        best = max(best, scores(rules, after, seats)[seat] - before + best_choice(rules, after, seat, seats))
    return best


@each_variant
def test_the_sheet_adds_up_to_the_scores(variant: Variant, amount: Amount) -> None:
    numbers, seats = rule_numbers(variant.game), variant.options.seats
    for moment in amount.all(variant):
        sheet = moment.rules.sheet(moment.position)
        totals = [sum(part.points for part in parts) for parts in sheet]
        assert totals == scores(moment.rules, moment.position, seats), str(moment)
        assert numbers.issuperset(part.rule for parts in sheet for part in parts)


# -- chance ------------------------------------------------------------------------------------------------------------
@each_variant
def test_drawing_changes_nothing_and_follows_its_generator(variant: Variant, amount: Amount) -> None:
    for moment in amount.chances(variant):
        before = moment.position.tobytes()
        outcome = drawn(moment.rules, moment.position, generator(str(moment)))
        assert outcome == drawn(moment.rules, moment.position, generator(str(moment)))
        assert 0 < len(outcome) <= moment.rules.longest_outcome
        assert moment.position.tobytes() == before, str(moment)


@each_variant
def test_outcomes_are_read_back_from_their_notation(variant: Variant, amount: Amount) -> None:
    for moment in amount.chances(variant):
        rules, p = moment.rules, moment.position
        outcome = drawn(rules, p, generator(str(moment)))
        text = rules.outcome_text(p, outcome)
        read = rules.outcome_of(p, text)
        assert rules.outcome_text(p, read) == text
        told, read_out = copied(p), copied(p)
        reveal(rules, told, outcome)
        reveal(rules, read_out, read)
        assert told.tobytes() == read_out.tobytes() != p.tobytes(), (str(moment), text)


# -- what people and programs see --------------------------------------------------------------------------------------
@each_variant
def test_actions_are_read_back_from_their_notation(variant: Variant, amount: Amount) -> None:
    for moment in amount.decisions(variant):
        rules, p = moment.rules, moment.position
        for seat in moment.seats:
            ids = legal_ids(rules, p, seat)
            texts = [rules.action_text(p, seat, action) for action in ids]
            assert [rules.action_of(p, seat, text) for text in texts] == ids, str(moment)
            assert all(text == " ".join(text.split()) and text.isascii() for text in texts)


@each_variant
def test_features_are_as_many_finite_numbers_as_they_have_names(variant: Variant, amount: Amount) -> None:
    names = variant.rules.feature_names
    assert len(set(names)) == len(names)
    for moment in amount.all(variant):
        before = moment.position.tobytes()
        for seat in range(variant.options.seats):
            numbers = np.full(len(names) + 1, np.nan, np.float32)
            numbers[-1] = GUARD
            assert moment.rules.kernels.features(moment.position, seat, numbers) == len(names)
            assert np.isfinite(numbers).all(), (str(moment), seat)
            assert numbers[-1] == GUARD
        assert moment.position.tobytes() == before


@each_variant
def test_a_mask_has_the_bits_of_the_legal_actions(variant: Variant, amount: Amount) -> None:
    for moment in amount.all(variant):
        rules = moment.rules
        for seat in range(variant.options.seats):
            legal = legal_ids(rules, moment.position, seat) if seat in moment.seats else []
            assert np.flatnonzero(rules.mask(moment.position, seat)).tolist() == legal, (str(moment), seat)


@each_variant
def test_an_encoding_replaces_an_earlier_one(variant: Variant, amount: Amount) -> None:
    """In whatever buffer: `encode` may leave out what it knows to be the same."""
    rules = variant.rules
    words = np.zeros(words_for_bits(8 * rules.encoded_bytes) + 1, np.uint64)
    for moment in amount.all(variant):
        seat, before = moment.number % variant.options.seats, moment.position.tobytes()
        rules.kernels.encode(moment.position, seat, words)
        fresh = rules.encode(moment.position, seat)
        assert fresh.shape == (sum(plane.length for plane in rules.encoding),)
        assert np.array_equal(fresh, as_bytes(words, rules.encoded_bytes)), (str(moment), seat)
        assert words[-1] == 0, "what lies behind the buffer"
        assert moment.position.tobytes() == before


@each_variant
def test_views_are_plain_json_and_equal_for_equal_positions(variant: Variant, amount: Amount) -> None:
    for moment in amount.all(variant):
        rules, raw = moment.rules, moment.position.tobytes()
        view = rules.view(moment.position)
        assert_plain(view)
        assert json.loads(json.dumps(view, allow_nan=False)) == view
        twin: Position = np.frombuffer(bytearray(raw), rules.position)[0]
        assert rules.view(twin) == view
        assert moment.position.tobytes() == raw


def assert_plain(value: Any) -> None:
    """Nothing but JSON's own types, exactly: no NumPy number, no tuple."""
    assert type(value) in (dict, list, str, int, float, bool, type(None)), repr(value)
    if isinstance(value, dict):
        assert all(type(key) is str for key in value)
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        assert_plain(item)


@each_variant
def test_boards_fit_a_terminal(variant: Variant, amount: Amount) -> None:
    names = ["Aki", "Bo", "Chiyo of the long name and the longer house", "Dai", "江戸"]
    for moment in amount.all(variant):
        lines = moment.rules.board(moment.position, names[: variant.options.seats]).splitlines()
        assert max(map(len, lines)) <= WIDTH
        assert all(line == line.rstrip() for line in lines)

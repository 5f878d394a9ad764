"""A game is its log: records lead back to the same game, however it was left, taken back, resigned or tampered with."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import niwashi
from niwashi.batch.simulate import SimulationPlan, play_games
from niwashi.core.errors import BadRecord, BadSeat, NiwashiError
from niwashi.core.record import Event, Record, Result, read_record
from niwashi.core.rng import below
from niwashi.engine.events import CHANCE, TABLE
from niwashi.engine.factory import replay
from niwashi.engine.game import Game
from niwashi.engine.verification import Finding, check_file, check_record
from tests.conformance.bookkeeping import books_of
from tests.conformance.games import Told, play_one, played, retold, with_events
from tests.conformance.variants import Variant, each_game, each_variant, some_variants, variants
from tests.conformance.walks import drawn, generator, legal_ids

SEED = 0
PLAYED_ON = 4
"""So many of a game's take-backs are played on to its end."""


def raw(game: Game) -> bytes:
    return bytes(game.position.tobytes())


def left(told: Told, events: int) -> Game:
    """The game as it stood after so many events; then chance, if it was its turn, has acted again."""
    game = told.game.copy(chance="same")
    game.undo(events)
    return game


def moments(told: Told, count: int) -> list[int]:
    """So many numbers of events, from the first decision on, spread over the game."""
    first = min(told.live)
    return [first + (len(told.events) - first) * i // count for i in range(count)]


# -- to JSON and back --------------------------------------------------------------------------------------------------
@each_variant
def test_a_finished_record_comes_back_to_the_byte(variant: Variant) -> None:
    told = played(variant, SEED)
    text = told.record.to_json()
    again = niwashi.loads(text)
    assert again.record().to_json() == text
    assert raw(again) == raw(told.game)
    assert (again.scores, again.winners, again.over) == (told.game.scores, told.game.winners, True)


@each_variant
def test_an_unfinished_record_comes_back_to_the_byte(variant: Variant) -> None:
    told = played(variant, SEED)
    for events in moments(told, 4)[1::2]:
        game = left(told, events)
        text = game.record().to_json()
        assert json.loads(text)["result"] is None
        again = niwashi.loads(text)
        assert again.record().to_json() == text
        assert raw(again) == raw(game) == retold(variant, SEED)[len(game.record().events)].position.tobytes()


@each_variant
def test_telling_a_game_again_goes_through_the_same_positions_and_scores(variant: Variant) -> None:
    told, again = played(variant, SEED), retold(variant, SEED)
    assert len(again) == len(told.events) + 1
    for events, after in told.live.items():
        assert again[events].position.tobytes() == after.position.tobytes(), events
        assert again[events].scores == after.scores, events


@each_variant
def test_chance_follows_from_the_seed_alone(variant: Variant) -> None:
    finding = check_record(played(variant, SEED).record)
    assert finding.ok, str(finding)
    assert finding.chance_checked


@some_variants(12)
def test_without_a_seed_the_record_is_the_game_all_the_same(variant: Variant) -> None:
    told = played(variant, SEED)
    unseeded = read_record(told.record.to_json())
    unseeded.seed = None
    finding = check_record(unseeded)
    assert finding.ok
    assert not finding.chance_checked
    assert raw(replay(unseeded)) == raw(told.game)


@some_variants(8)
def test_a_simulated_game_is_a_record_like_any_other(variant: Variant) -> None:
    seats, rules = variant.options.seats, variant.rules
    players = tuple(("greedy", "random")[seat % 2] for seat in range(seats))
    plan = SimulationPlan(variant.game, variant.options, rules.box, players, 1, "simulated", records=True)
    simulated = play_games(plan, range(1))
    record = read_record(simulated.records[0])
    assert check_record(record).ok
    game = replay(record)
    assert game.record().to_json() + b"\n" == simulated.records[0]
    assert list(game.scores) == simulated.scores[0].tolist()
    assert sum(who != CHANCE for who, _ in record.events) == simulated.lengths[0]


# -- undo and copies ---------------------------------------------------------------------------------------------------
@some_variants(4)
def test_undo_leads_to_every_earlier_position(variant: Variant) -> None:
    told, again = played(variant, SEED), retold(variant, SEED)
    for events in range(len(told.events), -1, -1):
        game = left(told, events)
        # Where chance was to act it has acted again, and has brought the same.
        log = game.record().events
        assert len(log) >= events
        assert all(who == CHANCE for who, _ in log[events:])
        assert log == told.events[: len(log)]
        assert raw(game) == again[len(log)].position.tobytes()
        assert game.scores == again[len(log)].scores


@some_variants(12)
def test_undo_is_a_prefix_replayed_and_played_on_it_is_the_same_game(variant: Variant) -> None:
    told = played(variant, SEED)
    for events in moments(told, PLAYED_ON):
        game = left(told, events)
        prefix = replay(with_events(told.record, told.events[:events]))
        assert prefix.record().to_json() == game.record().to_json()
        assert raw(prefix) == raw(game)
        play_on(game, told.events)
        assert game.record().to_json() == told.record.to_json()


def play_on(game: Game, events: list[Event]) -> None:
    """The actions of a longer game; chance is left to the seed."""
    reached = len(game.record().events)
    while reached < len(events):
        seat, action = events[reached]
        assert isinstance(seat, int), "chance has acted already"
        game.play(action, seat)
        reached = len(game.record().events)


@each_game
def test_undo_without_a_number_takes_back_the_last_action(game: str) -> None:
    told = played(variants(game)[-1], SEED)
    back = told.game.copy(chance="same")
    back.undo()
    assert isinstance(told.events[len(back.record().events)][0], int)
    play_on(back, told.events)
    assert raw(back) == raw(told.game)
    fresh = variants(game)[-1].new(SEED)
    with pytest.raises(NiwashiError, match="there is no action to take back yet"):
        fresh.undo()


@each_game
@pytest.mark.parametrize("wrong", [-1, 9999, True, "3", 2.0])
def test_undo_to_no_event_of_the_game_is_refused(game: str, wrong: Any) -> None:
    fresh = variants(game)[-1].new(SEED)
    before = fresh.record().to_json()
    with pytest.raises(NiwashiError) as error:
        fresh.undo(wrong)
    assert error.value.code == "game/undo"
    assert fresh.record().to_json() == before


@some_variants(8)
def test_a_copy_is_a_game_of_its_own(variant: Variant) -> None:
    told, rng = played(variant, SEED), generator(f"{variant}/copy")
    game = left(told, moments(told, 2)[1])
    before, position = game.record().to_json(), raw(game)
    for twin in (game.copy(), copy.copy(game), copy.deepcopy(game)):
        play_one(twin, rng, variant)
        twin.undo(0)
        twin.resign(0)
        assert game.record().to_json() == before
        assert raw(game) == position
    handed_out = game.position
    variant.rules.kernels.start(handed_out, variant.rules.setup(variant.options, variant.rules.box))
    assert raw(game) == position


# -- what else a record holds ------------------------------------------------------------------------------------------
@each_game
@pytest.mark.parametrize("seed", [7, -7, 0, 2**512 - 1, "7", "007", "an old pond", "古池や", "x" * 200])
def test_seeds_survive(game: str, seed: int | str) -> None:
    made = niwashi.new(game, seed=seed)
    assert made.seed == str(seed)
    assert niwashi.loads(made.record().to_json()).record().to_json() == made.record().to_json()
    assert niwashi.new(game, seed=str(seed)).events == made.events


@each_game
def test_without_a_seed_one_is_made_and_kept(game: str) -> None:
    one, other = niwashi.new(game), niwashi.new(game)
    assert one.seed != other.seed
    assert niwashi.new(game, seed=one.seed).events == one.events


@each_game
def test_names_and_notes_survive(game: str) -> None:
    names = ["小林 一茶", 'Zoë "Z" O’Hara \\ Søn', "n" * 40, "4", "Émilie"][: max(variants(game)[0].rules.seats)]
    made = niwashi.new(game, seats=len(names), seed=1, names=names)
    record = made.record()
    record.notes = {"0": {"time": 1.5}, "3": ["late", None]}
    again = niwashi.loads(record.to_json())
    assert list(again.names) == names
    assert again.record().to_json() == record.to_json()
    assert again.copy().record().notes == record.notes


@each_game
def test_an_owners_components_are_in_the_record_whole(game: str, tmp_path: Path) -> None:
    variant = variants(game)[-1]
    owners = books_of(game).owners_set(variant.rules.box.content)
    made = niwashi.new(game, seed=3, components=owners, **variant.options.as_dict())
    assert made.components.sha256 != variant.rules.box.sha256
    rng = generator(f"{variant}/owner")
    while not made.over:
        play_one(made, rng, variant)
    made.record().save(tmp_path / "game.json")
    again = niwashi.load(tmp_path / "game.json")
    assert again.components == made.components
    assert again.components.name == owners["name"]
    assert again.record().to_json() == made.record().to_json()
    assert raw(again) == raw(made)
    assert check_record(made.record()).ok


@each_game
def test_the_shipped_components_are_named_only(game: str) -> None:
    made = niwashi.new(game, seed=3)
    assert set(made.record().components) == {"name", "sha256"}


@each_game
def test_many_records_make_a_file_of_lines(game: str, tmp_path: Path) -> None:
    found = [played(variant, SEED) for variant in variants(game)[:3]]
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"".join(told.record.to_json() + b"\n" for told in found))
    assert [raw(each) for each in niwashi.load_all(path)] == [raw(told.game) for told in found]
    assert [finding.ok for finding in check_file(path)] == [True] * 3


# -- what a table adds -------------------------------------------------------------------------------------------------
@some_variants(12)
def test_a_take_back_erases_nothing_and_shifts_no_chance(variant: Variant) -> None:
    """“back N”: what was played after event N is played again, and chance brings the same again."""
    told = played(variant, SEED)
    for back, taken in ((moments(told, 4)[1], moments(told, 4)[3]), (0, 1), (0, len(told.events))):
        events = [*told.events[:taken], (TABLE, f"back {back}"), *told.events[back:]]
        record = with_events(told.record, events)
        record.result = told.record.result
        finding = check_record(record)
        assert finding.ok, str(finding)
        again = replay(record)
        assert again.record().events == events
        assert raw(again) == raw(told.game)


@some_variants(12)
def test_after_a_take_back_the_seed_brings_the_same_chance(variant: Variant) -> None:
    told = played(variant, SEED)
    back = next(n for n, (who, _) in enumerate(told.events) if n and who == CHANCE)
    events = [*told.events[: back + 1], (TABLE, f"back {back}")]
    again = replay(with_events(told.record, events))
    assert again.record().events[: back + 3] == [*events, told.events[back]]


@some_variants(12)
def test_a_take_back_can_itself_be_taken_back(variant: Variant) -> None:
    told = played(variant, SEED)
    taken = moments(told, 2)[1]
    events = [*told.events[:taken], (TABLE, "back 0"), (TABLE, f"back {taken}"), *told.events[taken:]]
    assert raw(replay(with_events(told.record, events))) == raw(told.game)


@some_variants(8)
def test_seats_resign_until_one_is_left(variant: Variant) -> None:
    told, seats = played(variant, SEED), variant.options.seats
    game = left(told, moments(told, 3)[1])
    position = raw(game)
    for seat in range(seats - 1):
        assert not game.over
        game.resign(seat)
        assert raw(game) == position
        assert game.record().events[-1] == (TABLE, f"resign {seat}")
        assert niwashi.loads(game.record().to_json()).record().to_json() == game.record().to_json()
    assert (game.over, game.to_act, game.winners) == (True, (), (seats - 1,))
    assert check_record(game.record()).ok
    with pytest.raises(BadSeat) as error:
        game.play(told.events[-1][1], 0)
    assert error.value.code == "seat/over"
    with pytest.raises(BadSeat) as error:
        game.resign(0)
    assert error.value.code == "seat/over"


@some_variants(8)
def test_who_resigned_cannot_win_though_the_game_goes_on(variant: Variant) -> None:
    told = played(variant, SEED)
    loser, at = told.game.winners[0], moments(told, 3)[1]
    events: list[Event] = [*told.events[:at], (TABLE, f"resign {loser}")]
    if variant.options.seats > 2:
        events += told.events[at:]
    game = replay(with_events(told.record, events))
    standing = {seat: points for seat, points in enumerate(game.scores) if seat != loser}
    assert game.over
    assert game.winners == tuple(seat for seat, points in standing.items() if points == max(standing.values()))
    back = replay(with_events(told.record, [*events, (TABLE, f"back {at}"), *told.events[at:]]))
    assert back.winners == told.game.winners, "a resignation can be taken back like anything else"


@some_variants(8)
def test_bots_and_people_come_and_go_without_changing_anything(variant: Variant) -> None:
    told = played(variant, SEED)
    last = variant.options.seats - 1
    events: list[Event] = [
        *told.events[:5],
        (TABLE, f"bot {last} strong"),
        *told.events[5:11],
        (TABLE, f"person {last}"),
        *told.events[11:],
    ]
    record = with_events(told.record, events)
    record.result = told.record.result
    assert check_record(record).ok
    again = replay(record)
    assert again.record().events == events
    assert raw(again) == raw(told.game)


@each_game
@pytest.mark.parametrize(
    "what",
    [
        "",
        "back",
        "back 99",
        "back -1",
        "back x",
        "back 1 2",
        "resign",
        "resign 9",
        "bot 1",
        "person",
        "dance",
        "Back 1",
    ],
)
def test_a_table_event_that_says_nothing_is_refused(game: str, what: str) -> None:
    told = played(variants(game)[0], SEED)
    finding = check_record(with_events(told.record, [*told.events[:6], (TABLE, what)]))
    assert finding.error is not None
    assert finding.error.code in ("record/table", "seat/unknown")
    assert finding.event == 6


# -- what checking finds -----------------------------------------------------------------------------------------------
def checked(record: Record) -> Finding:
    """By way of JSON, as a file would come; loading it is refused as well."""
    found = check_record(read_record(record.to_json()))
    assert not found.ok
    with pytest.raises(NiwashiError):
        niwashi.loads(record.to_json())
    return found


@some_variants(8)
def test_a_rigged_chance_is_found_and_named(variant: Variant) -> None:
    told = played(variant, SEED)
    chances = [number for number, (who, _) in enumerate(told.events) if who == CHANCE]
    found = [(number, rigged) for number in chances if (rigged := another_outcome(variant, told, number))]
    for number, rigged in (found[0], found[-1]):
        record = with_events(told.record, [*told.events[:number], (CHANCE, rigged)])
        finding = check_record(read_record(record.to_json()))
        assert finding.error is not None
        assert (finding.error.code, finding.event) == ("record/rigged", number)
        assert f"event {number}: " in str(finding)
        record.seed = None
        assert check_record(record).ok, "without a seed nobody can tell"


def another_outcome(variant: Variant, told: Told, number: int) -> str | None:
    """What chance could have brought instead; there may be nothing else left in the box."""
    rules, p, rng = variant.rules, retold(variant, SEED)[number].position, generator(f"{variant}/rigged/{number}")
    texts = (rules.outcome_text(p, drawn(rules, p, rng)) for _ in range(20))
    return next((text for text in texts if text != told.events[number][1]), None)


@some_variants(8)
def test_a_wrong_result_is_found(variant: Variant) -> None:
    told = played(variant, SEED)
    scores, winners = list(told.game.scores), list(told.game.winners)
    losers = [seat for seat in range(variant.options.seats) if seat not in winners]
    for wrong in (
        Result([scores[0] + 1, *scores[1:]], winners),
        Result(scores[:-1], winners),
        Result(scores, losers),
    ):
        record = read_record(told.record.to_json())
        record.result = wrong
        finding = checked(record)
        assert finding.error is not None
        assert (finding.error.code, finding.event) == ("record/result", None)
    early = with_events(told.record, told.events[:-1])
    early.result = told.record.result
    assert "before the end" in str(checked(early))


@some_variants(4)
def test_an_illegal_action_is_found_and_named(variant: Variant) -> None:
    told, rng, rules = played(variant, SEED), generator(f"{variant}/illegal"), variant.rules
    number = list(told.gains)[below(rng, len(told.gains))]
    seat, p = told.events[number][0], retold(variant, SEED)[number].position
    assert isinstance(seat, int)
    legal = set(legal_ids(rules, p, seat))
    action = next(a for a in iter(lambda: below(rng, rules.actions), None) if a not in legal)
    refusal = rules.explain_illegal(p, seat, action)
    assert refusal is not None
    illegal: Event = (seat, rules.action_text(p, seat, action))
    finding = checked(with_events(told.record, [*told.events[:number], illegal, *told.events[number + 1 :]]))
    assert finding.error is not None
    assert (finding.error.code, finding.event) == (refusal.code, number)
    assert str(finding).startswith(f"record: event {number}: ")


@some_variants(12)
def test_whatever_else_is_no_event_is_found_and_named(variant: Variant) -> None:
    told = played(variant, SEED)
    number = list(told.gains)[3]
    action = told.events[number][1]
    cases: list[tuple[Event, str]] = [
        ((variant.options.seats, action), "seat/unknown"),
        ((-1, action), "seat/unknown"),
        (("somebody", action), "record/event"),
        ((CHANCE, told.events[0][1]), "chance/turn"),
    ]
    for event, code in cases:
        record = with_events(told.record, [*told.events[:number], event])
        finding = checked(record)
        assert finding.error is not None
        assert (finding.error.code, finding.event) == (code, number), event
        with pytest.raises(BadRecord, match=f"event {number} ") as error:
            niwashi.loads(record.to_json())
        assert error.value.code == "record/replay"

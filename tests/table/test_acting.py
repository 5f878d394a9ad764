"""One action, from the command to the log: repeats, stale commands, what was not stored, what is told."""

from __future__ import annotations

from typing import Any

import pytest

import niwashi
from niwashi.table import Command, PendingEntries
from niwashi.wire import Conflict, Done, Refused, TableSettings, requests
from niwashi.wire.settings import SECOND_MS
from tests.table.owners import Owner, described


def miyabi(grace: int = 60) -> Owner:
    owner = Owner("miyabi", seats=2, settings=TableSettings(grace=grace))
    owner.begin()
    return owner


def placing() -> Owner:
    """Edo Yashiki, three seats, calm, all seats about to place."""
    owner = Owner("edo_yashiki", seats=3, grab="calm")
    owner.begin(3)
    owner.act(0, "grab 1")
    owner.act(1, "grab 1" if "grab 1" in owner.legal(1) else "grab 2")
    assert owner.to_act() == (0, 1, 2)
    return owner


def test_a_repeated_command_is_answered_again_and_not_done_again() -> None:
    owner = miyabi()
    command = Command(requests.Act(id="one", seq=owner.opened(0), action=owner.legal(0)[0]), "aki")
    answer = owner.send(command)
    length = len(owner.bodies)
    assert isinstance(answer, Done)
    assert owner.send(command) == answer
    assert owner.rebuilt().handle(command, owner.now).answer == answer
    assert len(owner.bodies) == length


def test_an_id_is_its_senders_own() -> None:
    owner = miyabi()
    seq = owner.opened(0)
    owner.send(Command(requests.Act(id="one", seq=seq, action=owner.legal(0)[0]), "aki"))
    answer = owner.send(Command(requests.Act(id="one", seq=owner.opened(1), action=owner.legal(1)[0]), "bo"))
    assert isinstance(answer, Done)
    assert answer.seq > seq + 1


def test_what_was_not_stored_has_not_happened() -> None:
    owner = miyabi()
    before = described(owner.table)
    command = Command(requests.Act(id="one", seq=owner.opened(0), action=owner.legal(0)[0]), "aki")
    outcome = owner.table.handle(command, owner.now)
    assert outcome.batch is not None
    owner.table.abandon(outcome.batch)
    assert described(owner.table) == before
    assert isinstance(owner.send(command), Done)


def test_before_a_batch_is_committed_nobody_sees_it() -> None:
    owner = miyabi()
    seq, news = owner.table.seq, owner.table.news(-1)
    outcome = owner.table.handle(
        Command(requests.Act(id="one", seq=owner.opened(0), action=owner.legal(0)[0]), "aki"), owner.now
    )
    assert outcome.batch is not None
    assert (owner.table.seq, owner.table.news(-1)) == (seq, news)
    with pytest.raises(AssertionError):
        owner.table.tick(owner.now)


def test_a_command_for_a_closed_decision_is_a_conflict_with_what_is_missing() -> None:
    owner = miyabi()
    seq = owner.opened(0)
    owner.act(0, owner.legal(0)[0])
    answer = owner.ask("aki", requests.Act, seq=seq, action="pass")
    assert isinstance(answer, Conflict)
    assert answer.seq == owner.table.seq
    assert [news.seq for news in answer.missing] == list(range(seq + 1, owner.table.seq + 1))
    assert answer.missing == owner.table.news(seq)


def test_other_seats_placing_does_not_make_a_placing_stale() -> None:
    owner = placing()
    seqs = [owner.opened(seat) for seat in range(3)]
    actions = [owner.legal(seat)[0] for seat in range(3)]
    for seat in (2, 0, 1):
        answer = owner.ask(owner.person(seat), requests.Act, seq=seqs[seat], action=actions[seat])
        assert isinstance(answer, Done)


def test_a_seat_that_got_its_card_by_another_ones_grab_has_a_new_decision() -> None:
    owner = Owner("edo_yashiki", seats=2, grab="calm")
    owner.begin()
    seq = owner.opened(0)
    owner.act(0, "grab 1")
    assert owner.opened(0) > seq
    assert owner.opened(1) > seq


def test_an_illegal_action_is_refused_with_its_rule() -> None:
    owner = miyabi()
    answer = owner.act(0, "pass")
    assert isinstance(answer, Refused)
    assert "M" in answer.sentence


def test_whoever_has_no_seat_may_not_act() -> None:
    owner = miyabi()
    assert owner.refused("dai", requests.Act, seq=owner.opened(0), action="pass") == "table/spectator"
    answer = owner.send(Command(requests.Act(id="b", seq=owner.opened(0), action=owner.legal(0)[0]), bot=0))
    assert isinstance(answer, Refused)
    assert isinstance(owner.send(Command(requests.Sit(id="c", name="Bot"), bot=0)), Refused)


def test_choices_are_every_legal_action_and_their_parts_add_up() -> None:
    owner = Owner("edo_yashiki", seats=2, grab="calm", specialists=True)
    owner.begin()
    owner.play(40)
    seats = owner.to_act()
    for seat in seats:
        choices = owner.table.snapshot(owner.person(seat), owner.now).choices
        assert choices is not None
        assert choices.actions == owner.legal(seat)
        assert choices.seq == owner.opened(seat)
        assert [sum(choices.parts[n].points for n in parts) for parts in choices.sums] == choices.points
    assert owner.table.snapshot(None, owner.now).choices is None


def test_choices_are_given_out_again_only_where_they_have_changed() -> None:
    owner = Owner("edo_yashiki", seats=3, grab="calm")
    owner.begin(3)
    while len(owner.to_act()) < 3:  # until all have grabbed
        (seat,) = owner.to_act()
        first = owner.table.new_choices(seat)
        assert first is not None
        assert owner.table.new_choices(seat) is None
        owner.done(owner.person(seat), requests.Act, seq=first.seq, action=first.actions[0])
    offered = [owner.table.new_choices(seat) for seat in range(3)]
    assert None not in offered
    owner.done("aki", requests.Act, seq=owner.opened(0), action=owner.legal(0)[0])
    assert [owner.table.new_choices(seat) for seat in range(3)] == [None] * 3
    assert [owner.table.choices(seat) for seat in range(3)] == [None, *offered[1:]]


def test_who_comes_back_during_a_pause_is_told_the_choices_after_it() -> None:
    owner = miyabi()
    first = owner.table.new_choices(0)
    owner.done("aki", requests.Pause)
    owner.done("bo", requests.Agree, seq=owner.table.seq)
    assert owner.table.choices(0) is None  # all that somebody who comes now is told
    owner.done("aki", requests.Resume)
    assert owner.table.new_choices(0) == first


def test_who_comes_back_before_the_bot_has_acted_is_told_the_choices() -> None:
    owner = miyabi(grace=10)
    first = owner.table.new_choices(0)
    owner.presence("aki", here=False)
    owner.wait(10 * SECOND_MS)
    assert owner.table.choices(0) is None
    owner.presence("aki", here=True)
    assert owner.table.new_choices(0) == first


def test_choices_that_somebody_asks_for_before_their_news_are_still_told() -> None:
    """A page that is opened in between has them; windows that are open have not."""
    owner = miyabi(grace=10)
    asked = owner.table.choices(0)
    assert asked is not None
    assert owner.table.new_choices(0) == asked


def test_only_the_seat_to_act_is_told_its_choices() -> None:
    owner = miyabi()
    assert owner.table.snapshot("aki", owner.now).choices is not None
    assert owner.table.snapshot("bo", owner.now).choices is None


def test_news_numbers_every_entry_and_brings_the_view_of_every_event() -> None:
    owner = miyabi()
    owner.play(6)
    news = owner.table.news(-1)
    assert [one.seq for one in news] == list(range(len(owner.bodies)))
    views = [one.view for one in news if one.view is not None]
    assert len(views) == len(owner.table.record().events)
    assert views[-1] == owner.table.snapshot(None, owner.now).view
    assert owner.table.news(4) == news[5:]


def test_a_bots_turn_comes_back_as_a_command_and_twice_does_no_harm() -> None:
    owner = Owner("miyabi", seats=2)
    owner.begin(people=1)
    owner.play(1)
    (turn,) = owner.table.bots_to_act()
    assert (turn.seat, turn.level, turn.seq) == (1, "beginner", owner.opened(1))
    command = Command(requests.Act(id=turn.id, seq=turn.seq, action=owner.legal(1)[0]), bot=1)
    first, length = owner.send(command), len(owner.bodies)
    assert owner.send(command) == first
    assert len(owner.bodies) == length
    assert owner.table.bots_to_act() == []


def test_a_view_is_of_a_moment_that_was() -> None:
    game = niwashi.new("miyabi", seed=1)
    for events in (-1, 2, "1", None):
        if events is None:
            assert game.view(events) == game.view(1)
        else:
            with pytest.raises(niwashi.NiwashiError):
                game.view(events)  # type: ignore[arg-type]


@pytest.mark.parametrize("people", [1, 2], ids=["with a bot", "two people"])
def test_where_a_seat_acts_before_chance_does_the_start_opens_its_decision(people: int) -> None:
    """M6.E1: frogs come before the first deal; without Zen tiles nothing at all has happened by then."""
    owner = Owner("miyabi", seats=2, expansions="E")
    owner.begin(people)
    choices = owner.table.snapshot("aki", owner.now).choices
    assert choices is not None
    owner.act(0, "frog@c4")
    assert owner.to_act() == (1,)
    assert [turn.seat for turn in owner.table.bots_to_act()] == ([] if people == 2 else [1])


def test_an_action_is_parsed_once_while_playing_and_checked_when_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    owner = Owner("miyabi", seats=2)
    owner.begin(2)
    game = owner.table.game
    assert game is not None
    parsed, action_of = [], type(game.rules).action_of

    def count(*given: Any) -> int:
        parsed.append(given[-1])
        return action_of(*given)

    monkeypatch.setattr(type(game.rules), "action_of", count)
    (seat,) = owner.to_act()
    action = owner.legal(seat)[0]
    owner.act(seat, action)
    assert parsed == [action]
    owner.rebuilt()
    assert parsed == [action] * 2


def test_a_batch_says_when_it_changes_the_tables_phase() -> None:
    owner = Owner("miyabi", seats=2)
    phases: list[str | None] = []
    store = owner.store

    def note(batch: PendingEntries) -> None:
        phases.append(batch.phase)
        store(batch)

    owner.store = note  # type: ignore[method-assign]  # looks on
    owner.begin(2)
    owner.play(3)
    owner.done("aki", requests.Pause)
    owner.done("bo", requests.Agree, seq=owner.table.seq)
    owner.done("aki", requests.Resume)
    owner.play(2)
    owner.done("aki", requests.Resign)
    assert [phase for phase in phases if phase] == ["playing", "paused", "playing", "over"]

"""Invariants at the end of a simulation: the log is the truth, and no client was told anything else."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from niwashi.core.record import read_record
from niwashi.engine.verification import check_record
from niwashi.table import Table
from niwashi.table.entries import Early, Entry, Happened, Opened, Pressed, Rested, decode_entry
from niwashi.table.reducer import apply, initial_state
from niwashi.table.state import TableState
from niwashi.table.table import MAX_MISSING_ENTRIES
from niwashi.wire import to_json
from tests.simulation.follower import Follower, Message

if TYPE_CHECKING:
    from tests.simulation.world import World

LEAVES_NO_ENTRY = ("seen", "agree")
"""Idempotent: repeated, these find that their effect is already there."""
OUR_MISTAKES = ("table failed", "socket failed")


class Witness(Protocol):
    """A client with its requests and the messages it received."""

    @property
    def name(self) -> str: ...
    @property
    def id(self) -> str: ...
    @property
    def made(self) -> Mapping[str, Message]: ...
    @property
    def follower(self) -> Follower: ...


class Kept:
    """A table's stored log and answers, and the table rebuilt from them."""

    def __init__(self, bodies: Sequence[bytes], answers: Mapping[str, bytes], since: int = 0) -> None:
        """`since` is the first entry whose news is compared; an earlier check has compared those before it."""
        self.since = since
        self.entries: list[Entry] = [decode_entry(body) for body in bodies]
        self.answers: dict[str, Message] = {command: json.loads(answer) for command, answer in answers.items()}
        self.table = Table.rebuild(bodies, answers)
        self.news: dict[int, Message] = {news.seq: _plain(news) for news in self.table.news(since - 1)}


def _plain(told: Any) -> Any:
    return json.loads(to_json(told))


def check_witnesses(witnesses: Sequence[Witness], kept: Kept, begun: int = 0, bots_before: int = 0) -> None:
    """Check what each client was told, and did from entry `begun` on."""
    deeds = Deeds()
    for state, entry in _replayed(kept, begun):
        deeds.note(state, entry)
    for witness in witnesses:
        _was_told_the_truth(witness, kept)
        _was_shown_the_truth(witness, kept)
        _what_was_acknowledged_is_kept(witness, kept)
        _conflicts_said_what_was_missing(witness, kept)
        _every_deed_is_a_command_carried_out_once(witness, kept, deeds)
    bots = sum(command.startswith("bot ") for command in kept.answers) - bots_before
    assert len(deeds.done.get(None, [])) == bots, "a bot's command is carried out once"


def check(world: World) -> None:
    """Check all invariants of a simulation."""
    kept = _kept_by(world)
    broken = [entry for entry in world.logs if entry["event"] in OUR_MISTAKES]
    assert not broken, broken
    assert not world.mistakes, world.mistakes
    check_witnesses(world.players, kept, world.begun, world.bots_before)
    for player in world.players:
        (sees_the_end if world.leaves and player.has_left else knows_it_all)(player, kept)
    for state, entry in _replayed(kept, world.begun):
        _no_clock_ran_while_no_node_did(world, state, entry)
    if not (world.late and world.future):  # then the seed does not belong to its past
        check_end(kept.table, _records(world))


def _kept_by(world: World) -> Kept:
    read, table = world.disk.read, world.table or ""
    rows = read("SELECT sequence, body FROM events WHERE table_id = ? ORDER BY sequence", table)
    assert [number for number, _ in rows] == list(range(1, len(rows) + 1)), "the log has a gap"
    answers = dict(read("SELECT command, answer FROM answers WHERE table_id = ?", table))
    oldest = min((min(player.follower.known, default=0) for player in world.players), default=0)
    return Kept([body for _, body in rows], answers, oldest)


def _records(world: World) -> list[bytes]:
    return [body for (body,) in world.disk.read("SELECT record FROM records WHERE table_id = ?", world.table or "")]


# -- what people were told -------------------------------------------------------------------------------------------
def _was_told_the_truth(witness: Witness, kept: Kept) -> None:
    for seq, news in witness.follower.known.items():
        assert seq <= kept.table.seq, f"{witness.name} was told of entry {seq}, and the log ends with {kept.table.seq}"
        assert seq < kept.since or _is_part(news, kept.news[seq]), (
            f"{witness.name} was told {news}, and it is {kept.news.get(seq)}"
        )
    for shown in witness.follower.snapshots:
        assert shown["seq"] <= kept.table.seq, f"{witness.name} was shown entry {shown['seq']}"


def _is_part(news: Message, true: Message) -> bool:
    """A witness need not have recorded every view."""
    return {**true, **news} == true and true.keys() - news.keys() <= {"view"}


def _was_shown_the_truth(witness: Witness, kept: Kept) -> None:
    game = kept.table.game
    for shown in witness.follower.snapshots:
        if game is not None and "view" in shown and shown["seq"] >= kept.since - 1:
            assert shown["view"] == _plain(game.view(shown["events"])), f"{witness.name} was shown another game"


def knows_it_all(witness: Witness, kept: Kept) -> None:
    """Once everything has arrived."""
    follower = witness.follower
    assert follower.seq == kept.table.told_seq
    sees_the_end(witness, kept)
    shown = kept.table.snapshot(witness.id, 0)
    assert follower.seats == [seat.name for seat in shown.seats]
    if shown.choices is not None:
        assert follower.choices == _plain(shown.choices), f"{witness.name} may do something else"


def sees_the_end(witness: Witness, kept: Kept) -> None:
    """The newest position."""
    follower, game = witness.follower, kept.table.game
    assert follower.phase == kept.table.phase
    assert follower.view == (_plain(game.view()) if game else None), f"{witness.name} sees another game"


def _what_was_acknowledged_is_kept(witness: Witness, kept: Kept) -> None:
    """An acknowledged command, or a conflict, must be stored with the same answer.

    One copy of a resent command may be refused, during a pause for example, before another copy is executed.
    """
    for id, answers in witness.follower.answers.items():
        stored, request = kept.answers.get(f"person {witness.id} {id}"), witness.made[id]
        for answer in answers:
            if stored is not None and answer["answer"] in ("done", "conflict"):
                assert answer == stored, f"{request} was answered {answer}, and kept as {stored}"
            elif answer["answer"] == "done":
                assert request["do"] in LEAVES_NO_ENTRY, f"{request} was acknowledged and is not kept"


def _conflicts_said_what_was_missing(witness: Witness, kept: Kept) -> None:
    for request, conflict in witness.follower.conflicts:
        since, until = request["seq"], conflict["seq"]
        if until - since <= MAX_MISSING_ENTRIES:
            assert [news["seq"] for news in conflict["missing"]] == list(range(since + 1, until + 1)), request


# -- what was done ---------------------------------------------------------------------------------------------------
@dataclass
class Deeds:
    """Each person's actions by the log; bots' actions are under None."""

    done: dict[str | None, list[str]] = field(default_factory=dict)
    early: Counter[str | None] = field(default_factory=Counter)

    def note(self, state: TableState, entry: Entry) -> None:
        match entry:
            case Happened(who=int() as seat, what=action) if "grab" not in entry.note:
                self.done.setdefault(_hand(state, seat), []).append(action)
            case Pressed(seat=seat, action=action):  # a live grab is decided later, by the presses
                self.done.setdefault(_hand(state, seat), []).append(action)
            case Early(seat=seat):
                self.early[_hand(state, seat)] += 1


def _hand(state: TableState, seat: int) -> str | None:
    return None if state.seats[seat].bot else state.seats[seat].person


def _replayed(kept: Kept, begun: int) -> Iterator[tuple[TableState, Entry]]:
    """Each entry from `begun` on, with the state before it."""
    first = kept.entries[0]
    assert isinstance(first, Opened)
    state = initial_state(first)
    for number, entry in enumerate(kept.entries[1:], 1):
        if number >= begun:
            yield state, entry
        apply(state, entry)


def _every_deed_is_a_command_carried_out_once(witness: Witness, kept: Kept, deeds: Deeds) -> None:
    """In the same order."""
    acts = {f"person {witness.id} {id}": asked for id, asked in witness.made.items() if asked["do"] == "act"}
    stored = {command: kept.answers[command] for command in acts if command in kept.answers}
    done = [command for command, answer in stored.items() if answer["answer"] == "done"]
    assert len({stored[command]["seq"] for command in done}) == len(done), "two commands made one entry"
    in_order = [acts[command]["action"] for command in sorted(done, key=lambda one: int(stored[one]["seq"]))]
    assert deeds.done.get(witness.id, []) == in_order, f"{witness.name} did something else"
    assert deeds.early[witness.id] == len(stored) - len(done), f"{witness.name} was early once for each press"


# -- time --------------------------------------------------------------------------------------------------------------
def _no_clock_ran_while_no_node_did(world: World, state: TableState, entry: Entry) -> None:
    """Clocks run between two entries; a rest entry excludes the time in which no node ran the table."""
    until = entry.since if isinstance(entry, Rested) else entry.at
    if state.awaited():
        ran = sum(max(min(until, to) - max(state.clocks.at, since), 0) for since, to in world.downs)
        assert ran <= 1, f"a clock ran for {ran} ms before {entry} while no node did"
    if isinstance(entry, Happened) and entry.note.get("why") == "away":
        gone = entry.at - state.seats[int(entry.what.split()[1])].absent_since
        assert gone >= (state.opening.settings.grace or 0) * 1000, f"{entry} came too soon"


# -- the end -----------------------------------------------------------------------------------------------------------
def check_end(table: Table, records: Sequence[bytes]) -> None:
    """The record replays. Once the game is over it is stored, and contains the committed seed."""
    if table.game is None:
        return
    found = check_record(table.record())
    assert found.ok, str(found)
    if table.phase == "over":
        assert found.chance_checked
        assert records == [table.record().to_json()]
        assert check_record(read_record(records[0])).ok

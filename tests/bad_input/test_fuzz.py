"""Mutants of good input: each is a game that can be told again, or a NiwashiError; nothing third.

A failure names its kind and seed. Put that line into seeds.txt: what is there runs every time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import niwashi
from niwashi import Game, NiwashiError
from niwashi.cli.game_options import read_options
from niwashi.core.record import read_record
from niwashi.engine.factory import replay
from niwashi.engine.verification import check_record
from tests.bad_input import mutations
from tests.bad_input.samples import check_sentence, told, unchanged

SEEDS = Path(__file__).with_name("seeds.txt")
QUICK_SEEDS, FULL_SEEDS, CHUNK = 400, 13_000, 100


# -- what must hold ----------------------------------------------------------------------------------------------------
def check_mutant_record(raw: bytes) -> None:
    try:
        game = niwashi.loads(raw)
    except NiwashiError as error:
        check_sentence(error)
        check_finding(raw, readable=False)
        return
    check_meaning(game, msgspec.json.decode(raw))
    check_finding(raw, readable=True)
    assert told(niwashi.loads(game.record().to_json())) == told(game)


def check_meaning(game: Game, mutant: dict[str, Any]) -> None:
    """The game is the one that the record tells: who did what, in which variant."""
    made = msgspec.json.decode(game.record().to_json())
    assert made["game"] == mutant["game"].lower().replace("-", "_")
    assert made["seed"] == mutant.get("seed")
    assert made["names"] == (mutant.get("names") or made["names"])
    assert made["notes"] == mutant["notes"] if mutant.get("notes") else "notes" not in made
    assert {key: made["options"][key] for key in mutant["options"]}.keys() == mutant["options"].keys()
    assert [who for who, _ in made["events"][: len(mutant["events"])]] == [who for who, _ in mutant["events"]]
    assert mutant.get("result") in (None, made.get("result"))


def check_finding(raw: bytes, readable: bool) -> None:
    """`check` says the same, or that chance was rigged."""
    try:
        record = read_record(raw)
    except NiwashiError:
        assert not readable
        return
    finding = check_record(record)
    assert finding.error is None or isinstance(finding.error, NiwashiError)
    assert finding.ok <= readable
    if finding.error is not None:
        check_sentence(finding.error)
        assert not readable or finding.error.code == "record/rigged"


def check_record_kind(mutant: Callable[[Random], bytes]) -> Callable[[Random], None]:
    return lambda rng: check_mutant_record(mutant(rng))


def check_action(rng: Random) -> None:
    """A text is played where it names a legal action, and else refused; asking changes nothing."""
    game, seat, text = mutations.action_mutant(rng)
    legal = {str(action) for action in game.legal(seat)}
    before = len(game.events)
    with unchanged(game):
        played = game.copy(chance="same")
        accepted = accepts(lambda: played.play(text, seat))
        assert accepts(lambda: game.gain(text, seat)) == accepted
        assert explains(game, text, seat) == accepted
    assert accepted or told(played) == told(game)
    if accepted:
        who, what = played.events[before]
        assert (who, what in legal) == (seat, True)
        assert told(replay(played.record())) == told(played)


def explains(game: Game, text: str, seat: int) -> bool:
    try:
        explanation = game.explain(text, seat)
    except NiwashiError as error:
        check_sentence(error)
        return False
    assert explanation.sentence.isprintable()
    return explanation.legal


def check_chance(rng: Random) -> None:
    game, text = mutations.chance_mutant(rng)
    before, events = told(game), len(game.events)
    if not accepts(lambda: game.reveal(text)):
        assert told(game) == before
        return
    who, what = game.events[events]
    assert who == "chance"
    assert sorted(str(what).lower().split()) == sorted(text.lower().split())
    assert told(replay(game.record())) == told(game)


def check_options(rng: Random) -> None:
    """Words of a command line are options that a game can be made of, or refused."""
    game, words = mutations.option_words(rng)
    made: list[Game] = []
    if accepts(lambda: made.append(niwashi.new(game, seed=1, **read_options(game, words)))):
        assert made[0].record().options == niwashi.loads(made[0].record().to_json()).record().options


def accepts(do: Callable[[], object]) -> bool:
    try:
        do()
    except NiwashiError as error:
        check_sentence(error)
        return False
    return True


KINDS: dict[str, Callable[[Random], None]] = {
    "bytes": check_record_kind(mutations.bytes_mutant),
    "json": check_record_kind(mutations.json_mutant),
    "events": check_record_kind(mutations.events_mutant),
    "options": check_record_kind(mutations.options_mutant),
    "components": check_record_kind(mutations.components_mutant),
    "action": check_action,
    "chance": check_chance,
    "words": check_options,
}


@contextmanager
def named(kind: str, seed: int) -> Iterator[None]:
    try:
        yield
    except BaseException as error:
        error.add_note(f"mutant “{kind} {seed}”; keep this line in {SEEDS.name}")
        raise


def run(kind: str, first: int) -> None:
    for seed in range(first, first + CHUNK):
        with named(kind, seed):
            KINDS[kind](Random(f"{kind} {seed}"))


# -- the runs ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("first", range(0, QUICK_SEEDS, CHUNK))
def test_a_mutant_is_a_game_or_refused(kind: str, first: int) -> None:
    run(kind, first)


@pytest.mark.full
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("first", range(QUICK_SEEDS, QUICK_SEEDS + FULL_SEEDS, 10 * CHUNK))
def test_many_more_mutants_are_games_or_refused(kind: str, first: int) -> None:
    for chunk in range(first, first + 10 * CHUNK, CHUNK):
        run(kind, chunk)


def kept_seeds() -> list[tuple[str, int]]:
    lines = (line.split("#")[0].split() for line in SEEDS.read_text(encoding="utf-8").splitlines())
    return [(words[0], int(words[1])) for words in lines if words]


def test_the_kept_seeds_stay_good() -> None:
    for kind, seed in kept_seeds():
        with named(kind, seed):
            KINDS[kind](Random(f"{kind} {seed}"))

"""Component sets that the project shipped before: games that were played with them replay for good.

`earlier/<game>/<set>.jsonl` holds the golden games of a set, one record per line, as the last program that shipped the
set wrote them. Never regenerate these files.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import niwashi
from niwashi.core.components import Components
from niwashi.core.errors import BadComponents
from niwashi.core.record import Record, read_lines, read_record
from niwashi.engine import catalog
from niwashi.engine.verification import check_file, check_record
from tests.cli.process import niwashi as run_niwashi
from tests.conformance.variants import each_game, variants

FOLDER = Path(__file__).with_name("earlier")
EARLIER = [(game, components) for game in catalog.names() for components in catalog.rules(game).shipped[:-1]]
each_earlier = pytest.mark.parametrize(
    ("game", "components"), EARLIER, ids=[f"{game} {components.name}" for game, components in EARLIER]
)


def file_of(game: str, components: Components) -> Path:
    return FOLDER / game / f"{components.name}.jsonl"


def records_of(game: str, components: Components) -> list[Record]:
    records = [record for _, record in read_lines(file_of(game, components))]
    assert all(isinstance(record, Record) for record in records)
    return [record for record in records if isinstance(record, Record)]


# -- the sets ----------------------------------------------------------------------------------------------------------
@each_game
def test_a_shipped_set_is_known_by_its_name_and_new_games_have_the_last(game: str) -> None:
    shipped = catalog.rules(game).shipped
    assert len({components.name for components in shipped}) == len(shipped)
    assert len({components.sha256 for components in shipped}) == len(shipped)
    assert niwashi.new(game, seed=1).components == shipped[-1]


def test_edo_yashiki_has_two() -> None:
    assert [(components.name, components.sha256) for components in catalog.rules("edo_yashiki").shipped] == [
        ("reconstruction-1", "08e7a2288753498598c096e13a734e7a1136dd4bb107e80613e2954822c8a21d"),
        ("reconstruction-2", "5a7ec1f7c7fe4c5c994689c19fca98cf860f2582b2820bb65eaa8c21d15d557a"),
    ]


@each_game
def test_a_record_names_a_shipped_set_and_does_not_hold_it(game: str) -> None:
    for components in catalog.rules(game).shipped:
        made = niwashi.new(game, seed=1, components=whole(game, components))
        record = made.record()
        assert record.components == {"name": components.name, "sha256": components.sha256}
        assert niwashi.loads(record.to_json()).components == components


def whole(game: str, components: Components) -> dict[str, Any]:
    return {"game": game, "name": components.name, **components.content}


# -- the games that were played with them ------------------------------------------------------------------------------
@each_earlier
def test_its_golden_games_replay_to_the_same_records(game: str, components: Components) -> None:
    records = records_of(game, components)
    assert [record.options for record in records] == [variant.options.as_dict() for variant in variants(game)]
    for record in records:
        finding = check_record(record)
        assert (finding.ok, finding.chance_checked) == (True, True), str(finding)
        again = niwashi.loads(record.to_json())
        assert again.over
        assert again.components == components
        assert again.record().to_json() == record.to_json()


@each_earlier
def test_niwashi_check_says_that_they_are_good(game: str, components: Components) -> None:
    path = file_of(game, components)
    assert run_niwashi("check", "--quiet", path).lines == [f"{len(list(check_file(path)))} good, 0 broken"]


@each_earlier
def test_a_game_of_before_goes_on_with_its_own_set(game: str, components: Components) -> None:
    record = records_of(game, components)[0]
    record.events, record.result = record.events[:3], None
    going_on = niwashi.loads(record.to_json())
    while not going_on.over:
        going_on.play(going_on.legal()[0])
    assert check_record(going_on.record()).ok
    assert going_on.record().components == record.components


@each_earlier
def test_a_record_by_hand_that_names_no_set_means_the_oldest(game: str, components: Components) -> None:
    fields = json.loads(records_of(game, components)[0].to_json())
    del fields["components"]
    oldest = catalog.rules(game).shipped[0]
    assert niwashi.loads(json.dumps(fields)).components == oldest
    assert niwashi.loads(json.dumps({**fields, "components": {"name": components.name}})).components == components


@each_game
@pytest.mark.parametrize("fields", [{"name": "reconstruction-0"}, {"sha256": "0" * 64}])
def test_a_set_that_nobody_shipped_is_refused(game: str, fields: dict[str, str]) -> None:
    record = niwashi.new(game, seed=1).record()
    record.components |= fields
    with pytest.raises(BadComponents, match="not included in full, and this program has others") as caught:
        niwashi.loads(read_record(record.to_json()).to_json())
    assert caught.value.code == "record/components"

"""The data of the lessons and of the rules' pages, held against the engine and the numbered rules."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from niwashi.core.record import read_record
from niwashi.games.edo_yashiki.explain import card_squares
from niwashi.games.edo_yashiki.scoring import bonus_points, run_points
from niwashi.games.edo_yashiki.state import COUNT_BITS
from niwashi.wire.replay import Replay, replay_record
from tools.client import reference_facts, rule_pictures

ROOT = Path(__file__).parents[2]
GAMES = ("miyabi", "edo_yashiki")
LANGUAGES = ("en", "de", "fr", "ja")
by_game = pytest.mark.parametrize("game", GAMES)
Event = list[Any]


def lesson_of(game: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((ROOT / "web/src/games" / game / "lesson/lesson.json").read_text())
    return found


def words_of(game: str, area: str, language: str) -> dict[str, str]:
    """Message by message, with the lines that go on."""
    text = (ROOT / "web/src/games" / game / area / f"{language}.ftl").read_text()
    found = re.findall(r"^([\w-]+) = ((?:.*\n)(?:(?: +|\}).*\n)*)", text, re.MULTILINE)
    return {key: value.strip() for key, value in found}


def told(lesson: dict[str, Any], options: dict[str, Any], events: list[Event]) -> Replay:
    """What a learner's window hears; nothing of it is drawn by lot."""
    record = {"niwashi": 1, "game": lesson["game"], "options": options, "events": events}
    answer = replay_record(read_record(json.dumps(record)))
    assert [[n.event.who, n.event.what] for n in answer.news] == events, "chance is part of the lesson"  # type: ignore[union-attr]
    return answer


def walked(game: str) -> Iterator[tuple[dict[str, Any], dict[str, Any], list[Event]]]:
    """Every step with its position's options and the events before it, done as “show me” does it."""
    lesson, options, events = lesson_of(game), {}, list[Event]()
    for step in lesson["steps"]:
        if "at" in step:
            position = lesson["positions"][step["at"]]
            options, events = position["options"], list(position["events"])
        yield step, options, events
        if "act" in step.get("do", {}):
            events = [*events, [lesson["you"], step["do"]["act"][0]], *step.get("then", [])]


def wanted(step: dict[str, Any], choices: Any) -> list[str]:
    """All actions that the step takes."""
    enough = step["do"].get("scores", float("inf"))
    named = step["do"]["act"]
    return [a for a, points in zip(choices.actions, choices.points, strict=True) if a in named or points >= enough]


@by_game
def test_every_step_is_played_by_the_engine(game: str) -> None:
    lesson = lesson_of(game)
    for step, options, events in walked(game):
        answer, do = told(lesson, options, events), step.get("do", {})
        if not do:
            continue
        [choices] = [one for one in answer.choices if one.seat == lesson["you"]]
        if "notice" in do:
            assert is_possible(do["notice"], choices, answer), f"{step['id']}: {do}"
            continue
        assert set(do["act"]) <= set(choices.actions), step["id"]
        for action in wanted(step, choices):
            told(lesson, options, [*events, [lesson["you"], action], *step.get("then", [])])


def is_possible(notice: str, choices: Any, answer: Replay) -> bool:
    """What is to be tried or looked at is there."""
    what, which = notice.split()
    if what == "refused":
        return which in [reason.code for reason in choices.blocked.reasons]
    if what == "picked":
        return which in choices.cover.tile
    if what == "grabbed":
        return bool(choices.cover.card)
    view: Any = answer.news[-1].view
    return bool(what == "stack" and view["gardens"][choices.seat]["heights"][int(which) // 6][int(which) % 6] >= 2)


@by_game
def test_every_number_that_is_said_is_the_engines(game: str) -> None:
    lesson = lesson_of(game)
    for step, options, events in walked(game):
        before = quotable(lesson, told(lesson, options, events), step)
        says(game, step["id"], step.get("says", {}), before)
        if "after" in step:
            acted = [[lesson["you"], step["do"]["act"][0]], *step.get("then", [])] if "act" in step["do"] else []
            after = quotable(lesson, told(lesson, options, [*events, *acted]), step)
            says(game, f"{step['id']}-after", step["after"].get("says", {}), after)


def quotable(lesson: dict[str, Any], answer: Replay, step: dict[str, Any]) -> dict[str, Any]:
    own = [effect for news in answer.news for effect in msgspec.to_builtins(news.effects)]
    effects = {effect["key"]: effect for effect in own if effect.get("seat") == lesson["you"]}
    return {**effects, "view": answer.news[-1].view, "offer": offered(answer, step), "facts": lesson.get("facts", {})}


def offered(answer: Replay, step: dict[str, Any]) -> dict[str, Any]:
    choices, acts = next(iter(answer.choices), None), step.get("do", {}).get("act")
    if choices is None or not acts or acts[0] not in choices.actions:
        return {}
    place, cover = list(choices.actions).index(acts[0]), msgspec.to_builtins(choices.cover)
    lists = {name: value[place] for name, value in cover.items() if isinstance(value, list) and len(value) > place}
    return {**lists, "points": choices.points[place]}


def says(game: str, step: str, paths: dict[str, str], found: dict[str, Any]) -> None:
    """In every language the sentence quotes just these names, each of them a number, and writes no figure itself."""
    for path in paths.values():
        assert isinstance(number_at(found, path), int), f"{step}: {path}"
    for language in LANGUAGES:
        words = words_of(game, "lesson", language)
        keys = [f"{game}-lesson-{step}", *([f"{game}-lesson-{step}-task"] if not step.endswith("-after") else [])]
        text = " ".join(words[key] for key in keys if key in words)
        assert set(re.findall(r"\$(\w+)", text)) == set(paths), f"{language}: {step}"
        assert not re.search(r"(?<![a-f])\d", re.sub(r"\{[^{}]*\}", "", text)), f"{language}: {text}"


def number_at(found: Any, path: str) -> Any:
    for name in path.split("."):
        found = len(found) if name == "length" else found[int(name)] if name.isdigit() else found[name]
    return found


def test_the_facts_that_no_view_shows_are_the_engines() -> None:
    facts = lesson_of("edo_yashiki")["facts"]
    runs = {f"run-of-{length}": int(run_points(length)) for length in (3, 4, 5)}
    once = [sum(1 << (COUNT_BITS * feature) for feature in range(features)) for features in (2, 3, 4)]
    assert facts == runs | {f"bonus-of-{n}": int(bonus_points(times)) for n, times in zip((2, 3, 4), once, strict=True)}


# -- the rules -------------------------------------------------------------------------------------------------------
def numbered(game: str) -> set[str]:
    """Every rule that RULES.md states: the first cell of a row, or a number that begins a sentence."""
    text = (ROOT / "src/niwashi/games" / game / "RULES.md").read_text()
    cells = re.findall(r"^\| ([ME]\d\.[A-E]?\d+) \|", text, re.MULTILINE)
    return {*cells, *re.findall(r"(?:^|\*\* |\. |\]\. )((?:M6\.[ABD]|E5\.)\d)(?= [A-Z])", text, re.MULTILINE)}


def shown(game: str) -> list[str]:
    source = (ROOT / "web/src/games" / game / "rules/index.ts").read_text()
    lists = re.findall(r"rules: \[(.*?)\]", source)
    return [rule for text in lists for rule in re.findall(r"'([\w.]+)'", text)]


@by_game
def test_the_page_of_the_rules_has_every_numbered_rule_once(game: str) -> None:
    assert len(numbered(game)) == {"miyabi": 50, "edo_yashiki": 26}[game]
    assert sorted(shown(game)) == sorted(numbered(game))


@by_game
def test_every_language_tells_every_rule_with_the_same_figures(game: str) -> None:
    for rule in numbered(game):
        key = f"{game}-rule-{rule.replace('.', '-')}"
        figures = {language: figures_in(words_of(game, "rules", language)[key]) for language in LANGUAGES}
        assert len(set(map(tuple, figures.values()))) == 1, f"{rule}: {figures}"


def figures_in(text: str) -> list[int]:
    return sorted({int(figure) for figure in re.findall(r"\d+", text)} - {1})


@by_game
def test_lessons_cite_rules_that_the_page_has(game: str) -> None:
    steps = lesson_of(game)["steps"]
    cited = [rule for step in steps for rule in [*step["rules"], *step.get("after", {}).get("rules", [])]]
    assert cited
    assert set(cited) <= set(shown(game))


@by_game
def test_the_rules_figures_are_current(game: str) -> None:
    """If not: `python -m tools.client.rule_pictures`."""
    assert rule_pictures.place_of(game).read_text(encoding="utf-8") == rule_pictures.written(game)


# -- right and wrong placements --------------------------------------------------------------------------------------
POSITIONS = {
    "miyabi": lambda: rule_pictures.position("miyabi", "first", (0, "f2cE"), (1, "p2bS")),
    "edo_yashiki": lambda: rule_pictures.position("edo_yashiki", "roped"),
}
"""The positions in which the figures' placements are judged."""


def placements_of(game: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(rule_pictures.place_of(game).read_text())["placements"]
    return found


@by_game
def test_the_engine_allows_and_refuses_what_the_figures_show(game: str) -> None:
    position = POSITIONS[game]()
    for name, shown in placements_of(game).items():
        allowed, refused = shown["allowed"], shown["refused"]
        assert position.explain(allowed["action"], 0).legal, name
        assert (allowed["legal"], refused["legal"]) == (True, False)
        if refused["action"]:
            judged = position.explain(refused["action"], 0)
            assert (judged.legal, judged.rule) == (False, shown["rule"]), name


def test_m3_the_tiles_are_drawn_where_the_engine_would_lay_them() -> None:
    position = POSITIONS["miyabi"]()
    offer = position.choices(0)
    for name, shown in placements_of("miyabi").items():
        written = re.sub(r"\d(?=[ESWN]$)", "", shown["allowed"]["action"])
        cells = offer.cover.cells[list(offer.actions).index(written)]
        assert sorted(6 * row + column for row, column in shown["allowed"]["squares"]) == sorted(cells), name


def test_e3_1_no_action_lays_a_card_on_its_side() -> None:
    """So a picture of one is all that can be shown: every placement covers two columns and three rows."""
    assert placements_of("edo_yashiki")["sideways"]["refused"]["sideways"]
    position = POSITIONS["edo_yashiki"]()
    covered = [card_squares(position.position, 0, action) for action in position.legal_ids(0)]
    assert {(len({x for x, _ in card}), len({y for _, y in card})) for card in covered} == {(2, 3)}


@by_game
def test_a_figure_of_a_wrong_placement_stands_behind_the_rule_that_it_breaks(game: str) -> None:
    source = (ROOT / "web/src/games" / game / "rules/index.ts").read_text()
    for name, shown in placements_of(game).items():
        assert f"{{ name: '{name}', after: '{shown['rule']}' }}" in source


# -- the reference cards ---------------------------------------------------------------------------------------------
@by_game
def test_the_facts_of_the_reference_cards_are_current(game: str) -> None:
    """If not: `python -m tools.client.reference_facts`."""
    assert reference_facts.place_of(game).read_text(encoding="utf-8") == reference_facts.written(game)


@by_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_card_have_no_numbers_of_their_own(game: str, language: str) -> None:
    words = words_of(game, "reference", language)
    assert len(words) > 30
    for key, text in words.items():
        assert not re.search(r"\d", text), f"{key}: {text}"


def test_every_card_of_the_deck_is_shown_with_its_source() -> None:
    facts = json.loads(reference_facts.place_of("edo_yashiki").read_text())
    cards = [card for pattern in facts["pieces"]["patterns"] for card in pattern["cards"]]
    assert sum(card["count"] for card in cards) == sum(facts["sources"].values()) == facts["contents"]["cards"]
    assert reference_facts.pattern_of("TP/TT/FG") == reference_facts.pattern_of("PF/PP/GT") == "ab/aa/cd"

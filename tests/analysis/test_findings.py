"""What a browser finds out leads to the same hints and judgements, and nonsense is refused in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from msgspec.structs import replace

from niwashi.analysis.findings import Findings, FoundJudge, StudyTask, TrialsOfAction, study_task
from niwashi.analysis.hints import hint, hint_by, node_of
from niwashi.analysis.output import HintOut
from niwashi.analysis.review import ReviewRun
from niwashi.core.errors import NiwashiError
from niwashi.engine.game import Game
from tests.analysis.finding import find
from tests.analysis.games import QUICK, last_decision, play_on, played
from tests.conformance.variants import GAMES, Variant, mixed

SOME = [variant for game in GAMES for variant in mixed(game, 2)]


@cache
def middle() -> Game:
    return played("miyabi", 3, lambda game: game.length >= 14)


@cache
def found() -> Findings:
    return find(task_of(middle()))


def task_of(game: Game) -> StudyTask:
    return study_task(game.rules, QUICK, node_of(game), game.to_act[0], len(game.events))


def hint_from(game: Game, findings: Findings) -> HintOut:
    return hint_by(FoundJudge(game.rules, QUICK, findings), game, game.to_act[0]).out()


@pytest.mark.parametrize("variant", SOME, ids=str)
def test_findings_lead_to_the_same_hint_and_the_same_judgements(variant: Variant) -> None:
    """In the midst of a game, and where its end is solved."""
    over = play_on(variant.new("findings"))
    game = over.copy(chance="same")
    game.undo(game.length // 2)
    for decision in (game, last_decision(over)):
        if decision.to_act:
            seat = decision.to_act[0]
            assert hint_from(decision, find(task_of(decision))) == hint(decision, seat, QUICK).out()
    run = ReviewRun(over, QUICK)
    for taken in (run.taken[len(run) // 2], *run.taken[-2:]):
        findings = find(study_task(variant.rules, QUICK, taken.before, taken.seat, taken.event, taken.action))
        assert run.review_action(taken, FoundJudge(variant.rules, QUICK, findings)) == run.review_action(taken)


def without(findings: Findings, change: Callable[[TrialsOfAction], TrialsOfAction]) -> Findings:
    return replace(findings, trials=[change(one) for one in findings.trials])


def changed_lines(change: Callable[[list[int]], list[int]]) -> Findings:
    return without(found(), lambda one: replace(one, lines=[change(line) for line in one.lines]))


NONSENSE: dict[str, tuple[Callable[[], Findings], str]] = {
    "nothing": (Findings, "the ranking must be of different legal actions"),
    "no legal action": (lambda: replace(found(), ranking=[99999]), "the ranking must be of different legal actions"),
    "an action twice": (lambda: replace(found(), ranking=found().ranking * 2), "different legal actions"),
    "no trials": (lambda: replace(found(), trials=[]), "must have the trials of action"),
    "too few trials": (lambda: without(found(), lambda one: replace(one, lines=one.lines[1:])), "line of each trial"),
    "half a step": (lambda: changed_lines(lambda line: line[:-1]), "seats and actions by turns"),
    "no end": (lambda: changed_lines(lambda line: line[:-2]), "a line ends before the game does"),
    "more than the end": (lambda: changed_lines(lambda line: [*line, 0, 0]), "goes on after the end"),
    "an illegal action": (lambda: changed_lines(lambda line: [line[0], -5, *line[2:]]), "is not legal there"),
    "no seat": (lambda: changed_lines(lambda line: [1 << 60, *line[1:]]), "is not legal there"),
    "wrong replies": (lambda: without(found(), lambda one: replace(one, replies=[7, 7])), "is not legal there"),
    "endings of another position": (
        lambda: Findings(endings=[[middle().to_act[0], action.id] for action in middle().legal()]),
        "ends before the game does",
    ),
    "no ending": (lambda: Findings(endings=[[0]]), "must have the ending of action"),
}


@pytest.mark.parametrize("what", NONSENSE)
def test_nonsense_is_refused_in_a_sentence(what: str) -> None:
    findings, sentence = NONSENSE[what]
    with pytest.raises(NiwashiError, match=sentence) as refused:
        hint_from(middle(), findings())
    assert refused.value.code == "analysis/findings"


@pytest.mark.parametrize("scores", [[], [[1]], [[1, 10**9]] * QUICK.trials])
def test_scores_that_no_game_has_are_refused(scores: list[list[int]]) -> None:
    run = ReviewRun(middle(), QUICK)
    taken = run.taken[5]
    findings = Findings(ranking=[taken.action], trials=[TrialsOfAction(action=taken.action, scores=scores)])
    with pytest.raises(NiwashiError, match="scores"):
        run.review_action(taken, FoundJudge(run.game.rules, QUICK, findings))

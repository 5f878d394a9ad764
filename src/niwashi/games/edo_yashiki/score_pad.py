"""A real table's score pad: the runs that each seat made, round by round."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from niwashi.core.client_types import Args
from niwashi.core.errors import BadTally, quote
from niwashi.core.game import Part, Tally
from niwashi.core.tally import check_keys, read_name, read_seats
from niwashi.games.edo_yashiki.cards import DECK, FEATURES
from niwashi.games.edo_yashiki.house import one_run
from niwashi.games.edo_yashiki.options import SEATS
from niwashi.games.edo_yashiki.scoring import round_points
from niwashi.games.edo_yashiki.state import ALL_MARKERS, GOAL
from niwashi.games.edo_yashiki.words import count_word, marker_letters, plural

RUN_TEXT = re.compile(r"([TPFG])([3-9]|[1-6]\d)")
MAX_RUNS = 12
"""Each of a card's six squares lies in one row and in one column."""


def tally_rounds(given: Mapping[str, Any], specialists: bool) -> Tally:
    """Every seat's sheet has an item for each round."""
    names: list[str] = []
    runs: list[list[list[str]]] = []
    for number, seat in enumerate(read_seats(given, SEATS)):
        check_keys(seat, ("name", "rounds"), "a seat of a score pad")
        names.append(read_name(seat, number))
        runs.append([_runs(text, names[-1], number, place) for place, text in enumerate(_rounds(seat, names[-1]))])
    _check_rounds(names, [len(rounds) for rounds in runs])
    sheets = tuple(_sheet(rounds, specialists) for rounds in runs)
    return Tally(tuple(names), sheets, _is_over(names, sheets))


def _rounds(seat: Mapping[str, Any], name: str) -> list[str]:
    given = seat.get("rounds")
    if not isinstance(given, list) or not all(isinstance(text, str) for text in given):
        raise BadTally("tally/rounds", f"{name}'s rounds are a list of texts such as “T3 P4”, not {quote(given)}")
    return given


def _runs(text: str, name: str, seat: int, place: int) -> list[str]:
    """`T3 P4`: a run's feature and its length."""
    words, about = text[:200].upper().replace(",", " ").split(), {"seat": seat, "round": place + 1}
    for word in words:
        if not RUN_TEXT.fullmatch(word):
            sentence = (
                f"{name}'s round {place + 1} has {quote(word)}; a run is a letter of {FEATURES} and its length, T3"
            )
            raise BadTally("tally/run", f"{sentence} (E4.1)", {**about, "run": word[:8]})
    if len(words) > MAX_RUNS:
        sentence = f"{name}'s round {place + 1} has {len(words)} runs; a card's six squares lie in at most {MAX_RUNS}"
        raise BadTally("tally/runs", f"{sentence} (E4.2)", about)
    return words


def _check_rounds(names: Sequence[str], counts: Sequence[int]) -> None:
    """E2.1: everybody places in every round, and each takes as many cards as there are seats."""
    most = DECK // len(names) - 1
    for name, count in zip(names, counts, strict=True):
        if count != counts[0]:
            raise BadTally(
                "tally/rounds", f"{name} has {count} rounds and {names[0]} {counts[0]}; all have as many (E2.4)"
            )
    if counts[0] > most:
        sentence = f"{counts[0]} rounds are too many; with {len(names)} seats the cards last for {most} (E5.1)"
        raise BadTally("tally/rounds", sentence, {"round": most + 1})


def _sheet(rounds: Sequence[Sequence[str]], specialists: bool) -> tuple[Part, ...]:
    markers, found = ALL_MARKERS, []
    for number, words in enumerate(rounds):
        runs = sum(int(one_run(FEATURES.index(word[0]), int(word[1:]))) for word in words)
        points, bonus, markers = map(int, round_points(runs, markers, specialists))
        args: Args = {"round": number + 1, "runs": " ".join(words), "bonus": bonus}
        args |= {"markers": marker_letters(markers)} if specialists else {}
        detail = f"round {number + 1}: " + (", ".join(map(_run_words, words)) or "no run")
        found.append(Part(f"round {number + 1}", detail, points, "E4.1", "edo-part-round", args))
    return tuple(found)


def _run_words(word: str) -> str:
    return f"{count_word(int(word[1:]))} {plural(word[0], '')}"


def _is_over(names: Sequence[str], sheets: Sequence[Sequence[Part]]) -> bool:
    """E5.1: a round in which somebody reaches the goal is the last; refuses rounds after it."""
    rounds = len(sheets[0])
    for last in range(1, rounds + 1):
        points = [sum(part.points for part in sheet[:last]) for sheet in sheets]
        if max(points) >= GOAL and last < rounds:
            leader = names[points.index(max(points))]
            sentence = f"{leader} had {max(points)} points after round {last}, so there is no round {last + 1} (E5.1)"
            about: Args = {"round": last + 1, "name": leader, "points": max(points)}
            raise BadTally("tally/over", sentence, about)
    reached = any(sum(part.points for part in sheet) >= GOAL for sheet in sheets)
    return reached or rounds == DECK // len(names) - 1

"""Reviews and hints as text for a terminal."""

from __future__ import annotations

from niwashi.analysis.hints import ComparedAction, Hint
from niwashi.analysis.judgement import Judgement, Method
from niwashi.analysis.reasons import HintReason
from niwashi.analysis.review import MARKS, Review, TurningPoint
from niwashi.analysis.values import Estimate

MAX_NAME_LENGTH = 12
FOOTNOTE = (
    "margin: points ahead of the best rival at the end; loss: against the best alternative, (so) within its noise"
)


def estimate_text(value: Estimate, sign: str = "+") -> str:
    shown = round(value.mean, 1) + 0.0  # never -0.0
    return f"{shown:{sign}.1f}" + (f" ± {value.error:.1f}" if value.error else "")


def percent(share: float) -> str:
    return f"{share:.0%}".replace("%", " %")


def method_text(method: Method) -> str:
    budget = method.budget
    thought = f"{budget.nodes:,} nodes" if budget.nodes is not None else f"{budget.seconds} s"
    return f"alternatives by {method.bot}, {thought} each; {method.trials} trials; seed {method.seed}"


def loss_text(judgement: Judgement) -> str:
    """Nothing where nothing was lost; in brackets what is within its noise."""
    loss = judgement.loss.margin
    if judgement.forced or loss.mean == 0:
        return ""
    return f"{loss.mean:.1f}" if loss.clear else f"({loss.mean:.1f})"


def mark_text(review: Review, judgement: Judgement) -> str:
    return "only action" if judgement.forced else review.mark(judgement)


# -- a review ----------------------------------------------------------------------------------------------------------
def review_text(review: Review) -> str:
    blocks = [f"{review.title}: {_result(review)}\n{method_text(review.method)}", _table(review), FOOTNOTE]
    if review.turning_points:
        blocks.append(
            "\n".join(
                ["turning points", *(f"{turn.number:>4}  {turn_text(review, turn)}" for turn in review.turning_points)]
            )
        )
    return "\n\n".join([*blocks, _seats(review)])


def _result(review: Review) -> str:
    return ", ".join(f"{name} {points}" for name, points in zip(review.names, review.scores, strict=True))


def _table(review: Review) -> str:
    rows: list[tuple[str, ...]] = [("", "", "action", "margin", "wins", "loss", "better", "")]
    rows += [_row(review, number, one) for number, one in enumerate(review.judgements, 1)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    left = (1, 2, 6, 7)
    return "\n".join(
        "  ".join(f"{cell:{'<' if at in left else '>'}{widths[at]}}" for at, cell in enumerate(row)).rstrip()
        for row in rows
    )


def _row(review: Review, number: int, one: Judgement) -> tuple[str, ...]:
    better = one.best.action if one.best and one.loss.margin.clear else ""
    return (
        str(number),
        review.names[one.seat][:MAX_NAME_LENGTH],
        one.action,
        estimate_text(one.after.margin),
        percent(one.after.chance.mean),
        loss_text(one),
        better,
        mark_text(review, one),
    )


def turn_text(review: Review, turn: TurningPoint) -> str:
    name, judgement = review.names[turn.seat], review.judgements[turn.number - 1]
    if turn.kind == "lead":
        actor = review.names[judgement.seat]
        return f"from {actor}'s {judgement.action} on {name} is ahead ({percent(turn.swing)})"
    better = f"; better {judgement.best.action}" if judgement.best else ""
    return f"{name}'s {judgement.action} costs {percent(turn.swing)} of the chance of winning{better}"


def _seats(review: Review) -> str:
    words = [word for _, word in reversed(MARKS)]
    head = f"{'':{MAX_NAME_LENGTH}}{'decisions':>11}{'mean loss':>11}" + "".join(f"{word + 's':>10}" for word in words)
    lines = [head + f"{'accuracy':>10}"]
    for seat in review.seats:
        marks = "".join(f"{seat.marks[word]:>10}" for word in words)
        counts = f"{seat.name[:MAX_NAME_LENGTH]:{MAX_NAME_LENGTH}}{seat.decisions:>11}{seat.mean_loss:>11.1f}"
        lines.append(counts + marks + f"{percent(seat.accuracy):>10}")
    return "\n".join(lines)


# -- a hint ------------------------------------------------------------------------------------------------------------
def hint_text(hint: Hint) -> str:
    lines = [f"{hint.name}: {hint.action}" + (f"  +{hint.gain}" if hint.gain else "")]
    if hint.legal == 1:
        return f"{lines[0]}  (the only legal action)"
    lines += [f"  {reason_text(reason)}" for reason in hint.reasons]
    if not hint.reasons:
        lines.append("  no one fact tells it from the others")
    value = f"  margin {estimate_text(hint.value.margin)}, wins {percent(hint.value.chance.mean)}"
    lines.append(value + (", seen to the end" if hint.exact else ""))
    if hint.next_best and (hint.tempting is None or hint.next_best.action != hint.tempting.action):
        lines.append(f"  next best: {hint.next_best.action}, {_behind(hint.next_best.behind)}")
    return "\n".join([*lines, *_tempting_lines(hint.tempting)])


def reason_text(reason: HintReason) -> str:
    return f"{reason.text}  ({reason_source(reason)} {estimate_text(reason.points)}, against {reason.than})"


def reason_source(reason: HintReason) -> str:
    """Where the points come from."""
    return {"rival": "rival's points", "all": "in all"}.get(reason.through[0], ", ".join(reason.through))


def _tempting_lines(tempting: ComparedAction | None) -> list[str]:
    if tempting is None:
        return []
    lines = [f"  tempting: {tempting.action} scores {tempting.gain} at once, but is {_behind(tempting.behind)}"]
    return lines + [f"    {reason.text}" for reason in tempting.reasons]


def _behind(behind: Estimate) -> str:
    if behind.mean <= 0:
        return "just as good" if not behind.error else f"as good within the noise ({estimate_text(behind)})"
    doubt = "" if behind.clear else ", within the noise"
    return f"{estimate_text(behind, '')} points worse{doubt}"

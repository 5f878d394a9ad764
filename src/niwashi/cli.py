"""The command line: `niwashi play`, `simulate`, `replay`, `check`, `perft`, `score`, `rules`."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer

from niwashi import __version__, catalog, play
from niwashi.core.errors import BadOptions, BadRecord, BadTally, NiwashiError, quote

if TYPE_CHECKING:
    from niwashi.core.components import Components
    from niwashi.core.game import Options, Rules

BAD_INPUT, FAILED_CHECK, INTERRUPTED = 2, 1, 130

app = typer.Typer(
    name="niwashi",
    help="Miyabi and Edo Yashiki, to be played by people and programs.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
GAME_OPTIONS = {"allow_extra_args": True, "ignore_unknown_options": True}
OPTIONS_HELP = (
    "The game's own options follow as --seats 3 --expansions CE --free-pass (miyabi) or "
    "--seats 4 --specialists --grab calm --edition samurai-gardener (edo_yashiki)."
)

GameName = Annotated[str, typer.Argument(help="miyabi or edo_yashiki", metavar="GAME")]
Seed = Annotated[str | None, typer.Option(help="What chance follows from; made and shown if left out.")]
OwnBox = Annotated[Path | None, typer.Option("--components", help="Your own box: a component file.", metavar="FILE")]
AsJson = Annotated[bool, typer.Option("--json", help="Output for programs.")]


# -- playing and replaying -----------------------------------------------------------------------------------------
@app.command("play", context_settings=GAME_OPTIONS, epilog=OPTIONS_HELP)
def play_command(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="miyabi or edo_yashiki", metavar="[GAME]")] = "miyabi",
    seed: Seed = None,
    components: OwnBox = None,
    seat: Annotated[int, typer.Option(help="Where you sit, counted from 0.")] = 0,
) -> None:
    """Play in the terminal against simple opponents."""
    from niwashi.terminal.duel import duel

    options = read_options(game, context.args)
    if game.lower().startswith("edo") and "grab" not in options:
        options["grab"] = "calm"
    table = play.new(game, seed=seed, components=components, **options)
    if not 0 <= seat < table.seats:
        raise BadOptions("options/seat", f"there is no seat {seat}; seats are counted from 0 to {table.seats - 1}")
    duel(table, seat, ask, typer.echo)


@app.command("replay")
def replay_command(
    file: Annotated[Path, typer.Argument(help="A record, or a file with one a line.")],
    line: Annotated[int, typer.Option(help="Which record of a file with several, counted from 1.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Step through a record in the terminal (all at once where there is no terminal)."""
    from niwashi.terminal import stepping

    record = _one_record(file, line)
    if as_json:
        for frame in stepping.as_json(record):
            typer.echo(json.dumps(frame, ensure_ascii=False))
    elif sys.stdin.isatty() and sys.stdout.isatty():
        stepping.step_through(record, ask, typer.echo)
    else:
        stepping.print_all(record, typer.echo)


def _one_record(file: Path, line: int) -> Any:
    from niwashi.check import records_of

    for number, (where, found) in enumerate(records_of(file), 1):
        if number == line:
            if isinstance(found, NiwashiError):
                raise BadRecord(found.code, f"{where}: {found.sentence}")
            return found
    raise BadRecord("record/line", f"{quote(str(file))} has no record number {line}")


@app.command("check")
def check_command(
    files: Annotated[list[Path], typer.Argument(help="Records, or files with one a line.")],
    as_json: AsJson = False,
) -> None:
    """Replay records, recompute their results and hold chance against the seed. Exit code 1 if one breaks."""
    from niwashi.check import check_file

    good = bad = 0
    for file in files:
        for finding in check_file(file):
            good, bad = good + finding.ok, bad + (not finding.ok)
            if as_json:
                typer.echo(json.dumps(finding.as_dict(), ensure_ascii=False))
            else:
                typer.echo(("ok      " if finding.ok else "BROKEN  ") + str(finding))
    if not as_json:
        typer.echo(f"{good} good, {bad} broken")
    if bad or not good:
        raise typer.Exit(FAILED_CHECK)


# -- many games ------------------------------------------------------------------------------------------------------
@app.command("simulate", context_settings=GAME_OPTIONS, epilog=OPTIONS_HELP)
def simulate_command(
    context: typer.Context,
    game: GameName,
    games: Annotated[int, typer.Option(help="How many.", min=1)] = 1000,
    players: Annotated[
        str, typer.Option(help="random or greedy; one for all, or one a seat: greedy,random")
    ] = "random",
    seed: Seed = None,
    components: OwnBox = None,
    records: Annotated[Path | None, typer.Option(help="Write every game's record here, one a line.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play many games between simple players on all cores, and sum them up."""
    from niwashi.batch.simulate import Plan, read_players, simulate, summary

    rules, options, box = _variant(game, context.args, components)
    chosen = read_players(players, options.seats)
    key = play.read_seed(seed)
    plan = Plan(rules.name, options, box, chosen, games, key, records is not None)
    with _progress(games) as bar, _lines_to(records) as write:
        played = simulate(plan, lambda more: bar.update(more), write)
    figures = {
        "game": rules.name,
        "options": options.as_dict(),
        "players": list(chosen),
        "seed": key,
        **summary(played),
    }
    typer.echo(json.dumps(figures, ensure_ascii=False) if as_json else _summary_text(figures))


def _progress(length: int) -> Any:
    return typer.progressbar(length=length, label="games", file=sys.stderr, show_pos=True)


class _lines_to:
    """A file that gets lines, whole or not at all: written beside its place and moved there at the end."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.file: IO[bytes] | None = None

    def __enter__(self) -> Any:
        if self.path is None:
            return lambda line: None
        try:
            self.temporary = self.path.with_name(f".{self.path.name}.{os.getpid()}.part")
            self.file = self.temporary.open("wb")
        except (OSError, ValueError) as error:
            raise BadRecord("record/write", f"cannot write {quote(str(self.path))}: {error}") from None
        return self.file.write

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if self.file is None or self.path is None:
            return
        self.file.close()
        if kind is None or issubclass(kind, KeyboardInterrupt):
            self.temporary.replace(self.path)  # what was played before Ctrl-C is kept: every line of it is whole
        else:
            self.temporary.unlink(missing_ok=True)


def _summary_text(figures: dict[str, Any]) -> str:
    lines = [f"{figures['games']} games of {figures['game']}, seed {figures['seed']}", ""]
    lines.append(f"{'':16}{'mean':>8}{'sd':>8}{'min':>6}{'25%':>6}{'50%':>6}{'75%':>6}{'max':>6}   wins (95%)")
    for number, (seat, player) in enumerate(zip(figures["seats"], figures["players"], strict=True)):
        wins = f"{seat['wins']:6.1%} ({seat['wins_low']:.1%} – {seat['wins_high']:.1%})"
        lines.append(_spread_text(f"seat {number} {player}", seat["score"]) + "  " + wins)
    lines.append(_spread_text("margin", figures["margin"]))
    lines.append(_spread_text("actions a game", figures["length"]))
    branching = figures["branching"]
    lines += ["", f"legal actions at a turn: {branching['mean']:.1f} on average, {branching['max']} at most"]
    return "\n".join([*lines, f"shared wins: {figures['shared_wins']:.1%}"])


def _spread_text(label: str, spread: dict[str, float]) -> str:
    quantiles = "".join(f"{spread[key]:>6.0f}" for key in ("min", "25%", "median", "75%", "max"))
    return f"{label:16}{spread['mean']:>8.1f}{spread['sd']:>8.1f}{quantiles}"


@app.command("perft", context_settings=GAME_OPTIONS, epilog=OPTIONS_HELP)
def perft_command(
    context: typer.Context,
    game: GameName,
    depth: Annotated[int, typer.Option(help="How many actions deep.", min=1, max=6)] = 2,
    seed: Seed = "1",
    after: Annotated[int, typer.Option(help="Random actions to play first.", min=0, max=1000)] = 0,
    components: OwnBox = None,
    divide: Annotated[bool, typer.Option(help="Print the count of each first action.")] = False,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of actions from a position; the fingerprint of the rules."""
    from niwashi.batch.perft import perft, walked

    table = play.new(game, seed=seed, components=components, **read_options(game, context.args))
    count = perft(walked(table, after), depth)
    if as_json:
        typer.echo(json.dumps({"depth": depth, "total": count.total, "actions": count.actions}, ensure_ascii=False))
        return
    if divide:
        typer.echo("\n".join(f"{action:>16} {number:>12,}" for action, number in count.actions.items()))
    typer.echo(f"depth {depth}: {count.total:,}")


# -- rules and real tables ---------------------------------------------------------------------------------------------
@app.command("rules")
def rules_command(
    game: Annotated[str | None, typer.Argument(help="miyabi or edo_yashiki", metavar="[GAME]")] = None,
    number: Annotated[str | None, typer.Argument(help="One rule only, such as M3.4.", metavar="[RULE]")] = None,
    as_json: AsJson = False,
) -> None:
    """Print the numbered rules that the code follows and cites."""
    from niwashi.rulebook import rule_texts

    if game is None:
        typer.echo("\n".join(f"{name:14}{catalog.rules(name).credits}" for name in catalog.names()))
        return
    rules = catalog.rules(game)
    texts = rule_texts(rules.rulebook)
    if number is not None and number.upper() not in texts:
        raise BadOptions("options/rule", f"{rules.title} has no rule {quote(number)}; it has {', '.join(texts)}")
    if number is not None:
        texts = {number.upper(): texts[number.upper()]}
    if as_json:
        typer.echo(json.dumps(texts, ensure_ascii=False))
    else:
        typer.echo(rules.rulebook if number is None else "\n".join(f"{key}  {text}" for key, text in texts.items()))


@app.command("score")
def score_command(
    what: Annotated[str, typer.Argument(help="A game, to be asked; or a file with the answers.", metavar="GAME|FILE")],
    as_json: AsJson = False,
) -> None:
    """Score a real table: type in the final gardens (Miyabi) or the round's placings (Edo Yashiki)."""
    from niwashi.core.components import read_toml
    from niwashi.terminal.scoring import ask_table

    if what.lower().replace("-", "_") in catalog.names():
        rules = catalog.rules(what)
        answers = ask_table(rules, ask)
    else:
        answers = read_toml(what)
        if "game" not in answers:
            raise BadTally("tally/game", f'{quote(what)} does not say its game; its first line is game = "miyabi", say')
        rules = catalog.rules(answers["game"])
    names, parts = rules.tally(answers)
    sheet = play.Sheet(names, parts)
    typer.echo(json.dumps(sheet.as_dict(), ensure_ascii=False) if as_json else str(sheet))


@app.callback(invoke_without_command=True)
def version_option(version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    if version:
        typer.echo(f"niwashi {__version__}")
        raise typer.Exit


# -- the game's own options ----------------------------------------------------------------------------------------
def _variant(game: str, words: list[str], components: Path | None) -> tuple[Rules, Options, Components]:
    rules = catalog.rules(game)
    return rules, rules.options(read_options(game, words)), play.read_components(rules, components)


def read_options(game: str, words: list[str]) -> dict[str, Any]:
    """`--seats 3 --free-pass` as a game's options; what they are is the game's to say."""
    rules = catalog.rules(game)
    known = {field.name: getattr(rules.options({}), field.name) for field in fields(rules.options({}))}
    given: dict[str, Any] = {}
    rest = [part for word in words for part in (word.split("=", 1) if word.startswith("--") else [word])]
    while rest:
        word = rest.pop(0)
        option = word.removeprefix("--").replace("-", "_")
        flag = option.removeprefix("no_")
        if not word.startswith("--") or (option not in known and flag not in known):
            spelled = ", ".join("--" + name.replace("_", "-") for name in known)
            raise BadOptions("options/unknown", f"{rules.title} has no option {quote(word)}; it has {spelled}")
        if isinstance(known.get(flag), bool):
            given[flag] = option == flag
        elif not rest:
            raise BadOptions("options/value", f"{quote(word)} needs a value, for example {word} {known[option]}")
        else:
            given[option] = _value(rest.pop(0), known[option])
    return given


def _value(text: str, default: object) -> object:
    number = text.isascii() and text.isdigit() and len(text) < 6
    return int(text) if isinstance(default, int) and number else text


def ask(prompt: str) -> str:
    return input(prompt)


def main() -> None:
    """No mistake of a user's ends in a traceback."""
    try:
        app(standalone_mode=True)
    except NiwashiError as error:
        print(f"niwashi: {error.sentence}", file=sys.stderr)
        sys.exit(BAD_INPUT)
    except (KeyboardInterrupt, EOFError):
        print("\nniwashi: stopped", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)


if __name__ == "__main__":
    main()

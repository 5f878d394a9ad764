"""The command line: `niwashi play`, `replay`, `check`, `analyse`, `simulate`, `export` and the others."""

from __future__ import annotations

import io
import json
import os
import signal
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from niwashi import __version__, catalog, play
from niwashi.core.errors import BadOptions, BadRecord, BadTally, NiwashiError, quote

if TYPE_CHECKING:
    from niwashi.analysis.judging import Method
    from niwashi.analysis.review import Reviewing
    from niwashi.arena.matches import Plan as ArenaPlan
    from niwashi.arena.results import Result as ArenaResult
    from niwashi.core.components import Components
    from niwashi.core.game import Options, Rules
    from niwashi.core.record import Record
    from niwashi.store.places import Place

BAD_INPUT, FAILED_CHECK, INTERRUPTED = 2, 1, 130
LONGEST_LINE = 10_000
MOST_GAMES = 10_000_000
Returned = TypeVar("Returned")

app = typer.Typer(
    name="niwashi",
    help="Miyabi and Edo Yashiki, to be played by people and programs.",
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
    against: Annotated[str, typer.Option(help="Who else plays: beginner, casual, club, strong or expert.")] = "casual",
) -> None:
    """Play in the terminal against bots."""
    from niwashi.terminal.duel import duel

    game, words = find_game(game, context.args, "miyabi")
    options = read_options(game, words)
    if game.lower().startswith("edo") and "grab" not in options:
        options["grab"] = "calm"
    table = play.new(game, seed=seed, components=components, **options)
    if not 0 <= seat < table.seats:
        raise BadOptions("options/seat", f"there is no seat {seat}; seats are counted from 0 to {table.seats - 1}")
    duel(table, seat, ask, typer.echo, against)


@app.command("replay")
def replay_command(
    file: Annotated[Path, typer.Argument(help="A record, or a file with one a line.")],
    line: Annotated[int, typer.Option(help="Which record of a file with several, counted from 1.", min=1)] = 1,
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


# -- analysis --------------------------------------------------------------------------------------------------------
RecordFile = Annotated[Path, typer.Argument(help="A record, or a file with one a line.")]
Line = Annotated[int, typer.Option(help="Which record of a file with several, counted from 1.", min=1)]
BotName = Annotated[str, typer.Option(help="Who looks for better actions: a bot's name.")]
Seconds = Annotated[float | None, typer.Option(help="How long it may think about an action.", min=0.001, max=600)]
Nodes = Annotated[int | None, typer.Option(help="… or how many positions it may judge (4000).", min=1, max=10_000_000)]
Trials = Annotated[int | None, typer.Option(help="How often an action is played out to the end (128).")]
AnalysisSeed = Annotated[str, typer.Option(help="What the analysis draws by; the same seed and nodes say the same.")]


def _method(bot: str, seconds: float | None, nodes: int | None, trials: int | None, seed: str) -> Method:
    from niwashi.analysis import read_method
    from niwashi.bots import Budget

    if seconds is not None and nodes is not None:
        raise BadOptions("options/budget", "a search is limited by --seconds or by --nodes, not by both")
    budget = None if seconds is None and nodes is None else Budget(seconds, nodes)
    return read_method(bot, budget, trials, seed)


@app.command("analyse")
def analyse_command(
    file: RecordFile,
    line: Line = 1,
    bot: BotName = "strong",
    seconds: Seconds = None,
    nodes: Nodes = None,
    trials: Trials = None,
    seed: AnalysisSeed = "1",
    html: Annotated[Path | None, typer.Option(help="Write a page with a graph here.", metavar="FILE")] = None,
    as_json: AsJson = False,
) -> None:
    """Judge every action of a record: what it was worth, what was better, and where the game turned."""
    from niwashi.analysis.review import Reviewing
    from niwashi.analysis.text import review_text

    method = _method(bot, seconds, nodes, trials, seed)
    reviewing = Reviewing(_one_record(file, line), method)
    try:
        _review_all(reviewing, html)
    except KeyboardInterrupt:
        judged = len(reviewing.judgements)
        if judged and not as_json:
            typer.echo(review_text(reviewing.review))
        raise KeyboardInterrupt(f"{judged} of {len(reviewing)} actions were judged") from None
    review = reviewing.review
    typer.echo(json.dumps(review.as_dict(), ensure_ascii=False) if as_json else review_text(review))


def _review_all(reviewing: Reviewing, html: Path | None) -> None:
    """The page's file is opened first: who waited for minutes must not hear then that it cannot be written."""
    from niwashi.analysis.page import page
    from niwashi.core.record import whole_file

    with whole_file(html) if html else nullcontext() as file:
        with _heeding_interrupts() as heed, _progress(len(reviewing), "actions") as bar:
            for _ in reviewing:
                heed()
                bar.update(1)
        if file:
            file.write(page(reviewing.review).encode())


@app.command("hint")
def hint_command(
    file: RecordFile,
    line: Line = 1,
    at: Annotated[int | None, typer.Option(help="After so many events, not at the end.", min=0)] = None,
    seat: Annotated[int | None, typer.Option(help="For which seat, counted from 0, where several may act.")] = None,
    bot: BotName = "strong",
    seconds: Seconds = None,
    nodes: Nodes = None,
    trials: Trials = None,
    seed: AnalysisSeed = "1",
    as_json: AsJson = False,
) -> None:
    """Say what to do now in a game that is not over, and why."""
    from niwashi.analysis.hints import hint
    from niwashi.analysis.text import hint_text

    method = _method(bot, seconds, nodes, trials, seed)
    game = play.replay(_up_to(_one_record(file, line), at))
    if seat is None and len(game.to_act) > 1:
        several = ", ".join(map(str, game.to_act))
        raise BadOptions("options/seat", f"several seats may act now: say which with --seat, one of {several}")
    with _heeding_interrupts():
        found = hint(game, seat, method)
    typer.echo(json.dumps(found.as_dict(), ensure_ascii=False) if as_json else hint_text(found))


def _up_to(record: Record, events: int | None) -> Record:
    """The record as it was after so many events."""
    import msgspec

    if events is None:
        return record
    if events > len(record.events):
        sentence = f"the record has {len(record.events)} events; --at is a number from 0 to {len(record.events)}"
        raise BadOptions("options/at", f"{sentence}, not {events}")
    return msgspec.structs.replace(record, events=record.events[:events], result=None)


# -- many games ------------------------------------------------------------------------------------------------------
@app.command("simulate", context_settings=GAME_OPTIONS, epilog=OPTIONS_HELP)
def simulate_command(
    context: typer.Context,
    game: GameName,
    games: Annotated[int, typer.Option(help="How many.", min=1, max=MOST_GAMES)] = 1000,
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
    play.read_seed(f"{key}-{games}")  # every game has a seed of its own
    plan = Plan(rules.name, options, box, chosen, games, key, records is not None)
    with _heeding_interrupts() as heed, _lines_to(records) as write, _progress(games, "games") as bar:

        def advance(more: int) -> None:
            heed()
            bar.update(more)

        def keep(line: bytes) -> None:
            heed()
            write(line)

        played = simulate(plan, advance, keep)
    figures = {
        "game": rules.name,
        "options": options.as_dict(),
        "players": list(chosen),
        "seed": key,
        **summary(played),
    }
    typer.echo(json.dumps(figures, ensure_ascii=False) if as_json else _summary_text(figures))


def _progress(length: int, label: str) -> Any:
    hidden = not sys.stderr.isatty()
    return typer.progressbar(length=length, label=label, file=sys.stderr, show_pos=True, hidden=hidden)


@contextmanager
def _heeding_interrupts() -> Iterator[Callable[[], None]]:
    """To be called now and then, since Numba forgets a Ctrl-C that comes while it loads a kernel; this does not, and
    so nobody needs to hear that it was forgotten."""
    pressed = False

    def press(*_: object) -> None:
        nonlocal pressed
        pressed = True
        raise KeyboardInterrupt

    def heed() -> None:
        if pressed:
            raise KeyboardInterrupt

    def tell(unraisable: sys.UnraisableHookArgs) -> None:
        if unraisable.exc_type is not KeyboardInterrupt:
            tell_before(unraisable)

    before, tell_before = _on_interrupt(press), sys.unraisablehook
    sys.unraisablehook = tell
    try:
        yield heed
    finally:
        sys.unraisablehook = tell_before
        signal.signal(signal.SIGINT, before)


def _on_interrupt(do: Callable[..., None] | signal.Handlers) -> Any:
    """Returns what was done before. A program in the background, which is not to mind Ctrl-C, stays so."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, do)
    return before


@contextmanager
def _lines_to(path: Path | None) -> Iterator[Callable[[bytes], None]]:
    """Lines for a file that is there when all are written, or those that were before Ctrl-C: each is whole."""
    from niwashi.core.record import whole_file

    if path is None:
        yield lambda line: None
        return
    interrupted, whole = False, 0

    def write(line: bytes) -> None:
        nonlocal whole
        file.write(line)
        whole += len(line)

    with whole_file(path) as file:
        try:
            yield write
        except KeyboardInterrupt:
            if not whole:
                raise
            interrupted = True
            with suppress(OSError):  # a pipe
                file.truncate(whole)
    if interrupted:
        raise KeyboardInterrupt(f"{quote(str(path))} holds the games played before")


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


# -- bots against bots -------------------------------------------------------------------------------------------------
ARENA_HELP = (
    "A bot is named as expert, or with what it may spend on a decision: expert:0.2s, strong:2000n; your own as "
    "module:factory. Of two bots the first, in each seat in turn, meets a table of the second; more meet each other. "
    + OPTIONS_HELP
)


@app.command("arena", context_settings=GAME_OPTIONS, epilog=ARENA_HELP)
def arena_command(
    context: typer.Context,
    names: Annotated[list[str] | None, typer.Argument(help="Two bots or more.", metavar="BOT BOT …")] = None,
    game: Annotated[str, typer.Option(help="miyabi or edo_yashiki")] = "miyabi",
    games: Annotated[int, typer.Option(help="How many for each pair, at most.")] = 400,
    ladder: Annotated[bool, typer.Option("--ladder", help="All rungs of the ladder.")] = False,
    seconds: Annotated[float | None, typer.Option(help="What each may think about a decision.")] = None,
    nodes: Annotated[int | None, typer.Option(help="The same as positions looked at: reproducible.")] = None,
    sprt: Annotated[
        bool | None,
        typer.Option("--sprt/--no-sprt", help="Stop when it is clear; on for two bots.", show_default=False),
    ] = None,
    h0: Annotated[str | None, typer.Option(help="The lower hypothesis: 50%, 0.5 or 0elo.", show_default=False)] = None,
    h1: Annotated[str | None, typer.Option(help="The higher one: 65% or +108elo.", show_default=False)] = None,
    seed: Seed = None,
    components: OwnBox = None,
    processes: Annotated[int | None, typer.Option(help="How many; all cores if left out.")] = None,
    records: Annotated[Path | None, typer.Option(help="Write every game's record here, one a line.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write a report to be looked at here.")] = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other, over the same deals in every seating, and say who is stronger and how sure that is."""
    from niwashi.arena.entrants import common_budget, read_entrants
    from niwashi.arena.hypotheses import read_sprt
    from niwashi.arena.matches import make_plan
    from niwashi.arena.text import as_text
    from niwashi.bots import LADDER

    chosen, words = _bots_and_options(names or [], game)
    chosen += [rung.name for rung in LADDER] if ladder else []
    rules, options, box = _variant(game, words, components)
    _look_here_for_modules(chosen)
    entrants = read_entrants(chosen, common_budget(seconds, nodes), rules)
    wanted = sprt if sprt is not None else len(entrants) == 2 or h0 is not None or h1 is not None
    test = read_sprt(h0, h1, options.seats) if wanted else None
    key = play.read_seed(seed)
    plan = make_plan(rules.name, options, box, entrants, games, key, test, records is not None, processes)
    result, stop = _meet(plan, records, html)
    typer.echo(json.dumps(result.as_dict(), ensure_ascii=False) if as_json else as_text(result))
    if stop is not None:
        raise KeyboardInterrupt("what was finished is above", *stop.args)


def _meet(plan: ArenaPlan, records: Path | None, html: Path | None) -> tuple[ArenaResult, KeyboardInterrupt | None]:
    """The result, and the Ctrl-C that cut it short. Files are opened first: an hour's play is not to end in a slip."""
    from niwashi.arena.matches import Tally, play_all
    from niwashi.arena.report import page
    from niwashi.core.record import whole_file

    tally, stop = Tally(plan), None
    with _heeding_interrupts() as heed, nullcontext() if html is None else whole_file(html) as file:
        try:
            with _lines_to(records) as write, _progress(plan.games, "games") as bar:

                def advance(more: int) -> None:
                    heed()
                    bar.update(more)

                play_all(plan, tally, advance, write)
        except KeyboardInterrupt as pressed:
            if not tally.finished:
                raise
            stop = pressed
        result = tally.result(stopped=stop is not None)
        if file is not None:
            file.write(page(result).encode())
    return result, stop


def _bots_and_options(words: list[str], game: str) -> tuple[list[str], list[str]]:
    """Names of bots apart from the game's own options and their values, in whatever order they stand."""
    plain = catalog.rules(game).options({})
    chosen, options, rest = [], [], list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("-"):
            chosen.append(word)
            continue
        options.append(word)
        flag = word.removeprefix("--").removeprefix("no-").replace("-", "_")
        if "=" not in word and rest and not isinstance(getattr(plain, flag, None), bool):
            options.append(rest.pop(0))
    return chosen, options


def _look_here_for_modules(names: list[str]) -> None:
    """A bot of one's own, module:factory, may lie where the command is given."""
    if any(":" in name for name in names) and os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())


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

    game, words = find_game(game, context.args)
    table = play.new(game, seed=seed, components=components, **read_options(game, words))
    _on_interrupt(signal.SIG_DFL)  # a long count is one compiled loop, which knows no Ctrl-C
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
        first, *_, last = texts
        sentence = (
            f"{rules.title} has no rule {quote(number)}; niwashi rules {rules.name} prints all, {first} to {last}"
        )
        raise BadOptions("options/rule", sentence)
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
        answers = ask_table(rules, ask, _complain if sys.stdin.isatty() else None)
    else:
        answers = read_toml(what, "score sheet")
        if "game" not in answers:
            raise BadTally("tally/game", f'{quote(what)} does not say its game; its first line is game = "miyabi", say')
        rules = play.rules_of(answers["game"])
    names, parts = rules.tally(answers)
    sheet = play.Sheet(names, parts)
    typer.echo(json.dumps(sheet.as_dict(), ensure_ascii=False) if as_json else str(sheet))


# -- the store -------------------------------------------------------------------------------------------------------
StorePlace = Annotated[
    str | None,
    typer.Option("--store", help="A file, or postgresql://…; the one in the data folder if left out.", metavar="PLACE"),
]


@app.command("export")
def export_command(
    file: Annotated[Path, typer.Argument(help="Where to write: FILE.jsonl.")],
    tables: Annotated[list[str] | None, typer.Option("--table", help="Only this one; may be repeated.")] = None,
    games: Annotated[list[str] | None, typer.Option("--game", help="Only this game's; may be repeated.")] = None,
    records: Annotated[bool, typer.Option("--records", help="Only finished games' records, one a line.")] = False,
    store: StorePlace = None,
    as_json: AsJson = False,
) -> None:
    """Write tables with their logs and records to one file, while others play on."""
    with _told_what_is_missing():
        from niwashi.store import open_database
        from niwashi.store.exporting import Chosen, export, export_records

    chosen = Chosen(tables or (), [catalog.rules(game).name for game in games or ()])

    async def write() -> None:
        with _progress(0, "tables") as bar:
            async with open_database(_existing(store)) as database:
                done = await (export_records if records else export)(database, file, chosen, _shown_by(bar))
        what = "records" if records else f"tables with {done.events:,} events"
        _report(as_json, done, f"{quote(str(file))} holds {done.tables:,} {what}")

    _run(write())


@app.command("import")
def import_command(
    file: Annotated[Path, typer.Argument(help="What niwashi export wrote.")],
    store: StorePlace = None,
    as_json: AsJson = False,
) -> None:
    """Read an export into a store. What is there already stays as it is; what contradicts it is refused."""
    with _told_what_is_missing():
        from niwashi.store import open_database
        from niwashi.store.importing import check_file, import_file

    check_file(file)  # before a store is made for it

    async def read() -> None:
        with _progress(0, "tables") as bar:
            async with open_database(store) as database:
                done = await import_file(database, file, _shown_by(bar))
        news = f"{done.new:,} new, {done.extended:,} extended, {done.same:,} as they were"
        _report(as_json, done, f"{done.tables:,} tables: {news}; {done.events:,} events added")

    _run(read())


@app.command("backup")
def backup_command(
    file: Annotated[Path, typer.Argument(help="Where to write the copy.")],
    store: StorePlace = None,
    as_json: AsJson = False,
) -> None:
    """Copy a store that is a file, all of it, while it is in use. The copy is a store like any other."""
    with _told_what_is_missing():
        from niwashi.store import open_database
        from niwashi.store.backup import Copied, backup

    async def copy() -> Copied:
        with _progress(0, "pages") as bar:
            async with open_database(_existing(store)) as database:
                return await backup(database, file, _shown_by(bar))

    done = _run(copy())
    _report(as_json, done, f"{quote(str(file))} holds {done.bytes:,} bytes")


# -- the server ------------------------------------------------------------------------------------------------------
@app.command("serve")
def serve_command(
    host: Annotated[str | None, typer.Option(help="The address to listen on (127.0.0.1).")] = None,
    port: Annotated[int | None, typer.Option(help="The port (8000); 0 takes a free one.")] = None,
    store: StorePlace = None,
    base_path: Annotated[str | None, typer.Option(help="What a proxy puts before our paths: /garden.")] = None,
    origin: Annotated[list[str] | None, typer.Option(help="A page's origin that may ask; may be repeated.")] = None,
    behind_proxy: Annotated[bool | None, typer.Option(help="Believe X-Forwarded-For.")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes in which bots think.", min=1, max=256)] = None,
) -> None:
    """Host tables over HTTP and WebSocket; docs/hosting.md has every setting."""
    with _told_what_is_missing():
        from niwashi.server.serving import serve
        from niwashi.server.settings import read_settings

    settings = read_settings(
        host=host,
        port=port,
        store=store,
        base_path=base_path,
        origins=tuple(origin) if origin else None,
        behind_proxy=behind_proxy,
        workers=workers,
    )
    serve(settings)


def _run(coroutine: Coroutine[Any, Any, Returned]) -> Returned:
    import asyncio  # takes longer to load than most commands take to run

    return asyncio.run(coroutine)


@contextmanager
def _told_what_is_missing() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        sentence = f"this needs {error.name}, which comes with pip install 'niwashi[server]'"
        raise BadOptions("options/extra", sentence) from None


def _existing(store: str | None) -> Place:
    """For who wants to read: a slip in the name must not make a new, empty store."""
    from niwashi.store import read_place
    from niwashi.store.errors import BadStore

    place = read_place(store)
    if place.file is not None and not place.file.exists():
        raise BadStore("store/missing", f"there is no store {quote(str(place))}")
    return place


def _shown_by(bar: Any) -> Callable[[int, int], None]:
    def show(done: int, of: int) -> None:
        bar.length = of
        bar.update(done - bar.pos)

    return show


def _report(as_json: bool, done: Any, text: str) -> None:
    typer.echo(json.dumps(asdict(done)) if as_json else text)


def _complain(sentence: str) -> None:
    typer.echo(f"niwashi: {sentence}", err=True)


@app.callback(invoke_without_command=True)
def version_option(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        typer.echo(f"niwashi {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


# -- the game's own options ----------------------------------------------------------------------------------------
def _variant(game: str, words: list[str], components: Path | None) -> tuple[Rules, Options, Components]:
    game, words = find_game(game, words)
    rules = catalog.rules(game)
    return rules, rules.options(read_options(game, words)), play.read_components(rules, components)


def find_game(game: str, words: list[str], default: str | None = None) -> tuple[str, list[str]]:
    """The game and the words around it: its options may stand before it, or instead of it where it may be left out."""
    if not game.startswith("-"):
        return game, words
    words = [game, *words]
    for place in range(len(words) - 1, -1, -1):
        if words[place].lower().replace("-", "_") in catalog.names():
            return words[place], words[:place] + words[place + 1 :]
    if default is None:
        raise BadOptions("options/game", f"which game? Name one before {quote(game)}: {' or '.join(catalog.names())}")
    return default, words


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
        if not word.startswith("--") or not (option in known or isinstance(known.get(flag), bool)):
            spelled = ", ".join("--" + name.replace("_", "-") for name in known)
            raise BadOptions("options/unknown", f"{rules.title} has no option {quote(word)}; it has {spelled}")
        if isinstance(known.get(flag), bool):
            given[flag] = option == flag
        elif not rest:
            raise BadOptions("options/value", f"{quote(word)} needs a value: {word} {known[option] or '…'}")
        else:
            given[option] = _value(rest.pop(0), known[option])
    return given


def _value(text: str, default: object) -> object:
    number = text.isascii() and text.isdigit() and len(text) < 6
    return int(text) if isinstance(default, int) and number else text


def ask(prompt: str) -> str:
    """A line from the person at the terminal, or from the pipe; then prompts keep out of the output."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        return input(prompt)
    if prompt:
        print(prompt, file=sys.stderr, flush=True)
    line = sys.stdin.readline(LONGEST_LINE + 1)
    if len(line) > LONGEST_LINE:
        raise BadOptions("options/line", f"a line has at most {LONGEST_LINE:,} letters, unlike {quote(line)}")
    if not line:
        raise EOFError
    return line.rstrip("\n")


# -- from start to end -------------------------------------------------------------------------------------------------
def main() -> None:
    """No mistake of a user's ends in a traceback."""
    _take_any_letter()
    try:
        code = run(sys.argv[1:])
        sys.stdout.flush()
    except NiwashiError as error:
        code = _refuse(error.sentence)
    except typer.TyperException as error:
        code = _refuse(_usage(error))
    except EOFError:
        code = _refuse("the input ended before everything was answered")
    except (KeyboardInterrupt, typer.Abort) as stop:
        print("\nniwashi: " + "; ".join(["stopped", *map(str, stop.args)]), file=sys.stderr)
        code = INTERRUPTED
    except BrokenPipeError:
        _let_go_of_output()
        code = 0
    except OSError as error:
        _let_go_of_output()
        code = _refuse(f"cannot go on: {error.strerror or error}")
    sys.exit(code)


def run(words: list[str]) -> int:
    """Do what a command line says; returns the exit code and raises what goes wrong."""
    command = typer.main.get_command(app)
    try:
        with command.make_context("niwashi", words) as context:
            command.invoke(context)
    except typer.Exit as end:
        return end.exit_code
    return 0


def _refuse(sentence: str) -> int:
    print(f"niwashi: {sentence}", file=sys.stderr)
    return BAD_INPUT


def _usage(error: typer.TyperException) -> str:
    from niwashi.core.record import printable

    context = getattr(error, "ctx", None)
    command = context.command_path if context else "niwashi"
    return f"{printable(' '.join(error.format_message().split()).rstrip('.'))}; see {command} --help"


def _take_any_letter() -> None:
    """A letter that a terminal cannot show, or bytes that are no text, are replaced; closed streams are empty ones."""
    sys.stdin = sys.stdin or io.StringIO()
    sys.stdout = sys.stdout or io.StringIO()
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _let_go_of_output() -> None:
    """Nobody reads any more, so that Python need not complain about it at its end."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()

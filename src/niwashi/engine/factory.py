"""Makes games: new ones, and those of records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

from niwashi.core.errors import BadComponents, BadOptions, BadRecord, NiwashiError, quote
from niwashi.engine import catalog
from niwashi.engine.actions import whole
from niwashi.engine.game import DEFAULT_NAMES, MAX_NAME_LENGTH, Game
from niwashi.engine.game import read_seed as read_seed

if TYPE_CHECKING:
    from niwashi.core.components import Components
    from niwashi.core.game import Rules
    from niwashi.core.record import Event, Record
    from niwashi.games.edo_yashiki.options import Edition, EdoOptions, Grab
    from niwashi.games.miyabi.options import MiyabiOptions


Box: TypeAlias = "str | Path | Mapping[str, Any] | None"
"""A component file's path or content; None is the component set that the project ships today."""
NewChance: TypeAlias = Literal["drawn", "told"]


# Each game's overload lists the fields of its options dataclass; a test compares them. The last one is for names that
# are known only at run time: the common options, and others as **mapping.
@overload
def new(
    game: Literal["miyabi"],
    *,
    seed: int | str | None = ...,
    names: Sequence[str] | None = ...,
    components: Box = ...,
    chance: NewChance = ...,
    seats: int = ...,
    expansions: str = ...,
    free_pass: bool = ...,
) -> Game[MiyabiOptions]: ...
@overload
def new(
    game: Literal["edo_yashiki"],
    *,
    seed: int | str | None = ...,
    names: Sequence[str] | None = ...,
    components: Box = ...,
    chance: NewChance = ...,
    seats: int = ...,
    specialists: bool = ...,
    grab: Grab = ...,
    edition: Edition = ...,
) -> Game[EdoOptions]: ...
@overload
def new(
    game: str,
    *,
    seed: int | str | None = ...,
    names: Sequence[str] | None = ...,
    components: Box = ...,
    chance: NewChance = ...,
    seats: int = ...,
) -> Game: ...
def new(
    game: str,
    *,
    seed: int | str | None = None,
    names: Sequence[str] | None = None,
    components: Box = None,
    chance: NewChance = "drawn",
    **options: Any,
) -> Game[Any]:
    """A new game, with chance drawn up to the first decision. Without a seed, one is generated and kept.

    With `chance="told"` there is no seed: the game stops where chance is to act, until `reveal` gives the outcome.
    """
    rules = rules_of(game)
    if (seats := whole(options.get("seats"))) is not None:
        options["seats"] = seats
    chosen = rules.options(options)
    key = _seed(seed, chance)
    made = Game(rules, chosen, read_components(rules, components), key, _names(names, chosen.seats))
    made.let_chance_act()
    return made


def _seed(seed: int | str | None, chance: object) -> str | None:
    if chance not in ("drawn", "told"):
        raise BadOptions("options/chance", f"chance must be drawn or told, not {quote(chance)}")
    if chance == "drawn":
        return read_seed(seed)
    if seed is not None:
        raise BadOptions("options/chance", f"a game whose chance is told has no seed; leave out seed={quote(seed)}")
    return None


def rules_of(game: object) -> Rules:
    if not isinstance(game, str):
        names = " or ".join(catalog.names())
        raise BadOptions("options/game", f"a game's name must be a string, {names}, not {quote(game)}")
    return catalog.rules(game)


def _names(names: object, seats: int) -> tuple[str, ...]:
    if names is None:
        return DEFAULT_NAMES[:seats]
    if isinstance(names, str) or not isinstance(names, Sequence) or len(names) != seats:
        raise BadOptions("options/names", f"names must be a list of {seats} strings, one per seat, not {quote(names)}")
    for name in names:
        if not isinstance(name, str) or not 0 < len(name) <= MAX_NAME_LENGTH or not name.isprintable():
            sentence = f"a name must have 1 to {MAX_NAME_LENGTH} printable characters, not {quote(name)}"
            raise BadOptions("options/names", sentence)
    return tuple(names)


def read_components(rules: Rules, given: object) -> Components:
    from niwashi.core.components import read_toml

    if given is None:
        return rules.box
    if isinstance(given, str | Path):
        given = read_toml(given)
    if not isinstance(given, Mapping):
        raise BadComponents("components/type", f"components must be a file's path or its content, not {quote(given)}")
    return rules.components(given)


def load(path: str | Path) -> Game:
    """The game of a record file, ready to be continued."""
    from niwashi.core.record import read_file

    return replay(read_file(path))


def load_all(path: str | Path) -> Iterator[Game]:
    """The games of a file with one record per line, one by one."""
    from niwashi.core.record import Record, read_lines

    for number, record in read_lines(path):
        try:
            if not isinstance(record, Record):
                raise record
            game = replay(record)
        except NiwashiError as error:
            raise BadRecord(error.code, f"line {number}: {error.sentence}") from None
        yield game


def loads(text: str | bytes) -> Game:
    """The game of a record in JSON."""
    from niwashi.core.record import read_record

    if not isinstance(text, str | bytes):
        raise BadRecord("record/type", f"a record must be JSON as str or bytes, not {quote(text)}")
    return replay(read_record(text))


def replay(record: Record) -> Game:
    """A record's game, every event checked. If chance is to act at the end, it does."""
    game = start_from_record(record)
    apply_events(game, record.events)
    check_result(game, record)
    game.let_chance_act()
    game._notes = dict(record.notes)
    return game


def apply_events(game: Game, events: Sequence[Event]) -> None:
    """Apply a record's events to a game that has none yet."""
    for number, event in enumerate(events):
        apply_event(game, event, number)


def apply_event(game: Game, event: Event, number: int) -> None:
    """One event of a record; where it is refused, the error names its number, counted from 0."""
    try:
        game.apply(event)
    except NiwashiError as error:
        raise BadRecord("record/replay", f"event {number} {quote(list(event))}: {error.sentence}") from None


def check_result(game: Game, record: Record) -> None:
    """Raise BadRecord if the record has a result that its events do not lead to."""
    if record.result is None:
        return
    if not game.over:
        raise BadRecord("record/result", "the record has a result, but its events stop before the end of the game")
    for what, stated, actual in (
        ("scores", record.result.scores, game.scores),
        ("winners", record.result.winners, game.winners),
    ):
        if tuple(stated) != actual:
            raise BadRecord(
                "record/result", f"the record says {what} {quote(stated)}; its events lead to {list(actual)}"
            )


def start_from_record(record: Record) -> Game:
    """A record's game before its first event."""
    rules = catalog.rules(record.game)
    if record.rules != rules.version:
        sentence = (
            f"the record was played by version {quote(record.rules)} of the rules; "
            f"this program has version {rules.version}"
        )
        raise BadRecord("record/rules", sentence)
    options = rules.options(record.options)
    seed = None if record.seed is None else read_seed(record.seed)
    components = stored_components(rules, record.components)
    return Game(rules, options, components, seed, _names(record.names or None, options.seats))


def stored_components(rules: Rules, stored: Mapping[str, Any]) -> Components:
    """The components of a record or a table's log: a shipped set by name and hash, or an owner's in full.

    Without either, the oldest set that the project shipped: its later ones have never been left unnamed.
    """
    content = {key: value for key, value in stored.items() if key != "sha256"}
    whole = content.keys() - {"name"}
    candidates = (rules.components({"game": rules.name, **content}),) if whole else rules.shipped
    for components in candidates:
        if (
            stored.get("name", components.name) == components.name
            and stored.get("sha256", components.sha256) == components.sha256
        ):
            return components
    sentence = (
        f"the record's components {quote(stored.get('name'))} are not included in full, and this program has others"
    )
    raise BadComponents("record/components", sentence)

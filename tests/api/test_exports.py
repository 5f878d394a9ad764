"""What `import niwashi` gives: everything by name, with words, at little cost, and with types."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, get_overloads

import pytest

import niwashi
from niwashi.core import errors
from niwashi.engine import catalog

CACHE = Path(__file__).parents[2] / ".mypy_cache" / "programs"
COMMON = {"game", "seed", "names", "components", "chance"}
GOOD = """
import niwashi

game = niwashi.new("miyabi", seats=3, expansions="CE", seed=7)
letters: str = game.options.expansions
twin = game.copy()
again: bool = twin.options.free_pass
table = niwashi.new("edo_yashiki", grab="calm", specialists=True)
grab: str = table.options.grab
several: list[niwashi.Game] = [game, table]
for name in niwashi.game_names():
    several.append(niwashi.new(name, seats=2, chance="told"))
action: niwashi.Action = game.legal()[0]
game.play(action)
game.play(action.id)
game.play("m1d", seat=0)
"""
BAD = {
    'niwashi.new("miyabi", seets=3)': "call-overload",
    'niwashi.new("miyabi", grab="calm")': "call-overload",
    'niwashi.new("edo_yashiki", grab="quick")': "call-overload",
    'niwashi.new("miyabi", seats="3")': "call-overload",
    'niwashi.new("edo_yashiki").options.expansions': "attr-defined",
    'niwashi.new("miyabi").copy(chance="none")': "arg-type",
    'niwashi.new("miyabi").play(1.5)': "arg-type",
    'niwashi.nwe("miyabi")': "attr-defined",
}


def members() -> Iterator[tuple[str, Any]]:
    """Everything public, and every public method and property of the classes among it that is ours."""
    for name in niwashi.__all__:
        thing = getattr(niwashi, name)
        yield name, thing
        if inspect.isclass(thing):
            for base in thing.__mro__:
                for inner, member in vars(base).items() if base.__module__.startswith("niwashi") else ():
                    if not inner.startswith("_") and (inspect.isroutine(member) or hasattr(member, "__get__")):
                        yield f"{name}.{inner}", member


def test_everything_public_has_words() -> None:
    found = dict(members())
    assert {"Game.play", "Game.scores", "Sheet.totals", "Rules.encode", "Record.to_json"} <= set(found)
    slots = {name for name, member in found.items() if inspect.ismemberdescriptor(member)}
    missing = [name for name, member in found.items() if name not in slots and not inspect.getdoc(member)]
    assert not missing


def test_every_error_is_exported() -> None:
    kinds = {name for name, kind in vars(errors).items() if inspect.isclass(kind) and issubclass(kind, ValueError)}
    assert kinds <= set(niwashi.__all__)
    assert list(niwashi.__all__) == sorted(niwashi.__all__)
    assert set(niwashi.__all__) <= set(dir(niwashi))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        niwashi.nothing  # type: ignore[attr-defined]  # noqa: B018


def test_importing_it_brings_neither_numpy_nor_numba() -> None:
    code = "import sys, niwashi; print([name for name in ('numpy', 'numba', 'msgspec') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("game", catalog.names())
def test_the_types_of_a_games_options_are_those_of_new(game: str) -> None:
    options = type(catalog.rules(game).options({}))
    wanted = {field.name: field.type for field in fields(options)}
    signatures = [inspect.signature(one) for one in get_overloads(niwashi.new)]
    (found,) = [one for one in signatures if game in one.parameters["game"].annotation]
    typed = {name: parameter.annotation for name, parameter in found.parameters.items() if name not in COMMON}
    assert typed == wanted
    assert found.return_annotation == f"Game[{options.__name__}]"


def test_the_types_are_what_they_should_be(tmp_path: Path) -> None:
    """One run of mypy: the good lines pass, and each bad one is the mistake that it is."""
    program = tmp_path / "program.py"
    lines = ["import niwashi", *BAD]
    program.write_text("\n".join(lines) + "\n" + GOOD)
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir", str(CACHE), str(program)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    mistakes = [line for line in done.stdout.splitlines() if " error: " in line]
    found = {int(line.split(":")[1]): line.rsplit("[", 1)[-1].rstrip("]") for line in mistakes}
    assert found == dict(enumerate(BAD.values(), 2)), done.stdout + done.stderr

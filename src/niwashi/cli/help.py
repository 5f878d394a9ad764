"""The help of commands: words instead of Python types, nothing truncated, wrapped between words."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, get_args

import typer
from typer.core import TyperCommand, TyperGroup

from niwashi.cli.style import emphasise
from niwashi.engine import catalog

Function = TypeVar("Function", bound=Callable[..., Any])
WORDS = {int: "NUMBER", float: "NUMBER", str: "TEXT", Path: "FILE"}
NAME_WIDTH = 26


class Help:
    """Mixed into `TyperCommand` and `TyperGroup`, whose contexts and formatters typer does not export."""

    params: list[Any]
    epilog: str | None

    def get_help(self, ctx: Any) -> str:
        text: str = super().get_help(ctx)  # type: ignore[misc]
        return re.sub(r"^\w[\w ]*:$|^\w+:", lambda heading: emphasise(heading[0]), text, flags=re.MULTILINE)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        pieces = ["[OPTIONS]", *(_usage(param) for param in self.params if param.param_type_name == "argument")]
        return [*pieces, "COMMAND …"] if isinstance(self, TyperGroup) else pieces

    def format_options(self, ctx: Any, formatter: Any) -> None:
        for kind, heading in (("argument", "Arguments"), ("option", "Options")):
            params = [param for param in self.get_params(ctx) if param.param_type_name == kind]  # type: ignore[attr-defined]
            rows = [row for param in params if (row := _row(param, ctx))]
            if rows:
                with formatter.section(heading):
                    _write_rows(formatter, rows)
        if isinstance(self, TyperGroup):
            self.format_commands(ctx, formatter)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        if self.epilog:
            formatter.write_paragraph()
            lines = _fill(self.epilog, formatter.width - 2)
            formatter.write("".join(f"  {line}\n" for line in lines))


class HelpCommand(Help, TyperCommand):
    """A command."""


class GameOptionsCommand(HelpCommand):
    """A command that takes a game's own options, which its help lists game by game."""

    in_terminal = False
    """Whether the defaults are those of a game in the terminal."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        from niwashi.cli.game_options import describe_options

        super().format_options(ctx, formatter)
        for game in catalog.names():
            with formatter.section(f"Options of {game}"):
                _write_rows(formatter, describe_options(game, self.in_terminal))


class HelpGroup(Help, TyperGroup):
    """The program, or a command with subcommands."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        found = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            _write_rows(formatter, [(name, first_sentence(command.help or "")) for name, command in found if command])


class App(typer.Typer):
    """A Typer application with this help."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(cls=HelpGroup, rich_markup_mode=None, **settings)

    def command(
        self, name: str | None = None, *, cls: type[TyperCommand] | None = None, **settings: Any
    ) -> Callable[[Function], Function]:
        return super().command(name, cls=cls or HelpCommand, **settings)


def first_sentence(text: str) -> str:
    return re.split(r"(?<=\.)\s", " ".join(text.split("\n\n")[0].split()), maxsplit=1)[0]


def _placeholder(param: Any) -> str:
    """For a parameter's value: its metavar, or a word for its type."""
    if param.metavar is not None:
        return str(param.metavar).strip("[]")
    annotation = param.type_descriptor.annotation
    inner = get_args(annotation)
    return WORDS.get(inner[0] if inner else annotation, "TEXT")


def _usage(param: Any) -> str:
    word = _placeholder(param) + ("..." if param.nargs != 1 else "")
    return word if param.required else f"[{word}]"


def _row(param: Any, ctx: Any) -> tuple[str, str] | None:
    record = param.get_help_record(ctx)
    if record is None:
        return None
    text = _ranges(record[1])
    if param.param_type_name == "argument":
        return _placeholder(param), text.removesuffix("[required]").rstrip()
    names = " / ".join([", ".join(param.opts), *param.secondary_opts])
    return (names if param.is_flag else f"{names} {_placeholder(param)}"), text


def _ranges(text: str) -> str:
    """“1 to 6” and “at least 1” for typer's 1<=x<=6 and x>=1."""
    text = re.sub(r"([\d.]+)<=x<=([\d.]+)", r"\1 to \2", text)
    return re.sub(r"\bx>=([\d.]+)", r"at least \1", text)


def _write_rows(formatter: Any, rows: list[tuple[str, str]]) -> None:
    """In two columns, the second wrapped between words."""
    indent = " " * formatter.current_indent
    first = min(max(len(name) for name, _ in rows), NAME_WIDTH) + 2
    for name, text in rows:
        lines = _fill(text, formatter.width - len(indent) - first) or [""]
        if len(name) > first - 2:
            formatter.write(f"{indent}{name}\n")
            name = ""
            if not text:
                continue
        formatter.write(f"{indent}{name:<{first}}{lines[0]}".rstrip() + "\n")
        formatter.write("".join(f"{indent}{'':<{first}}{line}\n" for line in lines[1:]))


def _fill(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, max(width, 20), break_on_hyphens=False)

"""From a command line to an exit code. A user's mistake never ends in a traceback."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import Annotated

import typer

from niwashi import __version__
from niwashi.cli.app import BAD_INPUT, INTERRUPTED, app
from niwashi.cli.console import print_error
from niwashi.cli.status import status
from niwashi.core.errors import NiwashiError, quote
from niwashi.core.kernel import watch_compiling

COMPLETION = "_NIWASHI_COMPLETE"
TRACEBACK = "--traceback"
LIMITS = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}
KINDS = {"int_parsing": "a whole number", "int_from_float": "a whole number", "float_parsing": "a number"}
"""What typer's library calls a value that was not one."""


@app.callback(invoke_without_command=True)
def print_version_or_help(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    traceback: Annotated[
        bool,
        typer.Option(
            TRACEBACK,
            help="Show where in the code an error came from; works with every command. NIWASHI_TRACEBACK=1 does the "
            "same.",
        ),
    ] = False,
) -> None:
    if version:
        typer.echo(f"niwashi {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Runs the command line and exits. Prints a traceback only if --traceback asks for it."""
    tolerate_encoding()
    if COMPLETION in os.environ:  # the shell asks for completions
        app()
    watch_compiling(status)
    try:
        code = run([word for word in sys.argv[1:] if word != TRACEBACK])
        sys.stdout.flush()
    except NiwashiError as error:
        print_traceback()
        code = fail(error.sentence)
    except typer.TyperException as error:
        code = fail(usage_error(error))
    except EOFError:
        code = fail("the input ended before all questions were answered")
    except (KeyboardInterrupt, typer.Abort) as stop:
        print("\nniwashi: " + "; ".join(["stopped", *map(str, stop.args)]), file=sys.stderr)
        code = INTERRUPTED
    except BrokenPipeError:
        detach_stdout()
        code = 0
    except OSError as error:
        detach_stdout()
        code = fail(f"cannot continue: {os_reason(error)}")
    sys.exit(code)


def run(words: list[str]) -> int:
    """Runs a command line and returns its exit code; raises its errors."""
    command = typer.main.get_command(app)
    try:
        with command.make_context("niwashi", words) as context:
            command.invoke(context)
    except typer.Exit as end:
        return end.exit_code
    return 0


def fail(sentence: str) -> int:
    status.close()  # what it has still to say comes before the sentence, which is the last line
    print_error(sentence)
    return BAD_INPUT


def print_traceback() -> None:
    """Of the error being handled, if --traceback or NIWASHI_TRACEBACK asks for it."""
    if TRACEBACK in sys.argv or os.environ.get("NIWASHI_TRACEBACK", "0") not in ("", "0"):
        import traceback

        traceback.print_exc()


def os_reason(error: OSError) -> str:
    """The system's message, with the files it is about."""
    from niwashi.core.files import printable

    files = [quote(str(name)) for name in (error.filename, error.filename2) if name is not None]
    return printable(": ".join([error.strerror or str(error), *files]))


def usage_error(error: typer.TyperException) -> str:
    from niwashi.core.files import printable

    context = getattr(error, "ctx", None)
    command = context.command_path if context else command_typed()
    sentence = value_error(error) or " ".join(error.format_message().split()).rstrip(".")
    return f"{printable(sentence)}; see {command} --help"


def value_error(error: typer.TyperException) -> str:
    """“--games must be at least 1; got “0””; empty if the error is not about one value."""
    option, found = getattr(error, "param", None), getattr(error.__cause__, "errors", None)
    if option is None or found is None:
        return ""
    first = found()[0]
    limits = first.get("ctx", {})
    within = (f"{word} {limits[limit]:g}" for limit, word in LIMITS.items() if limit in limits)
    wanted = next(within, KINDS.get(first["type"]))
    return f"{option.opts[0]} must be {wanted}; got {quote(first['input'])}" if wanted else ""


def command_typed() -> str:
    commands = getattr(typer.main.get_command(app), "commands", {})
    return " ".join(["niwashi", *(word for word in sys.argv[1:2] if word in commands)])


def tolerate_encoding() -> None:
    """Replaces characters that a stream cannot encode or decode; a closed stream becomes an empty one."""
    sys.stdin = sys.stdin or io.StringIO()
    sys.stdout = sys.stdout or io.StringIO()
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def detach_stdout() -> None:
    """The reader is gone; without this, Python would print an error when it flushes at exit."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

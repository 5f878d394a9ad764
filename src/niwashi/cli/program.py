"""From a command line to an exit code; no mistake of a user's ends in a traceback."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import Annotated

import typer

from niwashi import __version__
from niwashi.cli.app import BAD_INPUT, INTERRUPTED, app
from niwashi.cli.conversation import complain
from niwashi.cli.status import status
from niwashi.core.errors import NiwashiError, quote
from niwashi.core.kernel import watch_compiling

COMPLETION = "_NIWASHI_COMPLETE"
TRACEBACK = "--traceback"


@app.callback(invoke_without_command=True)
def version_option(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    traceback: Annotated[
        bool,
        typer.Option(
            TRACEBACK, help="With any command: show where in the code an error came from. So does NIWASHI_TRACEBACK=1."
        ),
    ] = False,
) -> None:
    if version:
        typer.echo(f"niwashi {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """No mistake of a user's ends in a traceback, unless it is asked for."""
    take_any_letter()
    if COMPLETION in os.environ:  # a shell asks how a command line could go on
        app()
    watch_compiling(status)
    try:
        code = run([word for word in sys.argv[1:] if word != TRACEBACK])
        sys.stdout.flush()
    except NiwashiError as error:
        show_traceback()
        code = refuse(error.sentence)
    except typer.TyperException as error:
        code = refuse(usage(error))
    except EOFError:
        code = refuse("the input ended before everything was answered")
    except (KeyboardInterrupt, typer.Abort) as stop:
        print("\nniwashi: " + "; ".join(["stopped", *map(str, stop.args)]), file=sys.stderr)
        code = INTERRUPTED
    except BrokenPipeError:
        let_go_of_output()
        code = 0
    except OSError as error:
        let_go_of_output()
        code = refuse(f"cannot go on: {reason_of(error)}")
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


def refuse(sentence: str) -> int:
    complain(sentence)
    return BAD_INPUT


def show_traceback() -> None:
    """Of the error that is being handled, if somebody wants it: on the command line or for a whole session."""
    if TRACEBACK in sys.argv or os.environ.get("NIWASHI_TRACEBACK", "0") not in ("", "0"):
        import traceback

        traceback.print_exc()


def reason_of(error: OSError) -> str:
    """What the system says, and of which file, where it says that."""
    from niwashi.core.files import printable

    files = [quote(str(name)) for name in (error.filename, error.filename2) if name is not None]
    return printable(": ".join([error.strerror or str(error), *files]))


def usage(error: typer.TyperException) -> str:
    from niwashi.core.files import printable

    context = getattr(error, "ctx", None)
    command = context.command_path if context else "niwashi"
    return f"{printable(' '.join(error.format_message().split()).rstrip('.'))}; see {command} --help"


def take_any_letter() -> None:
    """A letter that a terminal cannot show, or bytes that are no text, are replaced; closed streams are empty ones."""
    sys.stdin = sys.stdin or io.StringIO()
    sys.stdout = sys.stdout or io.StringIO()
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def let_go_of_output() -> None:
    """Nobody reads any more, so that Python need not complain about it at its end."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

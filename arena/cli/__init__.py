"""The `arena` command: one function per subcommand, put together here."""

import os
import sys
from asyncio import CancelledError
from collections.abc import Sequence
from typing import Annotated, Final, NoReturn

import typer

from arena._ctrl_c import INTERRUPTED, ctrl_c_ends, ctrl_c_raises, stopped
from arena.cli.commands import add_commands
from arena.cli.output import OutputClosedError, give_stdout_back, remark
from arena.errors import ArenaError
from arena.masking import without_secrets
from arena.stderr_log import log_to_stderr
from engine.errors import GameError

CLOSED_PIPE: Final = 141
"""The exit code that shells show for a program whose reader has gone."""


def _print_version(wanted: bool) -> None:  # a typer callback
    if wanted:
        from arena.cli.build_kind import build_kind

        python = ".".join(map(str, sys.version_info[:3]))
        typer.echo(f"arena {installed_version()} (Python {python}, {build_kind()})")
        raise typer.Exit


def installed_version() -> str:
    """Return the installed distribution's version; a bare checkout has none."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("table-arena")
    except PackageNotFoundError:
        return "not installed"


def arena(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """A bot arena for table games with hidden tiles.

    Start with: arena play tigerdragon counter defender random random
    """


def app(words: Sequence[str]) -> typer.Typer:
    """The commands as far as this command line needs them."""
    made = typer.Typer(
        name="arena",
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
    )
    made.callback()(arena)
    add_commands(made, next((word for word in words if not word.startswith("-")), ""))
    return made


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Run the command line; an error is one line on stderr and a non-zero exit code."""
    try:
        log_to_stderr()
        code = run(argv)
        sys.stdout.flush()
    except (BrokenPipeError, OutputClosedError):
        # Python would complain once more when it closes stdout at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = CLOSED_PIPE
    ctrl_c_ends()
    # A KeyboardInterrupt that passed through an exec, as of a dataclass, is remembered by Python
    # until the next one: it would end by the signal instead of our exit code.
    exec("")
    sys.exit(code)


def run(argv: Sequence[str] | None) -> int:
    """Return the exit code of a command line and report its errors."""
    words = list(sys.argv[1:] if argv is None else argv) or ["--help"]
    try:
        command = typer.main.get_command(app(completed() or words))
        ctrl_c_raises()
        code = int(command.main(words, "arena", standalone_mode=False) or 0)
        return fail(*stopped()) if code == INTERRUPTED else code
    except (OutputClosedError, SystemExit):
        raise
    except BaseException as error:
        return told(error)
    finally:
        give_stdout_back()
        ctrl_c_ends()


def completed() -> list[str]:
    """Return the words that a shell asks to complete; none if this is a command of a person."""
    if "_ARENA_COMPLETE" not in os.environ:
        return []
    return os.environ.get("COMP_WORDS", os.environ.get("_TYPER_COMPLETE_ARGS", "")).split()[1:]


def told(error: BaseException) -> int:
    """Report an error in one line and return its exit code."""
    if was_interrupted(error):
        return fail(*stopped())
    if type(error).__name__ == "StuckError":  # not imported: most commands play no match
        return fail(str(error))
    if isinstance(error, ArenaError | GameError | OSError):
        return fail(str(error))
    if hasattr(error, "format_message"):  # of typer or of click, by typer's version
        return usage_error(error)
    if os.environ.get("ARENA_TRACEBACK"):
        raise error
    return fail(f"{type(error).__name__}: {error} (ARENA_TRACEBACK=1 shows where)")


def was_interrupted(error: BaseException) -> bool:
    """Return whether Ctrl-C caused an error: interrupted libraries may raise their own."""
    if isinstance(error, typer.Abort | CancelledError):  # nobody else cancels a whole command
        return True
    found: BaseException | None = error
    while found is not None and not isinstance(found, KeyboardInterrupt):
        found = found.__cause__ or found.__context__
    return found is not None


def usage_error(error: BaseException) -> int:
    """Report wrong usage of a command and name its help."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "arena"
    message = " ".join(error.format_message().split())  # type: ignore[attr-defined]  # checked
    return fail(f"{message} (see {command} --help)", getattr(error, "exit_code", 2), command)


def fail(message: str, code: int = 1, command: str = "arena") -> int:
    """Print one line on stderr and return the exit code."""
    remark(f"{command}: {without_secrets(message)}")
    return code

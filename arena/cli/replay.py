"""`arena replay`: look at a match log again, or check that it holds."""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.account import Account
from arena.cli.options import Json, Plugin
from arena.cli.output import remark, say, say_json
from arena.cli.play import step_row
from arena.errors import LogError
from arena.log import MatchLog, finished, positions, read_log, verify
from arena.plugins import load_plugins
from engine.game import AnyGame

replay = typer.Typer(help="Look at a match log, or check it.")
LogFile = Annotated[Path, typer.Argument(metavar="FILE", help="A match log (.jsonl).")]
LogFiles = Annotated[list[Path], typer.Argument(metavar="FILE...", help="Match logs (.jsonl).")]


@replay.command("show")
def show(file: LogFile, plugin: Plugin = None, as_json: Json = False) -> None:
    """Tell a logged match again."""
    log, game = opened(file, plugin)
    result = finished(log)
    rows = [row for row in log.steps if row["n"]]
    account = Account(log.players)
    if not as_json:
        account.open(game.title, result["deals"].get("seed", "none, deals were given"))
    for number, position in enumerate(positions(log, game)):
        row = rows[number - 1] if number else {}
        if not as_json:
            account.tell(position.events, position.results, row.get("faults", ()))
        elif number:
            say_json(step_row(row, position.events))
    if as_json:
        say_json({"outcome": result["result"], "deals": result["deals"]})
    else:
        faults = sum(len(row.get("faults", ())) for row in rows)
        account.close(game.outcome(verify(log, game).state), steps=len(rows), faults=faults)


@replay.command("verify")
def verify_files(files: LogFiles, plugin: Plugin = None) -> None:
    """Check that every move was legal and the outcome and seed are as logged."""
    for file in files:
        log, game = opened(file, plugin)
        try:
            verify(log, game)
        except LogError as error:
            raise LogError(f"{file}: {error}") from None
        say(f"{file}: ok, {game.name}, {finished(log)['steps']} steps")


def opened(file: Path, plugin: list[Path] | None) -> tuple[MatchLog, AnyGame]:
    """A log and its game; a dropped last line is mentioned."""
    try:
        log = read_log(file)
    except LogError as error:
        raise LogError(f"{file}: {error}") from None
    if log.torn:
        remark(f"{file}: the last line is torn and was dropped")
    return log, load_plugins(plugin or ()).game(log.header["game"])

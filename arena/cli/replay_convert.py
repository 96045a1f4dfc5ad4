"""`arena replay import` and `export`: riichi matches from and for other programs."""

import json
from collections.abc import Iterator
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from arena.cli.output import remark, say, say_json
from arena.errors import LogError
from arena.match.log import positions, read_log, split_lines, write_log
from arena.match.match import Match
from arena.match.rebuild import replayed_match
from arena.plugins.manager import load_plugins
from engine.game import AnyGame
from engine.rng import Deals
from engine.variants import Rules

if TYPE_CHECKING:
    from arena.formats.mjai import MjaiGame


class ImportFormat(StrEnum):
    """What can be read."""

    MJLOG = "mjlog"
    MJAI = "mjai"
    TENHOU6 = "tenhou6"


class ExportFormat(StrEnum):
    """What can be written."""

    MJAI = "mjai"
    MJLOG = "mjlog"
    TENHOU6 = "tenhou6"


ENDINGS: Final = {
    ImportFormat.MJAI: (".json", ".jsonl", ".mjson", ".mjai", ".gz"),
    ImportFormat.TENHOU6: (".json", ".gz"),
}
"""How the files of a folder end that are taken for logs."""


Paths = Annotated[list[Path], typer.Argument(metavar="PATH...", help="Files, folders or zips.")]
Out = Annotated[Path, typer.Option(metavar="DIR", help="The folder for the match logs.")]


def import_matches(
    paths: Paths,
    format_: Annotated[ImportFormat, typer.Option("--format", help="The format to read.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Verify everything in the files; write nothing.")
    ] = False,
    out: Out = Path(),
) -> None:
    """Import riichi matches from other programs.

    Example: arena replay import --format mjlog logs.zip --out matches
    """
    missing = [path for path in paths if not path.exists()]
    if missing:
        raise LogError(f"{missing[0]}: no such file or folder")
    if verify and format_ is ImportFormat.MJLOG:
        verify_mjlog(paths)
        return
    out.mkdir(parents=True, exist_ok=True)
    read = mjlog_matches if format_ is ImportFormat.MJLOG else partial(line_matches, format_)
    count = 0
    for name, match in read(paths):
        count += 1
        if not match.over:
            remark(f"{name}: the log ends before the match is over; it has no result")
        if not verify:
            write_log(match, out / f"{name}.jsonl")
    say(f"{count} matches {'replayed' if verify else f'written to {out}'}")


def verify_mjlog(paths: list[Path]) -> None:
    """Replay every recorded game; the last line counts what came out differently."""
    from arena.formats.mjlog import import_mjlog
    from arena.formats.mjlog import verify as check

    games = rounds = mismatches = without_wall = 0
    for path in paths:
        for game in import_mjlog(path):
            verdict = check(game)
            games += 1
            rounds += verdict.rounds
            mismatches += len(verdict.mismatches)
            without_wall += not verdict.has_wall
            for text in verdict.mismatches:
                say(text)
    say(f"{games} games, {rounds} rounds, {mismatches} mismatches ({without_wall} without a wall)")
    if mismatches:
        raise typer.Exit(1)


def mjlog_matches(paths: list[Path]) -> Iterator[tuple[str, Match]]:
    """Every game of mjlog files as a match; one that does not replay is named and left out."""
    from arena.formats.mjlog import import_mjlog

    riichi = load_plugins(entry_points=False).game("riichi")
    for path in paths:
        for game in import_mjlog(path):
            name = Path(game.name).stem
            try:
                match = replayed_match(
                    riichi, name, ["0", "1", "2", "3"], game.config, game.deals, game.moves()
                )
            except LogError as error:
                remark(str(error))
                continue
            yield name, match


def line_matches(format_: ImportFormat, paths: list[Path]) -> Iterator[tuple[str, Match]]:
    """Every mjai or tenhou6 file as a match; what its rules give otherwise is named."""
    from arena.formats.mjai import import_mjai
    from arena.formats.mjlog.games import texts

    riichi = load_plugins(entry_points=False).game("riichi")
    for path in paths:
        for name, text in texts(path, ENDINGS[format_]):
            try:
                game = import_mjai(lines_of(format_, text))
                match = replayed_match(
                    riichi, name, game.names, game.config, game.deals, game.moves
                )
            except LogError as error:
                told = str(error)
                raise LogError(
                    told if told.startswith(f"{name}: ") else f"{path}: {told}"
                ) from None
            for difference in other_scores(game, riichi):
                remark(f"{name}: {difference}")
            yield name, match


def lines_of(format_: ImportFormat, text: str) -> list[Any]:
    """The mjai lines of a file's text; a LogError says where it is no JSON."""
    from arena.formats.tenhou6 import tenhou6_lines

    try:
        if format_ is ImportFormat.TENHOU6:
            return tenhou6_lines(json.loads(text))
        return [json.loads(line) for line in split_lines(text) if line.strip()]
    except (ValueError, RecursionError) as error:
        raise LogError(f"no JSON: {error}") from None


def other_scores(game: "MjaiGame", riichi: AnyGame) -> Iterator[str]:
    """Rounds that start with other scores by our rules than the log says: the first of them."""
    from engine.replay import replay
    from engine.riichi.events import RoundStarted

    deals = Deals.given(game.deals, then="beyond the log")
    rules = Rules(riichi)
    played = replay(rules, riichi.config(game.config), deals, 4, game.moves, auto_pass=True)
    events = (event for position in played for event in position.events)
    started = (event for event in events if isinstance(event, RoundStarted))
    for event, logged in zip(started, game.scores, strict=False):
        ours = tuple(event.scores)
        if logged and ours != logged:
            yield (
                f"{event.name} starts with {' '.join(map(str, logged))} in the log, but with "
                f"{' '.join(map(str, ours))} by these rules; options that differ go into "
                "start_game's config"
            )
            return


def export_match(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A match log (.jsonl).")],
    format_: Annotated[ExportFormat, typer.Option("--format", help="The format to write.")],
) -> None:
    """Export a riichi match for other programs.

    Example: arena replay export --format mjai match.jsonl
    """
    try:
        log = read_log(file)
    except LogError as error:
        raise LogError(f"{file}: {error}") from None
    if log.header["game"] != "riichi":
        raise LogError(f"{file}: {format_} is a format for riichi, not for {log.header['game']}")
    riichi = load_plugins(entry_points=False).game("riichi")
    played, config = positions(log, riichi), log.header["config"]
    if format_ is ExportFormat.MJLOG:
        from arena.formats.mjlog import write_mjlog

        say(write_mjlog(played, log.players, config).rstrip())
    elif format_ is ExportFormat.TENHOU6:
        from arena.formats.tenhou6 import write_tenhou6

        say_json(write_tenhou6(played, log.players, config))
    else:
        from arena.formats.mjai import export_mjai

        for row in export_mjai(played, log.players, config):
            say_json(row)

"""`arena replay import` and `export`: riichi matches from and for other programs."""

import json
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.output import remark, say, say_json
from arena.errors import LogError
from arena.match.log import positions, read_log, split_lines, write_log
from arena.match.match import Match
from arena.match.rebuild import replayed_match
from arena.plugins.manager import load_plugins


class ImportFormat(StrEnum):
    """What can be read."""

    MJLOG = "mjlog"
    MJAI = "mjai"


class ExportFormat(StrEnum):
    """What can be written."""

    MJAI = "mjai"


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
    read = mjlog_matches if format_ is ImportFormat.MJLOG else mjai_matches
    count = 0
    for name, match in read(paths):
        count += 1
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


def mjai_matches(paths: list[Path]) -> Iterator[tuple[str, Match]]:
    """Every mjai file as a match."""
    from arena.formats.mjai import import_mjai

    riichi = load_plugins(entry_points=False).game("riichi")
    for path in paths:
        try:
            rows = [json.loads(line) for line in split_lines(path.read_text(encoding="utf-8"))]
        except (OSError, ValueError) as error:
            raise LogError(f"{path}: {error}") from None
        game = import_mjai(rows)
        name = path.stem
        yield name, replayed_match(riichi, name, game.names, game.config, game.deals, game.moves)


def export_match(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A match log (.jsonl).")],
    format_: Annotated[ExportFormat, typer.Option("--format", help="The format to write.")],  # noqa: ARG001
) -> None:
    """Export a riichi match for other programs.

    Example: arena replay export --format mjai match.jsonl
    """
    from arena.formats.mjai import export_mjai

    try:
        log = read_log(file)
    except LogError as error:
        raise LogError(f"{file}: {error}") from None
    if log.header["game"] != "riichi":
        raise LogError(f"{file}: mjai is a format for riichi, not for {log.header['game']}")
    riichi = load_plugins(entry_points=False).game("riichi")
    for row in export_mjai(positions(log, riichi), log.players, log.header["config"]):
        say_json(row)

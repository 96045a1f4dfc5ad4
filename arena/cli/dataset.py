"""`arena dataset`: logged matches as rows to learn from."""

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.options import Plugin
from arena.cli.output import say, say_json
from arena.errors import LogError
from arena.match.log import read_log
from arena.plugins.manager import Plugins, load_plugins
from arena.study.dataset import Row, decisions, write_jsonl, write_parquet


class DatasetFormat(StrEnum):
    """What can be written."""

    JSONL = "jsonl"
    PARQUET = "parquet"


def dataset(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Match logs (.jsonl).")],
    format_: Annotated[DatasetFormat, typer.Option("--format", help="The format to write.")] = (
        DatasetFormat.JSONL
    ),
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file to write; stdout if left out.")
    ] = None,
    plugin: Plugin = None,
) -> None:
    """Convert logged matches to rows, one per decision.

    Example: arena dataset match.jsonl --out rows.jsonl
    """
    rows = all_rows(files, load_plugins(plugin or ()))
    if out is None:
        if format_ is DatasetFormat.PARQUET:
            raise typer.BadParameter("--format parquet: say where with --out FILE.")
        for row in rows:
            say_json(row)
        return
    write = write_jsonl if format_ is DatasetFormat.JSONL else write_parquet
    count = write(rows, out)
    say(f"{out}: {count} decisions of {len(files)} matches")


def all_rows(files: list[Path], plugins: Plugins) -> Iterator[Row]:
    """The rows of every file; a LogError names the one that is wrong."""
    for file in files:
        try:
            log = read_log(file)
            yield from decisions(log, plugins.game(log.header["game"]))
        except LogError as error:
            raise LogError(f"{file}: {error}") from None

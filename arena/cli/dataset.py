"""`arena dataset`: logged matches as rows to learn from."""

from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.db import Db, opened
from arena.cli.options import Plugin
from arena.cli.output import remark, say, say_json
from arena.errors import LogError
from arena.match.log import MatchLog, parse_log, read_log, split_lines
from arena.plugins.manager import Plugins, load_plugins
from arena.study.dataset import decisions, write_jsonl, write_parquet
from engine.game import AnyGame

Named = tuple[str, Callable[[], MatchLog]]
"""What a log is called, and how to read it."""


class DatasetFormat(StrEnum):
    """What can be written."""

    JSONL = "jsonl"
    PARQUET = "parquet"


def dataset(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE...", help="Match logs (.jsonl), or folders of them."),
    ] = None,
    format_: Annotated[DatasetFormat, typer.Option("--format", help="The format to write.")] = (
        DatasetFormat.JSONL
    ),
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file to write; stdout if left out.")
    ] = None,
    from_store: Annotated[
        bool, typer.Option("--from-store", help="Read the finished matches of a store.")
    ] = False,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="With --from-store: of this game.")
    ] = None,
    kind: Annotated[
        str | None, typer.Option(help="With --from-store: only ladder, room, tournament, ...")
    ] = None,
    last: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="With --from-store: the newest N.")
    ] = None,
    url: Db = None,
    plugin: Plugin = None,
) -> None:
    """Convert logged matches to rows, one per decision.

    Examples:

      arena dataset match.jsonl --out rows.jsonl

      arena dataset --from-store --game riichi --format parquet --out riichi.parquet
    """
    plugins = load_plugins(plugin or ())
    if from_store:
        if files or game is None:
            raise typer.BadParameter("--from-store takes no files, and needs --game GAME.")
        logs = store_logs(url, plugins.game(game), kind, last)
    elif not files:
        raise typer.BadParameter("which matches? Name log files, or use --from-store.")
    else:
        logs = file_logs(files)
    if out is None and format_ is DatasetFormat.PARQUET:
        raise typer.BadParameter("--format parquet: say where with --out FILE.")
    counted = Counted(logs)
    try:
        write(counted, plugins, format_, out)
    except LogError as error:
        raise LogError(f"{counted.name}: {error}") from None


def write(counted: "Counted", plugins: Plugins, format_: DatasetFormat, out: Path | None) -> None:
    """Write the rows of all logs, and say how many they are."""
    rows = (row for log in counted for row in decisions(log, plugins.game(log.header["game"])))
    if out is None:
        for row in rows:
            say_json(row)
        return
    parquet = format_ is DatasetFormat.PARQUET
    count = write_parquet(counted, plugins, out) if parquet else write_jsonl(rows, out)
    say(f"{out}: {count} decisions of {counted.number} matches")


class Counted:
    """Logs, read one after the other and counted; `name` is the one that was read last."""

    def __init__(self, logs: Iterator[Named]) -> None:
        self._logs = logs
        self.number = 0
        self.name = ""

    def __iter__(self) -> Iterator[MatchLog]:
        for name, read in self._logs:
            self.name = name
            log = read()
            self.number += 1
            yield log


def file_logs(paths: list[Path]) -> Iterator[Named]:
    """The logs of files, and of folders the files that end in .jsonl."""
    for path in paths:
        for file in sorted(path.rglob("*.jsonl")) if path.is_dir() else [path]:
            yield str(file), partial(read_log, file)


def store_logs(
    url: str | None, game: AnyGame, kind: str | None, last: int | None
) -> Iterator[Named]:
    """The finished matches of a store, the newest first; those of another version are left out."""
    from arena.store.match_rows import Filter

    wanted = Filter(game=game.name, status="finished", kind=kind)
    before, given, older = None, 0, 0
    with opened(url) as store:
        while page := store.matches.find(wanted, before=before):
            for match in page:
                text = store.matches.replay(match.match_id)
                log = parse_log(split_lines(text)) if text is not None else None
                if log is None or log.header["game_version"] != game.version:
                    older += 1
                    continue
                if given == last:
                    return
                given += 1
                yield match.match_id, lambda log=log: log  # type: ignore[misc]  # bound here
            before = page[-1].cursor
    if older:
        remark(f"{older} matches were played by another version of {game.name} and are left out")

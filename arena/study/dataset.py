"""Decisions of logged matches as rows: what a seat saw, chose, and what came of it."""

import json
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from arena.errors import ArenaError, LogError
from arena.match.log import MatchLog, finished, logged_rules, positions
from arena.plugins.manager import Plugins
from arena.study.columns import view_columns, view_fields, written_view
from engine.game import AnyGame, Seat, View, Viewer

Row = dict[str, Any]
CHUNK: Final = 2_000
"""Rows written to a parquet file at a time."""
COLUMNS: Final = {
    "match_id": "text", "game": "text", "seq": "number", "round": "number", "seat": "number",
    "decision": "number", "player": "text", "legal": "texts", "choice": "text",
    "choice_index": "number", "defaulted": "flag", "reward": "number", "round_points": "number",
    "points": "number", "rank": "number",
}  # fmt: skip
"""The columns before those of the view, which are the same for all games."""


def decisions(log: MatchLog, game: AnyGame) -> Iterator[Row]:
    """One row a decision, in order; a seat with one choice alone decides nothing."""
    rows: list[Row] = []
    latest: dict[Seat, Row] = {}
    steps = {row["n"]: row for row in log.steps}
    rules = logged_rules(log, game)
    scored = 0
    for n, position in enumerate(positions(log, game)):
        for result in position.results:
            for row in rows[scored:]:
                row["round_points"] = result.points[row["seat"]]
            for seat, row in latest.items():
                row["reward"] += result.points[seat]
            scored = len(rows)
        step = steps.get(n + 1, {"moves": {}})
        for seat, offer in sorted(position.offers.items()):
            choice = step["moves"].get(str(seat))
            if len(offer) < 2 or choice is None:
                continue
            view = rules.view(position.state, Viewer.player(seat))
            number = latest[seat]["decision"] + 1 if seat in latest else 1
            row = _row(log, game, seat, number, [action.choice for action in offer], choice, view)
            row |= {"seq": n, "defaulted": seat in step.get("defaulted", ())}
            rows.append(row)
            latest[seat] = row
    yield from rows


def _row(
    log: MatchLog,
    game: AnyGame,
    seat: Seat,
    number: int,
    legal: list[str],
    choice: str,
    view: View,
) -> Row:
    result = finished(log)["result"]
    return {
        "match_id": log.header["match_id"],
        "game": game.name,
        "seq": 0,
        "round": view["round"],
        "seat": seat,
        "decision": number,
        "player": log.players[seat],
        "legal": legal,
        "choice": choice,
        "choice_index": legal.index(choice),
        "defaulted": False,
        "reward": 0,
        "round_points": 0,
        "points": result["points"][seat],
        "rank": result["ranks"][seat],
        "view": view,
    }


def write_jsonl(rows: Iterable[Row], file: Path) -> int:
    """Write rows as JSON lines; how many they were."""
    count = 0
    with file.open("w", encoding="utf-8") as out:
        for count, row in enumerate(rows, 1):  # noqa: B007  # the last one is wanted
            out.write(json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\n")
    return count


class ParquetFile:
    """A parquet file of one game's decisions, written match by match."""

    def __init__(self, file: Path, game: AnyGame) -> None:
        try:
            import pyarrow as pa
            import pyarrow.parquet as pq
        except ImportError:
            raise ArenaError(
                "parquet needs pyarrow: pip install pyarrow, or use --format jsonl"
            ) from None
        self._game = game
        self._columns = view_columns(game)
        types = {"text": pa.string(), "number": pa.int64(), "flag": pa.bool_(),
                 "texts": pa.list_(pa.string())}  # fmt: skip
        fields = [pa.field(name, types[kind]) for name, kind in COLUMNS.items()]
        self._schema = pa.schema([*fields, *view_fields(game)])
        self._table_of = pa.Table.from_pylist
        self._out = pq.ParquetWriter(file, self._schema)
        self._configs: dict[str, None] = {}
        self._matches = self.count = 0

    def add(self, log: MatchLog) -> None:
        """Add the decisions of a match; LogError if it is another game's, or cannot be replayed."""
        game = self._game
        if log.header["game"] != game.name:
            raise LogError(
                f"a match of {log.header['game']}, but the file has {game.name}: one game per file"
            )
        for chunk in _chunks(decisions(log, game)):
            rows = [{**row, **written_view(row["view"], self._columns)} for row in chunk]
            self._out.write_table(self._table_of(rows, self._schema))  # reads its columns alone
            self.count += len(rows)
        options = {"config": log.header["config"], "variants": log.header.get("variants", [])}
        self._configs[json.dumps(options, sort_keys=True)] = None
        self._matches += 1

    def close(self) -> None:
        """Write what the file is about, and finish it."""
        about = {
            "game": self._game.name,
            "game_version": str(self._game.version),
            "arena_version": _arena_version(),
            "matches": str(self._matches),
            "rules": f"[{','.join(self._configs)}]",
        }
        self._out.add_key_value_metadata(about)
        self._out.close()


def _arena_version() -> str:
    try:
        return version("table-arena")
    except PackageNotFoundError:
        return "not installed"


def write_parquet(logs: Iterable[MatchLog], plugins: Plugins, file: Path) -> int:
    """Write the decisions of logs of one game as a parquet file; how many they were."""
    out: ParquetFile | None = None
    try:
        for log in logs:
            if out is None:
                out = ParquetFile(file, plugins.game(log.header["game"]))
            out.add(log)
    finally:
        if out is not None:
            out.close()
    return out.count if out is not None else 0


def _chunks(rows: Iterable[Row]) -> Iterator[list[Row]]:
    chunk: list[Row] = []
    for row in rows:
        chunk.append(row)
        if len(chunk) == CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk

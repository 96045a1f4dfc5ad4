"""Decisions of logged matches as rows: what a seat saw, could choose and chose."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from arena.errors import ArenaError
from arena.match.log import MatchLog, finished, logged_rules, positions
from engine.game import AnyGame, Viewer

Row = dict[str, Any]
CHUNK: Final = 2_000
"""Rows written to a parquet file at a time."""


def decisions(log: MatchLog, game: AnyGame) -> Iterator[Row]:
    """One row a decision, in order; a seat with one choice alone decides nothing."""
    header, result = log.header, finished(log)["result"]
    rules = logged_rules(log, game)
    rows = {row["n"]: row for row in log.steps}
    counts: Counter[int] = Counter()
    for n, position in enumerate(positions(log, game)):
        step = rows.get(n + 1)
        if step is None:
            continue
        for seat, offer in sorted(position.offers.items()):
            choice = step["moves"].get(str(seat))
            if len(offer) < 2 or choice is None:
                continue
            counts[seat] += 1
            yield {
                "match_id": header["match_id"],
                "game": game.name,
                "seq": n,
                "seat": seat,
                "decision": counts[seat],
                "player": log.players[seat],
                "legal": [action.choice for action in offer],
                "choice": choice,
                "defaulted": seat in step.get("defaulted", ()),
                "points": result["points"][seat],
                "rank": result["ranks"][seat],
                "view": rules.view(position.state, Viewer.player(seat)),
            }


def write_jsonl(rows: Iterable[Row], file: Path) -> int:
    """Write rows as JSON lines; how many they were."""
    count = 0
    with file.open("w", encoding="utf-8") as out:
        for count, row in enumerate(rows, 1):  # noqa: B007  # the last one is wanted
            out.write(json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\n")
    return count


def write_parquet(rows: Iterable[Row], file: Path) -> int:
    """Write rows as a parquet file, the view as JSON text; how many they were."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise ArenaError(
            "parquet needs pyarrow: pip install pyarrow, or use --format jsonl"
        ) from None
    integers, texts = ("seq", "seat", "decision", "points", "rank"), ("match_id", "game", "player")
    schema = pa.schema(
        [
            *((name, pa.string()) for name in texts),
            *((name, pa.int64()) for name in integers),
            ("legal", pa.list_(pa.string())),
            ("choice", pa.string()),
            ("defaulted", pa.bool_()),
            ("view", pa.string()),
        ]
    )
    count = 0
    with pq.ParquetWriter(file, schema) as out:
        for chunk in _chunks(rows):
            table = [{**row, "view": json.dumps(row["view"])} for row in chunk]
            out.write_table(pa.Table.from_pylist(table, schema))
            count += len(chunk)
    return count


def _chunks(rows: Iterable[Row]) -> Iterator[list[Row]]:
    chunk: list[Row] = []
    for row in rows:
        chunk.append(row)
        if len(chunk) == CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk

"""A tournament for other programs: rows of seats as CSV or Parquet, everything as JSON."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from arena.errors import TournamentError
from arena.tournament.report import Report, as_json
from arena.tournament.repository import Kept
from arena.tournament.results import Played
from arena.tournament.schedule import MatchKey, Schedule

COLUMNS: Final = (
    "tournament", "game", "block", "deal", "rotation", "seed", "seat", "bot", "points", "rank",
    "faults", "decisions", "ms",
)  # fmt: skip


def seat_rows(
    kept: Kept, schedule: Schedule, results: Mapping[MatchKey, Played]
) -> Iterator[dict[str, Any]]:
    """One row a seat of every match, in the schedule's order; seeds once none runs any more."""
    plan, over = schedule.plan, kept.state != "running"
    for key in sorted(results):
        played, block = results[key], schedule.blocks[key[0]]
        for seat, who in enumerate(schedule.entrants_at(key)):
            faults = sum(many for at, _, _, many in played.faults if at == seat)
            timed = bool(played.decisions)
            values = (
                kept.id, plan.game, key[0], block.deal, key[1],
                block.seed(plan) if over else "", seat,
                plan.names[who], played.points[seat], played.ranks[seat], faults,
                played.decisions[seat] if timed else 0,
                played.micros[seat] / 1000 if timed else 0.0,
            )  # fmt: skip
            yield dict(zip(COLUMNS, values, strict=True))


def as_csv(rows: Iterator[dict[str, Any]]) -> str:
    """Rows under a heading."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def as_one_object(kept: Kept, report: Report, rows: Iterator[dict[str, Any]]) -> str:
    """Plan, report and every seat of every match."""
    data = {
        "id": kept.id, "state": kept.state, "hash": kept.hash, "seed_hash": kept.seed_hash,
        "plan": kept.told_plan,
    }  # fmt: skip
    return json.dumps(data | as_json(report) | {"rows": list(rows)}, ensure_ascii=False)


def write_parquet(rows: Iterator[dict[str, Any]], path: Path) -> None:
    """Rows as a Parquet file; TournamentError says what to install."""
    try:
        # By name: it has no types, and is no dependency of ours.
        pyarrow, parquet = map(import_module, ("pyarrow", "pyarrow.parquet"))
    except ImportError:
        raise TournamentError("parquet needs pyarrow: pip install pyarrow") from None
    kinds = {
        "points": pyarrow.int64(), "block": pyarrow.int64(), "deal": pyarrow.int64(),
        "rotation": pyarrow.int64(), "seat": pyarrow.int64(), "rank": pyarrow.int64(),
        "faults": pyarrow.int64(), "decisions": pyarrow.int64(), "ms": pyarrow.float64(),
    }  # fmt: skip
    schema = pyarrow.schema([(name, kinds.get(name, pyarrow.string())) for name in COLUMNS])
    parquet.write_table(pyarrow.Table.from_pylist(list(rows), schema=schema), path)

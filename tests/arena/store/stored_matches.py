"""Short matches, played and put into a store."""

from typing import Any

from arena.local.loop import play
from arena.match.log import dump, result_line, step_line
from arena.match.match import Match
from arena.match.result import MatchResult
from arena.store import NewMatch, Store

SHORT = {"target": 1}


def played(seed: str = "7") -> MatchResult:
    return play("tigerdragon", ["random", "first"], seed=seed, config=SHORT)


def file_of(result: MatchResult) -> str:
    return "".join(f"{line}\n" for line in result.log)


def begin(store: Store, match: Match, **facts: Any) -> str:
    store.matches.begin(NewMatch.of(match, room_id="r1", **facts))
    return match.header.match_id


def append_all(store: Store, match: Match) -> None:
    for record in match.records:
        store.matches.append(match.header.match_id, record.n, dump(step_line(record)))


def finish(store: Store, match: Match) -> None:
    store.matches.finish(match.header.match_id, dump(result_line(match)))


def store_match(store: Store, seed: str = "7", **facts: Any) -> MatchResult:
    """A whole match, kept as a server keeps it."""
    result = played(seed)
    begin(store, result.match, **facts)
    append_all(store, result.match)
    finish(store, result.match)
    store.flush()
    return result

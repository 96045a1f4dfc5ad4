"""The logs of certified matches: each replayed, and compared with what is claimed of it."""

from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from arena.errors import CertificateError, LogError
from arena.match.log import finished, parse_log, split_lines, verify
from arena.tournament.certificate import Claims

if TYPE_CHECKING:
    from engine.game import AnyGame

ReadLog = Callable[[str], str | None]
"""Return the log of a match by its id, None if it is not there."""


def log_digest(log: str) -> str:
    """Return the SHA-256 of a log's lines, whatever ends the last of them."""
    return sha256("\n".join(split_lines(log)).encode()).hexdigest()


def check_logs(claims: Claims, game: "AnyGame", read_log: ReadLog) -> Iterator[str]:
    """Replay the logs that are there; yield how many agreed; CertificateError if one does not."""
    held = 0
    for row in claims["matches"]:
        log = read_log(str(row.get("id", "")))
        if log is not None:
            check_log(row, log, game)
            held += 1
    missing = len(claims["matches"]) - held
    yield f"{held} logs replayed, with the claimed results" + f"; {missing} not there" * (
        missing > 0
    )


def check_log(row: Mapping[str, Any], text: str, game: "AnyGame") -> None:
    """Replay one log and compare it; CertificateError says what differs."""
    where = f"match {row['id']}"
    if row.get("log") not in (None, log_digest(text)):
        raise CertificateError(f"{where}: the log is not the one that was certified")
    try:
        log = parse_log(split_lines(text))
        verify(log, game)
    except LogError as error:
        raise CertificateError(f"{where}: {error}") from None
    result = finished(log)["result"]
    found = {
        "id": log.header["match_id"],
        "players": list(log.players),
        "points": result["points"],
        "ranks": result["ranks"],
    }
    for name, value in found.items():
        if row.get(name) != value:
            raise CertificateError(f"{where}: its log says {name} {value}, not {row.get(name)}")

"""A logged match as text or JSON, step by step."""

import time
from collections.abc import Iterable, Mapping

from arena.cli.match_text import Account
from arena.cli.output import say, say_json
from arena.cli.play import step_row
from arena.match.log import MatchLog, finished, positions, verify
from engine.game import AnyGame


def say_log(
    log: MatchLog,
    game: AnyGame,
    said: Mapping[int, Iterable[tuple[int, str]]],
    *,
    as_json: bool = False,
    pace: float = 0.0,
) -> None:
    """Print a logged match, with what bots wrote to stderr after each step."""
    result = finished(log)
    rows = [row for row in log.steps if row["n"]]
    account = Account(log.players)
    if not as_json:
        account.open(game.title, result["deals"].get("seed", "none, deals were given"))
    for number, position in enumerate(positions(log, game)):
        row = rows[number - 1] if number else {}
        if not as_json:
            account.tell(position.events, position.results, row.get("faults", ()))
            say_bot_lines(account, said.get(number, ()))
            time.sleep(pace)
        elif number:
            say_json(step_row(row, position.events))
    if as_json:
        say_json({"outcome": result["result"], "deals": result["deals"]})
    else:
        faults = sum(len(row.get("faults", ())) for row in rows)
        account.close(game.outcome(verify(log, game).state), steps=len(rows), faults=faults)


def say_bot_lines(account: Account, lines: Iterable[tuple[int, str]]) -> None:
    """What bots wrote to stderr after a step."""
    for seat, text in lines:
        account.flush()
        say(f"  | {account.labels[seat]}: {text}")

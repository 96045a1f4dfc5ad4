"""`arena leaderboard`: the standings on a server's ladder."""

from typing import Annotated, Any
from urllib.parse import quote

import typer

from arena.cli.options import GameName, Json
from arena.cli.output import say, say_columns, say_json
from arena.cli.remote import Server, ask, options

SHOWN_LADDERS = 10
HEADING = ("rank", "name", "owner", "rating", "95 %", "possible", "games", "places",
           "mean place, 95 %", "faults", "better than next")  # fmt: skip


def leaderboard(
    game: GameName,
    server: Server,
    ladder: Annotated[
        str | None, typer.Option(help="One of the game's other ladders: its name or its end.")
    ] = None,
    as_json: Json = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV instead of text.")] = False,
) -> None:
    """Print the leaderboard of a game.

    Example: arena leaderboard riichi
    """
    name = f"{game}:{ladder.rpartition(':')[2]}" if ladder else ""
    which = f"&ladder={quote(name)}" if name else ""
    board = ask(server, "GET", f"/api/leaderboard?game={quote(game)}{which}")
    rows = board["rows"]
    if as_json:
        for row in rows:
            say_json(row)
    elif as_csv:
        from arena.api.leaderboard import as_csv as written

        say(written(rows).rstrip("\n"))
    elif not rows:
        say(f"no bot plays {game} on this ladder yet")
        say("next: be the first")
        say(f"  arena new-bot mine --game {game}")
    else:
        say_columns([HEADING, *(cells(row) for row in rows)])
    if not (as_json or as_csv):
        say_other_ladders(board)
        say("sorted by the lower end of the rating's interval: what a bot has surely shown")
        say("possible: ranks that the matches leave open, 95 % for the whole table at once")
        say("next: see what is played, or write a bot")
        say(f"  arena rooms{options(server, None)}")
        say(f"  arena new-bot mine --game {game}")


def cells(row: dict[str, Any]) -> list[str]:
    """A row of the leaderboard as text."""
    ahead = row["better_than_next"]
    rating = "-" if row["rating"] is None else f"{row['rating']:.0f}"
    sure = "too few" if row["low"] is None else f"{row['low']:.0f} to {row['high']:.0f}"
    return [
        str(row["rank"]), row["name"], row["owner"] or "-", rating, sure,
        possible(row["ranks"]), str(row["games"]),
        " ".join(f"{many:g}" for many in row["places"]) or "-", mean_place(row),
        str(row["faults"]), "-" if ahead is None else f"{ahead:.0%}",
    ]  # fmt: skip


def possible(ranks: list[int] | None) -> str:
    """The ranks that a bot may have, all bots compared at once."""
    if ranks is None:
        return "-"
    return "-".join(map(str, dict.fromkeys(ranks)))


def mean_place(row: dict[str, Any]) -> str:
    """How it placed on the mean, how sure that is, and of how many matches."""
    mean, low, high = (row[f"mean_place{end}"] for end in ("", "_low", "_high"))
    if mean is None:
        return "-"
    sure = "too few for 95 %" if low is None else f"{low:.2f} to {high:.2f}"
    return f"{mean:.2f}, {sure}, {row['matches']} matches"


def say_other_ladders(board: dict[str, Any]) -> None:
    """Name the ladders of matches that were played by other rules."""
    others = [one for one in board["ladders"] if one["ladder"] != board["ladder"]]
    if others:
        say("matches by other rules or time controls have ladders of their own:")
    for one in others[:SHOWN_LADDERS]:
        say(f"  {one['ladder']}: {one['matches']} matches, {one['seats']} seats")

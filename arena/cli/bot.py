"""`arena bot`: one of your bots at a server: its versions, where it stands, and its last losses."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

import typer

from arena.cli.options import Json
from arena.cli.output import say, say_columns, say_json
from arena.cli.remote import Server, TokenOption, ask, options
from arena.errors import ServerError

LOSSES = 5
LOOKED_AT = 50
"""Newest matches among which losses are looked for."""


def bot(
    server: Server,
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="The bot; your only one if left out.")
    ] = None,
    token: TokenOption = None,
    as_json: Json = False,
) -> None:
    """Show a bot's versions, where it stands, and its last losses.

    Example: arena bot mine
    """
    own = name or only_bot(server, token)
    found = ask(server, "GET", f"/api/bots/{quote(own)}", token)
    matches = newest_matches(server, own)
    lost = lost_matches(matches, own)
    places = [row for game in found["games"] if (row := standing(server, own, game))]
    if as_json:
        say_json({**found, "standings": places, "losses": lost[:LOSSES]})
        return
    say(heading(found))
    for row in places:
        say(standing_line(row))
    say_columns([("version", "state", "submitted", "file"), *map(version_cells, found["versions"])])
    say_losses(own, lost[:LOSSES], played=sum(row["status"] == "finished" for row in matches))
    say_next(own, lost, options(server, None), options(server, token))


def newest_matches(server: str, own: str) -> list[dict[str, Any]]:
    """Return the newest matches of a bot at a server."""
    path = f"/api/matches?player={quote(own)}&limit={LOOKED_AT}"
    found: list[dict[str, Any]] = ask(server, "GET", path)["matches"]
    return found


def lost_matches(matches: Sequence[dict[str, Any]], own: str) -> list[dict[str, Any]]:
    """Return the finished matches that others won."""
    return [row for row in matches if row["status"] == "finished" and place_of(row, own) > 1]


def only_bot(server: str, token: str | None) -> str:
    """Return the caller's only bot; ServerError names them if there are several."""
    account = ask(server, "GET", "/api/session", token)["name"]
    rows = [row for row in ask(server, "GET", "/api/bots", token) if row["owner"] == account]
    names = [str(row["name"]) for row in rows if not row["retired"]]
    if not account:
        raise ServerError(f"which bot? write arena bot NAME, or log in: arena login {server}")
    if len(names) != 1:
        have = f"you have {', '.join(names)}" if names else "you have none here yet"
        line = f"arena bot {names[0]}" if names else "arena submit ./mine/bot.py"
        raise ServerError(f"which bot? {have}; write {line}")
    return names[0]


def heading(found: Mapping[str, Any]) -> str:
    """Return whose bot it is, what it plays, and by which version."""
    owner = f" by {found['owner']}" if found["owner"] else ""
    if found["retired"]:
        return f"{found['name']}{owner}: retired"
    if found["version"] is None:
        return f"{found['name']}{owner}: no version has passed the check"
    games = ", ".join(found["games"])
    return f"{found['name']}{owner}: version {found['version']} plays {games}"


def standing(server: str, own: str, game: str) -> dict[str, Any] | None:
    """Return a bot's row of a leaderboard, with the game and the number of rows."""
    rows = ask(server, "GET", f"/api/leaderboard?game={quote(game)}")["rows"]
    found = next((row for row in rows if row["name"] == own), None)
    return None if found is None else {**found, "game": game, "of": len(rows)}


def standing_line(row: Mapping[str, Any]) -> str:
    """Return where a bot stands in one line."""
    rating = "not rated yet" if row["rating"] is None else f"rating {row['rating']:.0f}"
    if row["low"] is not None:
        rating += f" [{row['low']:.0f}, {row['high']:.0f}]"
    return (
        f"{row['game']}: rank {row['rank']} of {row['of']}, {rating},"
        f" {row['games']} games, {row['faults']} faults"
    )


def version_cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Return a version as the cells of its line."""
    when = datetime.fromtimestamp(row["created"] / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    return str(row["version"]), row["status"], when, row["filename"]


def place_of(row: Mapping[str, Any], own: str) -> int:
    """Return a bot's best rank in a match, 0 if it has none."""
    ranks = [player["rank"] for player in row["players"] if player["name"] == own]
    return min((rank for rank in ranks if rank is not None), default=0)


def say_losses(own: str, lost: Sequence[Mapping[str, Any]], played: int) -> None:
    """Print the last matches that others won."""
    if not lost:
        say("no losses yet" if played else "no matches yet")
        return
    say("last losses:")
    rows = [("match", "game", "rank", "against")]
    for row in lost:
        others = [player["name"] for player in row["players"] if player["name"] != own]
        rank = f"{place_of(row, own)} of {len(row['players'])}"
        rows.append((row["match_id"], row["game"], rank, ", ".join(others)))
    say_columns(rows)


def say_next(own: str, lost: Sequence[Mapping[str, Any]], shown: str, full: str) -> None:
    """Print the lines that look into the last loss."""
    if not lost:
        say("next: watch its next match")
        server = shown.replace(" --server", "")
        say(f"  arena watch{server} --bot {own}")
        return
    match, file = lost[0]["match_id"], Path(own, "bot.py")
    say("next: look at the last loss, ask your bot again, and work on it")
    say(f"  arena replay show {match}{shown}")
    if file.is_file():
        say(f"  arena replay ask {match} --bot ./{file} --all{shown}")
        say(f"  arena dev ./{file} --game {lost[0]['game']} --losses-of {own}{shown}")
    say(f"  arena logs {match}{full}")

"""`arena tournament run --server URL`: a tournament begun at a server, and followed from here."""

from collections.abc import Mapping
from typing import Any, Final

from arena.cli.output import say, say_columns, say_json
from arena.cli.remote import ask, left_behind, look
from arena.errors import ServerError

PATH: Final = "/api/tournaments"
LOOK_SECONDS: Final = 1.0
OPEN: Final = ("waiting", "running")


def run_there(
    url: str, token: str, settings: Mapping[str, Any], *, as_json: bool, quiet: bool
) -> None:
    """Begin a tournament at a server and follow it to its end; Ctrl-C leaves it to the server."""
    body = {key: value for key, value in settings.items() if value or key == "bots"}
    row = ask(url, "POST", PATH, token, body)
    place = f"{PATH}/{row['id']}"
    with left_behind(f"{url.rstrip('/')}{place}"):
        if not as_json:
            say(f"Tournament {row['id']} at {url}: {row['state']}")
        found = follow(url, place, token, quiet=quiet or as_json)
    if found["state"] == "failed":
        raise ServerError(f"{row['id']} failed at the server: {found['error']}")
    if as_json:
        say_json(found)
    else:
        say_tables(found)


def follow(url: str, place: str, token: str, *, quiet: bool) -> Any:
    """Look at a tournament until it is over, and tell whenever it has come further."""
    told: tuple[Any, ...] = ()

    def seen(found: Any) -> bool:
        nonlocal told
        if not quiet and told != (found["state"], found["done"]):
            told = (found["state"], found["done"])
            say(progress_line(found))
        return found["state"] not in OPEN

    return look(url, place, token, seen, LOOK_SECONDS)


def progress_line(found: Mapping[str, Any]) -> str:
    """How far it is, in one line."""
    line = f"{found['state']}: {found['done']} of {found['total']} matches"
    left = found["seconds_left"]
    return f"{line}, {left:.0f} s left" if left and found["state"] in OPEN else line


def say_tables(found: Mapping[str, Any]) -> None:
    """The standings, the faults and the verdict."""
    rows = [
        [str(row["rank"]), row["bot"], str(row["matches"]), *map(shown, figures(row))]
        for row in found["standings"]
    ]
    say_columns([["rank", "bot", "matches", "place", "points", "rating"], *rows])
    for fault in found["faults"]:
        say(f"{fault['bot']}: {fault['count']} x {fault['kind']}: {fault['reason']}")
    for line in [*found["remarks"], found["verdict"]]:
        if line:
            say(line)
    say(f"Tournament {found['state']}")


def figures(row: Mapping[str, Any]) -> list[Any]:
    """What is estimated of a bot."""
    return [row["place"], row["points"], row["rating"]]


def shown(estimate: Mapping[str, Any] | None) -> str:
    """A mean with its interval, as far as there is one."""
    if estimate is None:
        return "-"
    mean, low, high = estimate["mean"], estimate["low"], estimate["high"]
    return f"{mean:.2f}" if low is None else f"{mean:.2f} [{low:.2f}, {high:.2f}]"

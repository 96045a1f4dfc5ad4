"""`arena bench peers`: every race against somebody else's program, in one run."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from arena.cli.bench_profile import say_profile
from arena.cli.build_kind import build_kind
from arena.cli.options import Json
from arena.cli.output import say, say_json

if TYPE_CHECKING:
    from arena.bench.peers import PeerRace


def peers(
    seconds: Annotated[float, typer.Option(min=0.01, help="Seconds per race.")] = 5.0,
    server: Annotated[
        bool, typer.Option("--server/--no-server", help="Also race bare aiohttp.")
    ] = True,
    as_json: Json = False,
    profile: Annotated[
        bool, typer.Option("--profile", help="Show where our riichi spends its time instead.")
    ] = False,
) -> None:
    """Race riichienv, mahjong and bare aiohttp.

    Both sides take turns on one core; the ratio is ours to theirs by CPU time.

    Example: arena bench peers --seconds 2
    """
    from arena.bench.peers import race_peers
    from engine.riichi import Riichi

    if profile:
        say_profile(Riichi(), seconds)
        return
    if not as_json:
        say(f"rules {build_kind()}, one core, CPU time, medians of 5 rounds in turn")
        say(f"{'ours/s':>12} {'theirs/s':>12}  ratio [95 % interval]  race")
    for row in race_peers(seconds, server=server):
        if as_json:
            say_json({"bench": "peers", "rules": build_kind(), **asdict(row)})
        else:
            say(row_text(row))


def row_text(row: "PeerRace") -> str:
    """Return one line of the table."""
    if row.ratio is None:
        return f"{'':>48}{row.name}: {row.missing}"
    ends = "" if row.low is None else f"[{row.low:.2f}, {row.high:.2f}]"
    return (
        f"{row.ours:>12,.0f} {row.theirs:>12,.0f} {row.ratio:>6.2f} {ends:<14}  "
        f"{row.name}: {row.unit}, {row.peer}"
    )

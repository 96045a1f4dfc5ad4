"""`arena bench transport`, `server`, `spectators` and `growth`: what a server costs."""

from typing import Annotated

import typer

from arena.cli.options import Json
from arena.cli.output import say, say_json


def transport(
    rounds: Annotated[int, typer.Option(min=1, help="Interleaved rounds.")] = 5,
    seconds: Annotated[float, typer.Option(min=0.1, help="Seconds per round.")] = 1.0,
    as_json: Json = False,
) -> None:
    """Measure answers over WebSocket, as a ratio to bare aiohttp.

    Example: arena bench transport --rounds 3
    """
    from dataclasses import asdict

    from arena.bench.transport import run

    for connections in (1, 200):
        measured = run(connections, rounds=rounds, seconds=seconds)
        if as_json:
            row = {name: round(value, 3) for name, value in asdict(measured).items()}
            say_json({"bench": "transport", **row})
            continue
        say(
            f"{connections:>4} connections: {measured.arena:>9,.0f} answers/s,"
            f" {measured.ratio:.2f} of bare aiohttp ({measured.bare:,.0f} round trips/s),"
            f" {measured.ratio_same_frames:.2f} of bare aiohttp sending as many frames;"
            f" {measured.cpu_us:.0f} us of CPU per answer"
            f" ({measured.cpu_ratio_same_frames:.2f})"
        )


def server(
    rooms: Annotated[int, typer.Option(min=1, help="Rooms of four players.")] = 500,
    rounds: Annotated[int, typer.Option(min=1, help="Interleaved rounds.")] = 3,
    seconds: Annotated[float, typer.Option(min=0.1, help="Seconds per round.")] = 2.0,
    think: Annotated[
        float, typer.Option(min=0.0, help="Seconds that a player thinks on average.")
    ] = 1.0,
    as_json: Json = False,
) -> None:
    """Measure a server full of rooms, with and without a store.

    Example: arena bench server --rooms 100
    """
    from dataclasses import asdict

    from arena.bench.server import Plan, run

    for name, measured in run(Plan(rooms, seconds, think), rounds).items():
        if as_json:
            row = {key: round(value, 3) for key, value in asdict(measured).items()}
            say_json({"bench": "server", "server": name, "rooms": rooms, **row})
            continue
        say(
            f"{name}: p99 {measured.p99_ms:.1f} ms per decision (p50 {measured.p50_ms:.1f},"
            f" all at once {measured.rush_p99_ms:.0f}), {measured.kb_a_room:,.0f} kB per room,"
            f" {measured.answers_per_second:,.0f} answers/s at {measured.cpu_us:.0f} us of"
            f" processor, {measured.ratio:.2f} of bare aiohttp,"
            f" {measured.ratio_same_frames:.2f} of bare aiohttp sending as many frames"
        )


def spectators(
    number: Annotated[int, typer.Option(min=1, help="Spectators of the match.")] = 1500,
    pause: Annotated[float, typer.Option(min=0.0, help="Seconds between two moves.")] = 0.01,
    seconds: Annotated[float, typer.Option(min=0.5, help="Seconds per pace.")] = 5.0,
    as_json: Json = False,
) -> None:
    """Measure what spectators of one busy match cost the server.

    Example: arena bench spectators --number 500
    """
    from dataclasses import asdict

    from arena.bench.spectators import run

    alone, *paces = run(number, pause, seconds)
    for row in paces:
        if as_json:
            say_json({"bench": "spectators", "spectators": number, **asdict(row)})
            continue
        say(
            f"{row.pace}: {row.cpu_us:.1f} us of processor per frame,"
            f" p99 {row.p99_ms:.0f} ms old (worst {row.worst_ms:.0f}),"
            f" {row.kb_a_spectator:.0f} kB per spectator,"
            f" {row.steps_per_second:.0f} steps/s ({alone.steps_per_second:.0f} alone)"
        )


def growth(
    most: Annotated[int, typer.Option(min=1000, help="Stored matches, at most.")] = 100_000,
    rooms: Annotated[int, typer.Option(min=10, help="Rooms, at most.")] = 500,
    as_json: Json = False,
) -> None:
    """Measure what grows with history: stored matches, the length of a match, rooms.

    Pages are asked 200 times each after a restart; their p99 includes the first view.

    Example: arena bench growth --most 10000
    """
    from arena.bench.growth import by_length, by_rooms, by_stored_matches

    sizes = [size for size in (1000, 10_000, 100_000) if size < most] + [most]
    for row in (by_length(), by_rooms((max(rooms // 10, 1), rooms)), *by_stored_matches(sizes)):
        if as_json:
            costs = [round(cost, 2) for cost in row.costs]
            say_json({"bench": "growth", "what": row.what, "unit": row.unit,
                      "sizes": list(row.sizes), "costs": costs})  # fmt: skip
            continue
        figures = ", ".join(
            f"{cost:.1f} {row.unit} at {size:,}"
            for size, cost in zip(row.sizes, row.costs, strict=True)
        )
        say(f"{row.what}: {figures} ({row.ratio:.2f})")

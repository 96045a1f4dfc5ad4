"""`arena bench`: how fast the engine is."""

from typing import Annotated

import typer

from arena.cli.options import GameName, Json, Plugin
from arena.cli.output import remark, say, say_json
from arena.plugins import load_plugins
from engine.game import AnyGame

bench = typer.Typer(help="Measure how fast things are.")


@bench.command("engine")
def engine(
    game: GameName,
    seconds: Annotated[float, typer.Option(min=0.01, help="How long to measure.")] = 5.0,
    as_json: Json = False,
    profile: Annotated[
        bool, typer.Option("--profile", help="Show where the time goes instead.")
    ] = False,
    plugin: Plugin = None,
) -> None:
    """Measure random-legal play.

    Matches go through the plain loop; the ratio is over the bare engine.
    """
    from arena.bench import bench_engine

    table = load_plugins(plugin or ()).game(game)
    if profile:
        say_profile(table, seconds)
        return
    measured = bench_engine(table, seconds)
    loop = measured.loop
    rates = {
        "matches": round(loop.matches / loop.seconds, 1),
        "steps": round(loop.steps / loop.seconds),
        "decisions": round(loop.decisions / loop.seconds),
    }
    floor = round(measured.floor.steps_a_second)
    if as_json:
        row = {f"{name}_per_second": rate for name, rate in rates.items()}
        head = {"bench": "engine", "game": game, "seed": "bench", "seats": table.default_seats}
        say_json(
            {**head, **row, "floor_steps_per_second": floor, "ratio": round(measured.ratio, 3)}
        )
        return
    say(f"{game}, {table.default_seats} seats, random-legal play, seed bench")
    for name, rate in rates.items():
        say(f"{rate:>12,} {name}/s")
    say(f"{measured.ratio:>12.2f} of the bare engine ({floor:,} steps/s)")


@bench.command("transport")
def transport(
    rounds: Annotated[int, typer.Option(min=1, help="Interleaved rounds.")] = 5,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long a round measures.")] = 1.0,
    as_json: Json = False,
) -> None:
    """Answers over WebSocket through the whole referee; ratio: over bare aiohttp."""
    from dataclasses import asdict

    from arena.bench_transport import run

    for connections in (1, 200):
        measured = run(connections, rounds=rounds, seconds=seconds)
        if as_json:
            row = {name: round(value, 3) for name, value in asdict(measured).items()}
            say_json({"bench": "transport", **row})
            continue
        say(
            f"{connections:>4} connections: {measured.arena:>9,.0f} answers/s,"
            f" {measured.ratio:.2f} of bare aiohttp ({measured.bare:,.0f} round trips/s),"
            f" {measured.ratio_same_frames:.2f} of bare aiohttp sending as many frames"
        )


def say_profile(game: AnyGame, seconds: float) -> None:
    """The functions in which the plain loop spends its time."""
    from cProfile import Profile
    from io import StringIO
    from pstats import Stats

    from arena.bench import play_loop

    with Profile() as profiler:
        play_loop(game, seconds, "bench")
    text = StringIO()
    Stats(profiler, stream=text).strip_dirs().sort_stats("tottime").print_stats(25)
    say(text.getvalue().rstrip())
    remark("profiling slows play down; the shares are what counts")

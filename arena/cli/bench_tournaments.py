"""`arena bench tournament|duplicate`: what tournaments make of the machine, and of their deals."""

from typing import Annotated

import typer

from arena.cli.options import Json, Seed
from arena.cli.output import say, say_json
from arena.plugins.manager import load_plugins


def tournament(
    game: Annotated[str, typer.Option(help="A game; see `arena games`.")] = "riichi",
    jobs: Annotated[int, typer.Option(min=2, max=256, help="Processes.")] = 2,
    rounds: Annotated[int, typer.Option(min=1, help="Interleaved rounds.")] = 5,
    seconds: Annotated[
        float, typer.Option(min=0.1, help="Seconds per round of the plain loop.")
    ] = 2.0,
    as_json: Json = False,
) -> None:
    """Measure a tournament in several processes, as a ratio to plain loops.

    Example: arena bench tournament --jobs 2
    """
    from arena.bench.tournament import bench_tournament

    plugins = load_plugins()
    found = bench_tournament(plugins, game, jobs=jobs, seconds=seconds, rounds=rounds)
    if as_json:
        row = {"bench": "tournament", "game": game, "jobs": jobs, "ratio": round(found.ratio, 3)}
        rates = {"plain": round(found.plain, 1), "tournament": round(found.tournament, 1)}
        say_json(row | {f"{name}_matches_per_second": rate for name, rate in rates.items()})
        return
    say(f"{game}, house bots: {found.plain:.1f} matches/s by the plain loop,")
    say(f"  {found.tournament:.1f} by a tournament of {jobs} processes")
    say(f"{found.ratio:.2f} of {jobs} plain loops (median of {rounds}; the mark is 0.9)")


def duplicate(
    game: Annotated[str, typer.Option(help="A game; see `arena games`.")],
    deals: Annotated[
        int, typer.Option(min=5, help="Number of deals, each in all seat rotations.")
    ] = 60,
    seed: Seed = "bench",
    as_json: Json = False,
) -> None:
    """Measure how many games it saves to play each deal in all seats.

    Example: arena bench duplicate --game tigerdragon --deals 20
    """
    from arena.bench.duplicate import SLIPS, bench_duplicate
    from arena.tournament.text_tables import saving_words

    for found in bench_duplicate(load_plugins(), game, deals, seed or "bench"):
        if as_json:
            row = {"bench": "duplicate", "game": game, "deals": deals, "draws": found.draws}
            mean, low, high = (None,) * 3 if found.saving is None else found.bounds
            say_json(row | {"bot": found.bot, "ratio": mean, "low": low, "high": high})
            continue
        how = f", draws by {found.draws}" if found.draws else ""
        say(f"{game}{how}: {found.bot} against itself with {SLIPS:.0%} random moves, {deals} deals")
        say(saving_words(found.saving))

"""`arena bench`: how fast the engine is."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from arena.cli.bench_peers import peers as race_peers
from arena.cli.bench_profile import say_profile
from arena.cli.bench_servers import growth, server, spectators, transport
from arena.cli.bench_tournaments import duplicate, tournament
from arena.cli.options import GameName, Json, Plugin
from arena.cli.output import say, say_json
from arena.plugins.manager import load_plugins
from engine.game import AnyGame

if TYPE_CHECKING:
    from arena.bench.engine import EngineBench
    from arena.bench.rivals import RiichiRaces

PEER_OF = {"riichi": "riichienv"}
"""The games that somebody else's engine plays too."""
Peers = Annotated[
    bool, typer.Option("--peers", help="Compare with another engine, if it is installed.")
]

bench = typer.Typer(help="Measure the speed of the engine, the server and more.")
bench.command("peers")(race_peers)
bench.command("transport")(transport)
bench.command("server")(server)
bench.command("spectators")(spectators)
bench.command("growth")(growth)
bench.command("tournament")(tournament)
bench.command("duplicate")(duplicate)


@bench.command("engine")
def engine(
    game: GameName,
    seconds: Annotated[float, typer.Option(min=0.01, help="Seconds to measure.")] = 5.0,
    as_json: Json = False,
    profile: Annotated[bool, typer.Option("--profile", help="Show a profile instead.")] = False,
    peers: Peers = False,
    plugin: Plugin = None,
) -> None:
    """Measure random-legal play.

    Matches run through the plain loop; the ratio is to the bare engine, or to the peer.

    Example: arena bench engine riichi --seconds 5
    """
    from arena.bench.engine import bench_engine

    table = load_plugins(plugin or ()).game(game)
    if peers and game not in PEER_OF:
        raise typer.BadParameter(f"--peers: {game} has none; {', '.join(PEER_OF)} has.")
    if profile:
        say_profile(table, seconds)
        return
    measured = bench_engine(table, seconds)
    if as_json:
        row = engine_row(table, measured)
        more = {"floor_ratio": row["ratio"], **riichi_row(seconds)} if peers else {}
        say_json(row | more)
        return
    say_engine(table, measured)
    if peers:
        say_riichi_races(seconds)


def engine_row(game: AnyGame, measured: "EngineBench") -> dict[str, Any]:
    """Our own figures as an object."""
    loop = measured.loop
    return {
        "bench": "engine",
        "game": game.name,
        "seed": "bench",
        "seats": game.default_seats,
        "matches_per_second": round(loop.matches / loop.seconds, 1),
        "steps_per_second": round(loop.steps / loop.seconds),
        "decisions_per_second": round(loop.decisions / loop.seconds),
        "floor_steps_per_second": round(measured.floor.steps_a_second),
        "ratio": round(measured.ratio, 3),
    }


def say_engine(game: AnyGame, measured: "EngineBench") -> None:
    """Our own figures for people."""
    row = engine_row(game, measured)
    say(f"{game.name}, {game.default_seats} seats, random-legal play, seed bench")
    for name in ("matches", "steps", "decisions"):
        say(f"{row[f'{name}_per_second']:>12,} {name}/s")
    say(f"{measured.ratio:>12.2f} of the bare engine ({row['floor_steps_per_second']:,} steps/s)")


def riichi_row(seconds: float) -> dict[str, Any]:
    """The races as members of an object; without the peer, what is missing."""
    from arena.bench.rivals import PeerMissingError, race_riichi

    try:
        races = race_riichi(seconds)
    except PeerMissingError as missing:
        return {"missing": str(missing), "ratio": None}
    return {
        "peer": f"riichienv {races.version}",
        "ours_decisions_per_cpu_second": round(races.random.ours),
        "peer_decisions_per_cpu_second": round(races.random.theirs),
        "tenpai_ratio": round(races.tenpai.ratio, 3),
        "ratio": round(races.random.ratio, 3),
    }


def say_riichi_races(seconds: float) -> None:
    """The races for people, the ratio of random-legal play last."""
    from arena.bench.rivals import ROUNDS, PeerMissingError, race_riichi

    try:
        races = race_riichi(seconds)
    except PeerMissingError as missing:
        say(str(missing))
        return
    say_what_is_raced(races)
    for name, race in (("random-legal", races.random), ("tenpai-seeking", races.tenpai)):
        say(f"{name}: ours {race.ours:,.0f}, riichienv {race.theirs:,.0f} decisions/s")
    say(f"ours/riichienv {races.tenpai.ratio:.2f} decisions/s, tenpai-seeking (median of {ROUNDS})")
    say(f"ours/riichienv {races.random.ratio:.2f} decisions/s (median of {ROUNDS})")


def say_what_is_raced(races: "RiichiRaces") -> None:
    """What either side does, since it is not quite the same."""
    say(f"in turn with riichienv {races.version}: whole hanchan, tenhou rules, one core, CPU time")
    say("  ours: the plain loop with match, records and bots; a view only where a bot reads one")
    say("  riichienv: its Python interface, log on, an observation for every seat it asks")
    say("  tenpai-seeking, both: win, declare riichi, never call, else the first discard of")
    say("    those that leave the least distance; ours follows its hand by events and asks our")
    say("    tables, riichienv's reads the hand of its observation and asks calculate_shanten")


@bench.command("shanten")
def shanten(
    seconds: Annotated[float, typer.Option(min=0.01, help="Seconds to measure.")] = 5.0,
    as_json: Json = False,
    peers: Peers = False,
) -> None:
    """Measure how fast the shanten of a mahjong hand is found.

    Once with the keys of its suits kept, once from 34 counts; the ratios are to the peer.

    Example: arena bench shanten --seconds 5
    """
    from arena.bench.rivals import ROUNDS

    row = shanten_row(seconds, peers=peers)
    if as_json:
        say_json(row)
        return
    say(f"{row['hands']} random hands of 14 tiles, seed bench, one core, CPU time")
    say(f"{row['kept_per_second']:>12,} distances/s with keys kept")
    say(f"{row['counted_per_second']:>12,} distances/s from 34 counts")
    if "missing" in row:
        say(row["missing"])
    elif peers:
        say(f"{row['peer_per_second']:>12,} distances/s by {row['peer']}, in turn, from 34 counts")
        say(f"ours/mahjong {row['ratio_from_counts']:.1f} from 34 counts (median of {ROUNDS})")
        say(f"ours/mahjong {row['ratio']:.1f} with keys kept (median of {ROUNDS})")


def shanten_row(seconds: float, *, peers: bool) -> dict[str, Any]:
    """The figures as an object; the ratios are there if there was a race."""
    from arena.bench.rivals import HANDS, PeerMissingError

    head = {"bench": "shanten", "seed": "bench", "hands": HANDS}
    if not peers:
        return head | own_shanten_row(seconds)
    try:
        return head | shanten_race_row(seconds)
    except PeerMissingError as missing:
        return head | own_shanten_row(seconds) | {"missing": str(missing), "ratio": None}


def own_shanten_row(seconds: float) -> dict[str, Any]:
    """Our own figures, raced against nobody."""
    from arena.bench.rivals import bench_shanten

    kept, counted = bench_shanten(seconds)
    return {"kept_per_second": round(kept), "counted_per_second": round(counted)}


def shanten_race_row(seconds: float) -> dict[str, Any]:
    """Both sides' figures and the ratios."""
    from arena.bench.rivals import race_shanten

    races = race_shanten(seconds)
    return {
        "kept_per_second": round(races.kept.ours),
        "counted_per_second": round(races.counted.ours),
        "peer": f"mahjong {races.version}",
        "peer_per_second": round(races.kept.theirs),
        "ratio_from_counts": round(races.counted.ratio, 2),
        "ratio": round(races.kept.ratio, 2),
    }


@bench.command("sandbox")
def sandbox(
    rounds: Annotated[int, typer.Option(min=1, help="Interleaved rounds.")] = 41,
    seconds: Annotated[float, typer.Option(min=0.01, help="Seconds per round.")] = 0.2,
    as_json: Json = False,
) -> None:
    """Measure round trips of a boxed child process, as a ratio to a plain one.

    Example: arena bench sandbox --rounds 5
    """
    from arena.bench.sandbox import bench_sandbox

    measured = bench_sandbox(rounds, seconds)
    if as_json:
        say_json(
            {
                "bench": "sandbox",
                "plain_per_second": round(measured.plain),
                "boxed_per_second": round(measured.boxed),
                "layers": measured.layers,
                "ratio": round(measured.ratio, 3),
            }
        )
        return
    say(f"layers: {measured.layers}")
    say(f"{measured.plain:>12,.0f} round trips/s by a plain child")
    say(f"{measured.boxed:>12,.0f} round trips/s by a boxed child, in turn")
    say(f"boxed/plain {measured.ratio:.2f} (median of {rounds})")

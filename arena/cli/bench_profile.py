"""The profile that benches show: the functions in which the plain loop spends its time."""

from arena.cli.build_kind import build_kind
from arena.cli.output import remark, say
from engine.game import AnyGame


def say_profile(game: AnyGame, seconds: float) -> None:
    """The functions in which the plain loop spends its time."""
    from cProfile import Profile
    from io import StringIO
    from pstats import Stats

    from arena.bench.engine import play_loop

    with Profile() as profiler:
        play_loop(game, seconds, "bench")
    text = StringIO()
    Stats(profiler, stream=text).strip_dirs().sort_stats("tottime").print_stats(25)
    say(text.getvalue().rstrip())
    remark("profiling slows play down; compare the shares, not the times")
    if build_kind() == "compiled":
        remark("compiled functions are not seen one by one: their time is their caller's")

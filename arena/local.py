"""A local match that needs the referee: children and bots that answer asynchronously."""

import asyncio
from collections.abc import Callable, Sequence

from arena.children import Children
from arena.clock import ClockRules, LagMeter
from arena.match import Advance, Match
from arena.play import MatchResult
from arena.room import Room
from arena.room_spec import DEFAULT_CLOCK, RoomSpec
from arena.server import new_event_loop
from arena.settings import Settings
from arena.specs import Player


def play_referee(
    match: Match,
    players: Sequence[Player],
    bot_seed: str,
    *,
    watch: Callable[[Advance], None] | None = None,
    clock: ClockRules | None = DEFAULT_CLOCK,
) -> MatchResult:
    """Play a match with the async referee; children are timed as in a room unless told not to."""
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(_play(match, players, bot_seed, watch, clock))


async def _play(
    match: Match,
    players: Sequence[Player],
    bot_seed: str,
    watch: Callable[[Advance], None] | None,
    clock: ClockRules | None,
) -> MatchResult:
    lag = LagMeter()
    lag.start()
    spec = RoomSpec("local", clock=clock, bot_seed=bot_seed, takeover_bot=None)
    room = Room(spec, match.game, players, lag, match=match, watch=watch)
    for chair, player in zip(room.chairs, players, strict=True):
        if player.bot is not None:
            chair.clock.rules = None  # trusted code of this process may think as long as it likes
    room.start_if_full()
    children = Children(room, Settings(messages_a_second=1e9, burst=1_000_000))
    try:
        for seat, player in enumerate(players):
            if player.spec is not None and player.bot is None:
                await children.start(seat, player.spec, player.name)
        return await room.finished
    finally:
        lag.stop()
        room.close()
        await children.end()

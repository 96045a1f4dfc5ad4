"""A local match that needs the referee: children and bots that answer asynchronously."""

from collections.abc import Callable, Sequence

from arena.children.pool import Children
from arena.children.process import ChildPeer
from arena.local.own_loop import run
from arena.match.clock import ClockRules, LagMeter
from arena.match.match import Advance, Match
from arena.match.result import MatchResult
from arena.match.stderr_logs import Lines
from arena.plugins.bot_specs import Player
from arena.room.room import Room
from arena.settings import Settings
from arena.table.spec import DEFAULT_CLOCK, RoomSpec
from engine.game import Seat

KeepLog = Callable[[Seat, Lines], None]


def play_referee(
    match: Match,
    players: Sequence[Player],
    bot_seed: str,
    *,
    watch: Callable[[Advance], None] | None = None,
    clock: ClockRules | None = DEFAULT_CLOCK,
    keep_log: KeepLog | None = None,
    reveal_seed: bool = True,
) -> MatchResult:
    """Play a match with the async referee; children are timed as in a room unless told not to.

    `keep_log` is given what each child wrote to stderr, once it has ended.
    """
    spec = RoomSpec(
        "local", clock=clock, bot_seed=bot_seed, takeover_bot=None, reveal_seed=reveal_seed
    )
    return run(_play(match, players, spec, watch, keep_log))


async def _play(
    match: Match,
    players: Sequence[Player],
    spec: RoomSpec,
    watch: Callable[[Advance], None] | None,
    keep_log: KeepLog | None,
) -> MatchResult:
    lag = LagMeter()
    lag.start()
    # Trusted code of this process may think as long as it likes.
    room = Room(spec, match.game, players, lag, match=match, watch=watch, timed_bots=False)
    room.start_if_full()
    peers: dict[Seat, ChildPeer] = {}
    children = Children(room, Settings(messages_a_second=1e9, burst=1_000_000))
    try:
        for seat, player in enumerate(players):
            if player.spec is not None and player.bot is None:
                peers[seat] = await children.start(seat, player.spec, player.name)
        return await room.finished
    finally:
        lag.stop()
        room.close()
        await children.end()
        for seat, peer in peers.items():
            if keep_log is not None:
                keep_log(seat, [(line.seq, line.text) for line in peer.log])

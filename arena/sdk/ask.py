"""A bot asked again at the decisions of a logged match.

The match is played once more move by move as it was logged; the bot sits at one seat, is told and
asked everything, and its answers are kept beside the moves that were played then.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from arena.errors import ArenaError, LogError
from arena.local.loop import play_match
from arena.local.refereed import play_referee
from arena.match.log import MatchLog, finished, logged_rules
from arena.match.match import Advance, Ask, Fault, Refusal, Request
from arena.plugins.bot_specs import Player
from arena.sdk.decision_recorder import TimedBot
from arena.sdk.stoppable_match import StoppableMatch
from bots.stock import FirstBot
from engine.game import AnyGame, Seat, Viewer
from engine.rng import Deals
from engine.variants import Position


@dataclass(frozen=True, slots=True)
class Asked:
    """One decision: what was played then, and what the bot answers now."""

    decision: int
    n: int
    legal: tuple[str, ...]
    then: str
    now: str | None
    """None if the bot failed; `fault` says how."""
    info: Any = None
    ms: float | None = None
    fault: str | None = None
    hand: tuple[str, ...] = ()
    """What the seat held, in games whose view has a hand."""

    @property
    def differs(self) -> bool:
        """Whether the bot would do something else."""
        return self.now != self.then

    def as_json(self) -> dict[str, Any]:
        """A plain object."""
        return {
            "decision": self.decision,
            "n": self.n,
            "legal": list(self.legal),
            "then": self.then,
            "now": self.now,
            "differs": self.differs,
            "ms": self.ms,
            "info": self.info,
            "fault": self.fault,
            "hand": list(self.hand),
        }


class Retold(StoppableMatch):
    """A match in which every answer is heard, and the logged move is played."""

    def __init__(self, log: MatchLog, game: AnyGame, seat: Seat, last: int | None) -> None:
        header = log.header
        super().__init__(
            game,
            log.players,
            Deals.from_json(finished(log)["deals"]),
            config=header["config"],
            variants=logged_rules(log, game).variants,
            match_id=header["match_id"],
        )
        self.asked: list[Asked] = []
        self._logged = {row["n"]: row["moves"] for row in log.steps}
        self._own = seat
        if last is not None:
            self.enough = lambda: len(self.asked) >= last

    def answer(
        self, seat: Seat, choice: str, info: Any = None, **facts: Any
    ) -> Advance | Refusal | None:
        """Keep what the bot says if it can be played at all, and go on as it was."""
        request = self.pending.get(seat)
        action = request.find(choice) if request else None
        if request is None or action is None:
            return super().answer(seat, choice, info, **facts)
        if seat == self._own:
            self._keep(request, action.choice, info, facts.get("ms"))
        return self._as_logged(request)

    def fault(self, seat: Seat, fault: Fault, **facts: Any) -> Advance | None:
        """Keep how the bot failed, and go on as it was."""
        request = self.pending[seat]
        if seat == self._own:
            self._keep(request, None, None, facts.get("ms"), fault.reason)
        return self._as_logged(request)

    def step(self, ask: Ask) -> Position:
        """Ask as ever, keep what is said, and play what was logged."""
        return super().step(partial(self._heard, ask))

    def _heard(self, ask: Ask, seat: Seat, offer: tuple[Any, ...]) -> Any:
        action = ask(seat, offer)
        request = self.pending[seat]
        if seat == self._own:
            failed = self._faults[-1].reason if seat in self._defaulted else None
            now = None if failed else action.choice
            self._keep(request, now, self._info.get(seat), None, failed)
        return self._logged_action(request)

    def _as_logged(self, request: Request) -> Advance | None:
        return self.take(request.seat, self._logged_action(request))

    def _logged_action(self, request: Request) -> Any:
        then = self._then(request)
        action = request.find(then)
        if action is None:
            raise LogError(f"step {request.id}: {then!r} is not on offer")
        return action

    def _then(self, request: Request) -> str:
        moves: Mapping[str, str] = self._logged.get(request.id, {})
        return moves.get(str(request.seat), request.legal[-1])

    def _keep(
        self,
        request: Request,
        now: str | None,
        info: Any,
        ms: float | None,
        fault: str | None = None,
    ) -> None:
        if len(request.offers) > 1:
            row = Asked(
                len(self.asked) + 1, request.id, request.legal, self._then(request), now, info, ms,
                fault, tuple(self.view(Viewer.player(request.seat)).get("hand") or ()),
            )  # fmt: skip
            self.asked.append(row)


def ask(
    log: MatchLog, game: AnyGame, player: Player, seat: Seat, last: int | None = None
) -> Sequence[Asked]:
    """Every decision of a seat put to a bot again, up to the one of that number."""
    if seat not in range(len(log.players)):
        raise ArenaError(f"no seat {seat}; there are 0 to {len(log.players) - 1}")
    match = Retold(log, game, seat, last)
    seed = match.deals.root or "given"
    fresh = player.seated()
    players = [Player("logged", kind=FirstBot).seated() for _ in log.players]
    if fresh.bot is None or fresh.needs_referee:
        players[seat] = fresh
        play_referee(match, players, seed, clock=None)
        return match.asked
    timed = TimedBot(fresh.bot)
    bots = [one.bot for one in players if one.bot is not None]
    bots[seat] = timed
    decided: list[float] = []

    def watch(_advance: Advance) -> None:
        # Times are of every answer, rows only of decisions: keep the time that belongs to a row.
        if len(match.asked) > len(decided):
            decided.append(timed.times_ms[-1] if timed.times_ms else 0.0)

    play_match(match, bots, seed, watch)
    pairs = zip(match.asked, decided, strict=True)
    return [replace(row, ms=round(ms, 3)) for row, ms in pairs]

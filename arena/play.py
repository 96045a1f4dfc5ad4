"""The plain loop: a match between bots in this process, with no event loop in the way."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from inspect import isawaitable
from secrets import token_hex
from typing import Any

from arena.match import Advance, Fault, Match, Refusal, Request
from bots import Bot, TableTurn, watches
from engine.game import AnyGame, Event, Outcome, RoundResult, Viewer
from engine.rng import Deals, stream


@dataclass(slots=True)
class MatchResult:
    """A finished match: how it ended, and everything needed to look at it again."""

    match: Match
    rounds: tuple[RoundResult, ...]

    @property
    def outcome(self) -> Outcome:
        """Points and ranks."""
        return self.match.outcome

    @property
    def steps(self) -> int:
        """Applied steps."""
        return self.match.n

    @property
    def decisions(self) -> int:
        """Answers of seats that had at least two choices."""
        return self.match.decisions

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Every fault, in order."""
        return self.match.faults


def match_id(seed: str) -> str:
    """The id of a local match: it follows from the seed, so that runs can be repeated."""
    return sha256(f"match:{seed}".encode()).hexdigest()[:16]


def fresh_seed() -> str:
    """A short seed to print, so that any run can be repeated."""
    return token_hex(4)


def new_match(
    game: AnyGame,
    players: Sequence[str],
    deals: Deals,
    *,
    config: Mapping[str, Any] | None = None,
    variants: Sequence[str] = (),
) -> Match:
    """A local match about to begin."""
    identity = match_id(deals.root or "given")
    return Match(game, players, deals, config=config, variants=variants, match_id=identity)


class LocalBots:
    """Bots seated at a match in this process: started, told, asked and ended in turn."""

    def __init__(self, match: Match, bots: Sequence[Bot], bot_seed: str) -> None:
        self.match = match
        self.bots = bots
        self._unseen: list[list[tuple[Event, ...]]] = [[] for _ in bots]
        self._watching = [seat for seat, bot in enumerate(bots) if watches(bot)]
        for seat, bot in enumerate(bots):
            rng = stream(bot_seed, "bot", seat)
            bot.start(match.game, seat, match.seats, match.config, rng)

    def tell(self, advance: Advance) -> None:
        """Hand a step's events to everybody, masked."""
        events = advance.events
        for unseen in self._unseen:
            unseen.append(events)
        for seat in self._watching:
            self.bots[seat].watch(masked([events], seat))

    def ask(self, request: Request) -> Advance | None:
        """One decision; a crash or an illegal answer becomes a fault and the default move."""
        seat = request.seat
        turn = TableTurn(
            seat,
            request.legal,
            Unseen(self._unseen[seat], seat),
            None,
            self.match.rules,
            self.match.state,
        )
        self._unseen[seat] = []
        try:
            answer = self.bots[seat].act(turn)
        except Exception as error:  # a bot may fail in any way: that is its fault, not ours
            return self.match.fault(seat, crash(request, error))
        if isawaitable(answer):
            raise TypeError(f"{self.bots[seat].name}: an async bot needs the referee")
        return self._take(request, answer)

    def _take(self, request: Request, answer: Any) -> Advance | None:
        choice, info = answer if isinstance(answer, tuple) else (answer, None)
        if not isinstance(choice, str):
            return self.match.fault(request.seat, illegal(request, repr(choice)))
        taken = self.match.answer(request.seat, choice, info)
        if isinstance(taken, Refusal):
            return self.match.fault(request.seat, illegal(request, choice))
        return taken

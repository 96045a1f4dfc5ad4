"""The plain loop: a match between bots in this process, with no event loop in the way."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from traceback import extract_tb
from typing import Any

from arena.match import Advance, Fault, Match, Refusal, Request
from bots import Bot, TableTurn, masked, watches
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


def play_match(match: Match, bots: Sequence[Bot], bot_seed: str) -> MatchResult:
    """Drive a match to its end with bots of this process."""
    table = LocalBots(match, bots, bot_seed)
    rounds = list(match.opening.results)
    table.tell(match.opening)
    pending = match.pending
    while not match.over:
        advance = None if pending else match.advance()
        for request in tuple(pending.values()):
            advance = table.ask(request)
        if advance is None:
            continue
        table.tell(advance)
        if advance.results:
            rounds += advance.results
    table.end()
    return MatchResult(match, tuple(rounds))


class LocalBots:
    """Bots seated at a match in this process: started, told, asked and ended in turn."""

    def __init__(self, match: Match, bots: Sequence[Bot], bot_seed: str) -> None:
        self.match = match
        self.bots = bots
        self._steps: list[list[tuple[Event, ...]]] = [[] for _ in bots]
        self._watching = [(Viewer.player(s), bot) for s, bot in enumerate(bots) if watches(bot)]
        for seat, bot in enumerate(bots):
            rng = stream(bot_seed, "bot", seat)
            bot.start(match.game, seat, match.seats, match.config, rng)

    def tell(self, advance: Advance) -> None:
        """Hand a step's events to everybody; masked when somebody reads them."""
        events = advance.events
        for steps in self._steps:
            steps.append(events)
        for viewer, bot in self._watching:
            bot.watch(masked(events, viewer))

    def ask(self, request: Request) -> Advance | None:
        """One decision; a crash or an illegal answer becomes a fault and the default move."""
        seat, match = request.seat, self.match
        steps, self._steps[seat] = self._steps[seat], []
        turn = TableTurn(seat, request.legal, match.rules, match.state, steps)
        try:
            answer = self.bots[seat].act(turn)
        except Exception as error:  # a bot may fail in any way: that is its fault, not ours
            return match.fault(seat, crash(request, error))
        choice, info = answer if isinstance(answer, tuple) else (answer, None)
        taken = match.answer(seat, choice, info) if isinstance(choice, str) else None
        if isinstance(taken, Refusal) or not isinstance(choice, str):
            return match.fault(seat, illegal(request, choice))
        return taken

    def end(self) -> None:
        """Tell everybody how it ended; a bot that fails now hurts nobody."""
        for bot in self.bots:
            with suppress(Exception):
                bot.end(self.match.outcome)


def crash(request: Request, error: BaseException) -> Fault:
    """The fault of a bot that raised instead of answering."""
    where = extract_tb(error.__traceback__)[-1]
    reason = f"{type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})"
    return Fault(request.seat, "crash", reason, legal=request.legal)


def illegal(request: Request, received: object) -> Fault:
    """The fault of an answer that was not on offer."""
    text = received if isinstance(received, str) else repr(received)
    legal = ",".join(request.legal)
    reason = f"answered {text[:200]!r}; legal were {legal}"
    return Fault(request.seat, "illegal", reason, received=text[:200], legal=request.legal)

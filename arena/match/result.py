"""Making a match with its id and seed, and what is left when it is over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_hex
from typing import Any

from arena.match.forfeits import settled
from arena.match.match import Fault, Match
from engine.game import AnyGame, Outcome, RoundResult, Seat
from engine.rng import Deals
from engine.variants import VariantEntry


@dataclass(slots=True)
class MatchResult:
    """A finished match: how it ended, and everything needed to look at it again."""

    match: Match
    rounds: tuple[RoundResult, ...]
    forfeits: tuple[Seat, ...] = ()
    """The seats that lose because a house bot had to play for them."""

    @property
    def outcome(self) -> Outcome:
        """Points and ranks as they count."""
        match = self.match
        if not self.forfeits:
            return match.outcome
        return settled(match.outcome, self.forfeits, match.game.teams(match.config, match.seats))

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

    @property
    def log(self) -> list[str]:
        """The match log, line by line."""
        from arena.match.log import log_lines  # only now: few ask for it

        return log_lines(self.match)

    def _repr_html_(self) -> str:
        """Show the match in a notebook: places, and what happened round by round."""
        from arena.match.history_text import match_html

        return match_html(self.match, self.outcome, len(self.rounds))


def match_id(seed: str) -> str:
    """The id of a local match: it follows from the seed, so that runs can be repeated."""
    return sha256(f"match:{seed}".encode()).hexdigest()[:16]


def fresh_seed() -> str:
    """A seed of 256 bits that nobody can guess; printed, so that any run can be repeated."""
    return token_hex(32)


def new_match(
    game: AnyGame,
    players: Sequence[str],
    deals: Deals,
    *,
    config: Mapping[str, Any] | None = None,
    variants: Sequence[VariantEntry] = (),
    identity: str = "",
) -> Match:
    """A local match about to begin; its id follows from the seed unless it is given."""
    identity = identity or match_id(deals.root or "given")
    return Match(game, players, deals, config=config, variants=variants, match_id=identity)

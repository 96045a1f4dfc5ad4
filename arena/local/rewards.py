"""What a step at a table is worth to each seat."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from arena.errors import UnknownNameError
from arena.match.match import Match
from engine.game import RoundResult

Results = Sequence[RoundResult]
"""The rounds that a step closed."""
RewardFn = Callable[[Match, Results], Sequence[float]]
"""From a match after a step, and the rounds this closed, to one number per seat."""


def points(match: Match, results: Results) -> Sequence[float]:
    """The points of every round, as it ends."""
    return [sum(result.points[seat] for result in results) for seat in range(match.seats)]


def outcome(match: Match, _results: Results) -> Sequence[float]:
    """The points of the match when it is over, with all that is added at its end."""
    return match.outcome.points if match.over else [0] * match.seats


def placement(match: Match, _results: Results) -> Sequence[float]:
    """1 for the first place down to -1 for the last when the match is over; who tie share."""
    if not match.over:
        return [0] * match.seats
    ranks = match.outcome.ranks
    places = [rank + (ranks.count(rank) - 1) / 2 for rank in ranks]
    return [1 - 2 * (place - 1) / (match.seats - 1) for place in places]


REWARDS: Final[Mapping[str, RewardFn]] = {
    "points": points,
    "outcome": outcome,
    "placement": placement,
}


def reward_function(reward: str | RewardFn) -> RewardFn:
    """The reward of this name, or the given function itself."""
    if not isinstance(reward, str):
        return reward
    if reward not in REWARDS:
        raise UnknownNameError("reward", reward, REWARDS)
    return REWARDS[reward]

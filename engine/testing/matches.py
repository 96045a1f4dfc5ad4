"""Random matches for the checks to look at, and the small tools they share."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from itertools import product
from random import Random
from typing import Any, Final

from engine.errors import GameError
from engine.game import AnyGame, Seat
from engine.rng import Deals, stream
from engine.variants import Position, Rules, VariantEntry, variant_name

FULLY_CHECKED: Final = 200
"""Steps of a match that the dearest checks look at one by one; later ones now and then."""
EVERY: Final = 16
MOST_STEPS: Final = 20_000
"""Steps after which a random match is said never to end."""


class ConformanceError(GameError):
    """A game breaks the contract; the sentence names game, seed, step and seat."""


@dataclass(slots=True)
class RandomMatch:
    """A match of random moves; `play` gives its positions one by one as they come about."""

    rules: Rules
    config: Any
    seats: int
    seed: str
    specimen: str = ""
    """The name of the given deal it begins with; empty if all deals come from the seed."""

    @property
    def deals(self) -> Deals:
        """Where its tiles come from."""
        if self.specimen:
            return Deals.given([self.rules.game.specimens[self.specimen]], self.seed)
        return Deals.seed(self.seed)

    def play(self, most_steps: int = MOST_STEPS) -> Iterator[tuple[Position, dict[Seat, Any]]]:
        """Each position with the moves about to be made there; none in the last."""
        rng = stream(self.seed, "conformance", self.seats)
        with self.naming(0):
            position = self.rules.start(self.config, self.deals, self.seats)
        for step in range(most_steps):
            if not position.offers:
                yield position, {}
                return
            moves = self._choose(position, rng, step)
            yield position, moves
            with self.naming(step):
                position = self.rules.apply(position.state, moves)
        raise ConformanceError(f"{self.where(most_steps)}: the match does not come to an end")

    def stretch(self) -> Iterator[tuple[int, Position, dict[Seat, Any]]]:
        """The beginning step by step, then the ends of rounds and a step now and then."""
        for step, (position, moves) in enumerate(self.play()):
            if step < FULLY_CHECKED or step % EVERY == 0 or position.results:
                yield step, position, moves

    def _choose(self, position: Position, rng: Random, step: int) -> dict[Seat, Any]:
        for seat, offer in position.offers.items():
            if not offer:
                raise ConformanceError(f"{self.where(step, seat)}: asked, but offered nothing")
        return {
            seat: offer[int(rng.random() * len(offer))] for seat, offer in position.offers.items()
        }

    @contextmanager
    def naming(self, step: int, seat: object = None) -> Iterator[None]:
        """Add the place to any exception of the game."""
        try:
            yield
        except ConformanceError:
            raise
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise ConformanceError(f"{self.where(step, seat)}: {what}") from error

    def where(self, step: int, seat: object = None) -> str:
        """Return the place in words: game, seats, seed or specimen, step and seat."""
        names = "".join(f" with {variant_name(entry)}" for entry in self.rules.variants)
        dealt = f", specimen {self.specimen!r}" if self.specimen else ""
        place = (
            f"{self.rules.game.name}{names}, {self.seats} seats, seed {self.seed}{dealt},"
            f" step {step}"
        )
        return place if seat is None else f"{place}, seat {seat}"


def random_match(
    game: AnyGame,
    seats: int,
    seed: str,
    config: Mapping[str, Any] | None = None,
    variants: Sequence[VariantEntry] = (),
) -> RandomMatch:
    """A match of random moves that follows from the seed alone."""
    return RandomMatch(Rules(game, variants), game.config(config), seats, f"{seed}/{seats}")


def matches(game: AnyGame, seed: str) -> Iterator[RandomMatch]:
    """Yield a random match for each number of seats, then one for each specimen of the game."""
    for seats in game.seats:
        yield random_match(game, seats, seed)
    for name in game.specimens:
        match = random_match(game, game.default_seats, seed)
        match.specimen = name
        yield match


def sample(match: RandomMatch, count: int) -> list[tuple[int, Position, dict[Seat, Any]]]:
    """At most this many positions of a match, spread evenly, the first and last among them."""
    rows = [(step, position, moves) for step, (position, moves) in enumerate(match.play())]
    last = len(rows) - 1
    return [rows[i] for i in sorted({last * i // max(1, count - 1) for i in range(count)})]


def count_lines(
    game: AnyGame, state: Any, depth: int, variants: Sequence[VariantEntry] = ()
) -> int:
    """Lines of play of this many joint steps; one that ends sooner counts as a line too."""
    return _count(Rules(game, variants), state, depth)


def _count(rules: Rules, state: Any, depth: int) -> int:
    offers = rules.legal(state)
    if depth == 0 or not offers:
        return 1
    return sum(
        _count(rules, rules.apply(state, dict(zip(offers, moves, strict=True))).state, depth - 1)
        for moves in product(*offers.values())
    )


def through_json(value: Any) -> Any:
    """The value as it arrives on the other side of a wire."""
    return json.loads(json.dumps(value, allow_nan=False))


def fingerprint(value: Any) -> Any:
    """Everything a value holds, however deep, as nested tuples that can be compared later."""
    if value is None or isinstance(value, bool | int | float | str | bytes):
        return value
    if isinstance(value, Mapping):
        return ("map", *((fingerprint(key), fingerprint(item)) for key, item in value.items()))
    if isinstance(value, list | tuple):
        return (type(value).__name__, *map(fingerprint, value))
    if isinstance(value, set | frozenset):
        return ("set", *sorted(map(repr, map(fingerprint, value))))
    if isinstance(value, Random):
        return value.getstate()
    inside = {name: getattr(value, name) for name in members(value) if hasattr(value, name)}
    return (type(value).__qualname__, fingerprint(inside)) if inside else repr(value)


def members(value: object) -> list[str]:
    """The names of everything an object stores, slots of its base classes included."""
    if is_dataclass(value):
        return [item.name for item in fields(value)]
    slots = [name for kind in type(value).__mro__ for name in _slots(kind)]
    return [*slots, *getattr(value, "__dict__", ())]


def _slots(kind: type) -> tuple[str, ...]:
    # A class that mypyc compiled lists its attributes under another name.
    slots = kind.__dict__.get("__slots__") or kind.__dict__.get("__mypyc_attrs__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)

"""Checks that hidden things stay hidden, by re-dealing whatever a viewer cannot see."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, Final

from engine.game import FULL, PLAYERS, PUBLIC, AnyGame, Viewer
from engine.rng import Deals, stream
from engine.testing.matches import (
    ConformanceError,
    RandomMatch,
    matches,
    random_match,
    sample,
    through_json,
)
from engine.testing.seen import POSITIONS, masked, viewers
from engine.variants import Offers, Position

MATCHES: Final = 2
DEALT_MATCHES: Final = 12
"""Matches whose later deals are looked at."""
REDEALS: Final = 4
"""Imagined states a position: enough to see that they differ."""
TRIES: Final = 8
"""Re-deals tried until the moves of a step are legal in one."""
LARGE_HAND: Final = 3
"""Tiles from which on two honest re-deals of a hand hardly ever agree."""
MOST_AGREEMENT: Final = 0.25

Hands = list[list[str]]


class LeakError(ConformanceError):
    """A view shows something hidden; the place is added by whoever knows it."""


def hands_of(game: AnyGame, state: Any, seats: int) -> Hands:
    """Every seat's hand as its owner sees it, sorted."""
    return [sorted(game.view(state, PLAYERS[seat])["hand"]) for seat in range(seats)]


def redeal(game: AnyGame, config: Any, state: Any, viewer: Viewer, rng: Random) -> Any:
    """A state like this one in all that the viewer sees; nothing but the view is handed over."""
    return game.imagine(config, through_json(game.view(state, viewer)), rng)


def check_no_leak(game: AnyGame, config: Any, state: Any, viewer: Viewer, rng: Random) -> None:
    """The viewer cannot tell a re-dealt state from the real one."""
    before = game.view(state, viewer)
    after = game.view(redeal(game, config, state, viewer, rng), viewer)
    if before != after:
        keys = [key for key in before if before[key] != after.get(key)] or ["its keys"]
        raise LeakError(f"{keys[0]} differs after a re-deal that {viewer} cannot see")


def positions(
    game: AnyGame, seats: int, seed: str, *, specimens: bool = True
) -> Iterator[tuple[RandomMatch, int, Any]]:
    """Positions of a few random matches and of specimens, each with its match and step."""
    found = [random_match(game, seats, f"{seed}/{number}") for number in range(MATCHES)]
    if specimens:
        found += [m for m in matches(game, seed) if m.specimen and m.seats == seats]
    for match in found:
        for step, position, moves in sample(match, POSITIONS):
            yield match, step, (position, moves)


def check_imagine(game: AnyGame, seed: str) -> None:
    """`view(imagine(config, view, rng), viewer) == view`, for every kind of viewer."""
    for seats in game.seats:
        rng = stream(seed, "imagine", seats)
        for match, step, (position, _) in positions(game, seats, seed):
            for viewer in viewers(seats):
                try:
                    with match.naming(step, viewer):
                        check_no_leak(game, match.config, position.state, viewer, rng)
                except LeakError as leak:
                    raise ConformanceError(f"{match.where(step, viewer)}: {leak}") from leak


@dataclass(slots=True)
class Tally:
    """How often something agreed with the truth, and how often with another re-deal."""

    n: int = 0
    truth: int = 0
    chance: int = 0

    def add(self, truth: bool, chance: bool) -> None:
        """Count one comparison."""
        self.n += 1
        self.truth += truth
        self.chance += chance

    @property
    def knows(self) -> bool:
        """Whether the truth was met clearly more often than chance allows."""
        slack = 3 * sqrt(self.truth + self.chance) + self.n / 50
        return self.truth - self.chance > slack

    @property
    def stuck(self) -> bool:
        """Whether re-deals agree with each other so often that little was dealt anew."""
        return self.chance > MOST_AGREEMENT * self.n + 3


def check_redeal(game: AnyGame, seed: str) -> None:
    """Re-deals really vary what is hidden, and do not meet the truth more often than chance."""
    for seats in game.seats:
        # Specimens are no chance deals, so they would spoil the count.
        sampled = positions(game, seats, seed, specimens=False)
        states = [position.state for _, _, (position, _) in sampled]
        for viewer in (*PLAYERS[:seats], PUBLIC):
            others = [seat for seat in range(seats) if seat != viewer.seat]
            _check_varies(game, seats, seed, viewer, others)
            _check_ignorant(game, seats, seed, viewer, others, states)


def _check_varies(game: AnyGame, seats: int, seed: str, viewer: Viewer, others: list[int]) -> None:
    match = random_match(game, seats, seed)
    first = match.rules.start(match.config, match.deals, seats).state
    rng = stream(seed, "varies", seats, str(viewer))
    real = [_first_hands(match, number) for number in range(TRIES)]
    imagined = [
        hands_of(game, redeal(game, match.config, first, viewer, rng), seats) for _ in range(TRIES)
    ]
    for seat in others:
        if all(h[seat] == imagined[0][seat] for h in imagined) and any(
            h[seat] != real[0][seat] for h in real
        ):
            raise ConformanceError(
                f"{match.where(0, viewer)}: imagine never varies the hidden hand of seat {seat}"
            )


def _first_hands(match: RandomMatch, number: int) -> Hands:
    deals = Deals.seed(f"{match.seed}/deal/{number}")
    state = match.rules.start(match.config, deals, match.seats).state
    return hands_of(match.rules.game, state, match.seats)


def _check_ignorant(
    game: AnyGame, seats: int, seed: str, viewer: Viewer, others: list[int], states: list[Any]
) -> None:
    config = game.config()
    rng = stream(seed, "ignorant", seats, str(viewer))
    every, large, whole = Tally(), Tally(), Tally()
    for state in states:
        redealt = [redeal(game, config, state, viewer, rng) for _ in range(REDEALS)]
        truth, imagined = hands_of(game, state, seats), [hands_of(game, s, seats) for s in redealt]
        full, fulls = game.view(state, FULL), [game.view(s, FULL) for s in redealt]
        for i in range(REDEALS):
            whole.add(fulls[i] == full, fulls[i] == fulls[i - 1])
            for seat in others:
                row = (imagined[i][seat] == truth[seat], imagined[i][seat] == imagined[i - 1][seat])
                every.add(*row)
                if len(truth[seat]) >= LARGE_HAND:
                    large.add(*row)
    where = f"{game.name}, {seats} seats, seed {seed}, seat {viewer}, all steps"
    if large.stuck:
        raise ConformanceError(
            f"{where}: imagine keeps hidden hands ({large.chance} of {large.n} times)"
        )
    if every.knows or whole.knows:
        raise ConformanceError(
            f"{where}: imagine meets the hidden truth {every.truth} of {every.n} times,"
            f" chance would do so {every.chance} times"
        )


def check_masks(game: AnyGame, seed: str) -> None:
    """Where two worlds look the same to a viewer afterwards, it was told the same of the step."""
    for seats in game.seats:
        rng = stream(seed, "masks", seats)
        for match, step, (position, moves) in positions(game, seats, seed):
            for viewer in viewers(seats) if moves else ():
                with match.naming(step, viewer):
                    _check_step(match, step, position.state, moves, viewer, rng)


def _check_step(
    match: RandomMatch, step: int, state: Any, moves: dict[int, Any], viewer: Viewer, rng: Random
) -> None:
    rules, game = match.rules, match.rules.game
    real = rules.apply(state, moves)
    if real.results:
        return  # the end of a round may show what was hidden
    view, events = game.view(real.state, viewer), masked(real.events, viewer)
    for number in range(TRIES):
        other = redeal(game, match.config, state, viewer, rng)
        tried = _other_moves(rules.legal(other), moves, viewer, rng if number % 2 else None)
        after = rules.apply(other, tried) if tried else None
        if after is None or after.results or game.view(after.state, viewer) != view:
            continue
        if masked(after.events, viewer) != events:
            raise ConformanceError(
                f"{match.where(step + 1, viewer)}: the events show what the view hides:"
                f" {events} or {masked(after.events, viewer)}"
            )


def check_hidden_moves(game: AnyGame, seed: str) -> None:
    """What the events of a step hide from a viewer, the view afterwards hides too."""
    for seats in game.seats:
        rng = stream(seed, "hidden", seats)
        for match, step, (position, moves) in positions(game, seats, seed):
            for viewer in (*PLAYERS[:seats], PUBLIC) if moves else ():
                with match.naming(step, viewer):
                    _check_hidden_move(match, step, position, moves, viewer, rng)


def _check_hidden_move(
    match: RandomMatch,
    step: int,
    position: Position,
    moves: dict[int, Any],
    viewer: Viewer,
    rng: Random,
) -> None:
    tried = _other_moves(position.offers, moves, viewer, rng)
    if tried is None or tried == moves:
        return
    rules = match.rules
    real, other = rules.apply(position.state, moves), rules.apply(position.state, tried)
    if real.results or other.results:
        return  # the end of a round may show what was hidden
    if masked(real.events, viewer) != masked(other.events, viewer):
        return
    if rules.game.view(real.state, viewer) != rules.game.view(other.state, viewer):
        raise ConformanceError(
            f"{match.where(step + 1, viewer)}: the view shows which of two moves was made,"
            " though the events are the same"
        )


def _other_moves(
    offers: Offers, moves: dict[int, Any], viewer: Viewer, rng: Random | None
) -> dict[int, Any] | None:
    """The same moves, or with `rng` others for all but the viewer; None where they are illegal."""
    if offers.keys() != moves.keys():
        return None
    tried = {
        seat: moves[seat]
        if rng is None or viewer.sees_hand(seat)
        else offer[int(rng.random() * len(offer))]
        for seat, offer in offers.items()
    }
    return tried if all(move in offers[seat] for seat, move in tried.items()) else None


def check_shown_hands(game: AnyGame, seed: str) -> None:
    """The events of a deal, first or later, show nobody the hand that another seat now holds."""
    for seats in game.seats:
        openings = {
            "match": _first_deals(game, seats, seed),
            "round": _next_deals(game, seats, seed),
        }
        for viewer in (*PLAYERS[:seats], PUBLIC):
            rng = stream(seed, "shown", seats, str(viewer))
            for name, positions in openings.items():
                tally = _count_shown(game, game.config(), positions, viewer, rng)
                if tally.knows:
                    raise ConformanceError(
                        f"{game.name}, {seats} seats, seed {seed}, step 0 of a {name}, seat"
                        f" {viewer}: the deal's events show hidden hands"
                        f" ({tally.truth} of {tally.n} times)"
                    )


def _first_deals(game: AnyGame, seats: int, seed: str) -> list[Position]:
    found = [random_match(game, seats, f"{seed}/{number}") for number in range(POSITIONS)]
    return [match.rules.start(match.config, match.deals, seats) for match in found]


def _next_deals(game: AnyGame, seats: int, seed: str) -> list[Position]:
    return [
        position
        for number in range(DEALT_MATCHES)
        for position, _ in random_match(game, seats, f"{seed}/{number}").play()
        if position.results and position.offers
    ]


def _count_shown(
    game: AnyGame, config: Any, positions: list[Position], viewer: Viewer, rng: Random
) -> Tally:
    tally = Tally()
    for position in positions:
        rows = [event.as_json() for event in masked(position.events, viewer)]
        seats = len(game.outcome(position.state).points)
        real = hands_of(game, position.state, seats)
        imagined = hands_of(game, redeal(game, config, position.state, viewer, rng), seats)
        for seat in range(seats):
            if seat != viewer.seat:
                tally.add(_shows(rows, real[seat]), _shows(rows, imagined[seat]))
    return tally


def _shows(value: Any, hand: list[str]) -> bool:
    if isinstance(value, dict):
        return any(_shows(item, hand) for item in value.values())
    if isinstance(value, list):
        texts = all(isinstance(item, str) for item in value)
        return (texts and sorted(value) == hand) or any(_shows(item, hand) for item in value)
    return [value] == hand

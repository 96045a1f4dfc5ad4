"""What learners get: actions by name, and channels that tell no more than the view."""

from engine.game import PLAYERS, AnyGame
from engine.rng import stream
from engine.testing.matches import ConformanceError, matches
from engine.testing.secrets import positions, redeal


def check_numbers(game: AnyGame, seed: str) -> None:
    """Every choice has one of the game's actions, and what is encoded hangs on the view alone."""
    if game.actions:
        _check_actions(game, seed)
    if game.channels:
        for seats in game.seats:
            _check_channels(game, seats, seed)


def _check_actions(game: AnyGame, seed: str) -> None:
    known = {*game.actions}
    for match in matches(game, seed):
        for step, (position, _) in enumerate(match.play()):
            for seat, offer in position.offers.items():
                for action in offer:
                    with match.naming(step, seat):
                        name = game.action_of(position.state, action)
                    if name not in known:
                        raise ConformanceError(
                            f"{match.where(step, seat)}: {action.choice!r} is the action {name!r},"
                            " which is not one of `actions`"
                        )


def _check_channels(game: AnyGame, seats: int, seed: str) -> None:
    rng = stream(seed, "numbers", seats)
    for match, step, (position, _) in positions(game, seats, seed):
        for seat in range(seats):
            with match.naming(step, seat):
                true = game.encode(position.state, seat)
                world = redeal(game, match.config, position.state, PLAYERS[seat], rng)
                other = game.encode(world, seat)
            if len(true) != len(game.channels):
                raise ConformanceError(
                    f"{match.where(step, seat)}: encode wrote {len(true)} numbers for"
                    f" {len(game.channels)} channels"
                )
            for name, own, imagined in zip(game.channels, true, other, strict=True):
                if own != imagined:
                    raise ConformanceError(
                        f"{match.where(step, seat)}: the channel {name!r} is {own}, and {imagined}"
                        " in a world that looks the same"
                    )

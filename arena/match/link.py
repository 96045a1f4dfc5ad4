"""A whole match as one line of text that fits in a link.

`1.texas42.<rules and deals>.<choices>.<check>`: the game, then its version, seats, steps, variants,
deals and the options that differ from the defaults, packed; then one number that holds every choice
as its place among those on offer; then a check sum. Seats that had one choice cost nothing.
"""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from arena.errors import LinkError
from arena.match.log import UNPLAYABLE, MatchLog, finished, logged_rules, positions
from engine.config import as_json
from engine.game import AnyGame, Seat
from engine.replay import find_moves
from engine.rng import Deals
from engine.variants import Position, Rules, VariantEntry, logged_variants

LINK_VERSION: Final = "1"
PARTS: Final = 5
MOST_CHARACTERS: Final = 100_000
MOST_STEPS: Final = 100_000
"""A longer link is no match anybody has played."""
FAMILIAR: Final = (
    json.dumps(
        [f"{high}-{low}" for high in range(7) for low in range(high + 1)], separators=(",", ":")
    ).encode()
    + b'{"given":[{"hands":[["then":"error"}]"hands":[['
    + b'"start":'
)
"""What packed deals often hold; part of the format."""

FindGame = Callable[[str], AnyGame]
Moves = tuple[Mapping[Seat, str], ...]


@dataclass(frozen=True, slots=True)
class Link:
    """What a link holds: all that is needed to play the match again."""

    game: AnyGame
    config: Any
    variants: tuple[VariantEntry, ...]
    deals: Deals
    seats: int
    moves: Moves

    def positions(self) -> Iterator[Position]:
        """Every position of the match, the deal first; LinkError if a move does not fit."""
        rules = Rules(self.game, self.variants)
        try:
            position = rules.start(self.config, self.deals, self.seats)
            yield position
            for number, choices in enumerate(self.moves, 1):
                moves = find_moves(rules, position, choices, number)
                position = rules.apply(position.state, moves)
                yield position
        except UNPLAYABLE as error:
            raise LinkError(str(error)) from error


# -- writing


def write_link(link: Link) -> str:
    """The text of a link; the same match always gives the same text."""
    head = [
        link.game.version,
        link.seats,
        len(link.moves),
        list(Rules(link.game, link.variants).variants),
        link.deals.as_json(),
        changed_options(link.game, link.config),
    ]
    number, base = 0, 1
    for position, choices in zip(link.positions(), link.moves, strict=False):
        for seat, offer in position.offers.items():
            number += base * [action.choice for action in offer].index(choices[seat])
            base *= len(offer)
    body = f"{LINK_VERSION}.{link.game.name}.{_text(_packed(head))}.{_text(_bytes(number))}"
    return f"{body}.{_check(body)}"


def changed_options(game: AnyGame, config: Any) -> dict[str, Any]:
    """The preset, if not the first, and the options in which a config differs from it."""
    options = as_json(config)
    preset = options["preset"]
    plain = as_json(game.config({"preset": preset}))
    named = {} if preset == next(iter(game.presets)) else {"preset": preset}
    return named | {key: value for key, value in options.items() if value != plain[key]}


def log_link(log: MatchLog, game: AnyGame) -> Link:
    """The match of a log; LogError or LinkError if it does not hold."""
    for _ in positions(log, game):
        pass
    moves = [
        {int(seat): choice for seat, choice in row["moves"].items()}
        for row in log.steps
        if row["n"]
    ]
    return Link(
        game=game,
        config=game.config(log.header["config"]),
        variants=logged_rules(log, game).variants,
        deals=Deals.from_json(finished(log)["deals"]),
        seats=len(log.players),
        moves=tuple(moves),
    )


# -- reading


def is_link(text: str) -> bool:
    """Whether this text looks like a link, alone or at the end of an address."""
    return _bare(text).count(".") == PARTS - 1


def read_link(text: str, find_game: FindGame, most: int = MOST_STEPS) -> Link:
    """The match of a link of so many steps at most; LinkError says why there is none."""
    parts = _bare(text).split(".")
    if len(parts) != PARTS or len(text) > MOST_CHARACTERS or not text.isascii():
        raise LinkError("this is no link to a match: expected five parts with dots between them")
    if parts[0] != LINK_VERSION:
        raise LinkError(f"link version {parts[0]!r}; this arena reads {LINK_VERSION}")
    if _check(".".join(parts[:-1])) != parts[-1]:
        raise LinkError("the link is not complete, or a letter of it was changed")
    game = find_game(parts[1])
    try:
        version, seats, steps, variants, deals, options = _head(_raw(parts[2]))
        if version != game.version:
            raise LinkError(f"played by version {version} of {game.name}; here is {game.version}")
        if seats not in game.seats:
            raise LinkError(f"{game.name} is not played by {seats}")
        if not 0 <= steps <= most:
            raise LinkError(f"{steps} steps are no match; {most} are the most here")
        config, rules = game.config(options), Rules(game, logged_variants(game, variants))
        dealt = Deals.from_json(deals)
        number = int.from_bytes(_raw(parts[3]), "big")
        moves = tuple(_choices(rules, rules.start(config, dealt, seats), number, steps))
    except (*UNPLAYABLE, zlib.error) as error:
        raise LinkError(f"the link holds no match that can be played: {error}") from error
    return Link(game, config, rules.variants, dealt, seats, moves)


def _choices(
    rules: Rules, position: Position, number: int, steps: int
) -> Iterator[Mapping[Seat, str]]:
    for _ in range(steps):
        chosen: dict[Seat, Any] = {}
        for seat, offer in position.offers.items():
            number, place = divmod(number, len(offer))
            chosen[seat] = offer[place]
        if not chosen:
            raise LinkError("the match is over before the link's last choice")
        yield {seat: action.choice for seat, action in chosen.items()}
        position = rules.apply(position.state, chosen)
    if number:
        raise LinkError("the link goes on after its last choice")


def _bare(text: str) -> str:
    """The link without the address it may stand in."""
    text = text.partition("&")[0]
    for mark in "/#=?":
        text = text.rpartition(mark)[2]
    return text.strip()


# -- packing


def _packed(value: Iterable[Any]) -> bytes:
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=FAMILIAR)
    return packer.compress(text) + packer.flush()


def _head(data: bytes) -> tuple[int, int, int, list[Any], dict[str, Any], dict[str, Any]]:
    opener = zlib.decompressobj(-15, zdict=FAMILIAR)
    text = opener.decompress(data, MOST_CHARACTERS)
    if not opener.eof or opener.unused_data:
        raise ValueError("its head does not end where it should")
    value = json.loads(text)
    match value:
        case [int() as version, int() as seats, int() as steps, list() as variants, dict(), dict()]:
            return version, seats, steps, variants, value[4], value[5]
        case _:
            raise ValueError("its head is not as expected")


def _bytes(number: int) -> bytes:
    return number.to_bytes((number.bit_length() + 7) // 8, "big")


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _raw(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _check(body: str) -> str:
    return _text(zlib.crc32(body.encode()).to_bytes(4, "big"))

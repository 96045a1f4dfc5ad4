"""What a seat sees as a vector of numbers: by the game's own channels, or from its view's schema.

A game may write its channels itself (`Game.encode`). For all others there is an encoder of views:
every number, truth value and text of a view has a channel by its path: `honba` holds a number,
`phase=draw` is 1 while the phase is called so, and `ponds[1].tile=3m` counts the pieces of that
name in the pond of the next seat. What a schema cannot tell, which texts there are and which
lists go by seats, is learned from matches that are played at random, always the same.
"""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from random import Random
from typing import Any, Final

from arena.errors import ArenaError
from arena.local.loop import loaded_plugins
from arena.local.table_env import Observation
from arena.match.result import new_match
from engine.errors import GameError
from engine.game import AnyGame, Seat, View, Viewer
from engine.rng import Deals, stream

LEFT_OUT: Final = frozenset({"seats", "legal", "history", "notes", "recommended"})
"""Keys without channels: the mask says what is legal, and the others are texts for people."""
SAMPLES: Final = 3
"""Matches from which the texts are learned, beside the game's own specimens."""
MOST_STEPS: Final = 400
"""Steps of each of them."""


class StateEncoder:
    """Writes what a seat sees by the game's own channels, a number from 0 to 255 each."""

    def __init__(self, game: AnyGame, seats: int, config: Any) -> None:
        self.channels = tuple(game.channels)
        self.seats = seats
        self._game, self._config = game, config

    @property
    def size(self) -> int:
        """How long the vector is."""
        return len(self.channels)

    def encode(self, seen: "Observation | View", buffer: Any = None) -> Any:
        """Write what is seen into the buffer, and return that; a new one if none is given.

        A view is enough: what it does not tell has no channel, so any world behind it will do.
        """
        if isinstance(seen, Observation):
            data = seen.encoded()
        else:
            world = self._game.imagine(self._config, seen, Random(0))
            data = self._game.encode(world, _seat(seen))
        return filled(buffer, data)


def filled(buffer: Any, data: bytes) -> Any:
    """Write small numbers into a buffer of floats: of numpy, of the standard library, a list."""
    if buffer is None:
        return array("f", list(data))
    if len(buffer) != len(data):
        raise ArenaError(f"the buffer has {len(buffer)} places; expected {len(data)}")
    buffer[:] = (
        array(buffer.typecode, list(data)) if isinstance(buffer, array) else memoryview(data)
    )
    return buffer


def _seat(view: View) -> Seat:
    if not view["viewer"].isdigit():
        raise ArenaError(f"the view is of {view['viewer']!r}; expected that of a seat")
    return int(view["viewer"])


class Encoder:
    """Writes what a seat sees into a vector; `channels` names each of its places."""

    def __init__(self, channels: Sequence[str], seats: int) -> None:
        self.channels = tuple(channels)
        self.seats = seats
        self._root = _Node("", {name: place for place, name in enumerate(self.channels)})
        self._zeros = array("f", bytes(4 * len(self.channels)))

    @property
    def size(self) -> int:
        """How long the vector is."""
        return len(self.channels)

    def encode(self, seen: "Observation | View", buffer: Any = None) -> Any:
        """Write a view of one seat into the buffer, and return that; a new one if none is given.

        The buffer is any sequence of that many numbers: an array of numpy or of the standard
        library, a list.
        """
        if buffer is None:
            buffer = self._zeros[:]
        elif len(buffer) != self.size:
            raise ArenaError(f"the buffer has {len(buffer)} places; expected {self.size}")
        view = seen.view if isinstance(seen, Observation) else seen
        own, root = _seat(view), self._root
        found: dict[int, float] = {}
        for key, value in view.items():
            node = root.at(key)
            if node.by_seat:
                for seat, item in enumerate(value or ()):
                    _add(node.at((seat - own) % self.seats), item, found)
            elif node.any:
                _add(node, value, found)
        buffer[:] = self._zeros
        for place, amount in found.items():  # few of hundreds
            buffer[place] = amount
        return buffer


class _Node:
    """A path into a view, with its own channels; those inside it are found when first needed."""

    __slots__ = ("_channels", "_inside", "any", "by_seat", "number", "path", "texts")

    def __init__(self, path: str, channels: Mapping[str, int]) -> None:
        self.path = path
        # Those of this path and of what is inside it.
        self._channels = {name: at for name, at in channels.items() if _within(name, path)}
        self.any = bool(self._channels)
        self.number = channels.get(path)
        self.texts = {
            name.removeprefix(f"{path}="): at
            for name, at in self._channels.items()
            if name.startswith(f"{path}=")
        }
        self.by_seat = bool(path) and any(name.startswith(f"{path}[") for name in self._channels)
        self._inside: dict[str | int, _Node] = {}

    def at(self, key: str | int) -> "_Node":
        """The path of a key, or of a seat."""
        node = self._inside.get(key)
        if node is None:
            node = self._inside[key] = _Node(_joined(self.path, key), self._channels)
        return node


def _within(name: str, path: str) -> bool:
    return not path or name == path or name.startswith((f"{path}=", f"{path}.", f"{path}["))


def _joined(path: str, key: str | int) -> str:
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{key}" if path else key


def _add(node: _Node, value: Any, found: dict[int, float]) -> None:
    """Add what stands at a path: texts are counted, numbers added up, and inside them, too."""
    kind = type(value)  # views are plain JSON, and this is asked for each of hundreds of values
    if kind is str:
        place = node.texts.get(value)
        if place is not None:
            found[place] = found.get(place, 0) + 1
    elif kind is bool or kind is int or kind is float:
        if value and node.number is not None:
            found[node.number] = found.get(node.number, 0) + value
    elif kind is list or kind is tuple:
        for item in value:
            _add(node, item, found)
    elif kind is dict:
        for key, item in value.items():
            if item is not False:  # most are
                _add(node.at(key), item, found)


# -- which channels a game has


def encoder(
    game: str | AnyGame, seats: int | None = None, *, config: Mapping[str, Any] | None = None
) -> Encoder | StateEncoder:
    """The encoder of a game; its channels stay the same while the game's version does.

    A game with channels of its own reads views by the options of the match they are from.
    """
    found = loaded_plugins().game(game) if isinstance(game, str) else game
    table = found.default_seats if seats is None else seats
    if found.channels:
        return StateEncoder(found, table, found.config(config))
    return _made(found, table)


@lru_cache(maxsize=64)
def _made(game: AnyGame, table: int) -> Encoder:
    shown = {
        key: schema
        for key, schema in game.schemas["view"]["properties"].items()
        if key not in LEFT_OUT and schema.get("additionalProperties") != {"type": "string"}
    }
    views = [{key: view[key] for key in shown if key in view} for view in _sampled(game, table)]
    by_seat = {
        key
        for key, value in views[0].items()
        if isinstance(value, list) and all(len(view[key]) == table for view in views)
    }
    names = _learned(views, by_seat, table)
    for key, schema in shown.items():
        for place in _places(key, by_seat, table):
            names |= {*_named(schema, place)}
    return Encoder(sorted(names), table)


def _places(key: str, by_seat: set[str], seats: int) -> list[str]:
    """The paths of a key of the view: one, or one per seat with the viewer's own first."""
    return [f"{key}[{seat}]" for seat in range(seats)] if key in by_seat else [key]


def _named(schema: Mapping[str, Any], path: str) -> Iterator[str]:
    """The channels that a schema tells by itself: numbers, truth values, one of a few texts."""
    for option in schema.get("anyOf", ()):
        yield from _named(option, path)
    for text in schema.get("enum", ()):
        yield f"{path}={text}"
    if schema.get("type") in ("integer", "number", "boolean"):
        yield path
    if "items" in schema:
        yield from _named(schema["items"], path)
    for key, inside in schema.get("properties", {}).items():
        yield from _named(inside, _joined(path, key))


def _learned(views: Sequence[View], by_seat: set[str], seats: int) -> set[str]:
    """The channels of what was seen: a list by seats has the same for each of them."""
    seen: dict[tuple[str, str], set[str]] = {}
    """By key and the path inside it, the texts; the empty one stands for a number."""
    for view in views:
        for key, value in view.items():
            for path, text in _leaves(value, ""):
                seen.setdefault((key, path), set()).add(text)
    pieces = seen.get(("hand", ""), set())
    names: set[str] = set()
    for (key, path), texts in seen.items():
        # Where some pieces were seen, or hidden ones, and nothing else, all of them may be.
        wanted = texts | pieces if texts - {"=", "=?"} <= pieces else texts
        places = _places(key, by_seat, seats)
        names |= {f"{place}{path}{text}" for place in places for text in wanted}
    return names


def _leaves(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, f"={value}"
    elif isinstance(value, int | float):
        yield path, ""
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _leaves(item, path)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _leaves(item, f"{path}.{key}")


def _sampled(game: AnyGame, seats: int) -> Iterator[View]:
    """Views of all seats from matches at random, and from the game's rare positions."""
    dealt = [Deals.seed(f"encoder:{number}") for number in range(SAMPLES)]
    dealt += [Deals.given([deal], "encoder") for deal in game.specimens.values()]
    names = [f"seat{seat}" for seat in range(seats)]
    for number, deals in enumerate(dealt):
        try:
            match = new_match(game, names, deals)
        except GameError:  # a specimen may need other options
            continue
        rng = stream("encoder", number)
        for _ in range(MOST_STEPS):
            for seat in range(seats):
                yield match.view(Viewer.player(seat))
            if match.over:
                break
            match.step(partial(_any_of, rng))


def _any_of(rng: Random, _seat: Seat, offer: tuple[Any, ...]) -> Any:
    return rng.choice(offer)

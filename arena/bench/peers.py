"""Every race against somebody else's program in one run, as the rows of one table.

Both sides of a race take turns, by CPU time; a race whose peer is not installed is a row that
says so.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from random import Random
from statistics import median
from types import ModuleType
from typing import Any

from arena.bench.other_games import TABLES, encoded_mahjong, our_encoded, tricks
from arena.bench.rival_players import TenpaiSeeker, TheirSeeker, pick_any
from arena.bench.rivals import (
    ROUNDS,
    Batch,
    PeerMissingError,
    measure_counts,
    peer,
    sample_hands,
    take_turns,
    their_hanchan,
)
from arena.bench.scored_hands import our_scores, scores_by_mahjong, scores_by_riichienv
from arena.local.intervals import interval
from arena.local.loop import play
from arena.local.tables import tables
from bots import Bot
from bots.stock import RandomBot
from engine.mahjong.shapes import four, keys_of_tiles

CONNECTIONS = 40
"""Clients of the race against bare aiohttp."""


@dataclass(frozen=True, slots=True)
class PeerRace:
    """Things done per CPU second by either side; the ratio is a median with a 95 % interval."""

    name: str
    peer: str
    unit: str
    ours: float = 0.0
    theirs: float = 0.0
    ratio: float | None = None
    low: float | None = None
    high: float | None = None
    missing: str = ""
    """Why there was no race."""


Sides = tuple[Batch, Batch]


def race_peers(seconds: float, *, server: bool = True) -> Iterator[PeerRace]:
    """Run each race for so many seconds and yield its row at once."""
    for log in (True, False):
        words = "log on" if log else "log off"
        yield _race(f"riichi, random-legal, {words}", "riichienv", "decisions", seconds,
                    partial(_random_play, log=log))  # fmt: skip
        yield _race(f"riichi, tenpai-seeking, {words}", "riichienv", "decisions", seconds,
                    partial(_tenpai_play, log=log))  # fmt: skip
    yield _race("riichi, encoded for learners", "riichienv", "decisions", seconds, _encoded_play)
    yield _race("mahjong, encoded for learners", "rlcard", "decisions", seconds, encoded_mahjong)
    yield _race("bids and tricks, random-legal", "open_spiel", "decisions", seconds, tricks,
                module="pyspiel")  # fmt: skip
    yield _race("shanten", "riichienv", "hands", seconds, _shanten_riichienv)
    yield _race("shanten", "mahjong", "hands", seconds, _shanten_mahjong)
    yield _race("score of a hand", "riichienv", "hands", seconds, _score_riichienv)
    yield _race("score of a hand", "mahjong", "hands", seconds, _score_mahjong)
    if server:
        yield race_aiohttp(seconds)


def _race(
    name: str,
    package: str,
    unit: str,
    seconds: float,
    make: Callable[[ModuleType], Sides],
    *,
    module: str = "",
) -> PeerRace:
    try:
        ours, theirs = make(peer(module or package, package))
    except PeerMissingError as missing:
        return PeerRace(name, package, unit, missing=str(missing))
    rates = take_turns({"ours": ours, "theirs": theirs}, seconds)
    return as_race(name, f"{package} {version(package)}", unit, rates)


def as_race(name: str, who: str, unit: str, rates: Mapping[str, list[float]]) -> PeerRace:
    """Return the row of a race from the rates of its rounds."""
    ours, theirs = rates["ours"], rates["theirs"]
    ratios = [own / other for own, other in zip(ours, theirs, strict=True)]
    found = interval(ratios, least=2)
    return PeerRace(
        name, who, unit, median(ours), median(theirs), median(ratios), found.low, found.high
    )


# -- riichi


def our_match(bot: type[Bot], number: int) -> int:
    """Play one hanchan through `arena.play`; its decisions."""
    return play("riichi", [bot] * 4, seed=f"bench:{number}").decisions


def _random_play(riichienv: ModuleType, *, log: bool) -> Sides:
    return partial(our_match, RandomBot), partial(their_hanchan, riichienv, pick_any, log=log)


def _tenpai_play(riichienv: ModuleType, *, log: bool) -> Sides:
    seeker = TheirSeeker(riichienv)
    return partial(our_match, TenpaiSeeker), partial(their_hanchan, riichienv, seeker, log=log)


def _encoded_play(riichienv: ModuleType) -> Sides:
    return partial(our_encoded, tables("riichi", TABLES, seed="bench")), partial(
        their_encoded, riichienv
    )


def their_encoded(riichienv: ModuleType, number: int) -> int:
    """Play one match by riichienv, observation and mask written for each decision."""

    def pick(observation: Any, legal: Sequence[Any], rng: Random) -> Any:
        observation.encode()
        observation.mask()
        return rng.choice(legal)

    return their_hanchan(riichienv, pick, number, log=False)


# -- distances and scores


def nearest_of_tiles(tiles: list[int]) -> int:
    """The distance of a closed hand from its tile ids, as riichienv takes them."""
    m, p, s, z = keys_of_tiles(tiles)
    return four().nearest(m, p, s, z, 4)


def sample_tiles() -> list[list[int]]:
    """The hands of the distance race as tile ids."""
    return [
        [4 * kind + copy for kind, count in enumerate(counts) for copy in range(count)]
        for counts in sample_hands()
    ]


def _shanten_riichienv(riichienv: ModuleType) -> Sides:
    hands, theirs = sample_tiles(), riichienv.calculate_shanten
    return partial(measure_counts, nearest_of_tiles, hands), partial(measure_counts, theirs, hands)


def _shanten_mahjong(_mahjong: ModuleType) -> Sides:
    theirs = peer("mahjong.shanten").Shanten.calculate_shanten
    ours = partial(measure_counts, nearest_of_tiles, sample_tiles())
    return ours, partial(measure_counts, theirs, sample_hands())


def _score_riichienv(riichienv: ModuleType) -> Sides:
    return our_scores, partial(scores_by_riichienv, riichienv)


def _score_mahjong(_mahjong: ModuleType) -> Sides:
    return our_scores, scores_by_mahjong


# -- the server


def race_aiohttp(seconds: float) -> PeerRace:
    """Race the server against bare aiohttp that sends as many frames, by the server's CPU time."""
    from arena.bench.transport import measure  # only now: it brings the whole server

    rates: dict[str, list[float]] = {"ours": [], "theirs": []}
    for _ in range(ROUNDS):
        for side, kind in (("ours", "arena"), ("theirs", "bare_same_frames")):
            load = measure(kind, CONNECTIONS, seconds / (2 * ROUNDS))  # type: ignore[arg-type]  # of its kinds
            rates[side].append(1e6 / load.cpu_us)
    return as_race("answers over WebSocket", f"aiohttp {version('aiohttp')}", "answers", rates)

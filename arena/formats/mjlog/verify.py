"""Replaying recorded games through the engine, and what comes out differently."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arena.errors import LogError
from arena.formats.mjlog.games import BROKEN, LoggedGame
from arena.formats.mjlog.moves import round_moves
from arena.formats.mjlog.tags import DISCARDS, DRAWS, LoggedRound, Tag, read_meld
from arena.formats.mjlog.walls import drawn_places, indicators
from arena.formats.mjlog.yaku import ABORTS, YAKU
from engine.errors import GameError
from engine.game import Event, Seat
from engine.mahjong.events import Drawn
from engine.mahjong.tiles import NAMES
from engine.riichi import Riichi
from engine.riichi.events import (
    Called,
    Discarded,
    DoraRevealed,
    HandShown,
    MatchEnded,
    RiichiAccepted,
    RoundEnded,
    RoundStarted,
    Won,
)
from engine.riichi.moves import PASS
from engine.rng import Deals
from engine.variants import Position, Rules


@dataclass(slots=True)
class Verdict:
    """What a replay of one game gave."""

    name: str
    rounds: int
    mismatches: list[str]
    has_wall: bool


def verify(game: LoggedGame, options: Mapping[str, Any] | None = None) -> Verdict:
    """Replay a game and compare everything; `options` set single rules the log cannot tell.

    LogError if a tag cannot be read at all.
    """
    try:
        return _replayed(game, options or {})
    except (*BROKEN, GameError) as error:
        kind = type(error).__name__
        raise LogError(f"{game.name}: not a sound mjlog ({kind}: {error})") from error


def _replayed(game: LoggedGame, options: Mapping[str, Any]) -> Verdict:
    found: list[str] = []
    rules = Rules(Riichi())
    config = rules.game.config({**game.config, **options})
    rounds = 0
    try:
        position = rules.start(config, Deals.given(game.deals, then="beyond the log"), 4)
        for item in game.rounds:
            rounds += 1
            where = f"{game.name} round {rounds}"
            found += [f"{where}: {text}" for text in check_start(position.state, item, game.faces)]
            position, events = play_round(rules, position, item, game.faces)
            found += [f"{where}: {text}" for text in check_round(events, item, game)]
    except GameError as error:
        found.append(f"{game.name} round {rounds}: {error}")
    return Verdict(game.name, rounds, found, game.has_wall)


def play_round(
    rules: Rules, position: Position, item: LoggedRound, faces: bytes
) -> tuple[Position, list[Event]]:
    """The position after a round's logged moves, and its events without the deal."""
    events: list[Event] = list(position.events[-1:])
    for moves in round_moves(item, faces):
        actions = {}
        for seat, offer in position.offers.items():
            actions[seat] = _offered(offer, seat, moves, position)
        extra = set(moves) - set(actions)
        if extra:
            raise GameError(f"seat {min(extra)} has nothing to decide, but chose {moves}")
        position = rules.apply(position.state, actions)
        for event in position.events:
            if event.type == RoundStarted.type:
                return position, events
            events.append(event)
    return position, events


def _offered(
    offer: Sequence[Any], seat: Seat, moves: Mapping[Seat, str], position: Position
) -> Any:
    wanted = moves.get(seat, PASS.choice)
    for action in offer:
        if action.choice == wanted:
            return action
    legal = ",".join(action.choice for action in offer)
    raise GameError(f"turn {position.state.turn}: seat {seat} chose {wanted}; legal were {legal}")


def check_start(state: Any, item: LoggedRound, faces: bytes) -> Iterator[str]:
    """The deal: its place in the match, scores, sticks, hands and indicator."""
    hand, honba, sticks, *_ = item.init.numbers("seed")
    this = state.round
    scores = tuple(100 * score for score in item.init.numbers("ten")[:4])
    ours = (this.hand, this.honba, state.sticks, state.scores, this.dealer)
    logged = (hand, honba, sticks, scores, item.init.numbers("oya")[0])
    if ours != logged:
        yield f"starts with {ours}, logged {logged}"
    for seat in range(4):
        tiles = sorted(faces[tile] for tile in item.init.numbers(f"hai{seat}"))
        if list(state.players[seat].hand) != tiles:
            yield f"the hand of seat {seat} differs"
    for place, tile in drawn_places(item):
        if item.wall[place] != tile:
            yield f"wall place {place} holds {item.wall[place]}, logged {tile}"
    if item.wall[5] != indicators(item)[0]:
        yield "the first indicator differs"


def check_round(events: Sequence[Event], item: LoggedRound, game: LoggedGame) -> Iterator[str]:
    """Everything that happened, in order, and the payments at the end."""
    faces = game.faces
    ours = [text for event in events if (text := told(event))]
    logged = list(logged_course(item, faces))
    if ours != logged:
        at = next((i for i, (a, b) in enumerate(zip(ours, logged, strict=False)) if a != b), -1)
        place = at if at >= 0 else min(len(ours), len(logged))
        yield f"event {place}: {ours[place : place + 3]}, logged {logged[place : place + 3]}"
    wins = [event for event in events if isinstance(event, Won)]
    tags = [tag for tag in item.tags if tag.name == "AGARI"]
    if len(wins) != len(tags):
        yield f"{len(wins)} wins, logged {len(tags)}"
    for event, tag in zip(wins, tags, strict=False):
        yield from check_win(event, tag, faces)
    ending = [tag for tag in item.tags if tag.name in ("AGARI", "RYUUKYOKU")]
    if ending:
        yield from check_end(events, ending, faces)
        yield from check_match_end(events, ending[-1], game, last=item is game.rounds[-1])


def told(event: Event) -> str:
    """An event of play in the words of `logged_course`; empty for others."""
    match event:
        case Drawn():
            return f"{event.seat} draws {event.tile}"
        case Discarded():
            riichi = " in riichi" if event.riichi else ""
            return f"{event.seat} discards {event.tile}{riichi}"
        case Called():
            return f"{event.seat} {event.call} {' '.join(sorted(event.tiles))} of {event.source}"
        case DoraRevealed():
            return f"dora {event.indicator}"
        case RiichiAccepted():
            return f"{event.seat} pays a stick"
        case _:
            return ""


def logged_course(item: LoggedRound, faces: bytes) -> Iterator[str]:
    """The same of a log."""
    riichi = ""
    for tag in item.tags:
        if tag.tile >= 0 and tag.name in DRAWS:
            yield f"{DRAWS.index(tag.name)} draws {NAMES[faces[tag.tile]]}"
        elif tag.tile >= 0 and tag.name in DISCARDS:
            yield f"{DISCARDS.index(tag.name)} discards {NAMES[faces[tag.tile]]}{riichi}"
            riichi = ""
        elif tag.name == "REACH" and tag.attributes["step"] == "1":
            riichi = " in riichi"
        elif tag.name == "REACH":
            yield f"{tag.attributes['who']} pays a stick"
        elif tag.name == "DORA":
            yield f"dora {NAMES[faces[int(tag.attributes['hai'])]]}"
        elif tag.name == "N":
            yield _logged_call(tag, faces)


def _logged_call(tag: Tag, faces: bytes) -> str:
    meld = read_meld(tag)
    ids = meld.ids if meld.added < 0 else (*meld.ids, meld.added)
    tiles = " ".join(sorted(NAMES[faces[tile]] for tile in ids))
    source = None if meld.type == "ankan" else meld.source
    return f"{tag.attributes['who']} {meld.type} {tiles} of {source}"


def check_win(event: Won, tag: Tag, faces: bytes) -> Iterator[str]:
    """A win: who, from whom, yaku, fu, points, payments, ura."""
    if [event.seat, event.source] != [*tag.numbers("who"), *tag.numbers("fromWho")]:
        yield f"{event.seat} wins from {event.source}, logged {tag.attributes['who']}"
    fu, points, _ = tag.numbers("ten")
    ours = sorted(zip(event.yaku, event.yaku_han, strict=True))
    numbers = tag.numbers("yaku")
    logged = sorted(
        (YAKU[number], han) for number, han in zip(numbers[::2], numbers[1::2], strict=True) if han
    ) or sorted((YAKU[number], 13) for number in tag.numbers("yakuman"))
    if ours != logged:
        yield f"yaku {ours}, logged {logged}"
    if event.fu is not None and event.fu != fu:
        yield f"{event.fu} fu, logged {fu}"
    if event.points != points:
        yield f"{event.points} points, logged {points}"
    deltas = changes(tag)
    if event.deltas != deltas:
        yield f"{event.seat} is paid {event.deltas}, logged {deltas}"
    ura = tuple(NAMES[faces[tile]] for tile in tag.numbers("doraHaiUra"))
    if event.ura != ura:
        yield f"ura {event.ura}, logged {ura}"


def changes(tag: Tag) -> tuple[int, ...]:
    """Return what everybody's score changed by, in points."""
    return tuple(100 * number for number in tag.numbers("sc")[1:8:2])


def check_end(events: Sequence[Event], ending: Sequence[Tag], faces: bytes) -> Iterator[str]:
    """The changes of the scores, the reason of a draw, and shown hands."""
    ended = next((event for event in events if isinstance(event, RoundEnded)), None)
    if ended is None:
        yield "the round goes on, logged its end"
        return
    deltas = tuple(sum(column) for column in zip(*map(changes, ending), strict=True))
    if ended.deltas != deltas:
        yield f"{ended.reason} pays {ended.deltas}, logged {deltas}"
    if ending[0].name == "RYUUKYOKU":
        reason = ABORTS.get(ending[0].attributes.get("type", ""), "exhaustive")
        if ended.reason != reason:
            yield f"ends by {ended.reason}, logged {reason}"
        if reason in ("exhaustive", "nagashi"):
            yield from check_shown(events, ending[0], faces)


def check_shown(events: Sequence[Event], tag: Tag, faces: bytes) -> Iterator[str]:
    """The hands shown at an exhaustive draw."""
    ours = {event.seat: sorted(event.hand) for event in events if isinstance(event, HandShown)}
    logged = {
        seat: sorted(NAMES[faces[tile]] for tile in tag.numbers(f"hai{seat}"))
        for seat in range(4)
        if f"hai{seat}" in tag.attributes
    }
    if ours != logged:
        yield f"shown {sorted(ours)}, logged {sorted(logged)}"


def check_match_end(
    events: Sequence[Event], tag: Tag, game: LoggedGame, *, last: bool
) -> Iterator[str]:
    """Return whether the match is over, the final scores and points."""
    over = next((event for event in events if isinstance(event, MatchEnded)), None)
    logged_over = "owari" in tag.attributes
    if (over is not None) != logged_over and (logged_over or not last):
        yield f"the match {'is over' if over else 'goes on'}, logged the contrary"
    if over is None or not logged_over:
        return
    numbers = tag.attributes["owari"].split(",")
    scores = tuple(100 * int(number) for number in numbers[:8:2])
    points = tuple(float(number) for number in numbers[1:8:2])
    if over.scores != scores:
        yield f"final scores {over.scores}, logged {scores}"
    if game.private:
        yield from check_private_points(over, points)
    elif over.points != points:
        yield f"final points {over.points}, logged {points}"


def check_private_points(over: MatchEnded, points: Sequence[float]) -> Iterator[str]:
    """A private lobby's uma is not in the log, but points add up to 0 and uma falls with rank."""
    if round(sum(points), 1):
        yield f"logged final points {points} do not add up to 0"
    order = sorted(range(4), key=lambda seat: over.ranks[seat])
    uma = [round(points[seat] - over.scores[seat] / 1000, 1) for seat in order]
    if sorted(uma, reverse=True) != uma:
        yield f"logged final points {points} do not follow the ranks {over.ranks}"

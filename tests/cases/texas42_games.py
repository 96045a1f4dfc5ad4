"""Recorded games of Texas 42, replayed choice by choice and compared hand by hand."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.game import Event
from engine.replay import find_moves
from engine.rng import Deals
from engine.texas42.config import Texas42Config
from engine.texas42.events import Played, RoundEnded, TrickTaken
from engine.variants import Position, Rules
from tests.cases.folder import Case, same
from tests.engine.texas42_table import GAME

Game = Mapping[str, Any]
Hand = Mapping[str, Any]


def config_of(game: Game) -> Texas42Config:
    """The options by which a game was recorded."""
    return GAME.config(
        {"target": game["target"], "first_shaker": game["first_dealer"], "max_mark_bid": 4}
    )


def deals_of(game: Game) -> Deals:
    """The deals of a recorded game."""
    return Deals.given([{"hands": hand["deal"]} for hand in game["hands"]])


def moves_of(game: Game) -> list[dict[int, str]]:
    """The choices of a recorded game, one a step."""
    rows = [action.split(":", 1) for hand in game["hands"] for action in hand["actions"]]
    return [{int(seat): choice} for seat, choice in rows]


def games(case: Case, game: Game) -> None:
    """One recorded game: seats, offers, tricks, points, results and marks of every hand."""
    assert game["all_pass"] == "redeal"
    rules = Rules(GAME, game["layers"])
    position = rules.start(config_of(game), deals_of(game), 4)
    for number, hand in enumerate(game["hands"], 1):
        where = f"game {game['id']}, hand {number}"
        same(case, (where, hand["dealer"]), (where, position.state.shaker))
        events: list[Event] = []
        marks = list(position.state.marks)
        for index, action in enumerate(hand["actions"]):
            if "legal" in hand:
                place = f"{where}, action {index}"
                expected = sorted(hand["legal"][index])
                same(case, (place, expected), (place, offered(position, action)))
            position = stepped(rules, position, action)
            events += position.events
        check_hand(case, where, hand, marks, position, events)
    same(case, game["final_marks"], list(position.state.marks))
    same(case, (game["winner_team"], {}), (position.state.winner, position.offers))


def offered(position: Position, action: str) -> list[str]:
    return sorted(move.choice for move in position.offers[int(action[0])])


def stepped(rules: Rules, position: Position, action: str) -> Position:
    seat, _, choice = action.partition(":")
    moves = find_moves(rules, position, {int(seat): choice}, 0)
    return rules.apply(position.state, moves)


def check_hand(
    case: Case, where: str, hand: Hand, marks: list[int], after: Position, events: list[Event]
) -> None:
    """The hand's end as recorded; `marks` are those before it."""
    scored = [event for event in events if isinstance(event, RoundEnded)]
    if hand["result"] == "redeal":
        same(case, (where, [], hand["marks_after"]), (where, scored, list(after.state.marks)))
        return
    (end,) = scored
    (result,) = after.results
    facts = {
        "tricks": list(tricks(events)),
        "bidder": end.bidder,
        "bid": result.extra["bid"],
        "trump": result.extra["trump"],
        "points": list(end.points),
        "result": "made" if end.made else "set",
        "tricks_played": len(list(tricks(events))),
        "marks_before": marks,
        "marks_after": list(end.marks),
    }
    same(case, (where, {key: hand[key] for key in facts}), (where, facts))


def tricks(events: list[Event]) -> Iterator[dict[str, Any]]:
    """Tricks as the recording writes them."""
    plays: list[str] = []
    for event in events:
        if isinstance(event, Played):
            plays.append(f"{event.seat}:{event.tile}")
        elif isinstance(event, TrickTaken):
            yield {"plays": plays, "winner": event.seat, "points": event.points}
            plays = []

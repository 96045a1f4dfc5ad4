"""The kinds of Texas 42's cases, and whole recorded games."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from engine.game import SYSTEM
from engine.texas42.contract import Contract
from engine.texas42.model import State
from engine.texas42.scoring import added, is_over, pay, trick_points, verdict
from engine.texas42.tiles import SEATS
from engine.texas42.variants import words
from engine.variants import Rules
from tests.cases.folder import Case, Check, same
from tests.cases.texas42_games import games
from tests.engine.texas42_table import (
    GAME,
    contract_position,
    dealt,
    laid_out,
    made,
    tiles,
)

Given = Mapping[str, Any]


def holds(facts: Callable[[Given], Any]) -> Check:
    """A check that what follows from a case's input is what it expects; lists are sets."""

    def check(case: Case) -> None:
        expected, found = case.data["expect"], facts(case.data["input"])
        if isinstance(found, set):
            expected, found = sorted(expected), sorted(found)
        same(case, expected, found)

    return check


def offered(given: Given, state: State, seat: int) -> set[str]:
    """What the rules with the case's variants offer a seat."""
    offers = Rules(GAME, given.get("layers", ())).legal(state)
    return {move.choice for move in offers[seat]}


def legal_bids(given: Given) -> set[str]:
    hands = dealt({given["seat"]: tiles(given["hand"])})
    state = made(laid_out(hands, given["dealer"]), *given["history"])
    return offered(given, state, given["seat"])


def bid_on(given: Given) -> State:
    """Everybody has called: the bidder opened and held the bid."""
    state = laid_out(dealt({}), (given["bidder"] - 1) % SEATS)
    return made(state, given["bid"], "pass", "pass", "pass")


def trump_options(given: Given) -> set[str]:
    words_on_offer = offered(given, bid_on(given), given["selector"])
    return {choice.removeprefix("t:") for choice in words_on_offer}


def trump_selector(given: Given) -> int:
    return bid_on(given).current


def first_leader(given: Given) -> int:
    return made(bid_on(given), f"t:{given['trump']}").current


def contract_of(bidder: int, bid: str, trump: str) -> Contract:
    terms = contract_position(dealt({}), bidder, bid, trump).contract
    assert terms is not None
    return terms


def next_player_nello(given: Given) -> int:
    return contract_of(given["bidder"], "1m", "nello").after[given["current"]]


def legal_plays(given: Given) -> set[str]:
    hand, lead = tiles(given["hand"]), given["lead"]
    hands = [hand, 0, 0, 0] if lead is None else [tiles([lead]), hand, 0, 0]
    state = contract_position(hands, 0, "1m", given["trump"])
    state = made(state, *([lead] if lead else []))
    return offered(given, state, state.current)


def trick_winner(given: Given) -> int:
    plays = dict(given["plays"])
    hands = [tiles([plays[seat]]) if seat in plays else 0 for seat in range(SEATS)]
    state = contract_position(hands, given["bidder"], "1m", given["trump"])
    state.current = given["plays"][0][0]
    for seat, tile in given["plays"]:
        assert state.current == seat
        state = made(state, tile)
    assert state.current == SYSTEM
    return state.best_seat


def trick_count(given: Given) -> Given:
    points = trick_points(trick_tiles(given["tiles"]))
    return {"count": points - 1, "trick_points": points}


def trick_tiles(texts: list[str]) -> list[int]:
    known = words(GAME.config())
    return [known[text].tile for text in texts]  # type: ignore[attr-defined]  # dominoes are plays


def judged(given: Given) -> tuple[Contract, bool | None]:
    """The contract, and whether it is made."""
    terms = contract_of(given["bidder"], given["bid"], given["trump"])
    taken = (0, 0)
    for winner in given["trick_winners"]:
        taken = added(taken, winner & 1, 1)
    ours, theirs = given["team_points"]
    return terms, verdict(terms, (ours, theirs), taken)


def hand_decided(given: Given) -> bool:
    return judged(given)[1] is not None


def hand_marks(given: Given) -> list[int]:
    terms, is_made = judged(given)
    assert is_made is not None
    ours, theirs = given["marks_before"]
    return list(pay((ours, theirs), terms, made=is_made))


def all_pass(given: Given) -> Given:
    """What the table does when the last call is a pass; a forced shaker has no pass."""
    forced = given["rule"] == "forced"
    rules = Rules(GAME, ("forced-bid",) if forced else ())
    state = made(laid_out(dealt({}), given["dealer"]), *given["history"][: SEATS - 1])
    offers = {move.choice: move for move in rules.legal(state)[state.current]}
    if "pass" not in offers:
        return {"action": "forced"}
    position = rules.apply(state, {state.current: offers["pass"]})
    ((action,),) = [list(moves.values()) for moves in position.auto]
    after: State = position.state
    return {
        "action": action.choice,
        "dealer": after.shaker,
        "first_bidder": after.current,
        "marks": list(after.marks),
    }


def game_over(given: Given) -> bool:
    ours, theirs = given["marks"]
    return is_over((ours, theirs), given["target"])


def recorded(case: Case) -> None:
    """Every game of a file, line by line."""
    with case.path.open(encoding="utf-8") as lines:
        for line in lines:
            games(case, json.loads(line))


KINDS: Mapping[str, Check] = {
    "legal_bids": holds(legal_bids),
    "trump_options": holds(trump_options),
    "trump_selector": holds(trump_selector),
    "first_leader": holds(first_leader),
    "next_player_nello": holds(next_player_nello),
    "legal_plays": holds(legal_plays),
    "trick_winner": holds(trick_winner),
    "trick_count": holds(trick_count),
    "hand_decided": holds(hand_decided),
    "hand_marks": holds(hand_marks),
    "all_pass": holds(all_pass),
    "game_over": holds(game_over),
    "recorded": recorded,
}
FILES = {"games*.jsonl": "recorded"}

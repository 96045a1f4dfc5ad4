"""虎と龍 The kinds of Tiger & Dragon's cases: what to ask of the engine or of a real server."""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from engine.game import FULL, Event, Step, Viewer, commas
from engine.rng import Deals
from engine.tigerdragon import TigerDragon
from engine.tigerdragon.deal import first_position
from engine.tigerdragon.events import RoundStarted
from engine.tigerdragon.history import discards
from engine.tigerdragon.model import State, Table
from engine.tigerdragon.scoring import round_points
from engine.tigerdragon.tiles import DECK, TILES
from tests.cases.folder import Case, Check, same
from tests.cases.tigerdragon_wire import errors, recording, transcript

GAME = TigerDragon()
Facts = Mapping[str, Any]
Given = Mapping[str, Any]


def holds(facts: Callable[[Given, str], Facts]) -> Check:
    """A check that the facts of a case, by its input and preset, are the ones it expects."""

    def check(case: Case) -> None:
        found = facts(case.data["in"], case.data.get("profile", "standard"))
        expected: Facts = case.data["out"]
        unknown = expected.keys() - found.keys()
        assert not unknown, f"{case.name}: no such facts: {', '.join(sorted(unknown))}"
        same(case, expected, {key: found[key] for key in expected})

    return check


def deck(_given: Given, preset: str) -> Facts:
    """All tiles of a real deal, wherever they lie."""
    state = GAME.start(GAME.config({"preset": preset}), Deals.seed(1), 4).state
    seen = GAME.view(state, FULL)
    tiles = [*seen["set_aside"], *(tile for hand in seen["hands"] for tile in hand)]
    return {"tiles": len(tiles), "counts": dict(Counter(tiles))}


def hand_sizes(given: Given, preset: str) -> Facts:
    config = GAME.config({"preset": preset, "first": str(given["start"])})
    state = GAME.start(config, Deals.seed(1), given["players"]).state
    return {"hand_sizes": GAME.flat(GAME.view(state, Viewer.player(0)))["hand_sizes"]}


def position(preset: str, seats: int, seat: int, phase: Any, hand: str, attack: str) -> State:
    """A seat about to decide, with a hand that need not be possible beside the attack."""
    table = Table(GAME.config({"preset": preset}), Deals.seed(1), seats)
    hands = tuple(hand if other == seat else "2" for other in range(seats))
    state = first_position(table, 1, seat, hands, "", (0,) * seats)
    state.phase = phase
    state.attack = attack
    return state


def can_defend(given: Given, preset: str) -> Facts:
    state = position(preset, 4, 0, "Defend", TILES, given["attack"])
    answers = {move.choice for move in GAME.choices(state)[0]}
    return {"tiles": [tile for tile in TILES if tile in answers]}


def legal(given: Given, preset: str) -> Facts:
    seat, hand = given["seat"], given["hand"].replace(",", "")
    state = position(preset, given["players"], seat, given["phase"], hand, given["attack_tile"])
    return {"legal": GAME.flat(GAME.view(state, Viewer.player(seat)))["legal"]}


def points(given: Given, _preset: str) -> Facts:
    own = given["own_bonus"]
    return {
        "round_points": round_points(
            given["card"],
            given["last_tile"],
            own,
            given.get("all_bonus", own),
            prev_attack=given.get("prev_attack", ""),
            foretold=given.get("foretold", False),
        )
    }


def play(given: Given, preset: str) -> Facts:
    """One round by the given moves; the target is 1, so that its end can be looked at."""
    hands, options = given["hands"], {"preset": preset, "target": 1}
    if "card" in given:
        options["card"] = given["card"]
    deals = Deals.given([{"hands": hands, "start": given["start"]}])
    step = GAME.start(GAME.config(options), deals, len(hands))
    for seat, choice in given["moves"]:
        step = GAME.apply(step.state, {seat: offered(step.state, seat, choice)})
    seen = GAME.view(step.state, Viewer.player(step.state.current))
    facts = {**GAME.flat(seen), "discards": [",".join(row) for row in discards(step.state)]}
    if step.result:
        facts |= GAME.flat_result(step.result) | {"discards": facts["discards"]}
        facts["bonus_discards"] = commas(seen["bonus_discards"])
    return facts


def offered(state: State, seat: int, choice: str) -> Any:
    """The move of this text; an assertion with a sentence if the seat may not make it."""
    offers = {move.choice: move for move in GAME.choices(state).get(seat, ())}
    assert choice in offers, f"seat {seat} cannot choose {choice}; legal: {', '.join(offers)}"
    return offers[choice]


def match(given: Given, preset: str) -> Facts:
    """Whole rounds, each dealt so that its winner closes as told while everybody passes."""
    seats = given["players"]
    deals = [winning_deal(seats, *row) for row in given["rounds"]]
    step = GAME.start(GAME.config({"preset": preset}), Deals.given(deals, then="repeat"), seats)
    for winner, last_tile, _ in given["rounds"]:
        step = play_round(step.state, last_tile)
        assert step.result is not None
        assert step.result.winners == (winner,)
    outcome = GAME.outcome(step.state)
    over = not GAME.choices(step.state)
    return {
        "scores": commas(outcome.points),
        "game_over_winner": outcome.winner if over else None,
    }


def play_round(state: State, last_tile: str) -> Step[State, Event]:
    """On to the end of the round."""
    while True:
        step = GAME.apply(state, {state.current: closing_choice(state, last_tile)})
        if step.result:
            return step
        state = step.state


def winning_deal(seats: int, winner: int, last_tile: str, own_bonus: int) -> Given:
    """Two tiles for every face-down one, the closing one among them; a lone tile closes at once."""
    rest = list(DECK)
    rest.remove(last_tile)
    more = max(2 * own_bonus - 1, 0)
    hand = [*(rest.pop() for _ in range(more)), last_tile]
    hands = [hand if seat == winner else [rest.pop(0)] for seat in range(seats)]
    return {"hands": hands, "start": winner}


def closing_choice(state: State, last_tile: str) -> Any:
    """Pass where one may, and keep the closing tile for the end."""
    offers = GAME.choices(state)[state.current]
    if state.phase == "Defend":
        return offers[-1]
    others = [move for move in offers if move.choice != last_tile]
    return (others or offers)[0]


def start(given: Given, preset: str) -> Facts:
    """Who opened each round of a match in which everybody plays the default move."""
    config = GAME.config({"preset": preset, "first": str(given["first"]), "target": 1000})
    step = GAME.start(config, Deals.seed(1), given["players"])
    starts: list[int] = []
    while True:
        starts += [event.start for event in step.events if isinstance(event, RoundStarted)]
        if len(starts) == given["rounds"]:
            return {"starts": starts}
        seat = step.state.current
        step = GAME.apply(step.state, {seat: GAME.default(step.state, seat)})


def battlefields(case: Case) -> None:
    """The engine's cards score as the reference's, tile by tile, with and without bonus."""
    cards = json.loads(case.path.read_text(encoding="utf-8"))["cards"]
    for key, card in cards.items():
        for tile, row in card["tiles"].items():
            counts = ((0, 0), (1, 1), (1, 3))
            found = [round_points(key, tile, own, everybody) for own, everybody in counts]
            of_all = row.get("bonus_of") == "all"
            bonus = [everybody if of_all else own for own, everybody in counts]
            expected = [row["points"] + row["bonus"] * count for count in bonus]
            same(case, (key, tile, expected), (key, tile, found))


KINDS: Mapping[str, Check] = {
    "deck": holds(deck),
    "hand_sizes": holds(hand_sizes),
    "can_defend": holds(can_defend),
    "points": holds(points),
    "legal": holds(legal),
    "play": holds(play),
    "match": holds(match),
    "start": holds(start),
    "errors": errors,
    "transcript": transcript,
    "recording": recording,
    "battlefields": battlefields,
}
FILES = {
    "battlefields.json": "battlefields",
    "transcript*.jsonl": "transcript",
    "recordings/*.jsonl": "recording",
}

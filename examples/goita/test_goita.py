"""Goita's rules, case by case in goita-core's notation, and the arena's contract."""

import json
from pathlib import Path
from typing import Any

import pytest
from goita import Goita
from goita.pieces import SIGNS
from goita.rules import State

from engine.errors import DealError
from engine.game import PUBLIC, Viewer
from engine.rng import Deals
from engine.testing import CHECKS
from engine.variants import Position, Rules

GAME = Goita()
RULES = Rules(GAME)
CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("cases.json").read_text("utf-8"))
CODES = dict(zip("123456789", SIGNS, strict=True))


def letters(codes: str) -> str:
    return "".join(CODES[code] for code in codes)


def played(notation: str, config: dict[str, Any]) -> Position:
    """Play a line of goita-core: four hands, the dealer, then a move per player."""
    parts = notation.split(",")
    hands, dealer, moves = parts[:4], parts[4], parts[5:]
    assert dealer == "s1"
    deal = ",".join(map(letters, hands))
    position = RULES.start(GAME.config(config), Deals.given([deal], "then"), 4)
    for move in moves:
        seat, rest = int(move[0]) - 1, move[1:]
        if rest == "p":
            position = choose(position, seat, "pass")
            continue
        first, attack = CODES[rest[0]], CODES[rest[1]]
        verb = "down" if position.state.phase == "Open" else "take"
        position = choose(position, seat, f"{verb}:{first}")
        position = choose(position, seat, f"attack:{attack}")
    return position


def choose(position: Position, seat: int, choice: str) -> Position:
    offer = {move.choice: move for move in position.offers[seat]}
    return RULES.apply(position.state, {seat: offer[choice]})


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    position = played(case["play"], case.get("config", {}))
    state: State = position.state
    if "then" in case:
        position = choose(position, state.current, case["then"])
        state = position.state
    for key in {"phase", "current", "dealer"} & case.keys():
        assert getattr(state, key) == case[key]
    if "scores" in case:
        assert [*position.results[0].scores][:2] == case["scores"]
    if "legal" in case:
        assert [move.choice for move in position.offers[state.current]] == case["legal"]


@pytest.mark.parametrize("check", CHECKS)
def test_the_contract_holds(check: str) -> None:
    CHECKS[check](GAME, "goita")


def test_a_piece_laid_face_down_is_seen_by_its_owner_alone() -> None:
    state = played(CASES[0]["play"], {}).state
    assert GAME.view(state, Viewer.player(0))["laid"][0][0] == "dp"
    for viewer in (Viewer.player(2), PUBLIC):
        assert GAME.view(state, viewer)["laid"][0][0] == "d?"
        assert "0d?" in GAME.view(state, viewer)["history"]


def test_a_redeal_uses_the_next_given_deal() -> None:
    deals = GAME.specimens["five pawns, dealt again"]
    position = RULES.start(GAME.config(), Deals.given([deals]), 4)
    position = choose(position, 2, "redeal")
    assert (position.state.phase, position.state.current) == ("Redeal", 3)
    position = choose(position, 3, "redeal")
    assert (position.state.phase, ",".join(position.state.hands)) == ("Open", deals[2])


@pytest.mark.parametrize("deal", ["", "pppp", "pppllnsg,pppllnsg,ppnnsgbr,ppsgbrkk", 7])
def test_a_deal_that_is_no_whole_set_is_refused(deal: object) -> None:
    with pytest.raises(DealError, match="expected four hands"):
        GAME.start(GAME.config(), Deals.given([deal]), 4)

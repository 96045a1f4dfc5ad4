"""The promises about state, replay, variants and hidden hands; arena's are tests of the arena."""

import ast
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import engine.texas42
from engine.errors import VariantError
from engine.game import SYSTEM
from engine.replay import replay
from engine.rng import Deals
from engine.testing import fingerprint, viewers
from engine.texas42 import Texas42
from engine.texas42.moves import DECLARATIONS, Bid
from engine.variants import (
    LegalFn,
    Marked,
    Offers,
    Rules,
    Variant,
    choose,
    made_by,
    marks_of,
)
from tests.cases.texas42_games import config_of, deals_of, moves_of
from tests.engine.texas42_checklist import (
    EVERYTHING,
    POINTS,
    checklist,
    from_log,
    random_positions,
    recorded,
)
from tests.engine.texas42_table import GAME, HANDS, SPECIALS, laid_out, made, played, walked

CORE = (
    "tiles", "suits", "moves", "contract", "scoring", "model", "deal", "rules", "ends", "match",
    "events",
)  # fmt: skip
FOLDER = Path(engine.texas42.__file__).parent
ROOT = FOLDER.parent.parent
SAMPLE = 50


def source(module: str) -> str:
    return (FOLDER / f"{module}.py").read_text(encoding="utf-8")


def test_no_promise_is_without_a_test() -> None:
    texts = [path.read_text() for path in ROOT.glob("tests/*/test_texas42_checklist*.py")]
    numbers = [int(n) for text in texts for n in re.findall(r"^@checklist\((\d+)\)", text, re.M)]
    assert sorted(numbers) == list(range(1, POINTS + 1))


# -- 1 to 3, 16: events and state


@checklist(1)
def test_config_and_log_rebuild_every_recorded_game() -> None:
    for game in recorded():
        rules, config, deals = Rules(GAME, game["layers"]), config_of(game), deals_of(game)
        (*_, last) = replay(rules, config, deals, 4, moves_of(game))
        live = last.state
        assert from_log(rules, config, deals, live.log).key() == live.key()


@checklist(2)
def test_every_prefix_of_a_log_is_the_position_seen_live() -> None:
    live = [position.state for _, position in random_positions(SPECIALS)]
    rules, config, deals = Rules(GAME, SPECIALS), live[0].table.config, live[0].table.deals
    for state in live:
        assert from_log(rules, config, deals, state.log).key() == state.key()


@checklist(3)
def test_nothing_changes_its_arguments_and_twice_is_the_same() -> None:
    for rules, position in random_positions(EVERYTHING[:6]):
        before = fingerprint(position.state)
        moves = {seat: offer[0] for seat, offer in position.offers.items()}
        twice = [rules.apply(position.state, moves).state.key() for _ in range(2) if moves]
        assert twice[:1] == twice[1:]
        for viewer in viewers(4):
            assert GAME.view(position.state, viewer) == GAME.view(position.state, viewer)
        assert rules.legal(position.state) == rules.legal(position.state)
        assert fingerprint(position.state) == before
    for path in FOLDER.glob("*.py"):
        assert not {"time", "datetime", "secrets", "os"} & imports(path.read_text())


def imports(text: str) -> set[str]:
    """The modules that a source text imports."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {node.module or "", *(f"{node.module}.{a.name}" for a in node.names)}
    return found


@checklist(16)
def test_options_and_history_live_in_the_state_and_history_only_grows() -> None:
    old: Any = None
    for _, position in random_positions(SPECIALS, voters=[0]):
        state = position.state
        assert state.table.config == GAME.config({"voters": [0]})
        if old is not None:
            assert state.log[: len(old.log)] == old.log
            assert len(state.log) == len(old.log) + 1 + len(position.auto)
        old = state


# -- 4 to 9: variants and how they are put together


@checklist(4)
def test_a_variant_is_a_transform_of_offers_and_touches_nothing_else() -> None:
    for variant in GAME.variants.values():
        before = dict(vars(Texas42)), dict(vars(GAME))
        described = {"name", "title", "options", "logged", "actions"}
        assert {item.name for item in fields(Variant)} == {"stage", "make", *described}
        (chosen,) = choose(GAME, variant.name)
        legal = variant.make(GAME, *chosen.options)(GAME.choices)
        for _, position in random_positions(SPECIALS):
            state = fingerprint(position.state)
            assert isinstance(legal(position.state), dict | Marked)
            assert fingerprint(position.state) == state
        assert (dict(vars(Texas42)), dict(vars(GAME))) == before


@checklist(5)
def test_the_core_knows_no_variant() -> None:
    for module in CORE:
        text = source(module)
        for name in GAME.variants:
            assert not re.search(rf"\b{name}\b", text, re.IGNORECASE), (module, name)
        outside = ("engine.texas42.variants", "engine.texas42.views", "engine.variants", "arena")
        assert not [name for name in imports(text) if name.startswith(outside)]


@checklist(6)
def test_variants_are_put_together_in_one_place() -> None:
    sources = [p for name in ("engine", "bots", "arena") for p in (ROOT / name).rglob("*.py")]
    composing = [path for path in sources if "variant.make(" in path.read_text(encoding="utf-8")]
    assert composing == [ROOT / "engine" / "variants.py"]
    assert composing[0].read_text(encoding="utf-8").count("variant.make(") == 1


@checklist(7)
def test_the_last_variant_is_the_outermost() -> None:
    state = made(laid_out(HANDS), "2m", "pass", "pass", "pass")
    nello, tournament = (GAME.variants[n].make(GAME) for n in ("nello", "tournament"))

    def base(_state: Any) -> Offers:
        return {0: DECLARATIONS[:1]}

    assert tournament(nello(base))(state) == base(state) != nello(tournament(base))(state)
    assert Rules(GAME, ("nello", "tournament")).legal(state) == tournament(nello(GAME.choices))(
        state
    )
    assert Rules(GAME).legal == GAME.choices


@checklist(8)
def test_one_name_or_several_are_one_list_and_options_reach_the_variant() -> None:
    assert Rules(GAME, "nello").variants == ("nello",)
    assert Rules(GAME, ["nello", "sevens"]).variants == ("nello", "sevens")
    state = made(laid_out(HANDS, nello_doubles="low"), "2m", "pass", "pass", "pass")
    assert Rules(GAME, "nello").legal(state)[0][-1].doubles == "low"


FOUR_TWENTY = Bid("42x3", 126, 3, "take_all", plain=False)


class WithToy(Texas42):
    """Adds a bid of three marks that may open."""

    variants = {  # noqa: RUF012
        **Texas42.variants,
        "toy": Variant("toy", "inject", lambda _game: lambda legal: lambda s: toy(legal, s)),
    }

    def known(self, choice: str) -> bool:
        return choice == FOUR_TWENTY.choice or super().known(choice)


def toy(legal: LegalFn, state: Any) -> Offers:
    offers = legal(state)
    opening = state.phase == "Bidding" and state.calls == 0
    return {s: (*o, FOUR_TWENTY) for s, o in offers.items()} if opening else offers


@checklist(9)
def test_an_unknown_variant_is_an_error_and_a_new_one_needs_no_change_of_the_core() -> None:
    with pytest.raises(VariantError, match="did you mean 'nello'"):
        Rules(GAME, ("nelo",))
    rules = Rules(WithToy(), ("toy",))
    ids = ["42x3", "pass", "pass", "pass", "t:6"]
    state = walked(rules, GAME.config(), Deals.seed(1), ids)[-1].state
    assert (state.contract.stake, state.current) == (3, 0)


# -- 10 to 15, 28: what variants do


@checklist(10)
def test_tournament_never_offers_a_special_and_leaves_the_rest() -> None:
    straight = Rules(GAME)
    for rules, position in random_positions((*SPECIALS, "tournament"), games=10):
        assert rules.legal(position.state) == straight.legal(position.state)


@checklist(11)
def test_remarks_change_neither_who_may_act_nor_between_what() -> None:
    plain = Rules(GAME, SPECIALS)
    remarked = [Rules(GAME, (*SPECIALS, name)) for name in ("hints", "speed")]
    hinted = 0
    for _, position in random_positions(SPECIALS, games=SAMPLE):
        state = position.state
        for rules in remarked:
            assert dict(rules.legal(state)) == dict(plain.legal(state))
        for viewer in viewers(4) if state.turn % 9 == 0 else ():
            seen = remarked[0].view(state, viewer)
            assert seen["legal"] == plain.view(state, viewer)["legal"]
            assert "notes" not in seen or seen["to_act"] == viewer.seat
            hinted += "notes" in seen
    assert hinted > SAMPLE


FOURS = {"type": "one-hand", "config": {"trump": "4"}}


@checklist(12)
def test_one_hand_begins_in_play_by_a_script_of_five() -> None:
    position = played([], variants=(FOURS,))
    assert position.state.log == ("0:pass", "1:pass", "2:pass", "3:30", "3:t:4")
    assert (position.state.phase, position.state.current) == ("Playing", 3)
    marks = Rules(GAME, (FOURS,)).legal(laid_out(HANDS))
    assert marks_of(marks)[0]["pass"].note == "one-hand 1/5"
    assert [made_by(moves) for moves in position.auto] == [
        {seat: "one-hand"} for seat in (0, 1, 2, 3, 3)
    ]


@checklist(13)
def test_one_hand_is_over_after_one_hand_and_pays() -> None:
    positions = [position for _, position in random_positions(("one-hand",), games=3)]
    finals = [position.state for position in positions if not position.offers]
    for state in finals:
        assert (state.round, state.phase, sum(state.marks)) == (1, "Finished", 1)
        assert state.log[-2:] == ("*:score-hand", "*:end-game")
        assert state.winner == state.marks.index(1)


@checklist(14)
def test_the_systems_moves_run_at_once_and_stand_in_the_log() -> None:
    opening = played([], variants=(FOURS,))
    assert [seat for moves in opening.auto for seat in moves] == [0, 1, 2, 3, 3]
    redealt = played(["pass"] * 4)
    assert redealt.state.log == ("0:pass", "1:pass", "2:pass", "3:pass", "*:redeal")
    for _, position in random_positions(SPECIALS):
        assert SYSTEM not in position.offers


@checklist(15)
def test_the_systems_moves_follow_from_the_options() -> None:
    def run() -> list[Any]:
        positions = random_positions((*SPECIALS, "speed"), games=2)
        return [position.auto for _, position in positions]

    assert run() == run()


@checklist(28)
def test_consensus_waits_for_every_voter_once() -> None:
    voters = {1, 2}
    asked = 0
    for rules, position in random_positions(("consensus",), voters=[1, 2]):
        if position.state.phase in ("TrickDone", "HandDone"):
            asked += 1
            assert set(position.offers) == voters
            one = GAME.apply(position.state, {1: position.offers[1][0]}).state
            assert set(rules.legal(one)) == {2}
            both = GAME.apply(one, {2: position.offers[2][0]}).state
            assert set(rules.legal(both)) == {SYSTEM}
    assert asked > 5
    state = next(p.state for _, p in random_positions(("consensus",)) if p.state.tricks)
    assert state.agreed == 0

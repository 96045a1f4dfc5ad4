"""Variants change what is on offer: stages, their order, system moves, marks."""

import pytest

from engine.errors import VariantError
from engine.game import PUBLIC, SYSTEM, Viewer
from engine.rng import Deals
from engine.variants import (
    MOST_SYSTEM_MOVES,
    Mark,
    Marked,
    Offers,
    Position,
    Rules,
    Variant,
    changing,
    check_order,
    marks_of,
    system_moves,
)
from tests.engine.race import ONE, STAY, TWO, Go, Moved, Race, State, race_with

LEAP = Go("leap", 5)
PUSH = Go("push", 1)


def add_leap(state: State, offers: Offers) -> Offers:  # noqa: ARG001
    return {seat: (*offer, LEAP) for seat, offer in offers.items()}


def no_one(state: State, offers: Offers) -> Offers:  # noqa: ARG001
    return {seat: tuple(go for go in offer if go is not ONE) for seat, offer in offers.items()}


def push_once(state: State, offers: Offers) -> Offers:
    return {SYSTEM: (PUSH,)} if state.turn and state.at % 2 else offers


def push_for_ever(state: State, offers: Offers) -> Offers:  # noqa: ARG001
    return {SYSTEM: (STAY,)}


def swap(state: State, offers: Offers) -> Offers:  # noqa: ARG001
    return {1 - seat: offer for seat, offer in offers.items()}


def auto_two(state: State, offers: Offers) -> Offers:  # noqa: ARG001
    return Marked(offers, {seat: {"two": Mark(auto=True)} for seat in offers})


def advise(state: State, offers: Offers) -> Offers:  # noqa: ARG001
    return Marked(offers, {seat: {"one": Mark(note="slow")} for seat in offers})


INJECT = Variant("leap", "inject", changing(add_leap))
FILTER = Variant("no-one", "filter", changing(no_one))
SCRIPT = Variant("push", "script", changing(push_once))
ENDLESS = Variant("endless", "script", changing(push_for_ever))
REPLACE = Variant("swap", "replace", changing(swap))
AUTO = Variant("auto", "annotate", changing(auto_two))
ADVISE = Variant("advise", "annotate", changing(advise))
ALL = (INJECT, FILTER, SCRIPT, ENDLESS, REPLACE, AUTO, ADVISE)


def rules(*names: str) -> Rules:
    return Rules(race_with(*ALL), names)


def start(table: Rules) -> Position:
    return table.start(table.game.config(), Deals.seed(1), 2)


def offered(table: Rules, state: State) -> dict[int, list[str]]:
    return {seat: [go.choice for go in offer] for seat, offer in table.legal(state).items()}


def test_no_variants_leave_the_games_own_offers() -> None:
    game = Race()
    assert Rules(game).legal == game.choices
    assert start(Rules(game)).auto == ()
    assert Rules(game).view(State(10), PUBLIC) == game.view(State(10), PUBLIC)


def test_inject_adds_an_action_that_the_game_can_apply() -> None:
    table = rules("leap")
    assert offered(table, State(10)) == {0: ["one", "two", "leap"]}
    assert table.apply(State(10), {0: LEAP}).state.at == 5


def test_filter_takes_actions_away() -> None:
    assert offered(rules("no-one"), State(10)) == {0: ["two"]}


def test_replace_may_turn_the_offers_round() -> None:
    assert offered(rules("swap"), State(10)) == {1: ["one", "two"]}


def test_variants_are_composed_in_the_order_given() -> None:
    assert offered(rules("leap", "no-one", "swap"), State(10)) == {1: ["two", "leap"]}


def test_script_moves_for_the_system_inside_the_same_step() -> None:
    position = rules("push").apply(State(10), {0: ONE})
    assert position.state.at == 2
    assert position.auto == ({SYSTEM: PUSH},)
    assert position.events == (Moved(0, 1), Moved(SYSTEM, 1))
    assert set(position.offers) == {1}


def test_script_rests_when_it_offers_nothing_to_the_system() -> None:
    position = rules("push").apply(State(10), {0: TWO})
    assert (position.state.at, position.auto) == (2, ())


def test_system_move_may_close_the_round() -> None:
    position = rules("push").apply(State(10, at=8, turn=1), {1: ONE})
    assert position.state.at == 10
    assert len(position.results) == 1
    assert position.offers == {}


def test_move_that_closes_the_round_gives_its_result() -> None:
    assert len(Rules(Race()).apply(State(10, at=9), {0: ONE}).results) == 1


def test_system_moves_without_end_are_an_error_that_names_the_variant() -> None:
    with pytest.raises(VariantError, match=r"endless: more than 64 system moves in a row"):
        start(rules("endless"))


def test_sixty_four_system_moves_in_a_row_are_allowed() -> None:
    def push_up_to(goal: int) -> Rules:
        def push(state: State, offers: Offers) -> Offers:
            return {SYSTEM: (PUSH,)} if state.at < goal else offers

        variant = Variant("far", "script", changing(push))
        return Rules(race_with(variant), ("far",))

    most = push_up_to(MOST_SYSTEM_MOVES)
    config = most.game.config({"goal": 100})
    assert len(most.start(config, Deals.seed(1), 2).auto) == MOST_SYSTEM_MOVES
    with pytest.raises(VariantError):
        push_up_to(MOST_SYSTEM_MOVES + 1).start(config, Deals.seed(1), 2)


def test_game_itself_may_move_for_the_system() -> None:
    class Rolling(Race):
        def choices(self, state: State) -> Offers:
            return {SYSTEM: (PUSH,)} if state.at < 3 else super().choices(state)

    position = start(Rules(Rolling()))
    assert (position.state.at, len(position.auto)) == (3, 3)

    class Endless(Race):
        def choices(self, state: State) -> Offers:  # noqa: ARG002
            return {SYSTEM: (STAY,)}

    with pytest.raises(VariantError, match="race: more than 64"):
        start(Rules(Endless()))


def test_auto_mark_plays_the_move_unasked() -> None:
    position = start(rules("auto"))
    assert position.auto[0] == {0: TWO}
    assert position.state.turn == 2
    assert set(position.offers) == {0, 1}


def test_auto_marks_play_only_if_every_deciding_seat_has_one() -> None:
    both = {0: (ONE, TWO), 1: (ONE,)}
    assert system_moves(Marked(both, {0: {"two": Mark(auto=True)}})) is None
    marks = {0: {"two": Mark(auto=True)}, 1: {"one": Mark(auto=True)}}
    assert system_moves(Marked(both, marks)) == {0: TWO, 1: ONE}
    assert system_moves(Marked({}, marks)) is None


def test_notes_are_shown_to_their_seat_alone() -> None:
    table = rules("advise")
    state = start(table).state
    assert table.view(state, Viewer.player(0))["notes"] == {"one": "slow"}
    assert "notes" not in table.view(state, Viewer.player(1))
    assert "notes" not in table.view(state, PUBLIC)


def test_marks_of_several_variants_stand_side_by_side() -> None:
    first = Marked({0: (ONE,), 1: (ONE,)}, {0: {"one": Mark(note="a")}})
    second = Marked(first, {1: {"one": Mark(note="b")}})
    assert marks_of(second) == {0: {"one": Mark(note="a")}, 1: {"one": Mark(note="b")}}
    assert marks_of({0: (ONE,)}) == {}


def test_view_shows_the_offers_of_the_variant() -> None:
    table = rules("swap")
    own = table.view(State(10), Viewer.player(1))
    assert (own["legal"], own["to_act"]) == (["one", "two"], 1)
    other = table.view(State(10), Viewer.player(0))
    assert (other["legal"], other["to_act"]) == ([], None)


def test_seat_that_can_only_pass_a_claim_is_not_asked() -> None:
    table, claim = Rules(Race()), State(10, turn=2)
    offers = table.legal(claim)
    assert table.asked(claim, offers, 0) == (STAY, ONE)
    assert table.asked(claim, offers, 1) == ()
    assert table.asked(claim, {1: (ONE,)}, 1) == (ONE,)
    assert table.asked(State(10), {0: (ONE,)}, 0) == (ONE,)


def test_default_is_the_games_unless_a_variant_took_it_away() -> None:
    plain, without = Rules(Race()), rules("no-one")
    assert plain.default(State(10), plain.legal(State(10)), 0) is ONE
    assert without.default(State(10), without.legal(State(10)), 0) is TWO


@pytest.mark.parametrize(
    "names",
    [("no-one", "leap"), ("swap", "push"), ("advise", "swap"), ("push", "no-one")],
    ids="-".join,
)
def test_stage_out_of_order_is_refused(names: tuple[str, str]) -> None:
    with pytest.raises(VariantError, match=rf"{names[1]} \(\w+\) must stand before {names[0]}"):
        rules(*names)


def test_stages_in_order_are_accepted() -> None:
    check_order([INJECT, FILTER, SCRIPT, REPLACE, AUTO, ADVISE])


def test_same_variant_twice_is_refused() -> None:
    with pytest.raises(VariantError, match="leap: given more than once"):
        rules("leap", "leap")


@pytest.mark.parametrize(
    ("name", "hint"),
    [("leep", "did you mean 'leap'?"), ("zzzz", "known: leap, no-one")],
)
def test_unknown_variant_is_refused_with_a_hint(name: str, hint: str) -> None:
    with pytest.raises(VariantError) as caught:
        rules(name)
    assert hint in str(caught.value)


def test_game_without_variants_says_so() -> None:
    with pytest.raises(VariantError, match="race has no variant 'leap'; known: none"):
        Rules(Race(), ("leap",))


def test_explain_lists_the_offers_after_each_stage() -> None:
    assert rules("leap", "no-one").explain(State(10)) == [
        ("race", {0: ["one", "two"]}),
        ("leap", {0: ["one", "two", "leap"]}),
        ("no-one", {0: ["two", "leap"]}),
    ]

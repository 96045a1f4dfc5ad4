"""Variants change what is on offer: stages, their order, system moves, marks."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

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
    changing_with,
    choose,
    logged_variants,
    made_by,
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


def test_variants_are_composed_in_the_order_of_their_stages() -> None:
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
    ("given", "applied"),
    [
        (("no-one", "leap"), ("leap", "no-one")),
        (("advise", "swap", "push"), ("push", "swap", "advise")),
        (("advise", "auto"), ("advise", "auto")),
        (("auto", "advise"), ("auto", "advise")),
    ],
    ids=str,
)
def test_order_is_put_right_and_kept_within_a_stage(
    given: tuple[str, ...], applied: tuple[str, ...]
) -> None:
    assert rules(*given).variants == applied


def test_a_filter_named_first_still_filters_what_is_added() -> None:
    drop = Variant("no-leap", "filter", changing(lambda _s, offers: without(offers, LEAP)))
    table = Rules(race_with(INJECT, drop), ("no-leap", "leap"))
    assert offered(table, State(10)) == {0: ["one", "two"]}


def without(offers: Offers, action: Go) -> Offers:
    return {seat: tuple(go for go in offer if go is not action) for seat, offer in offers.items()}


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


# -- the contract of each stage

BREACHES: dict[str, tuple[Any, Callable[[State, Offers], Offers], str]] = {
    "inject-removes": ("inject", no_one, r"removes 'one' of seat 0"),
    "filter-adds": ("filter", add_leap, r"adds 'leap' of seat 0"),
    "filter-empties": ("filter", lambda _s, o: dict.fromkeys(o, ()), r"leaves seat 0 without"),
    "filter-forgets": ("filter", lambda _s, _o: {}, r"leaves seat 0 without a choice"),
    "replace-empties": ("replace", lambda _s, o: dict.fromkeys(o, ()), r"leaves seat 0 without"),
    "replace-nobody": ("replace", lambda _s, _o: {}, r"leaves seat 0 without a choice"),
    "script-empties": ("script", lambda _s, _o: {SYSTEM: ()}, r"leaves seat -1 without a choice"),
    "script-adds": ("script", add_leap, r"adds 'leap' of seat 0"),
    "annotate-removes": ("annotate", no_one, r"removes 'one' of seat 0"),
    "annotate-adds": ("annotate", add_leap, r"adds 'leap' of seat 0"),
    "annotate-moves": ("annotate", swap, r"removes 'one' of seat 0"),
    "filter-moves": ("filter", swap, r"removes every choice of seat 0"),
}


@pytest.mark.parametrize("name", BREACHES)
def test_a_variant_that_breaks_its_stage_is_named(name: str) -> None:
    stage, change, problem = BREACHES[name]
    table = Rules(race_with(Variant("rude", stage, changing(change))), ("rude",))
    with pytest.raises(VariantError, match=rf"^rude \({stage}\) {problem}"):
        table.legal(State(10))


def test_an_action_that_only_looks_the_same_is_another() -> None:
    false_one = Go("one", 9)
    change = changing(lambda _s, offers: dict.fromkeys(offers, (false_one, TWO)))
    table = Rules(race_with(Variant("rude", "filter", change)), ("rude",))
    with pytest.raises(VariantError, match="adds 'one' of seat 0"):
        table.legal(State(10))


def test_the_offers_before_a_variant_are_found_once() -> None:
    calls: list[int] = []

    class Counting(Race):
        variants = {v.name: v for v in ALL}  # noqa: RUF012

        def choices(self, state: State) -> Offers:
            calls.append(state.at)
            return super().choices(state)

    Rules(Counting(), ("leap", "no-one", "advise")).legal(State(10))
    assert calls == [0]


# -- names on moves


def test_the_name_of_a_variant_stands_on_the_moves_it_makes() -> None:
    pushed = rules("push").apply(State(10), {0: ONE})
    assert [made_by(moves) for moves in pushed.auto] == [{SYSTEM: "push"}]
    marked = start(rules("auto"))
    assert [made_by(moves) for moves in marked.auto] == [{0: "auto"}, {1: "auto"}]


def test_a_games_own_system_moves_have_no_name() -> None:
    class Rolling(Race):
        variants = {"advise": ADVISE}  # noqa: RUF012

        def choices(self, state: State) -> Offers:
            return {SYSTEM: (PUSH,)} if state.at < 1 else super().choices(state)

    for names in ((), ("advise",)):
        (moves,) = start(Rules(Rolling(), names)).auto
        assert made_by(moves) == {}


def test_the_first_variant_that_plays_a_move_has_made_it() -> None:
    again = Variant("again", "annotate", changing(auto_two))
    moves = start(Rules(race_with(AUTO, again), ("auto", "again"))).auto[0]
    assert made_by(moves) == {0: "auto"}


def test_a_system_move_that_the_game_cannot_make_names_the_variant() -> None:
    class Strict(Race):
        variants = {"push": SCRIPT}  # noqa: RUF012

        def apply(self, state: State, moves: Any) -> Any:
            return super().apply(state, {seat: moves[seat] for seat in super().choices(state)})

    with pytest.raises(VariantError, match="push: race cannot make the system move 'push' here"):
        Rules(Strict(), "push").apply(State(10), {0: ONE})


# -- options


@dataclass(frozen=True, slots=True)
class LeapOptions:
    steps: int = 5
    seats: tuple[int, ...] = (0, 1)


def leaping(_state: State, offers: Offers, options: LeapOptions) -> Offers:
    leap = Go(f"leap{options.steps}", options.steps)
    return {s: (*o, leap) if s in options.seats else o for s, o in offers.items()}


LEAPING = Variant("leaping", "inject", changing_with(leaping), "", LeapOptions)
OLDER = Variant("older", "inject", changing_with(leaping), "", LeapOptions, {"steps": 3})


@pytest.mark.parametrize(
    ("entry", "steps"),
    [
        ("leaping", 5),
        ({"type": "leaping"}, 5),
        ({"type": "leaping", "config": {}}, 5),
        ({"type": "leaping", "config": {"steps": 7}}, 7),
        ({"type": "leaping", "config": {"steps": "7"}}, 7),
    ],
    ids=str,
)
def test_options_reach_the_variant_and_stand_in_its_normal_form(entry: Any, steps: int) -> None:
    table = Rules(race_with(LEAPING, INJECT), [entry, "leap"])
    assert offered(table, State(10))[0] == ["one", "two", f"leap{steps}", "leap"]
    normal = {"type": "leaping", "config": {"steps": steps, "seats": [0, 1]}}
    assert table.variants == (normal, "leap")
    assert Rules(table.game, table.variants).variants == table.variants


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ({"type": "leaping", "config": {"step": 7}}, "leaping: step: no such option; did you mean"),
        ({"type": "leaping", "config": {"steps": "far"}}, "leaping: steps: expected int"),
        ({"type": "leap", "config": {"steps": 7}}, "leap has no options; got steps"),
        ({"type": "leaping", "options": {}}, "a variant is a name or"),
        ({"config": {}}, "a variant is a name or"),
        (7, "a variant is a name or"),
        ({"type": "leaping", "config": []}, "a variant is a name or"),
    ],
    ids=str,
)
def test_options_that_do_not_fit_are_refused(entry: Any, problem: str) -> None:
    with pytest.raises(VariantError, match=problem):
        Rules(race_with(LEAPING, INJECT), [entry])


def test_a_bare_name_in_a_log_means_what_it_meant_then() -> None:
    game = race_with(OLDER, LEAPING, INJECT)
    entries = logged_variants(game, ["older", "leaping", "leap", "gone"])
    assert entries == [{"type": "older", "config": {"steps": 3}}, "leaping", "leap", "gone"]
    explicit = [{"type": "older", "config": {"steps": 9}}]
    assert logged_variants(game, explicit) == explicit
    assert choose(game, "older")[0].options == (LeapOptions(5),)


def test_a_variant_that_was_added_to_one_game_object_is_no_others() -> None:
    game, other = Race(), Race()
    game.added_variants["leap"] = INJECT
    assert Rules(game, "leap").variants == ("leap",)
    with pytest.raises(VariantError):
        Rules(other, "leap")


def test_a_recommended_choice_is_shown_to_its_seat_alone() -> None:
    advice = changing(
        lambda _s, o: Marked(o, {seat: {"two": Mark(recommended=True)} for seat in o})
    )
    table = Rules(race_with(Variant("advice", "annotate", advice)), ("advice",))
    assert table.view(State(10), Viewer.player(0))["recommended"] == "two"
    assert "recommended" not in table.view(State(10), Viewer.player(1))

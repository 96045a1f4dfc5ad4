"""Claims: who may take a discard, what goes first, and what a declined tile costs."""

from typing import Any

import pytest

from engine.mahjong.claims import swap_kinds
from engine.taiwan.deal import live
from engine.taiwan.events import Melded, Won
from engine.taiwan.model import State
from engine.taiwan.tiles import NAMES, TILE_OF, names_of
from tests.engine.taiwan_table import READY, check, legal, play, step, table


def on_discard(tile: str, *others: str, **config: Any) -> State:
    """Seat 0 has discarded this tile; the others hold what is given."""
    return play(table(tile, *others, **config), f"0discard:{tile}")


# -- what is offered


@pytest.mark.parametrize(
    ("tile", "hand", "offers"),
    [
        ("5m", "3467m", ["chi:34m", "chi:46m", "chi:67m"]),
        ("1m", "23m", ["chi:23m"]),
        ("9m", "78m", ["chi:78m"]),
        ("2m", "134m", ["chi:13m", "chi:34m"]),
        ("8m", "679m", ["chi:67m", "chi:79m"]),
        ("5m", "36m", []),
        ("1z", "23z", []),
    ],
)
def test_chi_takes_two_neighbours(tile: str, hand: str, offers: list[str]) -> None:
    blocks = "1111222233334444"[: 17 - len(hand)] + "p"
    state = on_discard(tile, f"{hand} {blocks}")
    assert [choice for choice in legal(state, 1) if choice.startswith("chi")] == offers


def test_pong_needs_two_and_kong_three() -> None:
    state = on_discard("5p", "", "55p", "")
    assert "pong:5p" in legal(state, 2)
    assert "kong:5p" not in legal(state, 2)
    state = on_discard("5p", "", "555p", "")
    assert {"pong:5p", "kong:5p"} <= set(legal(state, 2))


def test_a_claim_step_opens_even_if_nobody_can_claim() -> None:
    state = on_discard("1z", "1111m 2222m 3333m 4444m", "5555m 6666m 7777m 8888m", "9999m")
    assert state.phase == "Claim"
    assert all("pass" in legal(state, seat) for seat in (1, 2, 3))
    assert legal(state, 0) == []


def test_the_last_discard_can_only_be_won_on() -> None:
    state = State(on_discard("6s", READY, "666s", "78s"))
    assert {"pong:6s", "kong:6s"} <= set(legal(state, 2))
    state.head += live(state)
    assert legal(state, 1) == ["win", "pass"]
    assert legal(state, 2) == ["pass"]


def test_late_claims_bar_melds_before_the_end() -> None:
    state = State(on_discard("6s", "", "666s", late_claims=3))
    state.head += live(state) - 3
    assert legal(state, 2) == ["pass"]
    state.head -= 1
    assert "pong:6s" in legal(state, 2)


def test_the_next_seat_may_be_kept_from_an_open_kong() -> None:
    state = on_discard("5p", "555p", no_kong_from_upper=True)
    assert "pong:5p" in legal(state, 1)
    assert "kong:5p" not in legal(state, 1)
    assert "kong:5p" in legal(on_discard("5p", "", "555p", no_kong_from_upper=True), 2)


# -- what follows


def test_a_claimed_tile_leaves_the_pond() -> None:
    done = step(on_discard("5p", "", "55p"), "2pong:5p")
    state = done.state
    assert state.players[0].pond == ()
    (meld,) = state.players[2].melds
    assert (meld.type, NAMES[meld.called], meld.source) == ("pong", "5p", 0)
    assert done.events == (Melded(2, "pong", ("5p", "5p", "5p"), "5p", 0),)
    assert (state.phase, state.current) == ("Discard", 2)
    check(state)


def test_after_a_claim_there_is_nothing_but_a_discard() -> None:
    state = play(on_discard("6s", "78s 456m 789m 234p 44z 555p"), "1chi:78s")
    assert {choice.partition(":")[0] for choice in legal(state, 1)} == {"discard"}


def test_pong_goes_before_chi() -> None:
    state = on_discard("6s", "78s", "66s")
    state = play(state, "1chi:78s 2pong:6s")
    assert state.current == 2


def test_the_nearest_of_several_wins_counts() -> None:
    done = step(
        on_discard("6s", READY, "", READY.replace("m", "p").replace("234p", "234m")), "1win 3win"
    )
    assert done.result is not None
    assert done.result.winners == (1,)


def test_several_wins_by_option_are_paid_one_by_one() -> None:
    state = on_discard("6s", READY, "", "11122233344p78s555z", multi_win=True)
    done = step(state, "1win 3win")
    assert done.result is not None
    assert done.result.winners == (1, 3)
    won = [event for event in done.events if isinstance(event, Won)]
    assert [event.payers for event in won] == [(0,), (0,)]
    assert done.result.points[0] == -sum(event.pays[0] for event in won)
    assert done.state.round.dealer == 1


def test_the_dealer_stays_if_among_the_winners() -> None:
    state = table(READY, "6s", "11122233344p78s555z", draws="1z 2z", multi_win=True)
    state = play(state, "0" + "discard:" + NAMES[state.drawn], "")
    done = step(play(state, "1discard:6s"), "0win 2win")
    assert done.result is not None
    assert done.result.winners == (2, 0)
    assert (done.state.round.dealer, done.state.round.streak) == (0, 1)


# -- the swap ban


@pytest.mark.parametrize(
    ("tile", "uses", "banned"),
    [
        ("3m", "45m", ["3m", "6m"]),
        ("6m", "45m", ["3m", "6m"]),
        ("4m", "35m", ["4m"]),
        ("7m", "89m", ["7m"]),
        ("3m", "12m", ["3m"]),
        ("5p", "", ["5p"]),
    ],
)
def test_kinds_that_a_claim_bans(tile: str, uses: str, banned: list[str]) -> None:
    kinds = tuple(TILE_OF[number + uses[-1]] for number in uses[:-1])
    assert names_of(swap_kinds(TILE_OF[tile], kinds)) == banned


def test_a_banned_kind_may_not_be_discarded_in_that_turn() -> None:
    state = play(on_discard("3m", "45m 36m"), "1chi:45m")
    assert not {"discard:3m", "discard:6m"} & set(legal(state, 1))
    free = play(on_discard("3m", "45m 36m", swap_ban=False), "1chi:45m")
    assert {"discard:3m", "discard:6m"} <= set(legal(free, 1))


def test_if_every_tile_is_banned_any_may_go() -> None:
    state = State(play(on_discard("3m", "45m 36m"), "1chi:45m"))
    state.banned = (1 << 34) - 1
    assert {"discard:3m", "discard:6m"} <= set(legal(state, 1))


# -- passed wins and pongs


def passed(then: str, **config: Any) -> State:
    """Seat 1 has let a 6s of seat 2 go; seat 3 discards `then`."""
    state = table("", READY, "6s", then, passes=2, **config)
    return play(state, "2discard:6s", "", f"3discard:{then}")


def test_without_the_rule_a_passed_win_costs_nothing() -> None:
    assert "win" in legal(passed("9s", passed_win="none"), 1)
    assert "win" not in legal(passed("9s"), 1)


def own_turn(drawn: str, **config: Any) -> State:
    """Seat 1 has let a 6s go and draws this tile on its own turn."""
    state = table("1z", READY, "6s", "", draws=f"2z 3z {drawn}", passes=2, **config)
    return play(state, "2discard:6s", "", "3discard:2z", "", "0discard:3z", "")


def test_a_locked_player_may_not_win_by_self_draw_either() -> None:
    assert "win" not in legal(own_turn("9s"), 1)
    assert "win" in legal(own_turn("9s", passed_win="ron_only"), 1)


@pytest.mark.parametrize(
    ("rule", "drawn", "free"),
    [
        ("until_own_discard", "9s", True),
        ("until_non_wait_discard", "9s", False),
        ("until_non_wait_discard", "5z", True),
        ("ron_only", "9s", False),
        ("ron_only", "5z", True),
    ],
)
def test_what_ends_the_lock(rule: str, drawn: str, free: bool) -> None:
    # With own draws winnable, throwing the 9s away declines a win once more.
    state = play(own_turn(drawn, passed_win=rule), f"1discard:{drawn}")
    assert state.players[1].locked != free


def test_a_declined_self_draw_locks_until_the_discard_that_follows() -> None:
    state = table("", READY + "", draws="6s", passes=0)
    first = NAMES[state.drawn]
    state = play(state, f"0discard:{first}", "")
    assert "win" in legal(state, 1)
    assert not play(state, "1discard:6s").players[1].locked
    kept = table("", READY, draws="6s", passed_win="until_non_wait_discard")
    kept = play(kept, f"0discard:{first}", "", "1discard:6s")
    assert kept.players[1].locked


def test_by_option_the_lock_ends_with_the_next_draw() -> None:
    assert own_turn("5z").players[1].locked
    assert not own_turn("5z", passed_win="ron_only").players[1].locked


def test_claiming_a_pong_instead_of_winning_is_a_passed_win() -> None:
    state = on_discard("6s", "123m 456m 789m 66s 78s 444z")
    assert {"win", "pong:6s"} <= set(legal(state, 1))
    assert play(state, "1pong:6s").players[1].locked


def test_a_declined_pong_is_barred_until_the_own_turn() -> None:
    hands = ("5p", "5p", "55p", "")
    state = play(table(*hands, passed_pong=True), "0discard:5p", "", "1discard:5p")
    assert "pong:5p" not in legal(state, 2)
    assert "pong:5p" in legal(play(table(*hands), "0discard:5p", "", "1discard:5p"), 2)


def test_the_bar_on_a_pong_ends_with_the_own_turn() -> None:
    state = table("5p", "", "55p", "", draws="1z 2z", passed_pong=True)
    state = play(state, "0discard:5p", "")
    assert names_of(state.players[2].no_pong) == ["5p"]
    state = play(state, "1discard:1z", "")
    assert state.current == 2
    assert state.players[2].no_pong == 0

"""The course of a deal: exchange, void suits, claims, kongs, declined wins, the end."""

from typing import Any

import pytest

from engine.errors import ConfigError
from engine.mahjong.seats import SEATS
from engine.rng import Deals
from engine.sichuan.model import CLAIMED, State
from engine.sichuan.tiles import KIND_OF
from engine.testing import count_lines
from tests.engine.sichuan_table import (
    FAR,
    FOUR,
    GAME,
    ON_5P,
    PLAIN,
    check_tiles,
    discarded,
    hand,
    kinds,
    legal,
    meld_of,
    on_turn,
    play,
    player,
    position,
    seats_with,
    told,
    wall_ids,
)

# -- the exchange and the void suit

DEALT = (
    "123456789m 11223p",
    "123456789p 1122s",
    "123456789s 1122m",
    "345678m 3456789p",
)


def exchange_state(dice: tuple[int, int], **config: Any) -> State:
    deals = Deals.given([{"wall": wall_ids(DEALT), "dice": list(dice)}], then="rest")
    return GAME.start(GAME.config(config), deals, 4).state


@pytest.mark.parametrize(("dice", "steps"), [((3, 4), 1), ((1, 1), 2), ((1, 2), 3)])
def test_three_tiles_go_where_the_dice_say_all_at_once(dice: tuple[int, int], steps: int) -> None:
    state = exchange_state(dice)
    gives = ("exchange:789m", "exchange:789p", "exchange:789s", "exchange:345m")
    step = play(state, **{f"s{seat}": give for seat, give in enumerate(gives)})
    for seat, give in enumerate(gives):
        three = kinds(give.removeprefix("exchange:"))
        receiver = step.state.players[(seat + steps) % 4]
        assert list(receiver.got) == three
        assert list(step.state.players[seat].gave) == three
        assert all(receiver.counts[kind] for kind in three)
    assert [sum(p.counts) for p in step.state.players] == [14, 13, 13, 13]
    assert step.state.phase == "Void"
    check_tiles(step.state)


def test_exchange_offers_every_three_tiles_of_one_suit_once() -> None:
    offers = legal(exchange_state((3, 4)), 0)
    assert len(offers) == len(set(offers)) == 84 + 5
    assert offers[0] == "exchange:123m"
    assert [word for word in offers if word.endswith("p")] == [
        "exchange:112p", "exchange:113p", "exchange:122p", "exchange:123p", "exchange:223p",
    ]  # fmt: skip


def test_exchange_takes_no_suit_with_fewer_than_three_tiles() -> None:
    deals = Deals.given(
        [
            {
                "wall": wall_ids(
                    (
                        "123456789m 11222p",
                        "111122223333s 4s",
                        "444m 99p 12345678p",
                        "99m 5678m 3334447p",
                    )
                )
            }
        ],
        then="rest",
    )
    state = GAME.start(GAME.config(), deals, 4).state
    assert {word[-1] for word in legal(state, 1)} == {"s"}
    assert "exchange:111s" in legal(state, 1)
    assert "exchange:444m" in legal(state, 2)


def test_voids_are_shown_together_and_the_dealer_begins() -> None:
    state = play(exchange_state((3, 4))).state
    assert legal(state, 3) == ["void:m", "void:p", "void:s"]
    step = play(state, s0="void:s", s1="void:m", s2="void:p", s3="void:s")
    assert told(step, "voids_shown")[0].suits == ("s", "m", "p", "s")
    assert list(GAME.choices(step.state)) == [0]


def test_default_void_is_the_shortest_suit() -> None:
    state = exchange_state((3, 4), exchange_three=False)
    assert state.phase == "Void"
    voids = [GAME.default(state, seat).choice for seat in SEATS]
    assert voids == ["void:s", "void:m", "void:p", "void:s"]


def test_void_tiles_are_discarded_first_where_that_is_forced() -> None:
    table = seats_with(s1=player("123m 456m 9s 1s 79p 555p"))
    assert legal(on_turn(position(*table), 1, "4p"), 1) == ["discard:1s", "discard:9s"]
    free = position(*table, config={"preset": "sbr"})
    assert "discard:4p" in legal(on_turn(free, 1, "4p"), 1)


def test_void_suit_is_neither_ponged_nor_konged() -> None:
    table = position(
        *seats_with(s1=player("999s 123m 456m 79p 11p"), s2=player("1111s 2s 123456m 79p"))
    )
    assert legal(discarded(table, 0, "9s"), 1) == ["pass"]
    assert not [word for word in legal(on_turn(table, 2, "3p"), 2) if "kong" in word]


def test_default_discard_is_the_drawn_tile_if_it_may_go() -> None:
    table = position(*seats_with(s1=player("123m 456m 9s 1s 79p 555p")))
    assert GAME.default(on_turn(table, 1, "5s"), 1).choice == "discard:5s"
    assert GAME.default(on_turn(table, 1, "5m"), 1).choice == "discard:1s"
    after_pong = play(
        discarded(position(*seats_with(s1=player(FOUR + "5p"))), 0, "5p"), s1="pong:5p"
    )
    assert GAME.default(after_pong.state, 1).choice == "discard:1m"


# -- claims


def test_win_beats_kong_and_pong() -> None:
    table = position(*seats_with(s1=player("555p 123m 456m 789m 9p"), s3=player(ON_5P)))
    state = discarded(table, 0, "5p")
    assert legal(state, 1) == ["pong:5p", "kong:5p", "pass"]
    step = play(state, s1="kong:5p", s3="hu")
    assert [event.seat for event in told(step, "won")] == [3]
    assert step.state.players[1].melds == ()
    assert step.state.players[0].pond == (KIND_OF["5p"] | CLAIMED,)


def test_pong_takes_the_discard_and_the_turn() -> None:
    table = position(*seats_with(s3=player("55p 123m 456m 789m 99p")))
    step = play(discarded(table, 0, "5p"), s3="pong:5p")
    assert step.state.current == 3
    assert step.state.players[3].melds == (meld_of("pong", "5p", 0),)
    assert sum(step.state.players[3].counts) == 11
    assert not told(step, "drawn")
    assert "hu" not in legal(step.state, 3)


def test_kong_on_a_discard_draws_from_the_tail() -> None:
    table = position(*seats_with(s3=player("555p 123m 456m 789m 9p")), wall="1m2m3m4m")
    step = play(discarded(table, 0, "5p"), s3="kong:5p")
    assert told(step, "drawn")[0].tile == "4m"
    assert step.state.books.scores == (98, 100, 100, 102)
    assert step.state.feeder == 0
    after = play(play(step.state, s3="discard:9p").state)
    assert told(after, "drawn")[0].tile == "1m"


def test_claim_step_opens_for_everybody_still_playing_and_nobody_else() -> None:
    table = position(*seats_with(s2=player(won=True)))
    assert list(GAME.choices(discarded(table, 0, "9s"))) == [1, 3]
    stay = position(*seats_with(s2=player(won=True)), config={"preset": "contract"})
    assert list(GAME.choices(discarded(stay, 0, "9s"))) == [1, 2, 3]


def test_last_discard_can_only_be_won() -> None:
    ready, pair = player(ON_5P), player("555p 123m 456m 789m 9p")
    empty = position(*seats_with(s1=pair, s3=ready), wall="")
    assert legal(discarded(empty, 0, "5p"), 1) == ["pass"]
    assert legal(discarded(empty, 0, "5p"), 3) == ["hu", "pass"]
    textbook = position(*seats_with(s1=pair), wall="", config={"preset": "sbr"})
    assert legal(discarded(textbook, 0, "5p"), 1) == ["pong:5p", "pass"]


def test_no_kong_with_an_empty_wall() -> None:
    table = position(*seats_with(s1=player(FOUR)), wall="")
    assert not [word for word in legal(on_turn(table, 1, "9p"), 1) if "kong" in word]


# -- declined wins


def declined(option: str, later: str, *, kong_shot: bool = False) -> list[str]:
    """Seat 2 lets 1p go by from seat 0; what may it do with a tile of seat 1?"""
    table = position(*seats_with(s2=player(PLAIN)), config={"passed_win": option}, wall="9s8s7s6s")
    state = play(discarded(table, 0, "1p")).state
    assert state.current == 1
    state = discarded(State(state), 1, later)
    state.after_kong = kong_shot
    return legal(state, 2)


def test_declined_win_binds_until_the_next_draw_unless_it_is_worth_more() -> None:
    assert declined("until_draw_unless_higher", "4p") == ["pass"]
    assert declined("until_draw_unless_higher", "4p", kong_shot=True) == ["hu", "pass"]
    assert declined("until_draw", "4p", kong_shot=True) == ["pass"]
    assert declined("none", "4p") == ["hu", "pass"]


def test_a_win_one_was_not_free_to_take_is_not_declined() -> None:
    dear = discarded(position(*seats_with(s2=player(PLAIN)), wall="9s8s7s6s"), 0, "1p")
    dear.after_kong = True
    state = play(dear).state
    assert state.players[2].passed == 2
    cheap = discarded(state, 3, "4p")
    cheap.after_kong = False
    assert legal(cheap, 2) == ["pass"]
    assert play(cheap).state.players[2].passed == 2


def test_own_draw_frees_from_a_declined_win() -> None:
    table = position(*seats_with(s2=player(PLAIN)), wall="9s8s7s6s")
    state = play(discarded(table, 1, "1p")).state
    assert state.current == 2
    assert state.players[2].passed == 0
    state = play(state).state
    assert legal(discarded(play(state).state, 3, "4p"), 2) == ["hu", "pass"]


def test_declined_self_draw_binds_too() -> None:
    table = position(*seats_with(s2=player(PLAIN)), wall="9s8s7s6s")
    state = play(on_turn(table, 2, "1p"), s2="discard:1p").state
    assert state.players[2].passed == 1
    free = position(*seats_with(s2=player(PLAIN)), config={"passed_win": "none"})
    assert play(on_turn(free, 2, "1p"), s2="discard:1p").state.players[2].passed == 0


# -- wins, leaving, the next dealer


def test_winner_leaves_and_never_acts_again() -> None:
    table = position(*seats_with(s1=player(PLAIN)))
    state = play(on_turn(table, 1, "1p"), s1="hu").state
    assert state.players[1].won
    assert state.current == 2
    state = play(state).state
    assert list(GAME.choices(state)) == [3, 0]


def test_self_drawn_tile_leaves_the_hand() -> None:
    table = position(*seats_with(s1=player(PLAIN)))
    step = play(on_turn(table, 1, "1p"), s1="hu")
    assert hand(step.state, 1) == "1m2m3m4m5m6m7m8m9m2p3p5p5p"
    assert "".join(told(step, "won")[0].hand) == hand(step.state, 1)


def opening(hands: tuple[str, ...], voids: str, draws: str = "", **config: Any) -> State:
    deals = Deals.given([{"wall": wall_ids(hands, draws)}], then="rest")
    options = {"exchange_three": False, "deals": 1, **config}
    state = GAME.start(GAME.config(options), deals, 4).state
    return play(state, **{f"s{s}": f"void:{v}" for s, v in enumerate(voids)}).state


OPENING = (
    PLAIN + "1p",
    "124578p 1245s 7s 9s 9p",
    "123m 456m 88m 346p 66p",
    "124578p 1245s 7s 9s 8p",
)


def test_dealers_first_fourteen_tiles_are_a_heavenly_win() -> None:
    state = opening(OPENING, "smsm")
    assert legal(state, 0)[-1] == "hu"
    step = play(state, s0="hu")
    (paid,) = told(step, "hu_settled")
    assert paid.fans == (("天胡", 5),)
    assert paid.tile == "5p"
    assert step.state.books.scores == (151, 83, 83, 83)
    check_tiles(step.state)


def test_dealer_with_void_tiles_does_not_win_at_once() -> None:
    assert "hu" not in legal(opening(OPENING, "pmsm"), 0)


def test_first_draw_before_any_meld_is_an_earthly_win() -> None:
    hands = ("124578p 1245s 7s 9s 9p 9s", PLAIN, "123m 456m 88m 346p 66p", "124578p 1245s 7s 9s 8p")
    state = opening(hands, "mssm", draws="1p")
    state = play(play(state, s0="discard:9s").state).state
    step = play(state, s1="hu")
    assert told(step, "hu_settled")[0].fans == (("地胡", 5),)
    state.calm = False
    assert told(play(state, s1="hu"), "hu_settled")[0].fans == ()


def test_win_with_an_empty_wall_is_the_last_tile() -> None:
    table = position(*seats_with(s1=player(PLAIN)), wall="")
    assert told(play(on_turn(table, 1, "1p"), s1="hu"), "hu_settled")[0].fans == (("海底", 1),)
    step = play(discarded(table, 0, "1p"), s1="hu")
    assert told(step, "hu_settled")[0].fans == (("海底", 1),)


def ended_after(table: State, tile: str, **wins: str) -> Any:
    """The end of a deal with an empty wall and these wins on seat 0's last discard."""
    step = play(discarded(table, 0, tile), **wins)
    return told(step, "round_ended")[0]


def test_next_dealer_is_the_first_winner_or_the_discarder_of_several() -> None:
    table = position(*seats_with(s2=player(PLAIN), s3=player(PLAIN)), wall="", dealer=1)
    assert ended_after(table, "1p", s2="hu").next_dealer == 2
    assert ended_after(table, "1p", s2="hu", s3="hu").next_dealer == 0
    assert ended_after(table, "9s").next_dealer == 1


def test_match_has_its_number_of_deals_and_carries_the_scores() -> None:
    table = position(*seats_with(s2=player(PLAIN)), wall="", config={"deals": 2})
    step = play(discarded(table, 0, "1p"), s2="hu")
    assert step.result is not None
    assert step.result.winners == (2,)
    assert step.state.round.number == 2
    assert step.state.round.dealer == 2
    assert step.state.books.scores == step.result.scores
    last = position(*seats_with(s2=player(PLAIN)), wall="", config={"deals": 1})
    step = play(discarded(last, 0, "1p"), s2="hu")
    assert told(step, "match_ended")[0].scores == step.state.books.scores
    assert GAME.choices(step.state) == {}
    outcome = GAME.outcome(step.state)
    assert outcome.winner == 2
    assert outcome.ranks[2] == 1
    assert GAME.outcome(last).winner == -1


def test_contract_plays_on_to_the_empty_wall_after_three_wins() -> None:
    seats = (player(FAR), player(PLAIN), player(PLAIN, won=True), player(PLAIN, won=True))
    table = position(*seats, config={"preset": "contract", "deals": 1}, wall="9s")
    step = play(discarded(table, 0, "1p"), s1="hu", s2="hu", s3="hu")
    assert step.result is None
    assert step.state.current == 1
    step = play(play(step.state).state)
    assert step.result is not None
    assert told(step, "round_ended")[0].reason == "empty_wall"
    assert told(step, "empty_wall_settled")[0].states == ("noten", "won", "won", "won")


def test_pigs_spare_winners_by_option() -> None:
    seats = (player(won=True), player("1s" + FAR[1:]), player(PLAIN), player(PLAIN))
    table = position(*seats, wall="", config={"pig_pays_winners": False, "deals": 1})
    step = play(discarded(table, 2, "9m"))
    assert told(step, "empty_wall_settled")[0].pigs == (0, -32, 16, 16)


def test_kong_money_is_kept_by_option() -> None:
    seats = seats_with(s1=player(FOUR))
    for option, status in ((True, "returned"), (False, "paid")):
        table = position(*seats, wall="9s", config={"tax_refund": option, "deals": 1})
        state = play(on_turn(table, 1, "8m"), s1="ckong:1m").state
        step = play(play(state).state)
        assert {entry.status for entry in step.state.books.ledger} == {status}
        assert bool(any(told(step, "empty_wall_settled")[0].refunds)) is option


# -- options


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("deals", 0),
        ("base", 0),
        ("cap", 17),
        ("kong_added", -1),
        ("draws", "cards"),
        ("gang_pao", 1),
    ],
)
def test_option_out_of_range_is_refused_by_name(name: str, value: Any) -> None:
    with pytest.raises(ConfigError) as caught:
        GAME.config({name: value})
    assert caught.value.field == name


def test_lines_of_play_are_as_many_as_ever() -> None:
    """Every void suit of four seats, then the dealer's discards and what they lead to."""
    first = exchange_state((3, 4), exchange_three=False)
    assert count_lines(GAME, first, 1) == 81
    assert [count_lines(GAME, opening(OPENING, "smsm"), depth) for depth in (1, 2, 3)] == [
        14,
        17,
        25,
    ]

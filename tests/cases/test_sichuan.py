"""Sichuan's cases in words, and what the settlement contract asks to be tested."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from engine.errors import InvalidActionError
from engine.game import Event, Step
from engine.mahjong.seats import SEATS
from engine.sichuan import Sichuan
from engine.sichuan.events import MONEY_TYPES, HuSettled
from engine.sichuan.exchange import direction
from engine.sichuan.model import State
from engine.sichuan.moves import HU
from engine.sichuan.settlement import (
    Books,
    Hu,
    Kong,
    NoSettlement,
    Settled,
    Settlement,
    verify_zero_sum,
)
from engine.testing import fingerprint
from tests.engine.sichuan_table import (
    FAR,
    GAME,
    PLAIN,
    check_tiles,
    dealt,
    discarded,
    hand,
    keen_steps,
    legal,
    on_turn,
    play,
    player,
    position,
    told,
    with_books,
)

case = pytest.mark.case
CONTRACT = {"preset": "contract"}
TRIPLETS = "222m 333m 777m 888m 9p"
FLUSH = "222m 345m 777m 888m 9m"
PURE_TRIPLETS = "111p 222p 333p 66p 99p"
ON_9P = "123m 456m 789m 78p 55p"


def contract_settlement() -> Settlement:
    return Settlement(GAME.config(CONTRACT))


def sums_up(step: Step[State, Event]) -> bool:
    return sum(step.state.books.scores) == 400 and not told(step, "zero_sum_violated")


# -- one win


@case("sichuan:S40")
def test_self_draw_winner_gains_three_times_what_each_other_player_loses() -> None:
    table = position(player(FAR), player(PLAIN), player(FAR), player(FAR), config=CONTRACT)
    step = play(on_turn(table, 1, "1p"), s1="hu")
    (paid,) = told(step, "hu_settled")
    assert step.state.books.scores == (97, 109, 97, 97)
    assert (paid.fan_count, paid.score_change) == (3, "+9")
    assert step.state.current == 2
    assert sums_up(step)


@case("sichuan:S40")
def test_settlement_called_directly_pays_a_self_draw() -> None:
    hu = Hu("g1", 1, "1p", "self_draw", 3)
    books, (paid,) = contract_settlement().hu(Books((100,) * 4), hu)
    assert books.scores == (97, 109, 97, 97)
    assert paid.log() == (
        "info",
        "Game g1: Player 1 HU (self-draw), fan_count=3, score_change=+9",
    )


@case("sichuan:S41")
def test_discard_winner_gains_what_the_discarder_loses() -> None:
    table = position(player(FAR), player(FAR), player(FLUSH), player(FAR), config=CONTRACT)
    step = play(discarded(table, 0, "9m"), s2="hu")
    (paid,) = told(step, "hu_settled")
    assert step.state.books.scores == (96, 100, 104, 100)
    assert (paid.fan_count, paid.score_change) == (4, "+4")
    assert paid.log()[1].endswith("HU (discard), fan_count=4, score_change=+4")
    assert sums_up(step)


@case("sichuan:S41")
def test_after_a_distant_discard_win_the_discarders_neighbour_is_next_and_not_the_winners() -> None:
    table = position(player(FAR), player(FAR), player(FLUSH), player(FAR), config=CONTRACT)
    step = play(discarded(table, 0, "9m"), s2="hu")
    assert step.state.current == 1
    assert step.state.current != (2 + 1) % 4


def test_after_an_adjacent_discard_win_the_discarders_neighbour_is_the_winner() -> None:
    """Discarder's next seat is the winner itself where winners stay, the next one where not."""
    seats = (player(FAR), player(FLUSH), player(FAR), player(FAR))
    stays = play(discarded(position(*seats, config=CONTRACT), 0, "9m"), s1="hu")
    assert stays.state.current == 1
    leaves = play(discarded(position(*seats), 0, "9m"), s1="hu")
    assert leaves.state.current == (1 + 1) % 4


def test_after_a_self_draw_the_winners_neighbour_is_next() -> None:
    for seat in SEATS:
        seats = [player(PLAIN) if other == seat else player(FAR) for other in SEATS]
        step = play(on_turn(position(*seats), seat, "1p"), **{f"s{seat}": "hu"})
        assert step.state.current == (seat + 1) % 4


def test_the_sum_stays_400_after_every_transfer_of_a_match() -> None:
    for preset in GAME.presets:
        for step in keen_steps(GAME, f"sums {preset}", {"preset": preset, "deals": 4}):
            assert sum(step.state.books.scores) == 400
            for event in step.events:
                scores = getattr(event, "scores", (400,))
                assert sum(scores) == 400


@case("sichuan:S43")
def test_scores_may_become_negative() -> None:
    hu = Hu("g1", 1, "1p", "discard", 8, discarder=0)
    books, events = contract_settlement().hu(Books((3, 197, 100, 100)), hu)
    assert books.scores == (-5, 205, 100, 100)
    assert [event.type for event in events] == ["hu_settled"]


@case("sichuan:S44")
def test_a_player_who_has_won_wins_again_and_every_other_seat_pays() -> None:
    winner = player("123m 456m 23p 55p", laid="pong:9m", won=True)
    table = position(
        player(FAR), winner, player(FAR), player(FAR), config=CONTRACT, scores=(100, 104, 96, 100)
    )
    step = play(on_turn(table, 1, "1p"), s1="hu")
    assert step.state.books.scores == (98, 110, 94, 98)
    assert [seat.won for seat in step.state.players] == [False, True, False, False]
    assert len(step.state.wins) == len(table.wins) + 1


@case("sichuan:S44")
def test_a_staying_winner_discards_what_is_drawn_and_makes_no_melds() -> None:
    winner = player("123m 456m 23p 555p", laid="pong:9m", won=True)
    table = position(player(FAR), winner, player(FAR), player(FAR), config=CONTRACT)
    assert legal(on_turn(table, 1, "9m"), 1) == ["discard:9m"]
    assert legal(discarded(table, 0, "5p"), 1) == ["pass"]


# -- what is refused


@case("sichuan:S48")
@pytest.mark.parametrize("preset", GAME.presets)
def test_win_that_the_hand_does_not_support_is_refused_and_changes_nothing(preset: str) -> None:
    table = position(player(FAR), player(FAR), player(FAR), player(FAR), config={"preset": preset})
    for state, mover in ((on_turn(table, 1, "1p"), 1), (discarded(table, 0, "1p"), 2)):
        before = fingerprint(state)
        moves = {seat: GAME.default(state, seat) for seat in GAME.choices(state)} | {mover: HU}
        with pytest.raises(InvalidActionError) as caught:
            GAME.apply(state, moves)
        assert fingerprint(state) == before
        is_self_draw = mover == 1
        for part in (
            "player cannot HU with tile",
            "game=sichuan",
            f"player={mover}",
            "tile=1p",
            f"is_self_draw={is_self_draw}",
        ):
            assert part in str(caught.value)


def test_win_with_a_void_tile_is_refused() -> None:
    table = position(player(FAR), player(PLAIN, void="p"), player(FAR), player(FAR))
    with pytest.raises(InvalidActionError, match="kind=self_draw"):
        GAME.apply(on_turn(table, 1, "1p"), {1: HU})


@pytest.mark.parametrize("kind", ["discard", "rob_kong"])
@pytest.mark.parametrize("discarder", [None, "", -1, 4, 2])
def test_missing_discarder_is_refused_and_never_paid_as_a_self_draw(
    kind: Any, discarder: Any
) -> None:
    """Neither nobody, nor no seat, nor the winner itself can have discarded the tile."""
    with pytest.raises(InvalidActionError) as caught:
        contract_settlement().hu(Books((100,) * 4), Hu("g7", 2, "5p", kind, 3, discarder))
    for part in (
        "discard_player_id required for discard HU",
        "game=g7",
        "player=2",
        "tile=5p",
        f"kind={kind}",
        "is_self_draw=False",
    ):
        assert part in str(caught.value)


def test_self_draw_that_names_a_discarder_is_refused() -> None:
    with pytest.raises(InvalidActionError, match=r"not allowed for self-draw HU.*got 1"):
        contract_settlement().hu(Books((100,) * 4), Hu("g7", 2, "5p", "self_draw", 3, 1))


# -- several wins on one discard


def three_winners(**config: Any) -> State:
    seats = (player(FAR), player(ON_9P), player(TRIPLETS), player(PURE_TRIPLETS, void="s"))
    return discarded(position(*seats, config=config), 0, "9p")


@case("sichuan:S42")
def test_several_wins_are_settled_in_seating_order_from_the_discarders_neighbour() -> None:
    step = play(three_winners(**CONTRACT), s2="hu", s3="hu", s1="hu")
    assert [event.seat for event in told(step, "hu_settled")] == [1, 2, 3]
    assert [event.seat for event in told(step, "won")] == [1, 2, 3]


@case("sichuan:S42")
def test_discarder_pays_the_sum_of_all_values_and_each_winner_gets_its_own() -> None:
    step = play(three_winners(**CONTRACT), s1="hu", s2="hu", s3="hu")
    assert [event.fan_count for event in told(step, "hu_settled")] == [2, 3, 5]
    assert step.state.books.scores == (90, 102, 103, 105)
    assert sums_up(step)


@case("sichuan:S42")
def test_only_the_last_of_several_wins_draws() -> None:
    state = three_winners(**CONTRACT)
    step = play(state, s1="hu", s2="hu", s3="hu")
    names = [event.type for event in step.events]
    assert names.count("drawn") == 1
    assert names[-1] == "drawn"
    assert step.state.left == state.left - 1
    assert step.state.current == 1


def test_two_or_three_win_at_once_and_all_are_marked() -> None:
    for seats in ((1, 2), (1, 3), (2, 3), (1, 2, 3)):
        step = play(three_winners(**CONTRACT), **{f"s{seat}": "hu" for seat in seats})
        assert [seat for seat in SEATS if step.state.players[seat].won] == list(seats)
        values = {1: 2, 2: 3, 3: 5}
        gains = [values[seat] if seat in seats else 0 for seat in SEATS]
        gains[0] = -sum(gains)
        assert step.state.books.scores == tuple(100 + gain for gain in gains)


def test_after_several_wins_the_turn_goes_to_the_discarders_next_active_seat() -> None:
    step = play(three_winners(), s1="hu", s3="hu")
    assert step.state.current == 2
    step = play(three_winners(), s2="hu", s3="hu")
    assert step.state.current == 1
    step = play(three_winners(turn_after_discard_hu="winner_next"), s2="hu", s3="hu")
    assert step.state.current == 0


# -- play without money


@case("sichuan:S49")
def test_zero_sum_violation_is_told_and_never_raised() -> None:
    (told_of,) = verify_zero_sum("g9", Books((100, 100, 100, 99)))
    level, line = told_of.log() or ("", "")
    assert level == "error"
    for part in ("zero-sum violation", "game=g9", "total=399", "expected=400", "scores="):
        assert part in line


@case("sichuan:S49")
def test_zero_sum_violation_stops_no_turn() -> None:
    table = position(
        player(FAR), player(PLAIN), player(FAR), player(FAR), scores=(100, 100, 100, 99)
    )
    step = play(on_turn(table, 1, "1p"), s1="hu")
    assert [event.total for event in told(step, "zero_sum_violated")] == [399]
    assert [event.type for event in step.events][-1] == "drawn"
    assert step.state.current == 2


class Unpaid(Sichuan):
    settlement = NoSettlement


class BrokenSettlement(Settlement):
    """Fails at every win."""

    def hus(self, game: str, books: Books, hus: Sequence[Hu], kong: int = 0) -> Settled:
        raise ZeroDivisionError(f"no money for {len(hus)} in {game}: {books.scores}, {kong}")


class Broken(Sichuan):
    settlement = BrokenSettlement


def played(steps: Iterable[Step[State, Event]]) -> list[Any]:
    """Everything that happened but for money."""
    rows: list[Any] = []
    for step in steps:
        rows += [e for e in step.events if e.type in ("drawn", "discarded", "called", "won")]
        rows.append((step.state.phase, step.state.current, step.state.wins, step.state.history))
    return rows


def test_play_is_the_same_without_a_settlement() -> None:
    for preset in GAME.presets:
        config = {"preset": preset, "deals": 3}
        for number in range(6):
            paid = list(keen_steps(GAME, f"money {number}", config))
            unpaid = list(keen_steps(Unpaid(), f"money {number}", config))
            assert played(paid) == played(unpaid)
            assert unpaid[-1].state.books == Books((100,) * 4)
            money = {event.type for step in unpaid for event in step.events}
            assert not money & {kind.type for kind in MONEY_TYPES}


def test_a_settlement_that_fails_is_told_and_the_play_goes_on() -> None:
    config = {"deals": 3}
    steps = list(keen_steps(Broken(), "money 1", config))
    assert played(steps) == played(keen_steps(GAME, "money 1", config))
    failed = [event for step in steps for event in told(step, "settlement_failed")]
    won = [step for step in steps if told(step, "won")]
    assert len(failed) == len(won) > 0
    level, line = failed[0].log()
    assert level == "error"
    assert line.startswith("settlement failed, game=sichuan, error=ZeroDivisionError: no money")


# -- the course of a deal

HANDS = (
    "123m 456m 789m 23p 55p 9s",
    "124578p 1245s 7s 9s 9p",
    "123m 456m 88m 346p 66p",
    "124578p 1245s 7s 9s 8p",
)
"""Seat 0 waits for 1p and 4p once 9s is gone, seat 2 for 2p and 5p once it has drawn."""


def full_deal(**config: Any) -> Step[State, Event]:
    """Seat 0 discards 9s, seat 1 draws and discards 1p."""
    step = dealt(HANDS, "smsm", draws="1p 3p", **config)
    step = play(step.state, s0="discard:9s")
    step = play(step.state)
    assert hand(step.state, 1).count("1p") == 2
    return play(step.state, s1="discard:1p")


def test_game_is_played_until_a_win_and_the_scores_change() -> None:
    step = full_deal()
    assert step.state.books.scores == (100,) * 4
    step = play(step.state, s0="hu")
    assert step.state.books.scores == (101, 99, 100, 100)
    check_tiles(step.state)


def test_game_goes_on_after_a_win() -> None:
    step = play(full_deal().state, s0="hu")
    assert step.result is None
    assert step.state.phase == "Discard"
    assert step.state.current == 2
    assert GAME.choices(step.state)


def test_wins_of_a_blood_battle_add_up() -> None:
    """Over whole deals every score is the sum of what each settlement said."""
    for preset in GAME.presets:
        steps = keen_steps(GAME, f"adding {preset}", {"preset": preset, "deals": 12})
        total = [100] * 4
        wins: Counter[int] = Counter()
        for step in steps:
            for event in step.events:
                if isinstance(event, HuSettled):
                    wins[event.seat] += 1
                change = getattr(event, "deltas", (0,) * 4)
                total = [old + new for old, new in zip(total, change, strict=True)]
            if step.result:
                assert step.result.scores == tuple(total)
        assert len(wins) > 1
        assert wins.total() > 8


@case("sichuan:S50")
def test_sum_of_the_dice_sends_the_three_tiles_one_way() -> None:
    ways = {
        2: "across", 3: "previous", 4: "next", 5: "across", 6: "previous", 7: "next",
        8: "across", 9: "previous", 10: "next", 11: "across", 12: "previous",
    }  # fmt: skip
    chances: Counter[str] = Counter()
    for one in range(1, 7):
        for two in range(1, 7):
            name, steps = direction((one, two))
            assert name == ways[one + two]
            assert steps == {"previous": 3, "next": 1, "across": 2}[name]
            chances[name] += 1
    assert set(chances.values()) == {12}


@case("sichuan:S53")
def test_turn_after_a_discard_win_skips_everybody_who_has_left() -> None:
    table = position(player(FAR), player(FAR), player(won=True), player(PLAIN))
    step = play(discarded(table, 1, "1p"), s3="hu")
    assert step.state.current == 0


@case("sichuan:S54")
def test_third_win_ends_the_deal_without_pigs_readiness_or_refunds() -> None:
    """Seat 2 would be a pig that had to return the money of a kong."""
    seats = (player(won=True), player(won=True), player("1s" + FAR[1:]), player(PLAIN))
    table = position(*seats, config={"deals": 1})
    config = GAME.config({})
    books, _ = Settlement(config).kong("g", Books((100,) * 4), Kong(1, 2, "concealed"))
    step = play(discarded(with_books(table, books), 2, "1p"), s3="hu")
    (ended,) = told(step, "round_ended")
    assert ended.reason == "three_winners"
    assert not told(step, "empty_wall_settled")
    assert step.state.books.scores == (98, 98, 105, 99)
    assert [entry.status for entry in step.state.books.ledger] == ["paid"] * 3


@case("sichuan:S58")
def test_no_kong_in_the_turn_that_began_with_a_pong() -> None:
    seats = (player(FAR), player("9999m 55p 123p 456p 7p"), player(FAR), player(FAR))
    table = position(*seats)
    step = play(discarded(table, 0, "5p"), s1="pong:5p")
    assert step.state.players[1].counts[8] == 4
    assert not [word for word in legal(step.state, 1) if "kong" in word]
    assert "ckong:9m" in legal(on_turn(table, 1, "9p"), 1)

"""What sichuan-search hopes for, what it fears, and what it makes of both."""

from random import Random
from typing import Any

import pytest

from arena.local.loop import play as play_match
from bots.sichuan_danger import Danger
from bots.sichuan_hand import look, pairs_distance, triplets_distance
from bots.sichuan_lookahead import Decision, LookaheadBot
from bots.sichuan_outlook import ALL_SUITS, Ways, pairs, triplets
from bots.sichuan_worth import Held, Judge
from bots.turn import WireTurn
from engine.game import PLAYERS, View
from engine.mahjong.tiles import count_kinds
from engine.sichuan.tiles import KIND_OF, KINDS
from tests.engine.sichuan_table import FAR, GAME, kinds, on_turn, player, position

LATE = "1s2s"
FIVE = KIND_OF["5p"]


def view_of(hand: str, drawn: str = "", **changes: Any) -> View:
    """What seat 1 sees in its turn with this hand, with these changes."""
    table = position(player(FAR), player(hand), player(FAR), player(FAR))
    return {**GAME.view(on_turn(table, 1, drawn), PLAYERS[1]), "left": 30, **changes}


def chosen(view: View) -> str:
    bot = LookaheadBot()
    bot.start(GAME, 1, 4, GAME.config(), Random(1))
    return bot.act(WireTurn(1, tuple(view["legal"]), view, ()))


def points(hand: str, **changes: Any) -> float:
    """The points that this hand leads to after a discard."""
    view = view_of(hand, **changes)
    held = Held(tuple(count_kinds(kinds(hand))), 4, ())
    return Judge(view, look(view), GAME.config()).points(held, 2)


# -- what there is to hope for


def helpful(counts: bytes, distance: Any) -> int:
    """The kinds that shorten a distance, each with one copy, by trying them all."""
    found = 0
    for kind in range(KINDS):
        more = bytearray(counts)
        more[kind] += 1
        found += more[kind] <= 4 and distance(list(more)) < distance(list(counts))
    return found


def test_outlooks_of_pairs_and_triplets_agree_with_trying_every_draw() -> None:
    rng, one = Random(3), [1] * 34
    tiles = [kind for kind in range(18) for _ in range(4)]
    for _ in range(50):
        counts = count_kinds(rng.sample(tiles, 13))
        found, near = pairs(counts, one), pairs_distance(list(counts))
        assert (found.far, found.useful) == (near, helpful(counts, pairs_distance))
        found, near = triplets(counts, 4, one), triplets_distance(list(counts), 4)
        assert found.far == near
        assert found.useful == helpful(counts, lambda hand: triplets_distance(hand, 4))


def test_a_flush_is_a_way_of_its_own_unless_a_meld_forbids_it() -> None:
    counts = count_kinds(kinds("123456m 5689m 45p 9p"))
    suits = {way.suit: way.name for way in Ways([4] * KINDS).of(counts, 4, ())}
    assert set(suits) == {ALL_SUITS, 0}
    counts = count_kinds(kinds("123456m 5689m"))
    (flush, *_) = Ways([4] * KINDS).of(counts, 3, tuple(kinds("777m")))
    assert (flush.name, flush.suit) == ("sets", 0)  # any win of this hand is a flush
    suits = {way.suit: way.name for way in Ways([4] * KINDS).of(counts, 3, tuple(kinds("777p")))}
    assert set(suits) == {ALL_SUITS}


def test_more_live_waits_and_a_nearer_hand_are_worth_more() -> None:
    wide, narrow = "123m 456m 789m 23p 55p", "123m 456m 789m 24p 55p"
    assert points(wide) > points(narrow) + 0.3
    seen = [["1p"] * 3, [], ["4p"] * 3, []]
    assert points(wide) > points(wide, ponds=seen) + 0.3
    assert points(narrow) > points("123m 456m 789m 2p 7p 55p")


def test_tiles_of_a_suit_that_others_have_to_discard_come_sooner() -> None:
    hand = "123m 456m 789m 23p 55p"
    assert points(hand, void=["p", "s", "p", "p"]) > points(hand, void=["m", "s", "m", "m"])


def test_being_ready_counts_most_at_the_end_of_the_wall() -> None:
    ready, flush = "123m 456m 789m 23p 55p", "123456788999m 4p"
    assert points(ready, left=1) > points(flush, left=1) + 2
    assert points(flush, left=45) > points(ready, left=45)


# -- what others wait for


def danger(**changes: Any) -> Danger:
    """What seat 1 has to fear, with these changes to its view."""
    thrown = ["0discard:1m", "2discard:1m", "3discard:1m", "1discard:9s"] * 5
    view = view_of("123m 456m 789m 23p 55p", **{"left": 15, "history": thrown, **changes})
    return Danger(view, look(view).unseen, 1, stay=False)


def test_nobody_wins_with_what_he_has_let_go_by_since_his_last_discard() -> None:
    thrown = ["0discard:1m", "2discard:1m", "3discard:1m"] * 5
    assert danger(history=[*thrown, "1discard:5p"]).cost(FIVE) == 0.0
    since = [*thrown, "1discard:5p", "2discard:2m", "3discard:2m", "0discard:2m"]
    assert 0.0 < danger(history=since).cost(FIVE) < danger().cost(FIVE)


def test_the_void_suit_of_the_others_is_safe() -> None:
    assert danger().cost(FIVE) > 0.0
    assert danger(void=["p", "s", "p", "p"]).cost(FIVE) == 0.0
    one = danger(void=["m", "s", "p", "p"]).cost(FIVE)
    assert 0.0 < one < danger(void=["m", "s", "m", "m"]).cost(FIVE)


def test_winners_have_left_unless_they_stay() -> None:
    won = [True, False, True, True]
    assert danger(won=won).cost(FIVE) == 0.0
    view = view_of("123m 456m 789m 23p 55p", won=won)
    assert Danger(view, look(view).unseen, 1, stay=True).cost(FIVE) > 0.0


def test_melds_and_a_long_pond_show_a_ready_hand() -> None:
    meld = {"type": "pong", "tile": "9m", "from": 0}
    assert danger(melds=[[], [], [meld] * 3, []]).cost(FIVE) > 1.1 * danger().cost(FIVE)
    assert danger(left=50, history=[]).cost(FIVE) < 0.1 * danger().cost(FIVE)


# -- what it makes of it


def test_a_discard_costs_what_it_may_feed() -> None:
    view = view_of("123m 456m 789m 23p 5p 9p", "5p", left=10)
    decision, config = Decision(view, GAME.config()), GAME.config()
    held = Held(tuple(count_kinds(kinds("123m 456m 789m 23p 55p"))), 4, ())
    cost = Danger(view, look(view).unseen, 1, stay=False).cost(KIND_OF["9p"])
    kept = Judge(view, look(view), config).points(held, 2)
    assert decision.points("discard:9p") == pytest.approx(kept - cost)


def test_a_far_hand_gives_what_was_just_let_go_by() -> None:
    hand, drawn = "124578m 124p 7p 9p 9m 5p", "8p"
    thrown = ["0discard:6p", "2discard:6p", "3discard:6p", "1discard:1s"] * 5
    for safe in ("1p", "1m", "2m"):
        history = [*thrown, "2discard:3s", "3discard:3s", f"0discard:{safe}"]
        view = view_of(hand, drawn, left=2, history=history, void=["s"] * 4)
        assert chosen(view) == f"discard:{safe}"


def test_of_the_void_tiles_the_one_that_is_safe_just_now_goes_first() -> None:
    thrown = ["0discard:1m", "2discard:1m", "3discard:1m", "1discard:1p"] * 4
    for safe in ("4s", "5s"):
        history = [*thrown, "2discard:1p", "3discard:1p", f"0discard:{safe}"]
        view = view_of("123m 456m 789m 23p 4s", "5s", history=history, void=["m", "s", "p", "m"])
        assert chosen(view) == f"discard:{safe}"


def test_it_opens_with_the_suit_that_is_needed_least() -> None:
    view = view_of("123456m 12345p 19s", phase="Void", legal=["void:m", "void:p", "void:s"])
    assert chosen({**view, "void": [None] * 4}) == "void:s"


@pytest.mark.parametrize("preset", ["blood_battle", "contract", "sbr"])
def test_it_plays_whole_matches_without_a_fault_and_the_same_again(preset: str) -> None:
    bots = ["sichuan-search", "sichuan-search", "sichuan-greedy", "random"]
    config = {"preset": preset, "deals": 1}
    results = [play_match("sichuan", bots, seed=3, config=config) for _ in range(2)]
    assert [result.match.faults for result in results] == [(), ()]
    first, again = [[record.moves for record in result.match.records] for result in results]
    assert first == again

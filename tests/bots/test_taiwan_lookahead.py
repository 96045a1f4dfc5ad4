"""What taiwan-search sees ahead of it, what it fears, and what it makes of both."""

from itertools import product
from random import Random
from typing import Any

import pytest

from arena.local.loop import play as play_match
from bots.mahjong_outlook import Foresight, Outlook
from bots.taiwan_danger import Danger
from bots.taiwan_lookahead import LookaheadJudge, chance_of
from engine.game import PLAYERS
from engine.mahjong.shapes import keys_of
from engine.mahjong.tiles import KINDS, count_kinds
from engine.taiwan.hand import distance_of
from engine.taiwan.observation import Observation
from engine.taiwan.tiles import TILE_OF
from tests.engine.taiwan_table import GAME, play, table, tiles


def far_from_ready(counts: bytes | bytearray) -> int:
    return distance_of(*keys_of(counts), sum(counts) // 3)


def changed(counts: bytes | bytearray, kind: int, by: int) -> bytearray:
    other = bytearray(counts)
    other[kind] += by
    return other


def useful(counts: bytes | bytearray, unseen: list[int]) -> dict[int, int]:
    """The unseen copies of each kind that helps, by trying them all."""
    now = far_from_ready(counts)
    return {
        kind: unseen[kind]
        for kind in range(KINDS)
        if unseen[kind] and counts[kind] < 4 and far_from_ready(changed(counts, kind, 1)) < now
    }


def ahead(counts: bytes, unseen: list[int]) -> float:
    """The mean of the most useful tiles after each tile that helps, by trying everything."""
    now, total = far_from_ready(counts), 0
    first = useful(counts, unseen)
    for drawn, copies in first.items():
        hand, left = changed(counts, drawn, 1), list(unseen)
        left[drawn] -= 1
        rests = [changed(hand, kind, -1) for kind in range(KINDS) if hand[kind]]
        near = [rest for rest in rests if far_from_ready(rest) == now - 1]
        total += copies * max(sum(useful(rest, left).values()) for rest in near)
    return total / sum(first.values()) if first else 0.0


def some_hands(count: int) -> list[bytes]:
    """Hands of 7 to 16 tiles, some of them near."""
    rng = Random(5)
    hands = []
    for number in range(count):
        kinds = [kind for kind, _ in product(range(9 + 9 * (number % 3)), range(4))]
        hands.append(count_kinds(rng.sample(kinds, (7, 10, 13, 16)[number % 4])))
    return hands


def test_foresight_agrees_with_trying_every_draw_and_discard() -> None:
    rng = Random(2)
    for counts in some_hands(12):
        unseen = [rng.randint(0, 4 - held) for held in counts]
        outlook = Foresight(unseen).outlook(counts, keys_of(counts), sum(counts) // 3, deep=True)
        assert outlook.far == far_from_ready(counts)
        assert outlook.useful == sum(useful(counts, unseen).values())
        if outlook.far > 0:
            assert outlook.ahead == pytest.approx(ahead(counts, unseen))


def test_pongs_are_the_useful_tiles_that_any_seat_can_bring() -> None:
    unseen = [4] * KINDS
    hands = [
        count_kinds(tiles(text))
        for text in (
            "123m 456m 789m 11p 44s 7z 3z 5z",
            "123m 456m 789m 23p 78s 7z 3z 5z",
            "123m 456m 789m 234p 11s 44s",  # ready: whatever wins may come from any seat
        )
    ]
    found = [Foresight(unseen).outlook(hand, keys_of(hand), 5, deep=False) for hand in hands]
    assert [outlook.pongs for outlook in found] == [8, 0, 0]


def test_a_win_is_likelier_the_nearer_and_the_more_there_is_to_hope_for() -> None:
    def chance(far: int, useful: int, ahead: float, live: float = 0.6) -> float:
        return chance_of(Outlook(far, useful, 0, ahead), live, 2, closed=False)

    assert chance(0, 5, 0) > chance(1, 14, 5) > chance(2, 25, 12) > chance(3, 38, 20)
    assert chance(1, 14, 8) > chance(1, 14, 4)
    assert chance(1, 20, 5) > chance(1, 10, 5)
    assert chance(1, 14, 5, live=0.9) > chance(1, 14, 5, live=0.2)
    assert chance(5, 70, 0) > chance(6, 70, 0)


# -- what others wait for


def danger(**changes: Any) -> Danger:
    """What seat 1 has to fear half-way through, with these changes to its view."""
    state = play(table("9s", "147m 258p 369s 1234567z"), "0discard:9s", "")
    view = {**GAME.view(state, PLAYERS[1]), "live": 20, "history": [], **changes}
    return Danger(Observation(view))


FIVE = TILE_OF["5p"]


def test_nobody_waits_for_what_he_has_let_go_by_since_his_last_discard() -> None:
    thrown = ["2discard:1z", "3discard:1z", "0discard:1z", "1discard:5p"]
    assert danger(history=thrown).chance(FIVE) == 0.0
    since = [*thrown, "2discard:2z", "3discard:2z", "0discard:2z"]
    assert 0.0 < danger(history=since).chance(FIVE) < danger().chance(FIVE)


def test_discards_of_a_seat_say_what_it_does_not_wait_for() -> None:
    itself = danger(history=["2discard:5p", "2discard:1z"]).chance(FIVE)
    in_line = danger(history=["2discard:2p", "2discard:1z"]).chance(FIVE)
    other = danger(history=["2discard:2s", "2discard:1z"]).chance(FIVE)
    assert itself < in_line < other


def test_melds_and_good_tiles_given_away_show_a_ready_hand() -> None:
    meld = {"type": "pong", "tiles": ["1z"] * 3}
    laid = [[], [], [meld] * 3, []]
    assert danger(melds=laid).chance(FIVE) > 1.5 * danger().chance(FIVE)
    outer = danger(history=["2discard:1s", "2discard:9s"]).chance(FIVE)
    assert danger(history=["2discard:4s", "2discard:6s"]).chance(FIVE) > 1.5 * outer


def test_a_declared_seat_is_ready_and_early_tiles_are_not_feared() -> None:
    declared = danger(declared=[None, None, "first", None], live=60)
    assert declared.chance(FIVE) > 10 * danger(live=60).chance(FIVE)
    assert danger(live=60).chance(FIVE) < 0.01 < danger(live=4).chance(FIVE)


def test_an_honour_that_is_all_seen_is_safe() -> None:
    assert danger().chance(TILE_OF["7z"]) > 0.001
    state = play(table("9s", "147m 258p 369s 7777z"), "0discard:9s", "")
    sight = Observation({**GAME.view(state, PLAYERS[1]), "live": 4})
    assert Danger(sight).chance(TILE_OF["7z"]) < 0.001


# -- what it makes of it


def test_what_is_fed_is_paid_in_place_of_all_that_could_come() -> None:
    state = table("123m 456m 789m 234p 78s 4z 55s")
    judge = LookaheadJudge(Observation({**GAME.view(state, PLAYERS[0]), "live": 20}), 3, 1)
    counts = count_kinds(tiles("123m 456m 789m 234p 78s 55s"))
    score, kept = judge.hand(counts, []), judge.discard(counts, [], FIVE)
    fed = Danger(judge.sight).chance(FIVE)
    assert kept == pytest.approx((1 - fed) * score - fed * (3 + 1.7))


def test_it_plays_whole_matches_without_a_fault_by_every_preset() -> None:
    for preset in ("assoc", "plan", "gamesofa"):
        bots = ["taiwan-search", "taiwan-greedy", "taiwan-greedy", "random"]
        result = play_match("taiwan", bots, seed=3, config={"preset": preset, "max_hands": 2})
        assert result.match.faults == ()

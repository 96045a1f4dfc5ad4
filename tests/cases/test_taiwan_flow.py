"""The cases of Taiwan mahjong that are told in words, each played at a table."""

import pytest

from engine.game import PLAYERS
from engine.taiwan.deal import live, places_left
from engine.taiwan.events import Won
from engine.taiwan.tiles import names_of
from tests.engine.taiwan_table import GAME, READY, discard_drawn, legal, play, step, table


@pytest.mark.case("taiwan:F01")
def test_deal_sizes() -> None:
    state = table(passes=2, opened=False)
    seen = GAME.view(state, PLAYERS[0])
    assert seen["dealer"] == 2
    assert seen["hand_sizes"] == [16, 16, 17, 16]
    assert (seen["wall_left"], seen["live"]) == (79, 63)
    order = [(2 + place) % 4 for place in range(4)]
    dealt = [state.round.wall[4 * i : 4 * i + 4] for i in range(4)]
    for seat, four in zip(order, dealt, strict=True):
        held = [*state.players[seat].hand, state.drawn]
        assert all(held.count(tile) >= four.count(tile) for tile in four)


@pytest.mark.case("taiwan:F02")
def test_replacements_shorten_the_live_wall_never_the_reserve() -> None:
    state = table("f1 f2 f3 f4 f5 1111m 2233m 4455p", tail="1z 2z 3z 4z 5z 6z")
    assert live(state) == 63 - 5
    state = play(state, "0ckong:1m")
    assert live(state) == 57
    assert len(places_left(state)) - live(state) == 16
    while not (done := discard_drawn(state)).result:
        state = done.state
    assert (live(state), len(places_left(state))) == (0, 16)


@pytest.mark.case("taiwan:F03")
def test_chi_belongs_to_the_next_seat_only() -> None:
    state = table("46m 1z", "5m 2z", "46m 3z", "46m 4z", draws="5m")
    state = play(state, "0discard:1z", "")
    state = play(state, "1discard:5m")
    offers = {seat: legal(state, seat) for seat in (0, 2, 3)}
    assert [seat for seat in offers if "chi:46m" in offers[seat]] == [2]


@pytest.mark.case("taiwan:F04")
def test_claim_priority() -> None:
    state = play(table("66s", READY, "6s", "78s", passes=2), "2discard:6s")
    done = step(state, "3chi:78s 0pong:6s 1win")
    assert done.result is not None
    assert (done.result.winners, done.result.extra["reason"]) == ((1,), "discard")


@pytest.mark.case("taiwan:F07")
def test_concealed_kong_cannot_be_robbed() -> None:
    state = table("5555p", "123m 456m 789m 111s 46p 44z", tail="9s")
    assert "5p" in names_of(state.players[1].waits)
    state = play(state, "0ckong:5p")
    assert (state.phase, state.current) == ("Discard", 0)


@pytest.mark.case("taiwan:F08")
def test_declined_win_locks_until_the_own_discard() -> None:
    state = play(table("", READY, "6s", "6s", passes=2), "2discard:6s")
    assert "win" in legal(state, 1)
    state = play(state, "", "3discard:6s")
    assert "win" not in legal(state, 1)


@pytest.mark.case("taiwan:F09")
def test_lock_ends_with_the_own_discard() -> None:
    state = table("1z", READY, "6s", "9s", draws="2z 3z 5z 6z 7z", passes=2)
    state = play(state, "2discard:6s", "", "3discard:2z", "", "0discard:3z", "")
    state = play(state, "1discard:5z", "", "2discard:6z", "", "3discard:9s")
    assert "win" in legal(state, 1)


@pytest.mark.case("taiwan:F10")
def test_exhaustive_draw() -> None:
    state = table(streak=1, number=2)
    while True:
        done = discard_drawn(state)
        if done.result:
            break
        state = done.state
    assert live(state) == 0
    assert done.result.points == (0, 0, 0, 0)
    assert done.result.winners == ()
    assert (done.state.round.dealer, done.state.round.streak) == (0, 2)


@pytest.mark.case("taiwan:F12")
def test_end_of_a_full_game() -> None:
    state = table(READY, "", "", "6s", passes=15)
    done = step(play(state, "3discard:6s"), "0win")
    assert [event.seat for event in done.events if isinstance(event, Won)] == [0]
    assert done.state.phase == "Finished"
    assert not GAME.choices(done.state)
    assert done.state.round.passes + 1 == 16

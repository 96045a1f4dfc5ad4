"""Viewers, ranks, the flat wire and events as every game inherits them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import (
    ALL_HANDS,
    FULL,
    PUBLIC,
    VIEWERS,
    Asking,
    RoundResult,
    Viewer,
    current_player,
    ranks,
)
from tests.engine.race import Moved, Race, State


def test_viewer_text_reads_back_as_the_same_object() -> None:
    assert all(Viewer.parse(str(viewer)) is viewer for viewer in VIEWERS.values())
    assert Viewer.player(2) is Viewer.parse("2")


@pytest.mark.parametrize(
    ("viewer", "own", "others", "everything"),
    [
        (Viewer.player(1), True, False, False),
        (PUBLIC, False, False, False),
        (ALL_HANDS, True, True, False),
        (FULL, True, True, True),
    ],
    ids=str,
)
def test_who_may_see_which_hand(viewer: Viewer, own: bool, others: bool, everything: bool) -> None:
    assert viewer.sees_hand(1) is own
    assert viewer.sees_hand(0) is others
    assert viewer.sees_all is everything


@pytest.mark.parametrize(
    ("points", "expected"),
    [((5, 0, 3), (1, 3, 2)), ((5, 5, 3), (1, 1, 3)), ((0, 0), (1, 1)), ((-1, 4), (2, 1))],
)
def test_ranks_share_the_better_place(points: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert ranks(points) == expected


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=8).map(tuple))
def test_more_points_are_never_a_worse_rank(points: tuple[int, ...]) -> None:
    places = ranks(points)
    assert min(places) == 1
    for one, two in zip(points, places, strict=True):
        assert all((one > p) <= (two < r) for p, r in zip(points, places, strict=True))


@pytest.mark.parametrize(
    ("asking", "to_act", "table", "named"),
    [
        ("turn", 2, 2, 2),
        ("turn", None, 2, 2),
        ("claim", 3, 2, 3),
        ("claim", None, 2, 2),
        ("together", 1, -1, 1),
        ("together", None, -1, -1),
    ],
)
def test_current_player_on_the_wire(
    asking: Asking, to_act: int | None, table: int, named: int
) -> None:
    assert current_player(asking, to_act, table) == named


def test_event_is_public_unless_it_hides_something() -> None:
    event = Moved(0, 2)
    assert event.seen_by(PUBLIC) is event


def test_event_reads_back_from_its_plain_object() -> None:
    row = Moved(0, 2).as_json()
    assert list(row) == ["type", "seat", "steps"]
    assert Race().read_event(row) == Moved(0, 2)


def test_flat_keys_stand_in_the_order_of_the_wire() -> None:
    game = Race()
    assert game.flat(game.view(State(10), Viewer.player(0))) == {
        "turn": 0, "phase": "Go", "current_player": 0, "hand": "x", "hand_sizes": "1,1",
        "legal": "one,two", "scores": "0,0",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("winners", "expected"), [((1,), {"winner": 1, "round_points": 3}), ((), {"winner": -1})]
)
def test_flat_result_names_the_first_winner_or_nobody(
    winners: tuple[int, ...], expected: dict[str, int]
) -> None:
    row = Race().flat_result(RoundResult(2, winners, (0, 3), (4, 5)))
    assert row == {"round_points": 0, **expected, "scores": "4,5", "round": 2}
    assert list(row) == ["winner", "round_points", "scores", "round"]


def test_everybody_plays_alone_unless_the_game_says_otherwise() -> None:
    assert Race().teams(Race().config(), 3) == ((0,), (1,), (2,))


def test_view_is_its_own_reading_unless_the_game_has_one() -> None:
    view = Race().view(State(10), PUBLIC)
    assert Race().read(view) is view

"""Who sees what of a table, and what can be made up from it."""

from collections import Counter
from random import Random

import pytest

from engine.game import ALL_HANDS, FULL, PUBLIC, Dealt, Event, Viewer
from engine.rng import Deals
from engine.tigerdragon.events import LaidFaceDown
from engine.tigerdragon.model import State
from engine.tigerdragon.tiles import DECK
from engine.variants import Rules
from tests.engine.tigerdragon_table import GAME, check_tiles, play, table


def middle() -> State:
    """Seat 0 laid a Tiger face down and attacks with 8; seat 1 must answer."""
    return play(table("7T82", "838", "45"), "7", "pass", "pass", "T", "8").state


def test_player_sees_the_own_hand_and_offers() -> None:
    view = GAME.view(middle(), Viewer.player(1))
    assert view["hand"] == ["8", "3", "8"]
    assert view["hands"] == [None, ["8", "3", "8"], None]
    assert view["legal"] == ["8", "pass"]
    assert (view["to_act"], view["current_player"]) == (1, 1)


def test_player_who_waits_sees_no_offers() -> None:
    view = GAME.view(middle(), Viewer.player(2))
    assert (view["legal"], view["to_act"], view["current_player"]) == ([], None, 1)


def test_nobody_has_offers_when_the_match_is_over() -> None:
    over = play(table("75", "3", target=1), "7", "pass", "5").state
    for seat in (0, 1):
        view = GAME.view(over, Viewer.player(seat))
        assert (view["phase"], view["legal"], view["to_act"]) == ("Finished", [], None)


def test_public_sees_no_hand_but_all_sizes() -> None:
    view = GAME.view(middle(), PUBLIC)
    assert view["hand"] == view["legal"] == []
    assert view["hands"] == [None, None, None]
    assert view["hand_sizes"] == [1, 3, 2]
    assert view["set_aside"] is None


def test_all_hands_sees_hands_but_not_what_is_set_aside() -> None:
    view = GAME.view(middle(), ALL_HANDS)
    assert view["hands"] == [["2"], ["8", "3", "8"], ["4", "5"]]
    assert (view["hand"], view["set_aside"]) == ([], None)


def test_full_sees_what_is_set_aside() -> None:
    state = middle()
    assert "".join(GAME.view(state, FULL)["set_aside"]) == state.set_aside


@pytest.mark.parametrize(
    ("viewer", "token", "tile"),
    [
        (Viewer.player(0), "0TB", "T"),
        (Viewer.player(1), "0B", "?"),
        (PUBLIC, "0B", "?"),
        (ALL_HANDS, "0TB", "T"),
        (FULL, "0TB", "T"),
    ],
    ids=str,
)
def test_face_down_tile_is_known_to_those_who_see_the_hand(
    viewer: Viewer, token: str, tile: str
) -> None:
    view = GAME.view(middle(), viewer)
    assert view["history"] == ["07A", "1pass", "2pass", token, "08A"]
    assert view["face_down"] == [[tile], [], []]
    assert view["bonus_discards"] == [1, 0, 0]


def test_player_sees_the_own_face_down_tiles_but_not_those_of_others() -> None:
    first = table("7T82", "8382", "45")
    state = play(first, "7", "pass", "pass", "T", "8", "8", "3", "pass", "pass", "8").state
    assert GAME.view(state, Viewer.player(1))["history"][3::6] == ["0B", "18B"]
    assert GAME.view(state, Viewer.player(1))["face_down"] == [["?"], ["8"], []]


def test_flat_frame_has_the_keys_of_the_first_server_in_order() -> None:
    assert GAME.flat(GAME.view(middle(), Viewer.player(1))) == {
        "turn": 5, "phase": "Defend", "current_player": 1, "attack_tile": "8", "hand": "8,3,8",
        "hand_sizes": "1,3,2", "bonus_discards": "1,0,0", "legal": "8,pass", "scores": "0,0,0",
    }  # fmt: skip
    assert list(GAME.flat(GAME.view(middle(), PUBLIC))) == [
        "turn", "phase", "current_player", "attack_tile", "hand", "hand_sizes",
        "bonus_discards", "legal", "scores",
    ]  # fmt: skip


@pytest.mark.parametrize("viewer", [Viewer.player(0), PUBLIC, FULL], ids=str)
def test_flat_discards_mask_everybodys_face_down_tiles(viewer: Viewer) -> None:
    assert GAME.flat_discards(GAME.view(middle(), viewer)) == ["7A,B,8A", "", ""]


def test_flat_discards_name_defences() -> None:
    state = play(table("7T82", "838", "45"), "8", "8").state
    assert GAME.flat_discards(GAME.view(state, PUBLIC)) == ["8A", "8D", ""]


@pytest.mark.parametrize(
    ("event", "hidden"),
    [
        (Dealt(1, ("8", "3")), Dealt(1, None)),
        (LaidFaceDown(1, "T"), LaidFaceDown(1, None)),
    ],
)
def test_hidden_events_are_masked_for_others(event: Event, hidden: Event) -> None:
    for viewer in (Viewer.player(1), ALL_HANDS, FULL):
        assert event.seen_by(viewer) == event
    for viewer in (Viewer.player(0), PUBLIC):
        assert event.seen_by(viewer) == hidden


@pytest.mark.parametrize("viewer", [Viewer.player(0), Viewer.player(1), PUBLIC, ALL_HANDS, FULL])
def test_imagined_table_looks_the_same_and_has_every_tile_once(viewer: Viewer) -> None:
    view = GAME.view(middle(), viewer)
    for number in range(20):
        state = GAME.imagine(GAME.config(), view, Random(number))
        assert GAME.view(state, viewer) == view
        check_tiles(state)


def test_imagined_hands_vary_and_draw_on_all_unseen_tiles() -> None:
    view = GAME.view(middle(), Viewer.player(1))
    seen: Counter[str] = Counter()
    for number in range(300):
        seen.update(GAME.imagine(GAME.config(), view, Random(number)).hands[2])
    unseen = Counter(DECK) - Counter("83878")
    assert set(seen) == set(unseen)


def test_imagined_face_down_tile_varies_for_those_who_do_not_know_it() -> None:
    def tiles(viewer: Viewer) -> set[str]:
        view = GAME.view(middle(), viewer)
        states = [GAME.imagine(GAME.config(), view, Random(n)) for n in range(60)]
        return {state.face_down[0] for state in states}

    assert tiles(Viewer.player(0)) == {"T"}
    assert len(tiles(Viewer.player(1))) > 3


def test_imagined_match_has_fresh_deals_to_come() -> None:
    real = GAME.start(GAME.config(), Deals.seed("secret"), 3).state
    view = GAME.view(real, FULL)
    roots = {GAME.imagine(GAME.config(), view, Random(n)).table.deals.root for n in range(5)}
    assert len(roots) == 5
    assert "secret" not in roots


def test_imagined_end_of_a_match_knows_its_winner() -> None:
    over = play(table("75", "3", target=1), "7", "pass", "5").state
    state = GAME.imagine(GAME.config({"target": 1}), GAME.view(over, PUBLIC), Random(1))
    assert GAME.outcome(state) == GAME.outcome(over)
    assert GAME.choices(state) == {}


def test_view_under_a_variant_shows_its_offers() -> None:
    rules = Rules(GAME, ("must-defend",))
    view = rules.view(middle(), Viewer.player(1))
    assert (view["legal"], view["to_act"], view["current_player"]) == (["8"], 1, 1)
    other = rules.view(middle(), Viewer.player(0))
    assert (other["legal"], other["to_act"], other["current_player"]) == ([], None, 1)

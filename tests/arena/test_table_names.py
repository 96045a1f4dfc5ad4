"""Names at a table: who may take which, and which of them give a seat back."""

from typing import Any

import pytest

from arena.table.spec import RoomSpec
from engine.rng import Deals
from protocol.errors import ProtocolError
from tests.arena.held_clock import HeldTable


def table(seats: int = 3, **options: Any) -> HeldTable:
    return HeldTable(RoomSpec("r", seats=seats, deals=Deals.seed(1)), **options)


def refused(held: HeldTable, name: str, **more: Any) -> str:
    """Join, and return the code of the refusal."""
    with pytest.raises(ProtocolError) as refusal:
        held.join(name, **more)
    return refusal.value.sentence.code


@pytest.mark.parametrize("connected", [True, False])
def test_at_the_full_level_a_name_at_the_table_is_taken(connected: bool) -> None:
    held = table(2)
    ann, _ = held.begin("ann", "bob")
    if not connected:
        held.leave(ann)
    assert refused(held, "ann") == "name_taken"


def test_at_the_full_level_the_name_of_a_house_bot_is_taken() -> None:
    assert refused(table(house=1), "first") == "name_taken"


def test_flat_clients_may_share_a_name() -> None:
    held = table(4)
    people = [held.join("p1", detail="flat") for _ in range(4)]
    assert [person.seat for person in people] == [0, 1, 2, 3]
    assert held.table.state == "running"


def test_a_name_that_two_seats_have_gives_neither_back() -> None:
    held = table(2)
    first, second = (held.join("Al", detail="flat") for _ in range(2))
    held.leave(first)
    held.leave(second)
    assert refused(held, "Al", detail="flat") == "room_running"


def test_a_name_that_one_seat_has_gives_it_back_where_no_token_guards_it() -> None:
    held = table(2)
    ann = held.join("ann", detail="flat")
    held.join("bob", detail="flat")
    held.leave(ann)
    assert held.join("ann", detail="flat").seat == 0


def test_a_name_gives_no_seat_back_that_a_token_guards() -> None:
    held = table(2)
    ann, _ = held.begin("ann", "bob")
    held.leave(ann)
    assert refused(held, "ann", detail="flat") == "name_taken"


def test_a_token_gives_its_own_seat_whoever_else_has_the_name() -> None:
    held = table(3)
    own = held.join("ann")
    token = held.frames[own][0]["token"]
    held.join("ann", detail="flat")
    held.join("ann", detail="flat")
    held.leave(own)
    again = held.join("ann", token=token)
    assert again.seat == 0


def test_a_token_gives_its_seat_under_any_name_and_the_seat_keeps_its_own() -> None:
    held = table(2)
    own, _ = held.begin("ann", "bob")
    token = held.frames[own][0]["token"]
    held.leave(own)
    again = held.join("eve", token=token)
    assert (again.seat, again.player_id) == (0, "ann")
    assert held.table.seats[0].player_id == "ann"


def test_a_seat_that_is_connected_is_taken_with_its_token_and_takeover_alone() -> None:
    held = table(2)
    own, _ = held.begin("ann", "bob")
    token = held.frames[own][0]["token"]
    assert refused(held, "ann", token=token) == "name_taken"
    assert held.join("ann", token=token, takeover=True).seat == 0


def test_who_joins_a_finished_table_is_told_so() -> None:
    held = table(2)
    held.begin("ann", "bob")
    held.table.abandon("enough", held.now)
    assert refused(held, "eve") == "game_over"

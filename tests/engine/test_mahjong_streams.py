from engine.mahjong.streams import last_place, stream_place


def test_a_seat_goes_on_in_its_own_row() -> None:
    taken = 1 << 1 | 1 << 5
    assert stream_place(taken, 1, 70) == 9
    assert stream_place(taken, 2, 70) == 2


def test_a_seat_beyond_its_stream_takes_the_last_tile_that_is_left() -> None:
    taken = sum(1 << place for place in range(0, 70, 4)) | 1 << 69
    assert stream_place(taken, 0, 70) == 67
    assert stream_place(taken, 1, 70) == 1


def test_the_last_place_is_the_nearest_to_the_tail() -> None:
    assert last_place(0, 55) == 54
    assert last_place(1 << 54 | 1 << 53, 55) == 52

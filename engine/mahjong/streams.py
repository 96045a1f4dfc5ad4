"""Draws by streams: every seat has a sequence of its own, each fourth place of the wall."""


def stream_place(taken: int, first: int, size: int) -> int:
    """Where a seat's own sequence goes on, `first` being its first place.

    A seat that has used up its own, because others were skipped, takes the last one left.
    """
    for place in range(first, size, 4):
        if not taken >> place & 1:
            return place
    return last_place(taken, size)


def last_place(taken: int, size: int) -> int:
    """The last place of a wall of this size that still has a tile."""
    place = size - 1
    while taken >> place & 1:
        place -= 1
    return place

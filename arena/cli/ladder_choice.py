"""The ladder of a game that a command reads from a store: the one named, else the busiest."""

from typing import TYPE_CHECKING, Annotated, Final

import typer

from arena.cli.output import remark
from arena.errors import ArenaError

if TYPE_CHECKING:
    from arena.store import Store

SHOWN: Final = 5
Ladder = Annotated[
    str | None,
    typer.Option(
        "--ladder",
        metavar="NAME",
        help="One of the game's ladders: its name or its end; the busiest if left out.",
    ),
]


def chosen_ladder(store: "Store", game: str, wanted: str | None) -> str:
    """Return the ladder, and say on stderr which one it is and how to choose another."""
    counted = store.matches.ladders()
    own = [name for name in counted if name.partition(":")[0] == game]
    own.sort(key=lambda name: (-counted[name], name))
    if wanted is None:
        name = own[0] if own else game
    else:
        name = f"{game}:{wanted.rpartition(':')[2]}" if wanted != game else game
        if name not in own:
            known = ", ".join(own[:SHOWN]) or "none yet"
            raise ArenaError(f"no ladder {wanted!r} of {game} in this store; known: {known}")
    if len(own) > 1:
        others = ", ".join(other for other in own if other != name)
        most = " with the most matches" if wanted is None else ""
        remark(f"the ladder{most} is {name}; --ladder chooses another: {others}")
    return name

"""The circumstances of a win that are worth something."""

from engine.game import Seat
from engine.sichuan.events import HuKind
from engine.sichuan.model import State
from engine.sichuan.scoring import Luck


def luck_of(state: State, seat: Seat, how: HuKind) -> tuple[Luck, ...]:
    """What counts beside the tiles if this seat wins now, before anything has changed."""
    found: list[Luck] = []
    if how == "self_draw":
        if not fed(state):
            found.append("self_draw")
        if state.began == "kong":
            found.append("gang_hua")
        elif state.began == "opening":
            found.append("tianhu")
        elif state.calm and seat != state.deal.dealer and not state.players[seat].pond:
            found.append("dihu")
    elif how == "rob_kong":
        found.append("rob_kong")
    elif state.after_kong:
        found.append("gang_pao")
    if not state.left:
        found.append("last_tile")
    return tuple(found)


def fed(state: State) -> bool:
    """点杠花 Whether the feeder of a kong pays this win alone, as if for a discard."""
    return state.feeder >= 0 and state.config.dian_gang_hua == "discard"

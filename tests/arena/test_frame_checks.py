"""The frame-level checks pass for the games there are and catch what they are there for."""

from typing import Any

import pytest

from arena.plugins.manager import load_plugins
from arena.testing import leak_checks as frame_checks
from arena.testing.leak_checks import CHECKS, Table, answer_illegally
from engine.game import AnyGame, Seat, View, Viewer
from engine.testing import ConformanceError
from engine.tigerdragon import TigerDragon
from engine.tigerdragon.model import State

GAMES = load_plugins(entry_points=False).games


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_game_passes(game: AnyGame, check: str) -> None:
    CHECKS[check](game, "frames")


class Leaky(TigerDragon):
    """Shows a neighbour's hand where nobody looks for it."""

    def view(self, state: State, viewer: Viewer) -> View:
        view = super().view(state, viewer)
        return {**view, "phase": view["phase"] + state.hands[(viewer.seat + 1) % 2][-1:]}


def test_leak_changes_a_frame_under_a_redeal() -> None:
    with pytest.raises(ConformanceError, match="a re-deal changes the frame"):
        CHECKS["redealt_frames"](Leaky(), "frames")


def test_telltale_frame_after_an_illegal_answer_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def act_and_tell(table: Table, seat: Seat) -> Any:
        for chair in table.room.seats:
            assert table.room.table.referee
            table.room.table.referee.frames.show(chair)
        return answer_illegally(table, seat)

    act_and_tell.__name__ = "act_and_tell"
    monkeypatch.setattr(frame_checks, "BEHAVIOURS", (act_and_tell,))
    with pytest.raises(ConformanceError, match="act_and_tell shows in others' frames"):
        CHECKS["silent_faults"](TigerDragon(), "frames")

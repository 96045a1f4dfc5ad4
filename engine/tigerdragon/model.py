"""The state of a Tiger & Dragon match: a table and one position."""

from typing import Literal

from engine import model
from engine.game import Seat
from engine.rng import Deals
from engine.tigerdragon.config import TigerDragonConfig

Phase = Literal["Attack", "Defend", "BonusReceive", "Finished"]


class Table(model.Table[TigerDragonConfig]):
    """What stays the same for a whole match."""

    __slots__ = ("seats",)

    def __init__(self, config: TigerDragonConfig, deals: Deals, seats: int) -> None:
        super().__init__(config, deals)
        self.seats = seats


class State:
    """One position. Hands are text in deal order; never changed once returned.

    `history` has one token a placement or pass in order: the seat's digit, then `8A`, `8D`, `B`
    or `pass`. Which tiles lie face down is in `face_down`, by seat and in order.
    """

    __slots__ = (
        "attack", "attacker", "current", "face_down", "hands", "history", "phase",
        "round", "scores", "set_aside", "start", "table", "turn", "winner",
    )  # fmt: skip

    table: Table
    round: int
    start: Seat
    turn: int
    phase: Phase
    current: Seat
    attacker: Seat
    attack: str
    hands: tuple[str, ...]
    set_aside: str
    history: tuple[str, ...]
    face_down: tuple[str, ...]
    scores: tuple[int, ...]
    winner: Seat

    def __init__(self, old: "State | None" = None) -> None:
        if old is not None:
            self.table = old.table
            self.round = old.round
            self.start = old.start
            self.turn = old.turn
            self.phase = old.phase
            self.current = old.current
            self.attacker = old.attacker
            self.attack = old.attack
            self.hands = old.hands
            self.set_aside = old.set_aside
            self.history = old.history
            self.face_down = old.face_down
            self.scores = old.scores
            self.winner = old.winner

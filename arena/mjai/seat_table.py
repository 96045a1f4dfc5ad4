"""A riichi table rebuilt by one seat from the mjai lines it is told.

The rules move the position on, so furiten, ippatsu, forbidden swaps and the rest are theirs. Hands
of others hold fillers: before a seat shows a tile, one of its fillers becomes that tile.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from arena.errors import LogError
from arena.formats.mjai.tiles import FROM_MJAI, HIDDEN, Line, face_of, kind_of
from engine.game import Seat
from engine.mahjong.seats import SEATS, with_player
from engine.mahjong.tiles import FACE_OF, KIND, WIND_NAMES, write_group
from engine.riichi import Riichi, rules
from engine.riichi.deal import DORA, LIVE, draw
from engine.riichi.hand import insert, measure, new_player, remove
from engine.riichi.model import Player, Round, State, Table
from engine.riichi.moves import (
    ANKAN,
    CHI,
    DISCARD,
    KAKAN,
    MINKAN,
    PASS,
    PON,
    RIICHI,
    RIICHI_TSUMOGIRI,
    TSUMOGIRI,
    Move,
)
from engine.rng import Deals

FILLERS: Final = tuple(
    FACE_OF[name]
    for name in ("1m", "4m", "7m", "2p", "5p", "8p", "3s", "6s", "9s", "1z", "2z", "3z", "4z")
)
"""What hidden tiles are taken for: a hand that is far from anything."""
MOVES: Final[dict[str, Move]] = {
    move.choice: move
    for move in (
        TSUMOGIRI, RIICHI_TSUMOGIRI, *DISCARD, *RIICHI, *MINKAN, *ANKAN, *KAKAN, *PON.values(),
        *CHI.values(),
    )
}  # fmt: skip
LINES_DECIDE: Final = {"abort_suufon": False, "abort_suucha": False, "abort_suukaikan": False}
"""Rounds end where a line says so, by whatever rules are played elsewhere."""


class SeatTable:
    """What a seat knows of the running round, as a position of the rules."""

    def __init__(self, seat: Seat, options: dict[str, Any] | None = None) -> None:
        self.seat = seat
        self.game = Riichi()
        self.config = self.game.config({**(options or {}), **LINES_DECIDE, "draws": "wall"})
        self.state: State | None = None
        """None between two rounds."""
        self._table = Table(self.config, Deals.seed("told by lines"))
        self._rounds = self._shown = 0
        self._drawn_first = self._reached = False

    def take(self, line: Line) -> None:
        """Take one line; LogError if it does not fit the table."""
        kind = line["type"]
        if kind == "start_kyoku":
            self._deal(line)
        elif kind in ("hora", "ryukyoku", "end_kyoku", "end_game", "start_game"):
            self.state = None
        elif self.state is None:
            return
        elif kind == "tsumo":
            self._draw(self.state, line)
        elif kind == "reach":
            self._reached = True
        elif kind == "dahai":
            self._discard(self.state, line)
        elif kind in ("chi", "pon", "daiminkan"):
            self._call(self.state, line)
        elif kind in ("ankan", "kakan"):
            self._kan(self.state, line)
        elif kind == "dora":
            self._turn(self.state, face_of(line["dora_marker"]))
            self.state.history = (self.state.history, f"dora:{FROM_MJAI[line['dora_marker']]}")

    def _deal(self, line: Line) -> None:
        self._rounds += 1
        hand = WIND_NAMES.index(line["bakaze"]) * 4 + line["kyoku"] - 1
        if hand % 4 != line["oya"]:
            raise LogError(f"seat {line['oya']} deals in {line['bakaze']}{line['kyoku']}")
        wall = bytes(len(FILLERS) * [FILLERS[0]] + (136 - len(FILLERS)) * [FILLERS[-1]])
        state = State()
        state.round = Round(self._table, self._rounds, hand, line["honba"], wall)
        own = bytes(face_of(name) for name in line["tehais"][self.seat])
        state.players = tuple(
            new_player(own if seat == self.seat else bytes(FILLERS)) for seat in SEATS
        )
        state.turn = state.kans = state.shown = state.pending = state.taken = 0
        state.tile, state.claim, state.first_go, state.left = -1, "discard", True, LIVE
        state.scores = tuple(line.get("scores") or [self.config.start_points] * 4)
        state.sticks, state.history = line["kyotaku"], None
        self.state, self._shown, self._drawn_first, self._reached = state, 0, False, False
        self._turn(state, face_of(line["dora_marker"]))

    def _turn(self, state: State, face: int) -> None:
        """Turn an indicator: the lines say when, whatever the rules here do."""
        wall = bytearray(state.round.wall)
        wall[DORA[self._shown]] = face
        self._shown += 1
        this = state.round
        state.round = Round(this.table, this.number, this.hand, this.honba, bytes(wall))
        state.shown, state.pending = self._shown, 0

    def _draw(self, state: State, line: Line) -> None:
        if not self._drawn_first:
            draw(state, line["actor"])
            self._drawn_first = True
        elif state.phase == "Claim":
            state = self._apply(state, {seat: PASS for seat in SEATS if seat != state.current})
        if state.current != line["actor"]:
            raise LogError(f"seat {line['actor']} draws, but it is the turn of {state.current}")
        hidden = line["pai"] == HIDDEN or line["actor"] != self.seat
        state.drawn = filler(state.players[line["actor"]]) if hidden else face_of(line["pai"])

    def _discard(self, state: State, line: Line) -> None:
        face, drawn = face_of(line["pai"]), bool(line.get("tsumogiri"))
        if line["actor"] != self.seat and drawn:
            state.drawn = face
        elif line["actor"] != self.seat:
            self._show(state, line["actor"], [face])
        declares, self._reached = self._reached, False
        what = "tsumogiri" if drawn else FROM_MJAI[line["pai"]]
        prefix = "riichi:" if declares else "" if drawn else "discard:"
        self._apply(state, {line["actor"]: MOVES[f"{prefix}{what}"]})

    def _call(self, state: State, line: Line) -> None:
        uses = sorted(face_of(name) for name in line["consumed"])
        kan = line["type"] == "daiminkan"
        if line["actor"] != self.seat:
            self._show(state, line["actor"], uses, alone=kan)
        word = f"minkan:{kind_of(line['pai'])}" if kan else f"{line['type']}:{write_group(uses)}"
        moves = {seat: PASS for seat in SEATS if seat != state.current}
        self._apply(state, {**moves, line["actor"]: MOVES[word]})

    def _kan(self, state: State, line: Line) -> None:
        added = line["type"] == "kakan"
        tile = line["pai"] if added else line["consumed"][0]
        if line["actor"] != self.seat:
            faces = [face_of(tile)] if added else [face_of(name) for name in line["consumed"]]
            self._show(state, line["actor"], faces, alone=True)
        self._apply(state, {line["actor"]: MOVES[f"{line['type']}:{kind_of(tile)}"]})

    def _apply(self, state: State, moves: dict[Seat, Move]) -> State:
        before = state.history
        state.pending = 0  # no indicator is turned here before a line turns it
        self.state = new = rules.apply(state, moves).state
        new.shown = self._shown
        while (last := new.history) is not before and last and last[1].startswith("dora:"):
            new.history = last[0]
        return new

    def _show(self, state: State, seat: Seat, faces: Sequence[int], *, alone: bool = False) -> None:
        """Put tiles into a hidden hand; `alone`: and no other tiles of their kind."""
        player = Player(state.players[seat])
        kind = KIND[faces[0]]
        own = [face for face in player.hand if alone and KIND[face] == kind]
        missing = faces if alone else list((Counter(faces) - Counter(player.hand)).elements())
        others = [face for face in player.hand if face not in own and face not in faces]
        out = (own + others)[: max(len(missing), len(own))]
        remove(player, tuple(out))
        for face in missing:
            insert(player, face)
        for _ in range(len(out) - len(missing)):
            insert(player, filler(player, kind))
        measure(player)
        if alone and state.phase == "Discard":
            state.drawn = filler(player, kind)
        state.players = with_player(state.players, seat, player)


def filler(player: Player, but: int = -1) -> int:
    """A face for a hidden tile, of another kind than this one; never a fifth of its kind."""
    return min(
        (face for face in FILLERS if KIND[face] != but), key=lambda face: player.counts[KIND[face]]
    )

"""A riichi table set up for a test: hands, draws and circumstances, all the rest by default."""

from collections.abc import Mapping
from typing import Any

from engine.game import Event, RoundResult, Seat
from engine.mahjong.melds import Meld
from engine.mahjong.tiles import KIND, KIND_NAMES, NAMES, read_tiles
from engine.riichi import Riichi
from engine.riichi.deal import DORA, REPLACEMENTS, deal_round
from engine.riichi.events import RoundStarted
from engine.riichi.hand import measure, new_player
from engine.riichi.model import CALLED_MARK, Player, Table
from engine.rng import Deals

GAME = Riichi()
NOTEN = (
    "147m 258p 369s 1234z",
    "258m 369p 147s 1234z",
    "369m 147p 258s 1234z",
    "147m 369p 258s 567z 1z",
)
"""Hands that wait for nothing and can claim hardly anything."""
RYANMEN = "123m 678m 345p 45s 99s"
"""Waits on 3s and 6s, with pinfu."""


class Play:
    """A running round: `turn` for the seat whose turn it is, `claim` for the others."""

    def __init__(
        self,
        hands: Mapping[Seat, str] | None = None,
        draws: str = "9p",
        *,
        turn: Seat = 0,
        dealer: Seat = 0,
        hand: int | None = None,
        honba: int = 0,
        sticks: int = 0,
        scores: tuple[int, ...] = (25_000,) * 4,
        left: int = 70,
        first: bool = False,
        dora: str = "1z",
        replacements: str = "",
        **options: Any,
    ) -> None:
        self.config = GAME.config(options)
        table = Table(self.config, Deals.seed("test"))
        number = dealer if hand is None else hand
        state = deal_round(table, 1, number, honba, sticks, scores)
        wall = bytearray(state.round.wall)
        tiles = read_tiles(draws)
        for step, face in enumerate(tiles):
            wall[13 + left - step] = face
        for place, face in zip(DORA, read_tiles(dora), strict=False):
            wall[place] = face
        for place, face in zip(REPLACEMENTS, read_tiles(replacements), strict=False):
            wall[place] = face
        state.round.wall = bytes(wall)
        given = hands or {}
        players = [new_player(bytes(read_tiles(given.get(s, NOTEN[s])))) for s in range(4)]
        state.players = tuple(players)
        state.current = turn
        state.drawn = tiles[0]
        state.left = left - 1
        state.first_go = first
        self.state = state
        self.events: list[Event] = []
        self.result: RoundResult | None = None
        self.started: RoundStarted | None = None

    # -- circumstances, set before play

    def player(self, seat: Seat) -> Player:
        return self.state.players[seat]

    def riichi(self, *seats: Seat, ippatsu: bool = False) -> "Play":
        for seat in seats:
            self.player(seat).riichi = 1
            self.player(seat).ippatsu = ippatsu
        return self

    def pond(self, seat: Seat, text: str, called: str = "") -> "Play":
        gone = read_tiles(called)
        faces = read_tiles(text)
        player = self.player(seat)
        player.pond = tuple(f | CALLED_MARK if f in gone else f for f in faces)
        for face in faces:
            player.discarded |= 1 << KIND[face]
        return self

    def melds(self, seat: Seat, *rows: tuple[Any, str, Seat]) -> "Play":
        player = self.player(seat)
        for kind, text, source in rows:
            faces = tuple(sorted(read_tiles(text)))
            meld = Meld.of_faces(kind, faces, faces[0] if source >= 0 else -1, source)
            player.melds = (*player.melds, meld)
            player.kans += meld.is_kong
            self.state.kans += meld.is_kong
        player.need = 4 - len(player.melds)
        player.closed = not any(meld.is_open for meld in player.melds)
        measure(player)
        return self

    # -- play

    def legal(self, seat: Seat) -> list[str]:
        return [move.choice for move in GAME.choices(self.state).get(seat, ())]

    def turn(self, choice: str) -> "Play":
        return self._apply({self.state.current: choice})

    def claim(self, choices: Mapping[Seat, str] | None = None) -> "Play":
        seats = [seat for seat in range(4) if seat != self.state.current]
        return self._apply({seat: (choices or {}).get(seat, "pass") for seat in seats})

    def go(self, choice: str, claims: Mapping[Seat, str] | None = None) -> "Play":
        """A turn and the claims on it."""
        return self.turn(choice).claim(claims)

    def _apply(self, choices: Mapping[Seat, str]) -> "Play":
        offers = GAME.choices(self.state)
        moves = {}
        for seat, choice in choices.items():
            legal = {move.choice: move for move in offers[seat]}
            assert choice in legal, f"seat {seat}: {choice} is not among {list(legal)}"
            moves[seat] = legal[choice]
        step = GAME.apply(self.state, moves)
        self.state = step.state
        self.events += step.events
        if step.result:
            self.result = step.result
            self.started = next((e for e in step.events if isinstance(e, RoundStarted)), None)
        return self

    # -- what came of it

    @property
    def over(self) -> bool:
        return self.state.phase == "Finished"

    @property
    def reason(self) -> str:
        return str(self.result.extra["reason"]) if self.result else ""

    @property
    def deltas(self) -> list[int]:
        assert self.result is not None, "the round is not over"
        return list(self.result.points)

    def yaku(self, place: int = 0) -> dict[str, int]:
        assert self.result is not None, "the round is not over"
        win = self.result.extra["wins"][place]
        return dict(zip(win["yaku"], win["yaku_han"], strict=True))

    def furiten(self, seat: Seat) -> str:
        return self.player(seat).furiten_kind

    def types(self) -> list[str]:
        return [event.type for event in self.events]

    def waits(self, seat: Seat) -> list[str]:
        return [KIND_NAMES[kind] for kind in range(34) if self.player(seat).waits >> kind & 1]

    def dora_names(self) -> list[str]:
        return [NAMES[self.state.round.wall[place]] for place in DORA[: self.state.shown]]

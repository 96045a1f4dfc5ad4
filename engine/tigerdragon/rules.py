"""虎と龍 The course of a round: attack, defend, pass, lay face down; and of a match."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from engine.game import Dealt, Event, Outcome, RoundResult, Seat, Step, ranks
from engine.tigerdragon.deal import deal_round
from engine.tigerdragon.model import (
    ATTACKED,
    DEFENDED,
    FACE_DOWN,
    LAY,
    NUMBERS,
    PASS,
    PASSED,
    WIRE_ORDER,
    MatchEnded,
    Move,
    RoundEnded,
    RoundStarted,
    State,
    Table,
)
from engine.tigerdragon.scoring import round_points

ANYTHING: Final = tuple((tile, LAY[tile]) for tile in WIRE_ORDER)
PASS_TOKENS: Final = tuple(f"{seat}pass" for seat in range(5))
BONUS_TOKENS: Final = tuple(f"{seat}B" for seat in range(5))
NOBODY: Final[Mapping[Seat, tuple[Move, ...]]] = {}


def defenders(attack: str, *, wild_answerable: bool) -> str:
    """The tiles that answer an attack, in the wire's order."""
    if attack in NUMBERS:
        return attack + ("T" if int(attack) % 2 == 0 else "D")
    if not wild_answerable:
        return ""
    return "2468" if attack == "T" else "1357"


def _answers(*, wild_answerable: bool) -> dict[str, tuple[tuple[str, Move], ...]]:
    table = {}
    for attack in WIRE_ORDER:
        tiles = defenders(attack, wild_answerable=wild_answerable)
        table[attack] = tuple((tile, LAY[tile]) for tile in tiles)
    return table


ANSWERS: Final = {
    True: _answers(wild_answerable=True),
    False: _answers(wild_answerable=False),
}


def choices(state: State) -> Mapping[Seat, tuple[Move, ...]]:
    """Any tile when attacking or laying face down; an answer or `pass` when defending."""
    if state.phase == "Finished":
        return NOBODY
    seat = state.current
    hand = state.hands[seat]
    if state.phase == "Defend":
        answers = ANSWERS[state.table.config.wild_answerable][state.attack]
        return {seat: (*[move for tile, move in answers if tile in hand], PASS)}
    return {seat: tuple([move for tile, move in ANYTHING if tile in hand])}


def default(state: State) -> Move:
    """Pass where one may, else the first tile on offer."""
    return PASS if state.phase == "Defend" else choices(state)[state.current][0]


def apply(state: State, move: Move) -> Step[State, Event]:
    """The position after the current player's move."""
    seat = state.current
    new = State(state)
    new.turn += 1
    if move is PASS:
        pass_by(new, seat)
        return Step(new, (PASSED[seat],))
    tile = move.choice
    hand = state.hands[seat].replace(tile, "", 1)
    new.hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    event = lay(new, seat, tile)
    if hand:
        return Step(new, (event,))
    return close_round(new, seat, tile, event)


def pass_by(new: State, seat: Seat) -> None:
    """The next seat answers; back at the attacker, the attack stands and earns a bonus tile."""
    new.history = (*new.history, PASS_TOKENS[seat])
    new.current = (seat + 1) % new.table.seats
    if new.current == new.attacker:
        new.phase = "BonusReceive"


def lay(new: State, seat: Seat, tile: str) -> Event:
    """Put a tile on the table as the phase demands, and say what happened."""
    if new.phase == "Attack":
        new.history = (*new.history, f"{seat}{tile}A")
        new.attack = tile
        new.attacker = seat
        new.phase = "Defend"
        new.current = (seat + 1) % new.table.seats
        return ATTACKED[seat, tile]
    if new.phase == "Defend":
        new.history = (*new.history, f"{seat}{tile}D")
        new.attack = ""
        new.attacker = seat
        new.phase = "Attack"
        return DEFENDED[seat, tile]
    lay_face_down(new, seat, tile)
    if not new.table.config.keep_attack_tile:
        new.attack = ""
    new.phase = "Attack"
    return FACE_DOWN[seat, tile]


def lay_face_down(new: State, seat: Seat, tile: str) -> None:
    """Add a tile that only its owner knows; the history says no more than that it lies there."""
    new.history = (*new.history, BONUS_TOKENS[seat])
    down = new.face_down
    new.face_down = (*down[:seat], down[seat] + tile, *down[seat + 1 :])


def close_round(new: State, winner: Seat, last_tile: str, event: Event) -> Step[State, Event]:
    """Score the round, then end the match or deal the next one."""
    new.phase = "Finished"
    points = closing_points(new, winner, last_tile)
    new.scores = tuple(score + points * (seat == winner) for seat, score in enumerate(new.scores))
    result = round_result(new, winner, last_tile, points)
    shown = tuple(result.extra["winner_discards"].split(","))
    ended = RoundEnded(new.round, winner, last_tile, points, shown, new.scores)
    if is_over(new, winner):
        new.winner = winner
        return Step(new, (event, ended, MatchEnded(winner, new.scores)), result)
    after = deal_round(new.table, new.round + 1, new.scores)
    return Step(after, (event, ended, *opening_events(after)), result)


def closing_points(state: State, winner: Seat, last_tile: str) -> int:
    """What the winner of a finished round gets."""
    own, everybody = bonus_counts(state)[winner], sum(bonus_counts(state))
    closed_face_down = state.history[-1].endswith("B")
    if closed_face_down and not state.table.config.last_bonus_counts:
        own, everybody = own - 1, everybody - 1
    attacks = [t[1] for t in state.history[:-1] if t.startswith(str(winner)) and t.endswith("A")]
    prev_attack = attacks[-1] if attacks else ""
    card = state.table.config.card
    return round_points(card, last_tile, own, everybody, prev_attack=prev_attack)


def round_result(state: State, winner: Seat, last_tile: str, points: int) -> RoundResult:
    """The round's end as everybody may know it: the winner's face-down tiles are shown."""
    seats = range(state.table.seats)
    return RoundResult(
        round=state.round,
        winners=(winner,),
        points=tuple(points if seat == winner else 0 for seat in seats),
        scores=state.scores,
        extra={
            "last_tile": last_tile,
            "bonus_discards": bonus_counts(state)[winner],
            "winner_discards": ",".join(discards(state)[winner]),
        },
    )


def bonus_counts(state: State) -> list[int]:
    """Face-down tiles by seat."""
    return [len(tiles) for tiles in state.face_down]


def discards(state: State) -> list[list[str]]:
    """This round's tokens by seat, face-down tiles shown; passes leave none."""
    rows: list[list[str]] = [[] for _ in range(state.table.seats)]
    for token in shown_history(state, range(state.table.seats)):
        if not token.endswith("pass"):
            rows[int(token[0])].append(token[1:])
    return rows


def shown_history(state: State, seats: Iterable[Seat]) -> list[str]:
    """The round's tokens in order, the face-down tiles of these seats shown, such as `0TB`."""
    rows = list(state.history)
    for seat in seats:
        at = -1
        for tile in state.face_down[seat]:
            at = rows.index(BONUS_TOKENS[seat], at + 1)
            rows[at] = f"{seat}{tile}B"
    return rows


def is_over(state: State, winner: Seat) -> bool:
    """Whether the winner of the round, alone or with the partner, has reached the target."""
    config = state.table.config
    if config.teams:
        return state.scores[winner] + state.scores[(winner + 2) % 4] >= config.team_target
    return state.scores[winner] >= config.target


def outcome(state: State) -> Outcome:
    """Points and ranks; partners share a rank and are placed by their sum."""
    points = state.scores
    if state.table.config.teams:
        sums = tuple(points[seat] + points[(seat + 2) % 4] for seat in range(4))
        return Outcome(points, ranks(sums), state.winner)
    return Outcome(points, ranks(points), state.winner)


def start(table: Table) -> Step[State, Event]:
    """The first position of a match."""
    state = deal_round(table, 1, (0,) * table.seats)
    return Step(state, opening_events(state))


def opening_events(state: State) -> tuple[Event, ...]:
    """A round's deal as events."""
    sizes = tuple(len(hand) for hand in state.hands)
    dealt: list[Any] = [Dealt(seat, tuple(hand)) for seat, hand in enumerate(state.hands)]
    return (RoundStarted(state.round, state.start, sizes), *dealt)

"""How a round ends: what the winner gets, and what everybody learns of it."""

from engine.game import Event, RoundResult, Seat, Step
from engine.tigerdragon.deal import deal_round
from engine.tigerdragon.events import MatchEnded, RoundEnded
from engine.tigerdragon.history import discards
from engine.tigerdragon.match import is_over, opening_events
from engine.tigerdragon.model import State
from engine.tigerdragon.scoring import round_points


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

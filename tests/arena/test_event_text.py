"""What an event says in words is the same in frames, pages and terminals."""

import pytest

from arena.cli.watch import Narrator
from arena.match.event_text import plain_text
from arena.match.result import new_match
from arena.match.wire_frames import Frames, event_rows
from arena.plugins.manager import load_plugins
from engine.game import ALL_HANDS, PUBLIC, AnyGame, Event
from engine.rng import Deals, stream
from engine.testing.matches import matches

PLUGINS = load_plugins(entry_points=False)


@pytest.mark.parametrize("game", PLUGINS.games.values(), ids=lambda game: str(game.name))
def test_every_event_of_our_games_has_words_of_its_own(game: AnyGame) -> None:
    assert [kind.__name__ for kind in game.event_types if kind.text is Event.text] == []


def test_names_and_pieces_are_put_into_a_text() -> None:
    text = "calls pon [5z] [5z] from {1}, not {7}"
    assert plain_text(text, ["ann", "{0}"]) == "calls pon 5z 5z from {0}, not seat 7"


@pytest.mark.parametrize("game", PLUGINS.games.values(), ids=lambda game: str(game.name))
def test_a_frame_says_what_the_terminal_says(game: AnyGame) -> None:
    for match in matches(game, "words"):
        for _, position, _ in match.stretch():
            rows = event_rows(position.events, ALL_HANDS)
            assert [row["text"] for row in rows] == [event.text() for event in position.events]
            assert [game.read_event(row) for row in rows] == list(position.events)
        return


def test_the_event_that_opens_a_round_names_it() -> None:
    match = new_match(PLUGINS.game("riichi"), ["a", "b", "c", "d"], Deals.seed("1"))
    opened = [row.get("opens_round") for row in event_rows(match.opening.events, PUBLIC)]
    assert opened[:5] == ["E1", "", "", "", ""]
    assert set(opened[5:]) == {None}


def test_watch_prints_the_events_of_the_last_step(capsys: pytest.CaptureFixture[str]) -> None:
    match = new_match(PLUGINS.game("tigerdragon"), ["ann", "bob"], Deals.seed("1"))
    rng = stream("1", "moves")
    last = match.opening
    while not match.over:
        for seat, request in tuple(match.pending.items()):
            last = match.answer(seat, rng.choice(request.legal)) or last  # type: ignore[assignment]
    narrator = Narrator(PLUGINS)
    seats = [{"name": name} for name in match.header.players]
    narrator.hear({"type": "join_ack", "game": "tigerdragon", "seats": seats})
    frames = Frames(match, "room")
    assert narrator.hear(frames.game_over(full=True, events=event_rows(last.events, PUBLIC)))
    printed = capsys.readouterr().out
    assert "The match is over" in printed
    assert "wins with" in printed

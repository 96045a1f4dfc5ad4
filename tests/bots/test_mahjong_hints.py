"""What hints say about wins and waits at the three mahjongs is what the rules then pay."""

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest

from arena.local.loop import play
from arena.match.log import MatchLog, parse_log
from arena.match.playback import log_history
from arena.plugins.advisers import adviser
from arena.plugins.manager import installed_plugins
from bots import WireTurn
from bots.hand_notes import in_english
from engine.game import Viewer

WINS = ("ron", "tsumo", "win", "hu")
PLUGINS = installed_plugins()


def told(game: str, log: MatchLog, seat: int) -> list[tuple[str, Mapping[str, str], Any]]:
    """A seat's choices, what was said about them, and the events that followed."""
    rules = PLUGINS.game(game)
    history = log_history(log, rules, Viewer.player(seat))
    bot = adviser(PLUGINS, rules, seat, 4, history["config"], ())
    frames = history["frames"]
    found: list[tuple[str, Mapping[str, str], Any]] = []
    for frame, after in pairwise(frames):
        legal = tuple(frame["view"]["legal"])
        if str(seat) in after.get("moves", {}) and len(legal) > 1:
            said = bot.remarks(WireTurn(seat, legal, frame["view"], ()))
            notes = {choice: in_english(row) for choice, row in said.items()}
            found.append((after["moves"][str(seat)], notes, after["events"]))
    return found


def paid(game: str, event: Mapping[str, Any]) -> int:
    """What the rules say that a win was worth, in the measure of the hints."""
    if game == "taiwan":
        return int(event["hand_tai"])
    return int(event["value"])


@pytest.mark.parametrize(
    ("game", "bot", "event"),
    [("taiwan", "taiwan-greedy", "won"), ("sichuan", "sichuan-greedy", "hu_settled")],
)
def test_a_win_is_worth_what_the_hint_says(game: str, bot: str, event: str) -> None:
    log = parse_log(play(game, [bot] * 4, seed=4, plugins=PLUGINS).log)
    compared = 0
    for seat in range(4):
        for choice, notes, events in told(game, log, seat):
            rows = [row for row in events if row["type"] == event and row["seat"] == seat]
            if choice in WINS and rows and choice in notes:
                assert int(re.findall(r"\d+", notes[choice])[0]) == paid(game, rows[0])
                compared += 1
    assert compared > 2


@pytest.mark.parametrize("game", ["riichi", "taiwan", "sichuan"])
def test_every_discard_has_its_hint_and_waits_their_worth(game: str) -> None:
    bot = PLUGINS.bots_of(game)[1]
    log = parse_log(play(game, [bot] * 4, seed=2, plugins=PLUGINS).log)
    waits = set()
    for seat in range(4):
        for _, notes, _ in told(game, log, seat):
            for choice, note in notes.items():
                if choice.startswith(("discard", "tsumogiri")):
                    assert re.match(
                        r"\d+ away, (1 tile helps|\d+ tiles help)$|waits for .*: \d+ left, ", note
                    )
                    waits.add(note.split(", ")[-1].split()[0])
            wins = [choice for choice in notes if choice in WINS]
            if wins and "pass" in notes:
                assert notes["pass"].startswith("passes up ")
    assert "worth" in waits

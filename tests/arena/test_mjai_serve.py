"""House bots as programs elsewhere: over mjai in other people's arenas, and over our own frames."""

import io
import json
import shlex
import sys
from typing import Any

import pytest

import arena
from arena.formats.mjai.writing import Teller
from arena.mjai.seat_table import SeatTable
from arena.mjai.serve import MjaiServer, main, riichi_bot, serve
from arena.plugins import stdio
from arena.plugins.manager import load_plugins
from bots.turn import masked
from engine.game import Viewer
from engine.riichi import Riichi
from tests.engine.riichi_matches import match

PYTHON = shlex.quote(sys.executable)
SHORT = {"length": "tonpuu"}
GAME = Riichi()


@pytest.mark.parametrize(
    ("seed", "purposeful"), [("a", True), ("b", True), ("p", False)], ids=["a", "b", "all-kans"]
)
def test_a_seat_rebuilds_its_whole_view_from_lines(seed: str, purposeful: bool) -> None:
    tables, tellers = [SeatTable(seat) for seat in range(4)], [Teller() for _ in range(4)]
    compared = 0
    for position, _ in match(seed, purposeful=purposeful):
        for seat in range(4):
            viewer = Viewer.player(seat)
            for line in tellers[seat].lines(masked(position.events, viewer)):
                tables[seat].take(line)
            state = tables[seat].state
            seen = GAME.view(position.state, viewer)
            if seat in position.offers and seen["legal"] and state is not None:
                assert GAME.view(state, viewer) == seen
                compared += 1
    assert compared > 300


@pytest.mark.parametrize(("name", "hanchans"), [("riichi-guard", 4), ("random", 4)])
def test_whole_hanchans_in_riichienv_have_no_illegal_choice(name: str, hanchans: int) -> None:
    riichienv = pytest.importorskip("riichienv", reason="riichienv is not installed")
    plugins, decisions = load_plugins(entry_points=False), 0
    for seed in range(hanchans):
        rule = riichienv.GameRule.default_tenhou()
        env = riichienv.RiichiEnv(game_mode="4p-red-half", rule=rule, seed=seed)
        servers = [MjaiServer(riichi_bot(name, plugins), seat) for seat in range(4)]
        told = env.reset()
        while not env.done():
            actions = {}
            for seat, observation in told.items():
                lines = [json.loads(line) for line in observation.new_events()]
                answer = servers[seat].hear(lines)
                actions[seat] = observation.select_action_from_mjai(answer)
                assert actions[seat] is not None, (seed, answer, lines)
                decisions += 1
            told = env.step(actions)
    assert decisions > 1000


@pytest.mark.parametrize("option", ["", "--batch "], ids=["lines", "batch"])
def test_over_mjai_it_plays_as_in_this_process(option: str) -> None:
    program = f"{PYTHON} -m arena.mjai.serve riichi-guard {{seat}}"
    others = ["riichi-greedy"] * 3
    played = [
        arena.play("riichi", [others[0], bot, *others[1:]], seed=5, config=SHORT)
        for bot in ("riichi-guard", f"mjai:{option}{program}")
    ]
    assert played[1].faults == ()
    # Answers to claims that others' wins outran are not made in time, and change nothing.
    assert (played[0].outcome, played[0].steps) == (played[1].outcome, played[1].steps)


@pytest.mark.parametrize(
    ("game", "bot"), [("tigerdragon", "counter"), ("sichuan", "sichuan-value")]
)
def test_any_house_bot_is_a_child_of_an_arena_that_speaks_our_protocol(game: str, bot: str) -> None:
    others = ["first"] * (load_plugins(entry_points=False).game(game).default_seats - 1)
    spec = f"cmd:{PYTHON} -m arena.plugins.stdio {bot}"
    played = [arena.play(game, [one, *others], seed=2) for one in (bot, spec)]
    assert played[1].faults == ()
    assert played[0].outcome == played[1].outcome


# -- what cannot be served


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nobody"], "nobody"),
        (["counter"], "counter plays tigerdragon, not riichi"),
        (["riichi-guard", "--config", "length=never"], "length"),
    ],
)
def test_what_cannot_be_served_is_told(
    words: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO('{"type":"start_game","id":1}\n'))
    assert main(words) == 1
    assert said in capsys.readouterr().err


def test_a_name_that_nobody_has_is_told_with_those_that_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert stdio.main(["nobody"]) == 1
    assert "riichi-guard" in capsys.readouterr().err


def lines_of(*rows: Any) -> io.StringIO:
    return io.StringIO("".join(f"{json.dumps(row)}\n" for row in rows))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello\n", "no JSON: 'hello'"),
        ('{"kind":"x"}\n', "cannot be followed (KeyError: 'type')"),
        ('{"type":"start_game","id":0}\n{"type":"start_kyoku"}\n', "cannot be followed (KeyError"),
    ],
)
def test_lines_that_are_no_mjai_are_named(text: str, said: str) -> None:
    server = MjaiServer(riichi_bot("riichi-guard", load_plugins(entry_points=False)), None)
    with pytest.raises(arena.errors.LogError) as wrong:
        serve(server, io.StringIO(text), io.StringIO())
    assert said in str(wrong.value)


def test_each_line_is_answered_and_a_reach_is_followed_by_its_discard() -> None:
    server = MjaiServer(riichi_bot("riichi-greedy", load_plugins(entry_points=False)), 0)
    hand = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "E", "E", "S", "W"]
    start = {"type": "start_kyoku", "bakaze": "E", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0,
             "dora_marker": "9m", "tehais": [hand, *[["?"] * 13] * 3]}  # fmt: skip
    told = [
        {"type": "start_game", "names": ["a", "b", "c", "d"]}, start,
        {"type": "tsumo", "actor": 0, "pai": "S"}, {"type": "reach", "actor": 0},
    ]  # fmt: skip
    sink = io.StringIO()
    serve(server, lines_of(*told), sink)
    answers = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert answers == [
        {"type": "none"},
        {"type": "none"},
        {"type": "reach", "actor": 0},
        {"type": "dahai", "actor": 0, "pai": "W", "tsumogiri": False},
    ]

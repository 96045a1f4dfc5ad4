"""What each viewer sees, and states imagined from it."""

from random import Random
from typing import Any

import pytest

from bots.taiwan import GreedyBot
from bots.turn import TableTurn
from engine.errors import GameError
from engine.game import ALL_HANDS, FULL, PLAYERS, PUBLIC, Dealt, Event, Step, Viewer
from engine.rng import Deals
from engine.taiwan import Taiwan
from engine.taiwan.events import Drawn, Melded
from engine.taiwan.imagine import ready_hand
from engine.taiwan.model import State
from engine.taiwan.moves import PASS
from engine.taiwan.observation import Observation
from engine.taiwan.tiles import COPIES, NAMES, TILE_OF
from engine.testing import CHECKS
from engine.testing.matches import through_json
from engine.variants import Rules
from tests.engine.taiwan_table import GAME, READY, check, deal, play, step, table, throw_drawn

VIEWERS = (*PLAYERS[:4], PUBLIC, ALL_HANDS, FULL)


class QuickTaiwan(Taiwan):
    """Two hands a match, so that the kit's many matches end soon."""

    presets = {  # noqa: RUF012
        name: {**options, "max_hands": 2, **more}
        for name, options, more in (
            ("assoc", Taiwan.presets["assoc"], {}),
            ("gamesofa", Taiwan.presets["gamesofa"], {}),
            ("plan", Taiwan.presets["plan"], {}),
            ("streams", {}, {"draws": "streams", "seat_wind": "kaimen"}),
        )
    }


class StreamTaiwan(Taiwan):
    """One hand by streams, with every option that changes what is hidden."""

    presets = {  # noqa: RUF012
        "streams": {
            "max_hands": 1, "draws": "streams", "seat_wind": "kaimen", "passed_pong": True,
            "flower_win": "optional", "ready_any_tai": 1, "migi": True,
            "replacement_pool": "reserve",
        },
    }  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.parametrize("game", [QuickTaiwan(), StreamTaiwan()], ids=["quick", "streams"])
def test_the_game_keeps_the_contract(game: Taiwan, name: str) -> None:
    CHECKS[name](game, "taiwan")


# -- what is hidden


def test_a_concealed_kong_is_face_down_to_others() -> None:
    done = step(table("5555p", tail="1z"), "0ckong:5p")
    own, other = GAME.view(done.state, PLAYERS[0]), GAME.view(done.state, PLAYERS[1])
    assert own["melds"][0][0]["tiles"] == ["5p"] * 4
    assert other["melds"][0][0] == {
        "type": "concealed_kong",
        "tiles": None,
        "called": None,
        "from": None,
    }
    assert (own["history"][-1], other["history"][-1]) == ("0ckong:5p", "0ckong")
    melded = next(event for event in done.events if isinstance(event, Melded))
    assert melded.seen_by(PLAYERS[0]) == melded
    assert melded.seen_by(PUBLIC) == Melded(0, "concealed_kong", None, None, None)
    assert GAME.flat(own)["melds"] == "concealed_kong:5555p///"
    assert GAME.flat(other)["melds"] == "concealed_kong///"


def test_drawn_tiles_and_hands_are_for_their_owner() -> None:
    done = deal("1z", "f1", opened=False, tail="2z")
    drawn = next(event for event in done.events if isinstance(event, Drawn))
    assert drawn.seen_by(PLAYERS[1]) == drawn
    assert drawn.seen_by(PLAYERS[2]) == Drawn(1, None, replacement=True)
    dealt = next(event for event in done.events if isinstance(event, Dealt))
    assert dealt.seen_by(PLAYERS[2]) == Dealt(0, None)
    seen = GAME.view(done.state, PLAYERS[2])
    assert seen["drawn"] is None
    assert seen["hands"][0] is None
    assert seen["flowers"][1] == ["1f"]
    assert seen["wall"] is None


def test_a_public_meld_is_public() -> None:
    done = step(play(table("5p", "55p"), "0discard:5p"), "1pong:5p")
    (melded,) = done.events
    assert melded.seen_by(PUBLIC) is melded
    assert GAME.view(done.state, PUBLIC)["melds"][1] == [
        {"type": "pong", "tiles": ["5p"] * 3, "called": "5p", "from": 0}
    ]


def test_what_was_declined_is_for_its_owner_alone() -> None:
    state = table("", READY, "6s", "", passes=2, passed_pong=True)
    state = play(state, "2discard:6s", "")
    assert GAME.view(state, PLAYERS[1])["passed_win"] == [None, True, None, None]
    assert GAME.view(state, PLAYERS[3])["passed_win"] == [None, None, None, False]
    assert GAME.view(state, PLAYERS[1])["waits"][1] == ["6s", "9s"]


def test_the_claimant_is_named_only_to_itself() -> None:
    state = play(table("6s", READY), "0discard:6s")
    own, other = GAME.view(state, PLAYERS[1]), GAME.view(state, PLAYERS[2])
    assert (own["to_act"], own["current_player"], own["tile"]) == (1, 1, "6s")
    assert (other["to_act"], other["current_player"], other["tile"]) == (None, 0, "6s")
    assert other["legal"] == []


def test_flat_keys_stand_in_the_wires_order() -> None:
    state = play(table("6s f1", READY), "0discard:6s")
    flat = GAME.flat(GAME.view(state, PLAYERS[1]))
    assert list(flat) == [
        "turn", "phase", "current_player", "wind", "dealer", "streak", "live", "tile", "drawn",
        "hand", "hand_sizes", "melds", "flowers", "declared", "legal", "scores",
    ]  # fmt: skip
    assert (flat["tile"], flat["flowers"], flat["legal"]) == ("6s", "1f///", "chi:78s,win,pass")
    assert GAME.flat_discards(GAME.view(state, PUBLIC)) == ["6s", "", "", ""]


def test_a_flat_result_names_the_items() -> None:
    done = step(play(table("6s", READY), "0discard:6s"), "1win")
    assert done.result is not None
    assert GAME.flat_result(done.result) == {
        "winner": 1,
        "round_points": 20,
        "reason": "discard",
        "winners": "1",
        "yaku": "人胡:16",
        "hand_tai": 16,
        "dealer": 0,
        "streak": 0,
        "legs": "0:3:16:1:17:0:20",
        "flowers_paid": "0,0,0,0",
        "points": "-20,20,0,0",
        "scores": "-20,20,0,0",
        "round": 1,
    }


def flat_legs(done: Step[State, Event]) -> list[list[list[int]]]:
    """By winner and leg the seven numbers of a flat result, which must explain its points."""
    assert done.result is not None
    row = GAME.flat_result(done.result)
    legs = [
        [[int(number) for number in leg.split(":")] for leg in win.split(",")]
        for win in row["legs"].split(";")
    ]
    points = [int(number) for number in row["flowers_paid"].split(",")]
    for winner, rows in zip(row["winners"].split(","), legs, strict=True):
        for leg in rows:
            points[leg[0]] -= leg[6]
            points[int(winner)] += leg[6]
    assert row["points"] == ",".join(map(str, points))
    return legs


def test_a_flat_result_has_every_leg_of_a_self_draw() -> None:
    """The second dealer wins after two repeats: base 3, hand 3, dealer 1 + 2 * 2."""
    hand = "123m456m789m234p78s44z"
    state = table("", hand, passes=1, streak=2, draws="1z 2z 3z 6s")
    for _ in range(4):
        state = throw_drawn(state)
    assert flat_legs(step(state, "1win")) == [
        [[0, 3, 3, 5, 8, 0, 11], [2, 3, 3, 5, 8, 0, 11], [3, 3, 3, 5, 8, 0, 11]]
    ]


def test_a_flat_result_has_every_leg_of_several_winners() -> None:
    state = play(table("6s", READY, READY, multi_win=True), "0discard:6s")
    done = step(state, "1win 2win")
    assert flat_legs(done) == [[[0, 3, 16, 1, 17, 0, 20]], [[0, 3, 16, 1, 17, 0, 20]]]
    assert done.result is not None
    assert GAME.flat_result(done.result)["yaku"] == "人胡:16;人胡:16"


def test_a_flat_result_has_what_was_paid_for_flowers_before() -> None:
    flowers = "f1 f2 f3 f4 f5 f6 f7 f8"
    state = table(flowers, READY, tail="6s 1z 1z 1z 2z 2z 2z 3z", flower_win="bonus")
    assert flat_legs(step(play(state, "0discard:6s"), "1win")) == [[[0, 3, 16, 1, 17, 0, 20]]]
    assert state.scores == (48, -16, -16, -16)


def test_words_of_the_game() -> None:
    known = ("discard:5p", "ready", "ready:1z", "chi:34m", "chi:79s", "ckong:7z", "win", "pass")
    assert all(GAME.known(word) for word in known)
    assert not any(GAME.known(word) for word in ("chi:14m", "chi:91m", "discard:1f", "ron", ""))


# -- imagined states


def law(state: State, rng: Random, viewers: tuple[Viewer, ...] = VIEWERS) -> None:
    """Nobody can tell an imagined state from the real one, and all its tiles are in place."""
    for viewer in viewers:
        seen = GAME.view(state, viewer)
        again = GAME.imagine(state.config, through_json(seen), rng)
        assert GAME.view(again, viewer) == seen, viewer
        check(again)
        for seat in range(4):
            if seen["declared"][seat]:
                assert again.players[seat].waits


@pytest.mark.parametrize("preset", ["assoc", "gamesofa"])
def test_imagined_states_of_games_between_good_players(preset: str) -> None:
    config = GAME.config({"preset": preset, "max_hands": 6, "passed_win": "ron_only"})
    rules, rng = Rules(GAME), Random(4)
    state = GAME.start(config, Deals.seed("imagine"), 4).state
    bots = [GreedyBot() for _ in range(4)]
    for seat, bot in enumerate(bots):
        bot.start(GAME, seat, 4, config, rng)
    number, seen_declared = 0, 0
    while offers := GAME.choices(state):
        if number % 17 == 0 or (any(p.declared for p in state.players) and number % 5 == 0):
            seen_declared += any(p.declared for p in state.players)
            law(state, rng, VIEWERS[number % 3 :: 3])
        moves: dict[int, Any] = {}
        for seat, offer in offers.items():
            legal = tuple(move.choice for move in offer)
            choice = bots[seat].act(TableTurn(seat, legal, rules, state, ()))
            moves[seat] = offer[legal.index(choice)]
        state = GAME.apply(state, moves).state
        number += 1
    assert seen_declared or preset == "assoc"


def test_hidden_kongs_are_imagined_as_kinds_nobody_has_seen() -> None:
    state = play(table("5555p 6666p", "1z", tail="1z 2z"), "0ckong:5p", "0ckong:6p")
    rng = Random(3)
    law(state, rng)
    kinds = set()
    for _ in range(20):
        again = GAME.imagine(state.config, GAME.view(state, PLAYERS[1]), rng)
        own = again.players[1].counts
        for meld in again.players[0].melds:
            assert own[meld.kind] == 0
            kinds.add(meld.kind)
    assert len(kinds) > 3


def test_a_declared_hand_is_imagined_ready() -> None:
    state = play(table("7z", READY, opened=False), "1ready", "0discard:7z")
    rng = Random(5)
    law(state, rng)
    hands = set()
    for _ in range(20):
        again = GAME.imagine(state.config, GAME.view(state, PLAYERS[2]), rng)
        assert again.players[1].waits
        hands.add(again.players[1].hand)
    assert len(hands) == 20


@pytest.mark.parametrize(
    "state",
    [
        table("5p", "55p", passed_pong=True),
        play(table("5p", "55p", passed_pong=True), "0discard:5p", ""),
        play(table("5p", "55p"), "0discard:5p", "1pong:5p"),
        play(table("1z", draws="f1", tail="2z"), "0discard:1z", ""),
        table("", "f1 f2 f3 f4 f5 f6 f7", flower_win="optional", opened=False),
        table(dice=(1, 2, 3), seat_wind="kaimen"),
        step(table(READY + "6s", max_hands=1), "0win").state,
    ],
    ids=["turn", "declined", "claimed", "replaced", "flowers", "dice", "finished"],
)
def test_imagined_states_of_special_positions(state: State) -> None:
    law(state, Random(1))


def test_an_impossible_declaration_cannot_be_imagined() -> None:
    state = play(table("7z", READY, opened=False), "1ready")
    view = through_json(GAME.view(state, PLAYERS[2]))
    view["ponds"] = [[NAMES[k] for k in range(34) for _ in range(3)], [], [], []]
    with pytest.raises(GameError, match="every declared hand"):
        GAME.imagine(state.config, view, Random(1))


def test_a_ready_hand_takes_what_is_left() -> None:
    left = [0] * 42
    assert ready_hand(left, 1, Random(1)) == []
    left[TILE_OF["1m"]] = 3
    assert ready_hand(left, 1, Random(1)) == []
    left[TILE_OF["1m"]], left[TILE_OF["2z"]] = 3, 2
    hand = ready_hand(left, 1, Random(1))
    assert len(hand) == 4
    assert sum(left) == 1


# -- what a player works out


def test_an_observation_counts_what_is_unseen() -> None:
    state = table("5555p 1z f1", tail="2z")
    sight: Observation = GAME.read(GAME.view(play(state, "0ckong:5p"), PLAYERS[1]))
    assert sight.closed
    assert sight.tile == -1
    assert sum(sight.unseen) == 144 - 16 - 1
    assert sight.unseen[TILE_OF["1f"]] == 0
    assert sum(COPIES) == 144


def test_an_observation_knows_winds_flowers_and_useful_tiles() -> None:
    state = play(table("6s", READY), "0discard:6s")
    sight = Observation(GAME.view(state, PLAYERS[1]))
    assert sight.winds == (TILE_OF["2z"], TILE_OF["1z"])
    assert NAMES[sight.tile] == "6s"
    assert sight.useful(sight.counts, 5) == (0, sight.unseen[TILE_OF["6s"]] + sight.unseen[26])
    flowers = table("f1 f5 f6")
    assert Observation(GAME.view(flowers, PLAYERS[0])).own_flowers == 2


def test_an_observation_tries_every_discard() -> None:
    state = table(READY + "5z")
    distances = Observation(GAME.view(state, PLAYERS[0])).after_discards()
    assert distances[TILE_OF["5z"]] == 0
    assert min(distances.values()) == 0
    assert distances[TILE_OF["1m"]] == 1


def test_the_opening_is_passed_by_everybody_who_may_only_pass() -> None:
    state = table(opened=False)
    assert GAME.choices(state) == {1: (PASS,), 2: (PASS,), 3: (PASS,)}
    assert GAME.asking(state) == "claim"

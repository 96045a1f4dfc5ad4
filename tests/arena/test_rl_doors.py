"""Tables behind the doors of PettingZoo and Gymnasium, and views as vectors."""

import copy
import pickle
import subprocess
import sys
from array import array
from collections.abc import Callable
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from goita import Goita
from gymnasium.utils.env_checker import check_env, data_equivalence
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import arena
from arena.errors import ArenaError
from arena.local.encoder import Encoder, encoder
from arena.local.gymnasium_env import SeatEnv
from arena.local.pettingzoo_env import JointTable, TurnTable
from arena.plugins.manager import load_plugins
from engine.game import PUBLIC, AnyGame
from examples.higher_card import HigherCard

PLUGINS = load_plugins(entry_points=False)
ALL = [*PLUGINS.games.values(), HigherCard(), Goita()]
GAMES = pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
BY_VIEW = pytest.mark.parametrize(
    "game", [game for game in ALL if not game.channels], ids=lambda game: game.name
)
QUIET = pytest.mark.filterwarnings("ignore::UserWarning")
"""The checks of the libraries warn of what is meant so: unbounded numbers, no pictures."""


def turns(game: AnyGame, seed: int = 1) -> TurnTable:
    env = arena.pettingzoo(game, seed=seed, config=game.short, plugins=PLUGINS)
    assert isinstance(env, TurnTable)
    return env


def joint(game: AnyGame, seed: int = 1) -> JointTable:
    env = arena.pettingzoo(game, seed=seed, parallel=True, config=game.short, plugins=PLUGINS)
    assert isinstance(env, JointTable)
    return env


def seat(game: AnyGame, seed: int = 1) -> SeatEnv:
    return arena.gymnasium(game, 1, seed=seed, config=game.short, plugins=PLUGINS)


@GAMES
@QUIET
def test_pettingzoo_finds_nothing_wrong_turn_by_turn(game: AnyGame) -> None:
    api_test(turns(game), num_cycles=100)
    seed_test(lambda: turns(game), num_cycles=50)


@GAMES
@QUIET
def test_pettingzoo_finds_nothing_wrong_with_all_at_once(game: AnyGame) -> None:
    parallel_api_test(joint(game), num_cycles=100)
    parallel_seed_test(lambda: joint(game), num_cycles=50)


@GAMES
@QUIET
def test_gymnasium_finds_nothing_wrong(game: AnyGame) -> None:
    check_env(seat(game), skip_render_check=True)


@GAMES
def test_the_agents_are_paid_what_the_table_pays(game: AnyGame) -> None:
    env, paid = turns(game), dict.fromkeys(turns(game).possible_agents, 0.0)
    env.reset(seed=5)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        paid[agent] += reward
        assert seen is not None
        env.step(None if over else int(seen["action_mask"].argmax()))
    table = arena.table_env(game, seed=5, config=game.short)
    table.reset()
    total = np.zeros(table.seats)
    while not table.over:
        first = table.awaited[0]
        place = min(table.observe(first).shared(env.spaces.numbering))
        choice = env.spaces.meant(table, first, place)
        assert choice is not None
        total += table.step(first, choice)
    assert list(paid.values()) == total.tolist()
    assert env.table.outcome == table.outcome


def test_all_at_once_is_the_same_match_as_turn_by_turn() -> None:
    game = PLUGINS.games["sichuan"]
    one, other = turns(game), joint(game)
    one.reset(seed=5)
    seen, _ = other.reset(seed=5)
    while other.agents:
        seen, *_ = other.step({who: int(seen[who]["action_mask"].argmax()) for who in other.agents})
    for _ in one.agent_iter():
        last, _, over, _, _ = one.last()
        assert last is not None
        one.step(None if over else int(last["action_mask"].argmax()))
    assert other.table.match.n == one.table.match.n
    assert other.table.outcome == one.table.outcome


@QUIET
def test_gymnasium_makes_tables_by_their_ids_also_several_at_once() -> None:
    version = PLUGINS.games["tigerdragon"].version
    name = f"arena.local.gymnasium_ids:arena/tigerdragon-v{version}"
    several = gymnasium.make_vec(name, num_envs=3, opponents=["counter"] * 2, reward="placement")
    one = gymnasium.make(name, opponents=["counter"] * 2)
    seen, _ = several.reset(seed=3)
    alone, _ = one.reset(seed=4)
    assert seen["action_mask"].shape == (3, len(PLUGINS.games["tigerdragon"].words))
    assert seen["observation"][1].tolist() == alone["observation"].tolist()
    seen, rewards, *_ = several.step(seen["action_mask"].argmax(axis=1))
    assert rewards.shape == (3,)


def test_an_illegal_action_plays_the_default_and_is_told() -> None:
    env = seat(PLUGINS.games["tigerdragon"])
    seen, _ = env.reset(seed=3)
    wrong = int(seen["action_mask"].argmin())
    _, _, _, _, info = env.step(np.int64(wrong))
    assert info["illegal"]
    assert [fault.received for fault in env.seat.match.faults] == [str(wrong)]
    assert env.action_masks().tolist() == list(env.seen.mask)
    _, _, _, _, info = env.step(env.action_masks().argmax())
    assert not info["illegal"]


def test_a_match_that_the_deal_decides_is_skipped() -> None:
    goita = Goita()
    table = arena.table_env(goita, config=goita.short)

    def decided(seed: int) -> bool:
        table.reset(f"{seed}:0")
        return table.over

    seed = next(seed for seed in range(1000) if decided(seed))
    env = turns(goita)
    env.reset(seed=seed)
    assert not env.table.over
    first, _ = joint(goita).reset(seed=seed)
    assert any(one["action_mask"].any() for one in first.values())
    seen, _ = seat(goita).reset(seed=seed)
    assert seen["action_mask"].any()


def test_after_the_end_it_says_what_to_do() -> None:
    env = seat(PLUGINS.games["tigerdragon"])
    env.reset(seed=3)
    over = False
    while not over:
        _, _, over, _, _ = env.step(env.action_masks().argmax())
    with pytest.raises(ArenaError, match=r"the match is over; call reset\(\)"):
        env.step(0)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_environments_can_be_copied_and_pickled(copied: Callable[[Any], Any]) -> None:
    riichi = PLUGINS.games["riichi"]
    env = turns(riichi)
    env.reset(seed=5)
    for _ in range(9):
        env.step(env.last()[0]["action_mask"].argmax())
    twin = copied(env)
    assert twin.agent_selection == env.agent_selection
    assert data_equivalence(twin.last(), env.last())
    env.step(env.last()[0]["action_mask"].argmax())
    assert twin.table.match.n < env.table.match.n
    own = seat(riichi)
    own.reset(seed=5)
    own.step(own.action_masks().argmax())
    other, action = copied(own), own.action_masks().argmax()
    assert data_equivalence(other.step(action), own.step(action))


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [])
    monkeypatch.delitem(sys.modules, "pettingzoo")
    with pytest.raises(ArenaError, match="needs pettingzoo: pip install pettingzoo gymnasium"):
        arena.pettingzoo("tigerdragon", plugins=PLUGINS)


def test_arena_loads_no_library_for_learning() -> None:
    libraries = "{'numpy', 'gymnasium', 'pettingzoo'}"
    program = f"import sys, arena; arena.table_env('riichi'); print({libraries} & {{*sys.modules}})"
    assert subprocess.check_output([sys.executable, "-c", program], text=True) == "set()\n"


# -- encoders


@BY_VIEW
def test_the_channels_hold_what_the_view_holds(game: AnyGame) -> None:
    made, rng = encoder(game), Random(1)
    place = {name: at for at, name in enumerate(made.channels)}
    table = arena.table_env(game, seed=11, config=game.short)
    buffer = np.full(made.size, 9, np.float32)
    for _ in range(60):
        if table.over:
            break
        own = table.awaited[0]
        seen = table.observe(own)
        assert made.encode(seen.view, buffer) is buffer
        for piece in {*seen.view["hand"]}:
            assert buffer[place[f"hand={piece}"]] == seen.view["hand"].count(piece)
        for other in range(table.seats):
            relative = (other - own) % table.seats
            for key in ("scores", "hand_sizes"):
                assert buffer[place[f"{key}[{relative}]"]] == seen.view[key][other]
        assert buffer[place["round"]] == seen.view["round"]
        assert buffer[place[f"asking={seen.view['asking']}"]] == 1
        assert buffer[place[f"viewer={own}"]] == 1
        table.step(own, rng.choice(seen.legal))


def test_any_buffer_of_the_right_size_will_do() -> None:
    game = PLUGINS.games["riichi"]
    made, view = encoder(game), arena.table_env(game, seed=1).observe(0).view
    plain = made.encode(view)
    assert isinstance(plain, array)
    assert made.encode(view, [0.0] * made.size) == list(plain)
    rows = np.zeros((2, made.size), np.float32)
    made.encode(view, rows[1])
    assert rows.tolist() == [[0.0] * made.size, list(plain)]
    with pytest.raises(ArenaError, match=f"the buffer has 3 places; expected {made.size}"):
        made.encode(view, [0.0] * 3)
    with pytest.raises(ArenaError, match="the view is of 'public'; expected that of a seat"):
        made.encode(arena.table_env(game, seed=1).match.view(PUBLIC))


def test_channels_that_were_kept_make_the_same_encoder() -> None:
    game = PLUGINS.games["texas42"]
    made, view = encoder(game), arena.table_env(game, seed=1).observe(2).view
    again = Encoder(made.channels, made.seats)
    assert again.encode(view) == made.encode(view)

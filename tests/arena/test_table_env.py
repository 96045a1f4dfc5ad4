"""A table of which the caller plays every seat, and the env of one seat on top of it."""

import copy
import pickle
from collections.abc import Callable, Sequence
from random import Random

import numpy as np
import pytest

import arena
from arena.errors import ArenaError, UnknownNameError
from arena.local.env import Env
from arena.local.rewards import Results
from arena.local.table_env import TableEnv
from arena.match.match import Match
from arena.plugins.manager import load_plugins

PLUGINS = load_plugins(entry_points=False)
GAMES = pytest.mark.parametrize("game", PLUGINS.games)
COPIES = pytest.mark.parametrize(
    "twin_of",
    [TableEnv.clone, copy.deepcopy, copy.copy, lambda table: pickle.loads(pickle.dumps(table))],
    ids=["clone", "deepcopy", "copy", "pickle"],
)


def table(game: str, seed: int = 3, **options: object) -> TableEnv:
    found = PLUGINS.games[game]
    return arena.table_env(found, seed=seed, config=found.short, plugins=PLUGINS, **options)  # type: ignore[arg-type]  # options of all kinds


def play_on(env: TableEnv, rng: Random, most: int = 10_000) -> list[tuple[int, str]]:
    """Answer at random, as often as that: the last awaited seat first, as nobody else would."""
    moves: list[tuple[int, str]] = []
    while env.awaited and len(moves) < most:
        seat = env.awaited[-1]
        choice = rng.choice(env.observe(seat).legal)
        env.step(seat, choice)
        moves.append((seat, choice))
    return moves


def standing(env: TableEnv) -> list[object]:
    """Everything that can be seen of a table, to compare it with another."""
    match, views = env.match, [env.observe(seat).view for seat in range(env.seats)]
    return [env.awaited, match.n, match.decisions, env.rewards, env.matches, env.root, views]


@GAMES
def test_a_table_plays_the_match_that_bots_would_play(game: str) -> None:
    env, total = table(game), [0.0] * PLUGINS.games[game].default_seats
    env.reset("9")
    while not env.over:
        seat = env.awaited[0]
        seen = env.observe(seat)
        assert seen.view["legal"] == list(seen.legal)
        assert {env.actions[place] for place, on in enumerate(seen.mask) if on} == set(seen.legal)
        total = [a + b for a, b in zip(total, env.step(seat, seen.legal[0]), strict=True)]
    bots = ["first"] * env.seats
    played = arena.play(env.game, bots, seed="9", config=env.game.short, plugins=PLUGINS)
    assert (env.outcome, env.match.n) == (played.outcome, played.steps)
    assert total == [sum(one.points[seat] for one in played.rounds) for seat in range(env.seats)]


@GAMES
def test_text_index_and_numpy_integer_are_one_choice(game: str) -> None:
    given: list[Callable[[TableEnv, int], object]] = [
        lambda env, place: env.actions[place],
        lambda _, place: place,
        lambda _, place: np.int64(place),
        lambda _, place: np.array(place, dtype=np.uint8 if place < 256 else np.int32),
    ]
    ends = []
    for way in given:
        env = table(game)
        while env.awaited:
            seat = env.awaited[0]
            env.step(seat, way(env, env.observe(seat).mask.index(True)))  # type: ignore[arg-type]
        ends.append((env.outcome, env.match.n))
    assert ends == ends[:1] * 4


@GAMES
@COPIES
def test_a_copy_goes_on_by_itself_to_the_same_end(
    game: str, twin_of: Callable[[TableEnv], TableEnv]
) -> None:
    env = table(game, seed=5)
    for moves in (0, 1, 2, 3, 7, 31):  # also while others of the same step are still awaited
        play_on(env, Random(moves), moves)
        assert standing(twin_of(env)) == standing(env)
    before, twin, other = standing(env), twin_of(env), twin_of(env)
    assert play_on(twin, Random(1)) == play_on(other, Random(1))
    assert standing(env) == before
    play_on(env, Random(1))
    assert twin.outcome == other.outcome == env.outcome
    assert twin.match.records[1:] == env.match.records[1:]
    twin.reset()
    env.reset()
    assert twin.observe(0).view == env.observe(0).view


def test_seeds_repeat_the_deals_and_every_reset_deals_anew() -> None:
    hands = []
    for _ in range(2):
        env = table("riichi")
        dealt = [env.observe(0).view["hand"]]
        for seed in (None, None, "x", None):
            env.reset(seed)
            dealt.append(env.observe(0).view["hand"])
        hands.append(dealt)
    assert hands[0] == hands[1]
    assert hands[0][0] == hands[0][1]
    assert len({tuple(hand) for hand in hands[0]}) == 4


def test_an_observation_stays_when_the_table_goes_on() -> None:
    env, same = table("texas42"), table("texas42")
    seen, expected = env.observe(env.awaited[0]), same.observe(env.awaited[0]).view
    play_on(env, Random(1))
    assert seen.view == expected
    assert seen.legal == tuple(expected["legal"])


def test_an_observation_can_be_kept() -> None:
    env = table("riichi")
    seen = env.observe(env.awaited[0])
    for kept in (copy.deepcopy(seen), pickle.loads(pickle.dumps(seen))):
        assert (kept.seat, kept.legal, kept.view) == (seen.seat, seen.legal, seen.view)
        assert (kept.mask, kept.places) == (seen.mask, seen.places)


# -- rewards


def summed(reward: object, game: str = "riichi") -> tuple[list[float], TableEnv]:
    env = table(game, reward=reward)
    total = list(env.rewards)
    rng = Random(4)
    while not env.over:
        seat = env.awaited[0]
        gained = env.step(seat, rng.choice(env.observe(seat).legal))
        total = [a + b for a, b in zip(total, gained, strict=True)]
    return total, env


@GAMES
def test_the_outcome_counts_once_at_the_end(game: str) -> None:
    total, env = summed("outcome", game)
    assert tuple(total) == env.outcome.points


@GAMES
def test_placement_runs_from_one_to_minus_one_and_ties_share(game: str) -> None:
    total, env = summed("placement", game)
    assert sum(total) == pytest.approx(0)
    ranks = env.outcome.ranks
    assert [a < b for a in total for b in total] == [a > b for a in ranks for b in ranks]
    if ranks.count(1) == 1:
        assert total[ranks.index(1)] == 1


def test_a_function_may_say_what_a_step_is_worth() -> None:
    def rounds_won(match: Match, results: Results) -> Sequence[float]:
        return [sum(seat in one.winners for one in results) for seat in range(match.seats)]

    total, env = summed(rounds_won, "tigerdragon")
    assert sum(total) >= 1
    assert total[env.outcome.winner] >= 1


def test_an_unknown_reward_is_named() -> None:
    with pytest.raises(UnknownNameError, match="placement"):
        table("riichi", reward="placment")


# -- what cannot be


def test_what_cannot_be_done_is_said_and_nothing_happens() -> None:
    env = table("tigerdragon")
    seat = env.awaited[0]
    other = (seat + 1) % env.seats
    with pytest.raises(ArenaError, match="'9' is not legal; legal are "):
        env.step(seat, "9")
    with pytest.raises(ArenaError, match=rf"seat {other} is not asked now; call step\({seat}, "):
        env.step(other, 0)
    for place in (-1, len(env.actions)):
        with pytest.raises(ArenaError, match=f"action {place}: there are 0 to 10"):
            env.step(seat, place)
    with pytest.raises(ArenaError, match="seat 4: there are seats 0 to 3"):
        env.observe(4)
    assert (env.match.n, env.awaited) == (0, (seat,))
    play_on(env, Random(1))
    with pytest.raises(ArenaError, match=r"the match is over; call reset\(\)"):
        env.step(seat, "pass")
    with pytest.raises(ArenaError, match="no table of 9 seats; it has 2, 3, 4, 5"):
        arena.table_env("tigerdragon", seats=9)


def test_the_default_is_played_for_who_has_no_legal_answer() -> None:
    env = table("tigerdragon")
    seat = env.awaited[0]
    env.default(seat, "9")
    assert env.match.n == 1
    assert [(fault.seat, fault.kind, fault.received) for fault in env.match.faults] == [
        (seat, "illegal", "9")
    ]


# -- one seat


def seat_of(game: str) -> Env:
    found = PLUGINS.games[game]
    house = PLUGINS.bots_of(game)[0]
    others = [house, "random", house][: found.default_seats - 1]
    return arena.env(found, 1, others, seed=3, config=found.short, plugins=PLUGINS)


def first_to_the_end(env: Env) -> list[float]:
    rewards, done = [], env.match.over
    while not done:
        _, reward, done = env.step(np.int64(env.table.observe(env.seat).mask.index(True)))
        rewards.append(reward)
    return rewards


@GAMES
@pytest.mark.parametrize("way", ["deepcopy", "pickle"])
def test_a_seat_is_copied_with_its_opponents(game: str, way: str) -> None:
    env = seat_of(game)
    for _ in range(3):
        if not env.match.over:
            env.step(env.table.observe(1).legal[-1])
    twin = copy.deepcopy(env) if way == "deepcopy" else pickle.loads(pickle.dumps(env))
    assert (twin.match.n, twin.matches) == (env.match.n, env.matches)
    assert first_to_the_end(twin) == first_to_the_end(env)
    assert twin.outcome == env.outcome
    assert twin.reset().view == env.reset().view

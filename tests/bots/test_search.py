"""The search: legal, repeatable, in time, honest about what is hidden, and better than luck."""

import itertools
from collections.abc import Iterator
from random import Random
from time import monotonic
from typing import Any

import pytest

import arena
from arena.plugins.manager import load_plugins
from arena.server.demo import field_of
from bots import TableTurn, WireTurn, search
from bots.search import SearchBot, Trial
from bots.searchers import TigerDragonSearch
from bots.stock import FirstBot
from engine.game import AnyGame, Seat, Viewer
from engine.rng import Deals
from engine.texas42 import Texas42
from engine.tigerdragon import TigerDragon
from engine.variants import Rules

PLUGINS = load_plugins(entry_points=False)
SEARCHERS = [bot for bot in PLUGINS.bots.values() if issubclass(bot, SearchBot)]
SHORTEST: dict[str, dict[str, Any]] = {
    "taiwan": {"max_hands": 1},
    "riichi": {"start_points": 1000},
}


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enough to search at all: what is tested here does not depend on the number."""
    for kind in SEARCHERS:
        monkeypatch.setattr(kind, "playouts", 8)


def game_of(kind: type[SearchBot]) -> AnyGame:
    return PLUGINS.games[kind.games[0]]


def config_of(game: AnyGame) -> dict[str, Any]:
    return {**game.short, **SHORTEST.get(game.name, {})}


def seated(kind: type[SearchBot], game: AnyGame, seat: Seat = 0, seed: int = 1) -> SearchBot:
    bot = kind()
    bot.start(game, seat, game.default_seats, game.config(config_of(game)), Random(seed))
    return bot


def decisions(game: AnyGame, seed: int) -> Iterator[tuple[Seat, tuple[str, ...], Any]]:
    """The decisions of a short match in which everybody takes the first choice."""
    rules = Rules(game)
    position = rules.start(game.config(config_of(game)), Deals.seed(seed), game.default_seats)
    while position.offers:
        for seat, offer in position.offers.items():
            if len(offer) > 1:
                yield seat, tuple(move.choice for move in offer), position.state
        moves = {seat: offer[0] for seat, offer in position.offers.items()}
        position = rules.apply(position.state, moves)


def test_every_game_has_a_search_at_the_top_of_its_ladder() -> None:
    for game in PLUGINS.games.values():
        own = [bot for bot in PLUGINS.bots.values() if game.name in bot.games]
        assert issubclass(own[-1], SearchBot), game.name
        assert len(own) + 1 >= 4  # random, and the game's own


def test_nobody_gets_a_slow_bot_unasked() -> None:
    for game in PLUGINS.games.values():
        given = {PLUGINS.house_bot(game.name), *field_of(PLUGINS, game)}
        assert not any(PLUGINS.bots[name].slow for name in given)


@pytest.mark.parametrize("kind", SEARCHERS)
def test_search_plays_a_match_without_a_fault_and_the_same_again(kind: type[SearchBot]) -> None:
    game = game_of(kind)
    table = [kind.name, *[kind.advisers[-1].name] * (game.default_seats - 1)]
    first, second = (
        arena.play(game, table, seed=4, config=config_of(game), plugins=PLUGINS) for _ in range(2)
    )
    assert first.faults == ()
    assert first.log == second.log


@pytest.mark.parametrize("kind", SEARCHERS)
def test_the_choice_depends_on_the_view_alone(kind: type[SearchBot]) -> None:
    # What the seat cannot see is dealt again: the view is the same, so the choice must be.
    game = game_of(kind)
    config = game.config(config_of(game))
    for number, (seat, legal, state) in enumerate(decisions(game, 3)):
        if number % 9 or number > 40:
            continue
        view = game.view(state, Viewer.player(seat))
        other = game.imagine(config, view, Random(number))
        answers = [
            seated(kind, game, seat).act(TableTurn(seat, legal, Rules(game), world, ()))
            for world in (state, other)
        ]
        assert answers[0] == answers[1]
        assert answers[0] == seated(kind, game, seat).act(WireTurn(seat, legal, view, ()))


@pytest.mark.parametrize("kind", SEARCHERS)
def test_search_ends_with_its_time(kind: type[SearchBot], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kind, "playouts", 10**9)
    monkeypatch.setattr(kind, "contested", lambda *_: True)
    game = game_of(kind)
    seat, legal, state = next(decisions(game, 5))
    bot = seated(kind, game, seat)
    begin = monotonic()
    answer = bot.act(TableTurn(seat, legal, Rules(game), state, (), deadline=1.0))
    assert monotonic() - begin < 60  # so many playouts would take days; the machine may be busy
    assert answer[0] in legal


@pytest.mark.parametrize("kind", SEARCHERS)
def test_no_playout_is_begun_after_its_share_of_the_time(
    kind: type[SearchBot], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The test holds the clock: a playout takes 30 ms of it, and 300 ms are allowed.
    monkeypatch.setattr(kind, "playouts", 10**9)
    monkeypatch.setattr(kind, "contested", lambda *_: True)
    game, clock, begun = game_of(kind), [100.0], []
    seat, legal, state = max(itertools.islice(decisions(game, 5), 30), key=lambda one: len(one[1]))
    bot = seated(kind, game, seat)
    play = bot.outcomes

    def outcomes(beginnings: Any) -> Any:
        begun.append(clock[0])
        clock[0] += 0.03 * len(beginnings)
        return play(beginnings)

    monkeypatch.setattr(bot, "outcomes", outcomes)
    monkeypatch.setattr(search, "monotonic", lambda: clock[0])
    answer = bot.act(TableTurn(seat, legal, Rules(game), state, (), deadline=1.0))
    assert (answer if isinstance(answer, str) else answer[0]) in legal
    assert begun
    assert clock[0] <= 100.0 + 0.3 + 0.03 + 1e-9


def test_search_tells_what_each_choice_brought() -> None:
    game = TigerDragon()
    seat, legal, state = next(decisions(game, 5))
    answer = seated(TigerDragonSearch, game, seat).act(
        TableTurn(seat, legal, Rules(game), state, ())
    )
    assert isinstance(answer, tuple)
    assert set(answer[1]["candidates"]) == set(legal)


def test_search_closes_a_round_that_can_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    # The adviser would pass; in every world the last tile ends the round for it.
    monkeypatch.setattr(TigerDragonSearch, "advisers", (LastBot,))
    game = TigerDragon()
    config = game.config({})
    deal = {"hands": [list("7778"), list("7")], "start": 0}
    position = Rules(game).start(config, Deals.given([deal], then="repeat"), 2)
    (lay,) = (move for move in position.offers[0] if move.choice == "7")
    position = Rules(game).apply(position.state, {0: lay})
    bot = TigerDragonSearch()
    bot.start(game, 1, 2, config, Random(1))
    answer = bot.act(TableTurn(1, ("7", "pass"), Rules(game), position.state, ()))
    assert answer[0] == "7"


class LastBot(FirstBot):
    """Always the last choice: at a defence, to pass."""

    name = "last"

    def act(self, turn: Any) -> str:
        choice: str = turn.legal[-1]
        return choice


def test_a_choice_must_be_clearly_ahead_of_the_advisers() -> None:
    trial = Trial(["plain", "lucky"])
    for plain, lucky in ((0, 9), (5, 0), (5, 0), (0, 9), (5, 5)):
        trial.add("plain", plain)
        trial.add("lucky", lucky)
    assert trial.means == {"plain": 3.0, "lucky": 4.6}
    assert trial.best(1.0) == "plain"
    assert trial.best(0.1) == "lucky"


def test_the_worse_half_is_left_out_and_the_adviser_stays() -> None:
    trial = Trial(["a", "b", "c", "d"])
    for choice, value in zip("abcd", (0, 1, 3, 2), strict=True):
        trial.add(choice, value)
    trial.narrow()
    assert trial.alive == ["a", "c", "d"]


def test_what_is_behind_the_adviser_is_given_up() -> None:
    trial = Trial(["a", "b", "c", "d"])
    for row in ((5, 4, 5, 1), (5, 3, 6, 1), (4, 3, 4, 1), (5, 4, 4, 0)):
        for choice, value in zip("abcd", row, strict=True):
            trial.add(choice, value)
    assert trial.open
    trial.narrow()
    assert trial.alive == ["a", "c"]
    trial = Trial(["a", "b"])
    for better, worse in ((5, 3), (4, 3), (5, 4), (6, 3)):
        trial.add("a", better)
        trial.add("b", worse)
    trial.narrow()
    assert not trial.open


def test_few_playouts_where_nothing_else_is_promising(monkeypatch: pytest.MonkeyPatch) -> None:
    # Every way to play scores the same, so nothing is given up; behind the adviser, all is.
    monkeypatch.setattr(TigerDragonSearch, "playouts", 400)
    game = TigerDragon()
    seat, legal, state = next(decisions(game, 5))
    spent = []
    for worse in (0.0, 1.0):
        bot = seated(TigerDragonSearch, game, seat)
        tried = 0

        def scores(
            _rules: Rules, beginnings: Any, _play: Any, worse: float = worse
        ) -> list[tuple[float, ...]]:
            nonlocal tried
            tried += len(beginnings)
            own = [0.0 if m[seat].choice == legal[0] else -worse for _, m in beginnings]
            seats = range(game.default_seats)
            return [tuple(one if s == seat else 0.0 for s in seats) for one in own]

        monkeypatch.setattr(search, "play_rounds", scores)
        monkeypatch.setattr(bot, "_advisers", [FirstBot()])
        bot.act(TableTurn(seat, legal, Rules(game), state, ()))
        spent.append(tried)
    assert spent[0] > 350
    assert spent[1] == 4 * len(legal)


def test_a_choice_that_no_world_offers_is_left_to_the_adviser() -> None:
    # Where a variant is not installed nobody imagines a splash, so the search cannot try it.
    game = Texas42()
    trial = Trial(["splash", "pass"])
    assert trial.only({"pass": None}) == ["pass"]
    assert trial.best(0.0) == "splash"
    bots = ["texas42-search", "texas42-count"] * 2
    result = arena.play(
        game, bots, seed=2, config=game.short, variants=["splash", "nello"], plugins=PLUGINS
    )
    assert result.faults == ()


def test_search_beats_random_at_tiger_and_dragon() -> None:
    rows = arena.series(
        "tigerdragon", ["tigerdragon-search", "random"], 16, seed=1, config={"target": 1}
    )
    found = arena.paired_interval(rows, "tigerdragon-search", "random")
    assert found.mean > 0
    assert found.excludes_zero

"""Bots know the variants of their match, and searches play out by them."""

from random import Random
from typing import Any

import pytest

from arena.local.loop import play
from arena.plugins.manager import load_plugins
from bots import Bot, Turn
from bots.search import SearchBot
from bots.searchers import Texas42Search
from bots.stock import FirstBot
from bots.texas42 import CountBot, SampleBot
from engine.game import AnyGame, Seat
from engine.texas42 import Texas42
from engine.variants import Offers, Variant, changing

PLUGINS = load_plugins(entry_points=False)


class Asks(Bot):
    """Notes what it is given before the match."""

    name = "asks"
    told: tuple[Any, ...] = ()

    def start(self, game: AnyGame, seat: Seat, seats: int, config: Any, rng: Random) -> None:  # noqa: ARG002
        """Note the variants."""
        self.told = tuple(self.variants)

    def act(self, turn: Turn) -> str:
        """Take the first choice."""
        return turn.legal[0]


def test_a_bot_knows_the_variants_when_it_starts() -> None:
    bot = Asks()
    play("texas42", [bot, FirstBot, FirstBot, FirstBot], seed=1, variants=["hints", "one-hand"])
    assert bot.told == ({"type": "one-hand", "config": {"trump": "ask"}}, "hints")


def test_a_bot_outside_any_variant_has_none() -> None:
    bot = Asks()
    play("tigerdragon", [bot, FirstBot], seed=1, config={"target": 1})
    assert bot.told == ()


def started(bot: SearchBot, *variants: str) -> SearchBot:
    game = Texas42()
    bot.variants = variants
    bot.start(game, 0, 4, game.config(), Random(1))
    return bot


def test_a_search_plays_out_by_the_variants_of_its_match() -> None:
    assert started(Texas42Search(), "nello", "splash")._rules.variants == ("nello", "splash")


def test_a_search_without_the_servers_plugin_plays_out_the_plain_game() -> None:
    assert started(Texas42Search(), "not-installed-here")._rules.variants == ()


def highest_only(state: Any, offers: Offers) -> Offers:
    """While dominoes are played, only the last on offer may be."""
    if state.phase != "Playing":
        return offers
    return {seat: offer[-1:] if seat >= 0 else offer for seat, offer in offers.items()}


def highest_two(state: Any, offers: Offers) -> Offers:
    """The same with the last two, so that there is something to choose."""
    if state.phase != "Playing":
        return offers
    return {seat: offer[-2:] if seat >= 0 else offer for seat, offer in offers.items()}


@pytest.mark.parametrize("change", [highest_only, highest_two], ids=["one", "two"])
@pytest.mark.parametrize("kind", [CountBot, SampleBot, Texas42Search])
def test_house_bots_play_what_a_variant_leaves(kind: type[Bot], change: Any) -> None:
    class Narrow(Texas42):
        variants = {"narrow": Variant("narrow", "filter", changing(change))}  # noqa: RUF012

    result = play(
        Narrow(), [kind, CountBot, kind, CountBot], seed=2, config={"target": 1},
        variants=["narrow"], plugins=PLUGINS,
    )  # fmt: skip
    assert result.faults == ()


def test_a_search_tries_the_choices_that_a_variant_adds() -> None:
    tried: set[str] = set()
    result = play(
        "texas42", ["texas42-search", "texas42-count"] * 2, seed=4, config={"target": 3},
        variants=["forced-bid", "splash", "nello", "sevens"], plugins=PLUGINS,
    )  # fmt: skip
    for record in result.match.records:
        for info in record.info.values():
            tried |= set(info.get("candidates", ()))
    assert result.faults == ()
    assert any(choice.startswith(("splash", "t:nello", "t:sevens")) for choice in tried)

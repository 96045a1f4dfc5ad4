"""Tables as the libraries for learning know them; these are imported only when asked for."""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from arena.errors import ArenaError
from arena.local.env import env
from arena.local.rewards import RewardFn
from arena.local.table_env import table_env
from engine.game import AnyGame, Seat
from engine.variants import VariantEntry

if TYPE_CHECKING:
    from arena.local.gymnasium_env import SeatEnv
    from arena.local.pettingzoo_env import JointTable, TurnTable
    from arena.plugins.manager import Plugins


def pettingzoo(
    game: str | AnyGame,
    seats: int | None = None,
    seed: str | int | None = None,
    *,
    parallel: bool = False,
    config: Mapping[str, Any] | None = None,
    variants: Sequence[VariantEntry] = (),
    reward: str | RewardFn = "points",
    plugins: "Plugins | None" = None,
) -> "TurnTable | JointTable":
    """A table as an environment of PettingZoo: AEC, or parallel; see docs/train.md."""
    _need("pettingzoo")
    from arena.local.pettingzoo_env import JointTable, TurnTable

    table = table_env(
        game, seats, seed, config=config, variants=variants, reward=reward, plugins=plugins
    )
    return JointTable(table) if parallel else TurnTable(table)


def gymnasium(
    game: str | AnyGame,
    seat: Seat = 0,
    opponents: Sequence[Any] = (),
    seed: str | int | None = None,
    *,
    config: Mapping[str, Any] | None = None,
    variants: Sequence[VariantEntry] = (),
    reward: str | RewardFn = "points",
    plugins: "Plugins | None" = None,
) -> "SeatEnv":
    """One seat as an environment of Gymnasium; see docs/train.md."""
    _need("gymnasium")
    from arena.local.gymnasium_env import SeatEnv

    return SeatEnv(
        env(
            game, seat, opponents, seed,
            config=config, variants=variants, reward=reward, plugins=plugins,
        )
    )  # fmt: skip


def _need(library: str) -> None:
    for name in (library, "gymnasium", "numpy"):
        if find_spec(name) is None:
            raise ArenaError(f"this needs {name}: pip install pettingzoo gymnasium")

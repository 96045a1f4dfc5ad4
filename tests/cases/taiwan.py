"""台灣麻將 The kinds of Taiwan mahjong's cases: scored hands and what a hand waits for."""

from collections.abc import Mapping
from typing import Any

from engine.mahjong.melds import Meld
from engine.mahjong.shapes import keys_of
from engine.mahjong.tiles import EAST, WIND_NAMES, count_kinds
from engine.taiwan.config import TaiwanConfig
from engine.taiwan.hand import waits
from engine.taiwan.items import Item, flower_win_items
from engine.taiwan.payments import deltas_of, legs
from engine.taiwan.reading import Win
from engine.taiwan.scoring import score
from engine.taiwan.tiles import FLOWER, names_of
from tests.cases.folder import Case, Check, same
from tests.engine.taiwan_table import GAME, tiles

Row = Mapping[str, Any]


def config_of(row: Row) -> TaiwanConfig:
    return GAME.config({"preset": row.get("profile", "assoc"), **row.get("config", {})})


def melds_of(row: Row) -> tuple[Meld, ...]:
    return tuple(Meld(kind, min(tiles(text))) for kind, text in row["melds"])


def waits_of(row: Row, config: TaiwanConfig) -> int:
    counts = count_kinds(tiles(row["concealed"]))
    return waits(counts, keys_of(counts), melds_of(row), migi=config.migi)


def hand_items(row: Row, config: TaiwanConfig) -> list[Item] | None:
    """The items of a complete hand; None if the tile does not complete it."""
    (tile,) = tiles(row["win_tile"])
    mask = waits_of(row, config)
    win = Win(
        counts=count_kinds([*tiles(row["concealed"]), tile]),
        melds=melds_of(row),
        tile=tile,
        by=row["win_by"],
        place=(row["winner"] - row["dealer"]) % 4,
        round_wind=EAST + WIND_NAMES.index(row["round_wind"]),
        flowers=sum(1 << flower - FLOWER for flower in tiles(" ".join(row["flowers"]))),
        single=mask.bit_count() == 1,
        flags=frozenset(row["flags"]),
    )
    value = score(win, config)
    return list(value.items) if value and mask >> tile & 1 else None


def scored(case: Case) -> None:
    """What a hand is worth, who pays how much, and what that does to the scores."""
    row = case.data
    config = config_of(row)
    by, winner = row["win_by"], row["winner"]
    if by.startswith("flower"):
        robbed, as_dealt = by == "flower7rob1", by == "flower_deal"
        items: list[Item] | None = flower_win_items(config, robbed=robbed, as_dealt=as_dealt)
    else:
        items = hand_items(row, config)
    if items is None:
        same(case, row["expect"], {"can_win": False})
        return
    others = tuple(seat for seat in range(4) if seat != winner)
    payers = (row["payer"],) if "payer" in row else others
    tai = sum(value for _, value in items)
    rows = legs(config, tai, winner, payers, row["dealer"], row["streak"])
    found = {
        "can_win": True,
        "yaku": sorted(map(list, items)),
        "hand_tai": tai,
        "legs": {
            str(leg.payer): {"dealer_tai": leg.dealer_tai, "tai": leg.tai, "pays": leg.pays}
            for leg in rows
        },
        "deltas": list(deltas_of(winner, rows)),
    }
    expected = dict(row["expect"])
    if "yaku" in expected:
        expected["yaku"] = sorted(expected["yaku"])
    same(case, expected, {key: found.get(key) for key in expected})


def ready(case: Case) -> None:
    """What sixteen tiles wait for."""
    mask = waits_of(case.data, config_of(case.data))
    wanted = dict(case.data["expect"])
    wanted["waits"] = names_of(sum(1 << tiles(name)[0] for name in wanted["waits"]))
    same(case, wanted, {"ready": mask > 0, "waits": names_of(mask)})


KINDS: Mapping[str, Check] = {"score": scored, "ready": ready}

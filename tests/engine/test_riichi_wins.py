"""Every recorded win through the scorer, and random wins against a second opinion."""

import gzip
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld as TheirMeld

from engine.mahjong.melds import Meld
from engine.mahjong.tiles import PLAIN_IDS, RED_ID_FACES
from engine.riichi import Riichi
from engine.riichi.config import RiichiConfig
from engine.riichi.payments import Payment, pay_each, worth
from engine.riichi.reading import Win
from engine.riichi.scoring import best_score
from tests.engine.reference import reference

FLAGS = {
    "riichi", "double_riichi", "ippatsu", "haitei", "houtei", "rinshan", "chankan",
    "tenhou", "chiihou",
}  # fmt: skip
KIRIAGE_LOBBIES = ("chip", "ratio1")
"""Games of lobbies that round mangan up."""
MELD_TYPES: Any = {"daiminkan": "minkan"}


def recorded_wins() -> Iterator[dict[str, Any]]:
    with gzip.open(reference("riichi/wins.jsonl.gz"), "rt") as rows:
        for row in rows:
            yield json.loads(row)


def recorded_win(row: dict[str, Any]) -> Win:
    faces = PLAIN_IDS if row["type"] & 2 else RED_ID_FACES
    melds = [
        Meld.of_faces(MELD_TYPES.get(kind, kind), tuple(sorted(faces[i] for i in ids)), -1, 0)
        for kind, ids, *_ in row["m"]
    ]
    names = {name for name, _ in row["yaku"]} | set(row["yakuman"])
    return Win(
        concealed=tuple(faces[i] for i in row["hai"]),
        melds=tuple(melds),
        tile=faces[row["win"]],
        tsumo=row["who"] == row["frm"],
        seat_wind=27 + (row["who"] - row["oya"]) % 4,
        round_wind=27 + row["kyoku"] // 4,
        flags=frozenset(names & FLAGS),
        dora=tuple(faces[i] for i in row["dora"]),
        ura=tuple(faces[i] for i in row["ura"]),
    )


def recorded_config(row: dict[str, Any]) -> RiichiConfig:
    own = row["g"] in KIRIAGE_LOBBIES
    honba = 1500 if row["type"] & 0x400 else 300
    options = {"kuitan": not row["type"] & 4, "kiriage": own, "honba_points": honba}
    return Riichi().config(options)


@pytest.mark.long
def test_every_recorded_win_is_worth_what_was_paid() -> None:
    count = 0
    previous: tuple[Any, ...] = ()
    for row in recorded_wins():
        count += 1
        config = recorded_config(row)
        score = best_score(recorded_win(row), config)
        assert score is not None, row
        expected = [(y, h) for y, h in row["yaku"] if h] or [(y, 13) for y in row["yakuman"]]
        assert sorted(score.yaku) == sorted(expected), row
        assert score.fu is None or score.fu == row["fu"], row
        # The second winner on a tile gets neither honba nor sticks.
        place = (row["g"], row["kyoku"], row["honba"])
        honba, sticks = (0, 0) if place == previous else row["ba"]
        previous = place
        pao = {"daisangen": row["pao"]} if "pao" in row else {}
        payment = Payment(score, row["who"], row["frm"], row["oya"], honba, pao)
        (changes,) = pay_each([payment], sticks, config)
        deltas = [delta // 100 for delta in changes]
        assert deltas == row["d"][:4], row
    assert count == 8056


THEIR_NAMES = {
    "Riichi": "riichi", "Double Riichi": "double_riichi", "Ippatsu": "ippatsu",
    "Menzen Tsumo": "tsumo", "Haitei Raoyue": "haitei", "Houtei Raoyui": "houtei",
    "Rinshan Kaihou": "rinshan", "Chankan": "chankan",
    "Pinfu": "pinfu", "Tanyao": "tanyao", "Iipeiko": "iipeikou", "Chiitoitsu": "chiitoitsu",
    "Chantai": "chanta", "Ittsu": "ittsuu", "Sanshoku Doujun": "sanshoku",
    "Sanshoku Doukou": "sanshoku_doukou", "Toitoi": "toitoi", "San Ankou": "sanankou",
    "San Kantsu": "sankantsu", "Shou Sangen": "shousangen", "Honroutou": "honroutou",
    "Honitsu": "honitsu", "Junchan": "junchan", "Ryanpeikou": "ryanpeikou",
    "Chinitsu": "chinitsu", "Yakuhai (haku)": "haku", "Yakuhai (hatsu)": "hatsu",
    "Yakuhai (chun)": "chun", "Dora": "dora", "Ura Dora": "ura", "Aka Dora": "aka",
    "Kokushi Musou": "kokushi", "Kokushi Musou Juusanmen Matchi": "kokushi_13",
    "Suu Ankou": "suuankou", "Suu Ankou Tanki": "suuankou_tanki", "Daisangen": "daisangen",
    "Shousuushii": "shousuushii", "Dai Suushii": "daisuushii", "Tsuu Iisou": "tsuuiisou",
    "Ryuuiisou": "ryuuiisou", "Chinroutou": "chinroutou", "Chuuren Poutou": "chuuren",
    "Daburu Chuuren Poutou": "chuuren_9", "Suu Kantsu": "suukantsu",
}  # fmt: skip


class RandomWin:
    """A random complete hand as tile ids, with melds and circumstances."""

    def __init__(self, rng: random.Random) -> None:
        while not self._fill(rng):
            pass
        self.tsumo = rng.random() < 0.5
        self.win = rng.choice(self.concealed)
        self.seat_wind, self.round_wind = 27 + rng.randrange(4), 27 + rng.randrange(2)
        closed = all(kind == "ankan" for kind, _ in self.melds)
        self.flags: set[str] = set()
        if closed and rng.random() < 0.6:
            self.flags.add(rng.choice(["riichi", "double_riichi"]))
            if rng.random() < 0.3 and not self.melds:
                self.flags.add("ippatsu")
        if rng.random() < 0.2:
            self.flags.add("haitei" if self.tsumo else "houtei")
        rest = [tile for tile in range(136) if tile not in self.used]
        self.dora, self.ura = rng.sample(rest, 2), rng.sample(rest, 2)

    def _fill(self, rng: random.Random) -> bool:
        """Four sets and a pair or seven pairs, mostly of few kinds; False if tiles run out."""
        left = {kind: [4 * kind + i for i in range(4)] for kind in range(34)}
        suit = rng.choice([None, None, 0, 9, 18])
        honours = rng.random() < 0.3
        self.concealed: list[int] = []
        self.melds: list[tuple[str, list[int]]] = []
        self.used: list[int] = []

        def take(kinds: list[int]) -> list[int]:
            if any(len(left[kind]) < kinds.count(kind) for kind in kinds):
                raise LookupError
            return [left[kind].pop(rng.randrange(len(left[kind]))) for kind in kinds]

        def low() -> int:
            if honours and rng.random() < 0.5:
                return 27 + rng.randrange(7)
            return rng.randrange(9) + (rng.choice([0, 9, 18]) if suit is None else suit)

        try:
            if rng.random() < 0.05:
                for kind in rng.sample(range(34), 7):
                    self.concealed += take([kind] * 2)
            else:
                for _ in range(4):
                    self._add_set(rng, low(), take)
                self.concealed += take([low()] * 2)
        except LookupError:
            return False
        self.used = [*self.concealed, *(tile for _, ids in self.melds for tile in ids)]
        return True

    def _add_set(self, rng: random.Random, kind: int, take: Any) -> None:
        run = kind < 27 and kind % 9 < 7 and rng.random() < 0.6
        kinds = [kind, kind + 1, kind + 2] if run else [kind] * 3
        dice = rng.random()
        if dice < 0.6:
            self.concealed += take(kinds)
        elif run or dice < 0.8:
            self.melds.append(("chi" if run else "pon", take(kinds)))
        else:
            self.melds.append((rng.choice(["minkan", "ankan", "kakan"]), take([kind] * 4)))

    def ours(self) -> tuple[Any, ...]:
        """Yaku, han, fu and points by our scorer; empty without a yaku."""
        faces = RED_ID_FACES
        win = Win(
            concealed=tuple(faces[i] for i in self.concealed),
            melds=tuple(
                Meld.of_faces(kind, tuple(sorted(faces[i] for i in ids)), -1, 0)  # type: ignore[arg-type]  # drawn from the five words
                for kind, ids in self.melds
            ),
            tile=faces[self.win],
            tsumo=self.tsumo,
            seat_wind=self.seat_wind,
            round_wind=self.round_wind,
            flags=frozenset(self.flags),
            dora=tuple(faces[i] for i in self.dora),
            ura=tuple(faces[i] for i in self.ura),
        )
        score = best_score(win, Riichi().config())
        if score is None:
            return ()
        payment = Payment(score, 0, 0 if self.tsumo else 1, 0 if self.seat_wind == 27 else 3)
        rows = dict(score.yaku)
        return rows, score.han, score.fu, worth(payment)

    def theirs(self) -> tuple[Any, ...]:
        """The same by the other library."""
        types = {"chi": "chi", "pon": "pon", "kakan": "shouminkan"}
        melds = [
            TheirMeld(types.get(kind, "kan"), ids, opened=kind != "ankan")
            for kind, ids in self.melds
        ]
        config = HandConfig(
            is_tsumo=self.tsumo,
            is_riichi="riichi" in self.flags,
            is_daburu_riichi="double_riichi" in self.flags,
            is_ippatsu="ippatsu" in self.flags,
            is_haitei="haitei" in self.flags,
            is_houtei="houtei" in self.flags,
            player_wind=self.seat_wind,
            round_wind=self.round_wind,
            options=OptionalRules(
                has_open_tanyao=True, has_aka_dora=True, has_double_yakuman=False
            ),
        )
        riichi = bool({"riichi", "double_riichi"} & self.flags)
        value = HandCalculator.estimate_hand_value(
            self.used,
            self.win,
            melds,
            self.dora,
            config,
            ura_dora_indicators=self.ura if riichi else None,
        )
        if value.error is not None or value.yaku is None or value.cost is None:
            return ()
        rows: dict[str, int] = {}
        for yaku in value.yaku:
            name = THEIR_NAMES.get(yaku.name or "", yaku.name or "")
            han = yaku.han_closed if not value.is_open_hand else yaku.han_open
            rows[name] = rows.get(name, 0) + (han or 0)
        fu = None if any(han >= 13 for han in rows.values()) else value.fu
        return rows, value.han, fu, value.cost["total"]


WIND_PREFIXES = ("round_", "seat_", "Yakuhai (wind", "Yakuhai (seat", "Yakuhai (round", "Yakuhai (")


def without_winds(rows: dict[str, int]) -> dict[str, int]:
    """Wind triplets are named differently; their han are in the sum anyway."""
    return {name: han for name, han in rows.items() if not name.startswith(WIND_PREFIXES)}


@pytest.mark.long
@pytest.mark.parametrize("part", range(5))
def test_random_wins_agree_with_a_second_opinion(part: int, tries: Callable[[int], int]) -> None:
    rng = random.Random(2026 + part)
    wins = 0
    for _ in range(tries(4_000)):
        win = RandomWin(rng)
        ours, theirs = win.ours(), win.theirs()
        assert bool(ours) == bool(theirs), vars(win)
        if ours:
            wins += 1
            assert without_winds(ours[0]) == without_winds(theirs[0]), vars(win)
            assert ours[1:] == theirs[1:], vars(win)
    assert wins > tries(2_000)

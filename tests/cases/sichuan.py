"""血战到底 The kinds of Sichuan's cases: hands, several wins, kongs, and the empty wall."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.game import Event, Step
from engine.mahjong.seats import SEATS
from engine.sichuan.config import SichuanConfig
from engine.sichuan.events import EmptyWallSettled, HuSettled, RoundEnded
from engine.sichuan.hand import new_player
from engine.sichuan.model import Player, State
from engine.sichuan.moves import HU, PASS
from engine.sichuan.reading import is_complete
from engine.sichuan.scoring import Score, score
from engine.sichuan.settlement import Books, Hu, Kong, Settlement
from tests.cases.folder import Case, Check, same
from tests.engine.sichuan_table import (
    GAME,
    discarded,
    kinds,
    player,
    position,
    told,
)

START = (100, 100, 100, 100)
MELDS = {"pong": "pong", "exposed_kong": "kong", "concealed_kong": "ckong", "added_kong": "akong"}
Row = Mapping[str, Any]


def options_of(row: Row, option: str = "") -> dict[str, Any]:
    """A case's options; `option` is such as `zimo_bonus=none`, with or without a remark."""
    given: dict[str, Any] = {"preset": row.get("preset", "blood_battle")}
    if "cap" in row:
        given["cap"] = row["cap"]
    if row.get("transfer"):
        given["gang_pao"] = "transfer"
    for part in option.split()[0].rstrip(",;:").split(",") if option else ():
        name, is_option, value = part.partition("=")
        given |= {name: value} if is_option else {"preset": name}
    return given


def config_of(row: Row, option: str = "") -> SichuanConfig:
    return GAME.config(options_of(row, option))


def check_deltas(case: Case, found: Callable[[str], Sequence[int]]) -> None:
    """The money by the case's own options, then by each alternative."""
    same(case, case.data["expect"]["deltas"], list(found("")))
    for option, expected in case.data.get("alternatives", {}).items():
        same(case, (option, expected), (option, list(found(option))))


def laid(row: Row) -> str:
    return " ".join(f"{MELDS[kind]}:{tiles[0]}{tiles[-1]}" for kind, tiles in row.get("melds", ()))


def deltas(books: Books) -> list[int]:
    return [score - start for score, start in zip(books.scores, START, strict=True)]


# -- one win


def hu(case: Case) -> None:
    """Whether the hand wins, what it is worth, and who pays, by every option the case names."""
    row, expect = case.data, case.data["expect"]
    same(case, expect["can_win"], can_win(row))
    if not expect["can_win"]:
        return
    worth = worth_of(row, config_of(row))
    if "fans" in expect:
        same(case, summed(expect["fans"]), summed(worth.fans))
    same_facts(case, expect, {"fan": worth.fan, "value": worth.value})
    check_deltas(case, lambda option: hu_deltas(row, config_of(row, option)))


def same_facts(case: Case, expect: Row, found: Row) -> None:
    """The facts that a case speaks of are as it says."""
    asked = {key: value for key, value in found.items() if key in expect}
    same(case, {key: expect[key] for key in asked}, asked)


def summed(fans: Sequence[Sequence[Any]]) -> Counter[str]:
    """Items by name: two roots may be one row or two."""
    total: Counter[str] = Counter()
    for name, fan in fans:
        total[name] += fan
    return total


def seat_of(row: Row) -> Player:
    return player(row["concealed"], row["void"], laid(row))


def full_hand(row: Row) -> Player:
    """The winner's seat with the winning tile in the hand."""
    seat = new_player(kinds(row["concealed"] + row["win_tile"]))
    seat.need = 4 - len(row.get("melds", ()))
    seat.void = "mps".index(row["void"])
    return seat


def can_win(row: Row) -> bool:
    seat = full_hand(row)
    suits = {tiles[-1] for _, tiles in row.get("melds", ())}
    if seat.holds_void or row["void"] in suits:
        return False
    return is_complete(seat.counts, seat.keys, seat.need)


def fed_by(row: Row) -> int | None:
    """Who discarded for the kong whose replacement won."""
    own = [kong.get("from") for kong in row.get("kongs", ()) if kong["by"] == row["winner"]]
    return own[-1] if own and "gang_hua" in row.get("flags", ()) else None


def worth_of(row: Row, config: SichuanConfig) -> Score:
    luck = [*row.get("flags", ()), row["win_by"]]
    if fed_by(row) is not None and config.dian_gang_hua == "discard":
        luck.remove("self_draw")
    return score(config, full_hand(row).counts, seat_of(row).melds, luck)


def hu_deltas(row: Row, config: SichuanConfig) -> list[int]:
    """Kong money first, then the win, then what becomes of the last kong's money."""
    pay = Settlement(config)
    books = pay_kongs(pay, row)
    how = row["win_by"]
    if how != "self_draw":
        how = "rob_kong" if "rob_kong" in row.get("flags", ()) else "discard"
    win = Hu(
        game=row["id"],
        seat=row["winner"],
        tile=row["win_tile"],
        kind=how,
        value=worth_of(row, config).value,
        discarder=None if how == "self_draw" else row["payer"],
        won=frozenset(row.get("already_won", ())),
        feeder=fed_by(row),
    )
    shot = len(row.get("kongs", ())) if "gang_pao" in row.get("flags", ()) else 0
    books, _ = pay.hus(row["id"], books, [win], shot)
    return deltas(books)


# -- kongs


def pay_kongs(pay: Settlement, row: Row) -> Books:
    """The books after every kong of a case."""
    books = Books(START)
    for number, kong in enumerate(row.get("kongs", ()), 1):
        won = frozenset(kong.get("already_won", row.get("already_won", ())))
        due = Kong(number, kong["by"], kong["kind"], kong.get("from"), won)
        books, _ = pay.kong(row["id"], books, due)
    return books


def kong(case: Case) -> None:
    def found(option: str) -> list[int]:
        return deltas(pay_kongs(Settlement(config_of(case.data, option)), case.data))

    check_deltas(case, found)


# -- several wins on one discard, played


def multi_hu(case: Case) -> None:
    """All win on the same tile in a real position; the order, the money and what comes next."""
    row, expect = case.data, case.data["expect"]
    step = win_together(row, "")
    paid: list[HuSettled] = told(step, "hu_settled")
    same(case, expect["order"], [event.seat for event in paid])
    per = [{"winner": event.seat, "fan": event.fan, "value": event.value} for event in paid]
    same_facts(case, expect, {"per": per})
    check_deltas(case, lambda option: win_deltas(row, option))
    check_after(case, row.get("after", {}), step.state, told(step, "round_ended"))


def win_together(row: Row, option: str) -> Step[State, Event]:
    """The step in which everybody wins who can."""
    seats = {hand["winner"]: seat_of(hand) for hand in row["hands"]}
    flags = {flag for part in (row, *row["hands"]) for flag in part.get("flags", ())}
    already = row.get("already_won", ())
    table = [seats.get(seat) or player(won=seat in already) for seat in SEATS]
    options = options_of(row, option)
    wall = "" if "last_tile" in flags else "1s2s3s"
    state = discarded(position(*table, config=options, wall=wall), row["payer"], row["win_tile"])
    state.books = pay_kongs(Settlement(GAME.config(options)), row)
    state.kongs = len(row.get("kongs", ()))
    state.after_kong = "gang_pao" in flags
    state.claim = "kong" if "rob_kong" in flags else "discard"
    offers = GAME.choices(state)
    for seat in seats:
        assert HU in offers[seat], f"{row['id']}: seat {seat} is not offered hu"
    return GAME.apply(state, {seat: HU if seat in seats else PASS for seat in offers})


def win_deltas(row: Row, option: str) -> list[int]:
    """What the kongs, the wins and the moved kong money come to, an empty wall aside."""
    total = deltas(pay_kongs(Settlement(config_of(row, option)), row))
    step = win_together(row, option)
    for event in (*told(step, "hu_settled"), *told(step, "kong_money_moved")):
        total = [old + change for old, change in zip(total, event.deltas, strict=True)]
    return total


def deltas_of(step: Step[State, Event]) -> list[int]:
    """What a step that may have ended the deal left everybody with."""
    for ended in told(step, "round_ended"):
        return list(ended.points)
    return deltas(step.state.books)


def check_after(case: Case, after: Row, state: State, ended: Sequence[RoundEnded]) -> None:
    facts: dict[str, Any] = {"deal_over": bool(ended)}
    if ended:
        facts["reason"] = ended[0].reason.replace("_", " ")
        facts["next_dealer"] = ended[0].next_dealer
    else:
        facts["next_to_draw"] = state.current
    same_facts(case, after, facts)


# -- the empty wall, played


def exhaustive(case: Case) -> None:
    """Everybody passes the last discard, and the wall is empty."""
    row, expect = case.data, case.data["expect"]
    books = pay_kongs(Settlement(config_of(row)), row)
    same(case, expect["kong_deltas"], deltas(books))
    (paid,) = told(end_of_wall(row, ""), "empty_wall_settled")
    assert isinstance(paid, EmptyWallSettled)
    found = [[seat, paid.states[seat], paid.values[seat]] for seat in SEATS]
    same(case, expect["states"], found)
    same(case, expect["settlement"], list(paid.deltas))
    check_deltas(case, lambda option: deltas_of(end_of_wall(row, option)))


def end_of_wall(row: Row, option: str) -> Step[State, Event]:
    """The step in which everybody lets the last discard go by."""
    table = [
        player(won=True) if seat["state"] == "won" else seat_of(seat)
        for seat in sorted(row["players"], key=lambda seat: int(seat["seat"]))
    ]
    options = options_of(row, option)
    last = next(seat for seat in SEATS if not table[seat].won)
    state = discarded(position(*table, config=options, wall=""), last, "9s")
    state.books = pay_kongs(Settlement(GAME.config(options)), row)
    return GAME.apply(state, dict.fromkeys(GAME.choices(state), PASS))


KINDS: Mapping[str, Check] = {
    "hu": hu,
    "multi_hu": multi_hu,
    "kong": kong,
    "exhaustive": exhaustive,
}

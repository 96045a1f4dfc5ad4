"""The flat wire of riichi; docs/games/riichi.md has its table."""

from typing import Any

from engine.game import Outcome, RoundResult, View, commas
from engine.mahjong.tiles import write_names


def before_hand(view: View) -> dict[str, Any]:
    """The place in the match and the tile on the table."""
    return {
        "name": view["name"],
        "dealer": view["dealer"],
        "honba": view["honba"],
        "sticks": view["sticks"],
        "left": view["left"],
        "dora": ",".join(view["dora"]),
        "tile": view["tile"] or "",
    }


def after_hand(view: View) -> dict[str, Any]:
    """The own drawn tile, then what lies on the table."""
    return {
        "drawn": view["drawn"] or "",
        "melds": ";".join(",".join(map(meld_token, melds)) for melds in view["melds"]),
        "riichi": commas(view["riichi"]),
    }


def meld_token(meld: Any) -> str:
    """Such as `chi:340m` or `ankan:1111z`."""
    return f"{meld['type']}:{write_names(meld['tiles'])}"


def discards(view: View) -> list[str]:
    """Ponds by seat: each tile with its marks."""
    return [",".join(map(discard_token, pond)) for pond in view["ponds"]]


def discard_token(item: Any) -> str:
    """The tile, `_` if it was drawn and discarded at once, `r` with riichi, `c` if called."""
    marks = "_" * item["tsumogiri"] + "r" * item["riichi"] + "c" * item["called"]
    return f"{item['tile']}{marks}"


def result(result: RoundResult) -> dict[str, Any]:
    """How a round ended: winners, changes, and each win's hand and value."""
    extra = result.extra
    wins = extra.get("wins", [])
    return {
        "winners": commas(result.winners),
        "name": extra["name"],
        "reason": extra["reason"],
        "deltas": commas(result.points),
        "sticks": extra["sticks"],
        "hands": ";".join(",".join([*win["hand"], *win["melds"], win["tile"]]) for win in wins),
        "yaku": ";".join(_yaku(win) for win in wins),
        "han": commas([win["han"] for win in wins]),
        "fu": commas([win["fu"] or 0 for win in wins]),
        "tenpai": commas(extra.get("tenpai", [])),
    }


def outcome(scores: tuple[int, ...], outcome: Outcome) -> dict[str, Any]:
    """How the match ended: `scores` lie on the table, `points` have uma and oka in them."""
    return {
        "winner": outcome.winner,
        "scores": commas(scores),
        "points": commas(outcome.points),
    }


def _yaku(win: Any) -> str:
    return ",".join(f"{n}:{h}" for n, h in zip(win["yaku"], win["yaku_han"], strict=True))

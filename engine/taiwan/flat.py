"""The flat wire of Taiwan mahjong; docs/games/taiwan.md has its table."""

from typing import Any

from engine.game import RoundResult, commas


def result(result: RoundResult) -> dict[str, Any]:
    """How a hand ended: each winner's items, and every leg with what it is made of.

    Winners are separated by `;`. A leg is `payer:base:hand:dealer:capped:pull:pays`.
    """
    extra = result.extra
    wins = extra["wins"]
    return {
        "reason": extra["reason"],
        "winners": commas(result.winners),
        "yaku": ";".join(map(_items, wins)),
        "hand_tai": wins[0]["hand_tai"] if wins else 0,
        "dealer": extra["dealer"],
        "streak": extra["streak"],
        "legs": ";".join(map(_legs, wins)),
        "flowers_paid": commas(extra["flowers_paid"]),
        "points": commas(result.points),
    }


def _items(win: Any) -> str:
    return ",".join(f"{item['name']}:{item['tai']}" for item in win["yaku"])


def _legs(win: Any) -> str:
    return ",".join(_leg(payer, leg, win["hand_tai"]) for payer, leg in win["legs"].items())


def _leg(payer: str, leg: Any, hand_tai: int) -> str:
    # A bystander pays for the dealer's streak alone: the hand is none of its business.
    hand = hand_tai if leg["tai"] else 0
    numbers = (leg["base"], hand, leg["dealer_tai"], leg["tai"], leg["pull"], leg["pays"])
    return ":".join([payer, *map(str, numbers)])

"""Texas 42 in words."""

from collections.abc import Sequence
from typing import Any, Final

PIPS: Final = ("blanks", "ones", "twos", "threes", "fours", "fives", "sixes")
TASKS: Final = {
    "Bidding": "bid higher than the others, or pass",
    "Declaring": "name the trumps",
    "Playing": "play a domino; follow the suit that was led if you can",
}


def view_lines(view: dict[str, Any], names: Sequence[str]) -> list[str]:
    """Return the auction, the contract, the trick on the table and how the hand stands."""
    ours = f"{names[0]} and {names[2]}", f"{names[1]} and {names[3]}"
    lines = [f"Partners: {ours[0]} against {ours[1]}."]
    if view["to_act"] is not None and view["phase"] in TASKS:
        lines.append(f"What to do: {TASKS[view['phase']]}.")
    first = (view["shaker"] + 1) % 4
    calls = [f"{names[(first + at) % 4]} {call}" for at, call in enumerate(view["calls"])]
    if calls:
        lines.append(f"Auction: {', '.join(calls)}.")
    if view["contract"]:
        contract = view["contract"]
        lines.append(f"Contract: {names[contract['bidder']]} bid {contract['label']}.")
    if view["trick"]:
        leader = view["leader"]
        laid = [f"{names[(leader + at) % 4]} {tile}" for at, tile in enumerate(view["trick"])]
        lines.append(f"This trick so far: {', '.join(laid)}; {names[view['trick_winner']]} leads.")
    if view["tricks"]:
        taken, points = view["taken"], view["points"]
        lines += [f"{ours[side]}: tricks {taken[side]}, points {points[side]}." for side in (0, 1)]
        played = [" ".join(trick["tiles"]) for trick in view["tricks"]]
        lines.append(f"Tricks played: {' | '.join(played)}.")
    marks = view["marks"]
    return [*lines, f"Marks: {ours[0]} {marks[0]}, {ours[1]} {marks[1]}."]


def choice_text(choice: str, view: dict[str, Any]) -> str:
    """Return what a bid, a declaration or a domino means."""
    if view["phase"] == "Playing":
        return f"play the domino {choice}" if "-" in choice else ""
    if choice == "pass":
        return "make no bid"
    if choice.isdigit():
        return f"bid {choice} of 42 points, for one mark"
    if choice.endswith("m") and choice[:-1].isdigit():
        return f"bid all seven tricks, for {choice[:-1]} mark{'s' if choice != '1m' else ''}"
    called = choice.removeprefix("t:")
    if called in map(str, range(7)):
        return f"{PIPS[int(called)]} are trumps"
    return {"doubles": "doubles are trumps", "no-trump": "no trumps"}.get(called, "")

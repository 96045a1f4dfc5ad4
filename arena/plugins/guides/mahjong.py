"""The three mahjong games in words: hands, melds, discards and claims."""

from collections.abc import Sequence
from typing import Any, Final

SUITS: Final = {"m": "characters", "p": "circles", "s": "bamboo"}
HONOURS: Final = {
    "1z": "the East wind", "2z": "the South wind", "3z": "the West wind", "4z": "the North wind",
    "5z": "the white dragon", "6z": "the green dragon", "7z": "the red dragon",
}  # fmt: skip
WINDS: Final = {"E": "East", "S": "South", "W": "West", "N": "North"}
SUITED: Final = "Tiles: 1m to 9m are characters, p circles, s bamboo"
LETTERS: Final = (
    f"{SUITED}; 1z to 4z the winds East, South, West, North; 5z, 6z, 7z the white, green and red"
    " dragon"
)
DOES: Final = {
    "discard": "discard {}",
    "riichi": "declare riichi and discard {}",
    "ready": "declare the hand ready and discard {}",
    "chi": "take the discard for a run with {}",
    "pon": "take the discard for a triplet with {}",
    "pong": "take the discard for a triplet of {}",
    "minkan": "take the discard for a kan of {}",
    "kong": "take the discard for a kong of {}",
    "ankan": "lay a concealed kan of {}",
    "ckong": "lay a concealed kong of {}",
    "kakan": "add {} to your triplet",
    "akong": "add {} to your triplet",
    "exchange": "give away {}",
    "void": "play without {}: discard that suit first",
}
WORDS: Final = {
    "pass": "do nothing",
    "tsumogiri": "discard the tile you just drew",
    "riichi:tsumogiri": "declare riichi and discard the tile you just drew",
    "ron": "win with this discard",
    "tsumo": "win with the tile you drew",
    "hu": "win",
    "win": "win",
    "ready": "declare that your dealt hand is ready",
    "kyuushu": "abort the deal: nine different terminals and honours",
}


def tile(name: str) -> str:
    """Return a tile by its name, such as "5 of circles"."""
    if name in HONOURS:
        return HONOURS[name]
    if name[-1:] not in SUITS:
        return name
    rank = name[:-1]
    return f"{'red 5' if rank == '0' else rank} of {SUITS[name[-1]]}"


def choice_text(choice: str, _view: dict[str, Any]) -> str:
    """Return what a choice does, its tiles by name."""
    if choice in WORDS:
        return WORDS[choice]
    verb, _, tiles = choice.partition(":")
    if verb not in DOES:
        return ""
    if verb == "void":
        return DOES[verb].format(SUITS.get(tiles, tiles))
    names = [tile(f"{rank}{tiles[-1]}") for rank in tiles[:-1]]
    return DOES[verb].format(" and ".join(names))


def riichi_lines(view: dict[str, Any], names: Sequence[str]) -> list[str]:
    """Return the round, the indicators, and each player's melds, discards and riichi."""
    dora = " ".join(view["dora"])
    lines = [
        f"{LETTERS}; 0m, 0p, 0s are red fives.",
        f"Round {view['name']}, {view['left']} tiles left in the wall, {view['honba']} honba, "
        f"{view['sticks']} riichi sticks on the table.",
        f"Dora indicators: {dora} (the tile that follows each one is dora).",
        *own_lines(view, names),
    ]
    if view["banned"]:
        lines.append(f"You may not discard now: {' '.join(view['banned'])}.")
    for seat, name in enumerate(names):
        marks = [mark for mark, there in (("riichi", view["riichi"][seat]),) if there]
        pond = [pond_tile(entry) for entry in view["ponds"][seat]]
        lines.append(player_line(view, seat, name, pond, marks))
    own = view["furiten"][seat_of(view)] if seat_of(view) >= 0 else None
    if own not in (None, "none"):
        lines.append("You are furiten: you cannot win on a discard, only by drawing.")
    return [*lines, "In discards, _ marks a tile thrown right after it was drawn, r riichi."]


def taiwan_lines(view: dict[str, Any], names: Sequence[str]) -> list[str]:
    """Return the wall, how near the own hand is, and each player's melds, flowers and discards."""
    lines = [
        f"{LETTERS}; 1f to 8f are flowers.",
        f"Round wind {WINDS[view['wind']]}, {view['live']} tiles left to draw.",
        *own_lines(view, names),
    ]
    own = seat_of(view)
    if own >= 0 and view["waits"][own]:
        lines.append(f"Your hand waits for: {' '.join(view['waits'][own])}.")
    elif own >= 0 and view["distance"][own]:
        lines.append(f"Your hand is {view['distance'][own]} tiles away from being ready.")
    for seat, name in enumerate(names):
        marks = ["ready declared"] if view["declared"][seat] else []
        if view["flowers"][seat]:
            marks.append(f"flowers {' '.join(view['flowers'][seat])}")
        lines.append(player_line(view, seat, name, view["ponds"][seat], marks))
    return lines


def sichuan_lines(view: dict[str, Any], names: Sequence[str]) -> list[str]:
    """Return the void suits, who has won, and each player's melds and discards."""
    lines = [
        f"{SUITED}.",
        f"Deal {view['round']} of {view['deals']}, {view['left']} tiles left in the wall.",
        *own_lines(view, names),
    ]
    if view["phase"] == "Exchange":
        lines.append("What to do: choose three tiles of one suit to give away.")
    if view["phase"] == "Void":
        lines.append("What to do: name the suit that you will play without.")
    for seat, name in enumerate(names):
        void = view["void"][seat]
        marks = [f"plays without {SUITS[void]}"] if void else []
        marks += ["has won"] if view["won"][seat] else []
        lines.append(player_line(view, seat, name, view["ponds"][seat], marks))
    return [*lines, "In discards, * marks a tile that was claimed or won."]


def seat_of(view: dict[str, Any]) -> int:
    """Return the viewer's seat; -1 for one who watches."""
    viewer = str(view["viewer"])
    return int(viewer) if viewer.isdigit() else -1


def own_lines(view: dict[str, Any], names: Sequence[str]) -> list[str]:
    """Return what was drawn, or what may be claimed and from whom."""
    if view["tile"]:
        actor = next(view[key] for key in ("actor", "current", "mover") if key in view)
        how = "discarded" if view.get("claim") in (None, "discard") else "laid for a kong"
        return [f"{names[actor]} {how} {view['tile']} ({tile(view['tile'])}); it may be claimed."]
    if view["drawn"] and view["to_act"] is not None:
        return [f"You drew {view['drawn']} ({tile(view['drawn'])}), the last tile of your hand."]
    return []


def player_line(
    view: dict[str, Any], seat: int, name: str, pond: Sequence[str], marks: Sequence[str]
) -> str:
    """Return a player's place at the table in one line."""
    parts = [f"{view['hand_sizes'][seat]} tiles in hand"]
    if "seat_winds" in view:
        parts.insert(0, WINDS[view["seat_winds"][seat]])
    if seat == view["dealer"]:
        parts.insert(0, "dealer")
    parts += marks
    if view["melds"][seat]:
        parts.append(f"melds {', '.join(map(meld, view['melds'][seat]))}")
    return f"{name}: {', '.join(parts)}; discards {' '.join(pond) or 'none yet'}."


def meld(row: dict[str, Any]) -> str:
    """Return a meld by its type and tiles."""
    return f"{row['type']} {' '.join(row.get('tiles') or [row.get('tile') or 'face down'])}"


def pond_tile(entry: dict[str, Any]) -> str:
    """Return a riichi discard with its marks."""
    return f"{entry['tile']}{'_' * entry['tsumogiri']}{'r' * entry['riichi']}"

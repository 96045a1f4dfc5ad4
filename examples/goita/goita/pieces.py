"""The 32 pieces, a letter each: what they are called and what they score."""

from collections.abc import Iterable

SIGNS = {
    "p": "し", "l": "香", "n": "馬", "s": "銀", "g": "金", "b": "角", "r": "飛",
    "k": "王", "j": "玉",
}  # fmt: skip
NAMES = {
    "p": "pawn", "l": "lance", "n": "knight", "s": "silver", "g": "gold", "b": "bishop",
    "r": "rook", "k": "king", "j": "jewel king",
}  # fmt: skip
VALUES = {"p": 10, "l": 20, "n": 20, "s": 30, "g": 30, "b": 40, "r": 40, "k": 50, "j": 50}
SET = "p" * 10 + "llllnnnnssssgggg" + "bbrrkj"
KINGS = frozenset("kj")
BLIND = frozenset("pl")
"""The attacks that a king cannot receive."""


def kind(piece: str) -> str:
    """Return the piece, where both kings count as one kind."""
    return "k" if piece in KINGS else piece


def receives(piece: str, attack: str) -> bool:
    """Return whether a piece may receive an attack."""
    return kind(piece) == kind(attack) or (piece in KINGS and attack not in BLIND)


def in_order(pieces: Iterable[str]) -> str:
    """Return a hand from pawns to kings, as everything here holds it."""
    return "".join(sorted(pieces, key="plnsgbrkj".index))

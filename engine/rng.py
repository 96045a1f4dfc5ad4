"""From a seed to deals: independent streams, a shuffle that never changes, given deals."""

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from hmac import digest as hmac_digest
from json.encoder import encode_basestring_ascii as quoted
from random import Random
from typing import Any, TypeVar

from engine.errors import DealError

T = TypeVar("T")


def stream(seed: str, *path: str | int) -> Random:
    """A generator that depends on the seed and the path alone, never on earlier draws."""
    # The text is JSON's of the list [seed, *path], in half the time that `dumps` takes.
    words = [quoted(part) if isinstance(part, str) else str(part) for part in (seed, *path)]
    digest = sha256(f"[{', '.join(words)}]".encode()).digest()
    return Random(int.from_bytes(digest, "big"))


def shuffle(items: MutableSequence[T], rng: Random) -> None:
    """Fisher-Yates over `random()`, the one sequence Python promises to keep."""
    random = rng.random
    for size in range(len(items), 1, -1):
        last, other = size - 1, int(random() * size)
        items[last], items[other] = items[other], items[last]


def seed_hash(match_id: str, seed: str) -> str:
    """What is published before a match, so that its seed can be checked afterwards."""
    return sha256(f"{match_id}:{seed}".encode()).hexdigest()


def deal_seed(root: str, deal: int) -> str:
    """Return the secret of one deal of a series, 256 bits in hex.

    It says nothing about the root or about another deal, so it may be known once it was played.
    """
    return _derived(root, f"deal:{deal}")


def series_match_id(root: str, block: int, rotation: int) -> str:
    """Return the id of a match of a series; nobody sees by it which matches share a deal."""
    return _derived(root, f"match:{block}:{rotation}")[:16]


def _derived(root: str, path: str) -> str:
    return hmac_digest(root.encode(), path.encode(), "sha256").hex()


@dataclass(frozen=True, slots=True)
class Deals:
    """Where the tiles come from: a seed, or given deals and what follows them."""

    root: str | None
    fixed: tuple[Any, ...] = ()
    repeat: bool = False
    match_id: str = ""
    """The match they are dealt for, which a game's messages name; empty where none is known."""

    @classmethod
    def seed(cls, seed: str | int) -> "Deals":
        """Every round dealt from its own stream of this seed."""
        return cls(root=str(seed))

    @classmethod
    def given(cls, deals: Sequence[Any], then: str | int = "error") -> "Deals":
        """These deals first; then an error, the same again ("repeat"), or a seed's."""
        if not deals:
            raise DealError("given deals: the list is empty; give at least one deal")
        if then in ("error", "repeat"):
            return cls(root=None, fixed=tuple(deals), repeat=then == "repeat")
        return cls(root=str(then), fixed=tuple(deals))

    def of_match(self, match_id: str) -> "Deals":
        """The same deals, for a match that has this id."""
        return replace(self, match_id=match_id)

    def given_for(self, round_number: int) -> Any | None:
        """The given deal of a round (the first is 1), or None when it comes from the seed."""
        index = round_number - 1
        if self.repeat:
            return self.fixed[index % len(self.fixed)]
        if index < len(self.fixed):
            return self.fixed[index]
        if self.root is None:
            raise DealError(f"round {round_number}: only {len(self.fixed)} deals were given")
        return None

    def stream(self, *path: str | int) -> Random:
        """The seed's generator for this purpose."""
        if self.root is None:
            raise DealError("these deals have no seed; give one as `then`")
        return stream(self.root, *path)

    def as_json(self) -> dict[str, Any]:
        """The form that logs and links carry; `from_json` reads it back."""
        if not self.fixed:
            return {"seed": self.root}
        then = "repeat" if self.repeat else "error" if self.root is None else self.root
        return {"given": list(self.fixed), "then": then}

    @classmethod
    def from_json(cls, data: Any) -> "Deals":
        """Read what `as_json` wrote."""
        match data:
            case {"seed": str() | int() as seed} if not isinstance(seed, bool):
                return cls.seed(seed)
            case {"given": list() as deals, "then": str() as then}:
                return cls.given(deals, then)
            case {"given": list() as deals} if "then" not in data:
                return cls.given(deals)
            case _:
                raise DealError('deals: expected {"seed": ...} or {"given": [...], "then": ...}')

"""Many tables of one game, stepped together by one call: for learning, with all seats to play.

At each table one seat is asked at a time. Where several decide at once, as for claims, they are
asked in turn and none sees what the others chose.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

from arena.errors import ArenaError
from arena.local.actions import Actions
from arena.local.loop import loaded_plugins
from arena.local.rewards import REWARDS, RewardFn, reward_function
from arena.match.match import Match
from arena.match.result import fresh_seed, new_match
from engine.game import AnyGame, RoundResult, Seat
from engine.rng import Deals
from engine.variants import VariantEntry

if TYPE_CHECKING:
    from arena.plugins.manager import Plugins


class Asked:
    """One of the tables: its match, and the seat that is asked."""

    __slots__ = ("match", "moves", "offer", "passed", "places", "seat", "waiting")

    match: Match
    moves: dict[Seat, Any]
    offer: tuple[Any, ...]
    passed: tuple[Seat, ...]
    places: list[int]
    """The indices of what is on offer, in its order; -1 for what has none."""
    seat: Seat
    waiting: list[Seat]

    def begin(self, match: Match, actions: Actions) -> list[RoundResult]:
        """Go to the first decision of a match; the rounds that ended before it."""
        self.match = match
        return self._ask(list(match.opening.results), actions)

    def answer(self, action: Any, actions: Actions) -> list[RoundResult] | None:
        """Take an action on offer: the rounds it closed, or None while others are to be asked."""
        match = self.match
        self.moves[self.seat] = action
        if len(self.offer) > 1:
            match.decisions += 1
        if self.waiting:
            self._next(actions)
            return None
        position = match.apply(self.moves, self.passed)
        return self._ask(list(position.results), actions)

    def _ask(self, results: list[RoundResult], actions: Actions) -> list[RoundResult]:
        """Go on to the next decision, or the end."""
        match = self.match
        while not match.over:
            self.moves = match.passes()
            self.passed = tuple(self.moves)
            if len(self.passed) < len(match.offers):
                self.waiting = [seat for seat in match.offers if seat not in self.passed]
                self._next(actions)
                break
            results += match.apply(self.moves, self.passed).results
        return results

    def _next(self, actions: Actions) -> None:
        seat = self.waiting.pop(0)
        self.seat, self.offer = seat, self.match.offers[seat]
        self.places = actions.places(self.match.state, self.offer)


class Tables:
    """So many matches side by side; where one is over, the next begins at that table."""

    def __init__(
        self,
        game: AnyGame,
        count: int,
        seats: int,
        seed: str,
        config: Mapping[str, Any] | None = None,
        variants: Sequence[VariantEntry] = (),
        reward: str | RewardFn = "points",
        *,
        records: bool = False,
    ) -> None:
        self.game, self.seed = game, seed
        self._records = records
        self._config, self._variants = config, variants
        self._reward = reward_function(reward)
        self._only_at_ends = isinstance(reward, str) and reward in REWARDS
        self._names = [f"seat{seat}" for seat in range(seats)]
        self._actions = Actions(game, variants)
        self.actions = self._actions.names
        """What there is to choose between, in an order that stays."""
        if not self.actions:
            raise ArenaError(
                f"{game.name} does not list its choices (Game.words), so none has an index"
            )
        self._nothing: Sequence[float] = (0.0,) * seats
        self._begun = [0] * count
        self._tables = [Asked() for _ in range(count)]
        self.rewards: list[Sequence[float]] = [self._nothing] * count
        """By table, what the last step brought to each seat."""
        self.over = [False] * count
        """By table, whether the last step ended its match; the next one has begun."""
        for number in range(count):
            self._begin(number)

    def __len__(self) -> int:
        return len(self._tables)

    @property
    def seats(self) -> list[Seat]:
        """By table, the seat that is asked."""
        return [table.seat for table in self._tables]

    @property
    def places(self) -> list[list[int]]:
        """By table, the indices that are legal now."""
        return [table.places for table in self._tables]

    @property
    def matches(self) -> list[Match]:
        """By table, the running match: its state and views, and its records where they are kept."""
        return [table.match for table in self._tables]

    def step(self, choices: Iterable[SupportsIndex]) -> None:
        """Answer at every table with the index of a legal action."""
        chosen = list(choices)
        if len(chosen) != len(self._tables):
            raise ArenaError(f"{len(chosen)} choices for {len(self._tables)} tables")
        # Nothing is changed unless all of them are legal.
        taken = [self._meant(number, choice) for number, choice in enumerate(chosen)]
        for number, action in enumerate(taken):
            table = self._tables[number]
            results = table.answer(action, self._actions)
            self.over[number] = table.match.over
            if results is None or (self._only_at_ends and not results and not table.match.over):
                self.rewards[number] = self._nothing
            else:
                self.rewards[number] = self._reward(table.match, results)
            if table.match.over:
                self._begin(number)

    def _meant(self, number: int, choice: SupportsIndex) -> Any:
        table = self._tables[number]
        place = choice.__index__()
        if place >= 0 and place in table.places:
            return table.offer[table.places.index(place)]
        legal = ", ".join([str(place) for place in table.places])
        raise ArenaError(f"table {number}: action {place} is not legal; legal are {legal}")

    def _begin(self, number: int) -> None:
        """Begin the next match at a table; one that its deal decides is passed over."""
        table = self._tables[number]
        while True:
            root = f"{self.seed}:{number}:{self._begun[number]}"
            self._begun[number] += 1
            match = new_match(
                self.game, self._names, Deals.seed(root),
                config=self._config, variants=self._variants,
            )  # fmt: skip
            match.keeps_records = self._records
            table.begin(match, self._actions)
            if not match.over:
                return

    # -- as arrays

    def encoded(self) -> bytes:
        """What the asked seats see in the game's own channels, one table after the other."""
        encode = self.game.encode
        return b"".join([encode(table.match.state, table.seat) for table in self._tables])

    def masks(self) -> bytearray:
        """By table and action, whether it is legal now: 1 or 0."""
        width = len(self.actions)
        mask = bytearray(width * len(self._tables))
        first = 0
        for table in self._tables:
            for place in table.places:
                if place >= 0:
                    mask[first + place] = 1
            first += width
        return mask


def tables(
    game: str | AnyGame,
    count: int,
    seats: int | None = None,
    seed: str | int | None = None,
    *,
    config: Mapping[str, Any] | None = None,
    variants: Sequence[VariantEntry] = (),
    reward: str | RewardFn = "points",
    records: bool = False,
    plugins: "Plugins | None" = None,
) -> Tables:
    """So many tables of a game that one call steps together; see docs/train.md.

    Their matches keep the moves, to be replayed, only with `records`: this takes time.
    """
    found = (plugins or loaded_plugins()).game(game) if isinstance(game, str) else game
    wanted = found.default_seats if seats is None else seats
    if wanted not in found.seats:
        allowed = ", ".join(map(str, found.seats))
        raise ArenaError(f"{found.name} has no table of {wanted} seats; it has {allowed}")
    if count < 1:
        raise ArenaError(f"{count} tables: expected at least one")
    root = fresh_seed() if seed is None else str(seed)
    return Tables(found, count, wanted, root, config, variants, reward, records=records)

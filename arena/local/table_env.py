"""A table with all its seats in the caller's hands: reset, step, clone."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

from arena.errors import ArenaError
from arena.local.actions import Actions
from arena.local.loop import loaded_plugins
from arena.local.rewards import RewardFn, reward_function
from arena.match.match import Advance, Fault, Match
from arena.match.result import fresh_seed, new_match
from engine.game import AnyGame, Outcome, Seat, View, Viewer
from engine.rng import Deals
from engine.variants import Position, VariantEntry, choose

if TYPE_CHECKING:
    from arena.plugins.manager import Plugins

Choice = str | SupportsIndex
"""A choice as in `legal`, or its place in `actions`: an int, or an integer of numpy."""


class Observation:
    """What a seat knows and may choose; worked out when it is asked for.

    It stays as it was when the table goes on. At the end nothing is legal.
    """

    __slots__ = ("_mask", "_match", "_offers", "_place", "_state", "_view", "legal", "seat")

    def __init__(self, table: "TableEnv", seat: Seat) -> None:
        request = table.match.pending.get(seat)
        self.seat = seat
        self.legal: tuple[str, ...] = request.legal if request else ()
        self._offers: tuple[Any, ...] = request.offers if request else ()
        # A state never changes, so that nothing needs to be worked out before it is asked for.
        self._match, self._state, self._place = table.match, table.match.state, table.place
        self._view: View | None = None
        self._mask: tuple[bool, ...] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        # What was known, without the match, which says what is hidden and cannot be pickled.
        return _kept, (self.seat, self.legal, self.view, self.mask, self._place)

    @property
    def view(self) -> View:
        """What the seat may know, as its bots would get it."""
        if self._view is None:
            self._view = self._match.rules.view(self._state, Viewer.player(self.seat))
        return self._view

    @property
    def places(self) -> list[int]:
        """The legal choices by their places in `actions`."""
        # A variant may offer what the plain game has no word for.
        return [self._place[choice] for choice in self.legal if choice in self._place]

    @property
    def mask(self) -> tuple[bool, ...]:
        """By the place in `actions`, whether it is legal now."""
        if self._mask is None:
            mask = [False] * len(self._place)
            for place in self.places:
                mask[place] = True
            self._mask = tuple(mask)
        return self._mask

    def shared(self, actions: Actions) -> list[int]:
        """The legal choices by the indices of the actions that stand for them."""
        return actions.places(self._state, self._offers)

    def encoded(self) -> bytes:
        """What the seat sees in the game's own channels; see `Game.encode`."""
        return self._match.game.encode(self._state, self.seat)


def _kept(
    seat: Seat, legal: tuple[str, ...], view: View, mask: tuple[bool, ...], place: dict[str, int]
) -> Observation:
    """An observation as it was pickled or copied."""
    seen = object.__new__(Observation)
    seen.seat, seen.legal, seen._view, seen._mask, seen._place = seat, legal, view, mask, place
    return seen


class TableEnv:
    """Match after match of one game, with every seat played by whoever calls `step`."""

    def __init__(
        self,
        game: AnyGame,
        players: Sequence[str],
        seed: str,
        config: Mapping[str, Any] | None = None,
        variants: Sequence[VariantEntry] = (),
        reward: str | RewardFn = "points",
    ) -> None:
        self.game, self.players, self.seed = game, tuple(players), seed
        added = [
            action.choice for item in choose(game, variants) for action in item.variant.actions
        ]
        self.actions: tuple[str, ...] = tuple(sorted({*game.words, *added}))
        """Every choice there is, spelled as in `legal`, in an order that stays."""
        self.place = {action: place for place, action in enumerate(self.actions)}
        """The place of each choice in `actions`."""
        self.matches = 0
        """How many were begun."""
        self._config, self._variants, self._reward = config, variants, reward_function(reward)
        self.reset()
        self.matches = 0

    # -- what happens

    def reset(self, seed: str | int | None = None) -> None:
        """Begin a match; without a seed the next one of the table's own."""
        root = f"{self.seed}:{self.matches}" if seed is None else str(seed)
        self.matches += 1
        self._begin(root)

    def step(self, seat: Seat, choice: Choice) -> tuple[float, ...]:
        """Answer for a seat that is awaited: what this brought to each seat."""
        text = self.choice(choice)
        request = self.match.pending.get(seat)
        action = request.find(text) if request else None
        if action is None:
            raise ArenaError(self._refusal(seat, text))
        return self.take(seat, action)

    def default(self, seat: Seat, received: Choice | None = None) -> tuple[float, ...]:
        """Play what the game plays for a seat without a legal answer, and note the fault."""
        if seat not in self.match.pending:
            raise ArenaError(self._refusal(seat, "the default"))
        legal = self.match.pending[seat].legal
        fault = Fault(seat, "illegal", "not a legal choice", str(received), legal)
        return self.take(seat, self.match.default(seat, fault))

    def take(self, seat: Seat, action: Any) -> tuple[float, ...]:
        """Take one of the actions on offer, as `match.pending` has them."""
        self._answers.append((seat, action.choice))
        advance = self.match.take(seat, action)
        self._go_on([] if advance is None else [advance])
        return self.rewards

    def _begin(self, root: str) -> None:
        self.root = root
        """The seed of the running match."""
        self.match = self._new_match()
        self._answers: list[tuple[Seat, str]] = []
        self._go_on([self.match.opening])

    def _new_match(self) -> Match:
        deals = Deals.seed(self.root)
        return new_match(
            self.game, self.players, deals, config=self._config, variants=self._variants
        )

    def _go_on(self, advances: list[Advance]) -> None:
        """Go on to the next decision or the end, and add up what it brought."""
        match = self.match
        while not match.pending and not match.over:
            advances.append(match.advance())
        self.advances = tuple(advances)
        """What the last call led to, step by step; empty while others are awaited."""
        if advances:
            self._step_began = len(self._answers)
            results = [result for advance in advances for result in advance.results]
            self.rewards = tuple(self._reward(match, results))
            """What the last call brought to each seat."""
        else:
            self.rewards = (0,) * self.seats

    def _refusal(self, seat: Seat, text: str) -> str:
        if self.over:
            return f"{text!r} is not legal: the match is over; call reset()"
        request = self.match.pending.get(seat)
        if request is None:
            awaited = ", ".join(map(str, self.awaited))
            return f"seat {seat} is not asked now; call step({self.awaited[0]}, ...): {awaited} is"
        return f"{text!r} is not legal; legal are {','.join(request.legal)}"

    # -- what is known

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.players)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that must still decide, in the order in which they are asked."""
        return tuple(self.match.pending)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.match.over

    @property
    def outcome(self) -> Outcome:
        """Points and ranks as they stand."""
        return self.match.outcome

    def observe(self, seat: Seat) -> Observation:
        """What a seat knows and may choose now."""
        if seat not in range(self.seats):
            raise ArenaError(f"seat {seat}: there are seats 0 to {self.seats - 1}")
        return Observation(self, seat)

    def choice(self, choice: Choice) -> str:
        """The text of a choice that may be given by its place in `actions`."""
        if isinstance(choice, str):
            return choice
        place = choice.__index__()
        if place not in range(len(self.actions)):
            raise ArenaError(f"action {place}: there are 0 to {len(self.actions) - 1}")
        return self.actions[place]

    # -- copies

    def clone(self) -> "TableEnv":
        """A table of its own that stands where this one stands, with the same deals to come."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._answers = list(self._answers)
        twin.match = match = self._new_match()
        match.records, match.n = list(self.match.records), self.match.n
        match.reach(Position(self.match.state, self.match.offers, ()))
        for seat, choice in self._answers[self._step_began :]:
            match.answer(seat, choice)
        match.decisions = self.match.decisions
        return twin

    def __deepcopy__(self, _memo: dict[int, Any]) -> "TableEnv":
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        # A compiled match cannot be pickled: its seed and moves can, and lead to it again.
        made = ("match", "advances", "rewards", "_step_began")
        kept = {name: value for name, value in self.__dict__.items() if name not in made}
        return {**kept, "game": packed_game(self.game)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, game=unpacked_game(state["game"]))
        answers = self._answers
        self._begin(self.root)
        for seat, choice in answers:
            self.step(seat, choice)


def packed_game(game: AnyGame) -> str | AnyGame:
    """A game as it is pickled: by its name if it is installed; variants may hold anything."""
    found = loaded_plugins().games.get(game.name)
    same = type(found) is type(game) and found.added_variants.keys() == game.added_variants.keys()
    return game.name if same else game


def unpacked_game(packed: str | AnyGame) -> AnyGame:
    """The game that was packed."""
    return loaded_plugins().game(packed) if isinstance(packed, str) else packed


def table_env(
    game: str | AnyGame,
    seats: int | None = None,
    seed: str | int | None = None,
    *,
    config: Mapping[str, Any] | None = None,
    variants: Sequence[VariantEntry] = (),
    reward: str | RewardFn = "points",
    plugins: "Plugins | None" = None,
) -> TableEnv:
    """A table whose every seat the caller plays; see docs/train.md."""
    found = (plugins or loaded_plugins()).game(game) if isinstance(game, str) else game
    wanted = found.default_seats if seats is None else seats
    if wanted not in found.seats:
        allowed = ", ".join(map(str, found.seats))
        raise ArenaError(f"{found.name} has no table of {wanted} seats; it has {allowed}")
    root = fresh_seed() if seed is None else str(seed)
    names = [f"seat{seat}" for seat in range(wanted)]
    return TableEnv(found, names, root, config, variants, reward)

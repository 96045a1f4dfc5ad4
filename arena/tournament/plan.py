"""What a tournament is to be: read from a file or flags, checked once, kept as plain data."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from arena.errors import TournamentError, UnknownNameError
from arena.match.result import fresh_seed
from arena.tournament.sequential import Hypotheses
from engine.config import as_json

if TYPE_CHECKING:
    from arena.plugins.manager import Plugins
    from engine.game import AnyGame
    from engine.variants import VariantEntry

Format = Literal["round-robin", "gauntlet", "swiss", "league", "compare", "knock-out"]
RUN: Final = tuple(form for form in get_args(Format) if form != "knock-out")
"""The formats that are played without an event."""
NAMED: Final = re.compile(r"([\w.#@-]+)=(.+)")
MOST_ENTRANTS: Final = 256
COUNTS: Final = {"deals": 1_000_000, "rounds": 1000, "challengers": MOST_ENTRANTS}
"""What is counted, with the most of each."""
PLAIN: Final = 1
"""The derivation of earlier versions: the seed of a deal tells those of all the others."""
SECRET: Final = 2
"""The derivation of today: every deal has a secret of its own."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot that takes part; `digest` is that of its file, so that a change is noticed."""

    name: str
    spec: str
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Stage:
    """A stretch of a league: who takes part in it, and for how many deals."""

    members: int
    deals: int


@dataclass(frozen=True, slots=True)
class Plan:
    """All that determines a tournament's schedule and, with the bots, its results."""

    game: str
    game_version: int
    entrants: tuple[Entrant, ...]
    units: tuple[int, ...]
    """Seat by seat the number of its team; where nobody has a partner, of the seat."""
    seed: str
    format: Format = "round-robin"
    deals: int = 100
    rounds: int = 1
    challengers: int = 1
    config: Mapping[str, Any] = field(default_factory=dict)
    variants: tuple["VariantEntry", ...] = ()
    plugins: tuple[str, ...] = ()
    stages: tuple[Stage, ...] = ()
    sprt: tuple[float, float, float, float] | None = None
    """For A against B: the two differences to tell apart, and the two error rates."""
    sprt_in_spreads: bool = False
    """Whether these are multiples of the standard deviation of a deal's difference."""
    measure: Literal["places", "points"] = "places"
    name: str = ""
    derivation: int = SECRET
    """How the seeds of the deals follow from the tournament's."""
    drawn: tuple[tuple[int, tuple[int, ...]], ...] | None = None
    """Of an event: deal and table of every block that was drawn so far."""

    @property
    def size(self) -> int:
        """How many units sit at a table."""
        return max(self.units) + 1

    @property
    def names(self) -> tuple[str, ...]:
        """The entrants' names, by number."""
        return tuple(entrant.name for entrant in self.entrants)

    def seats(self, table: Sequence[int]) -> tuple[int, ...]:
        """The entrant at every seat, from the entrants of the units."""
        return tuple(table[unit] for unit in self.units)

    def as_json(self) -> dict[str, Any]:
        """Plain data, from which `read_plan` makes the plan again."""
        data = asdict(self)
        if self.derivation == PLAIN:
            del data["derivation"]  # as it was kept, so that its hash is the same
        if not self.sprt_in_spreads:
            del data["sprt_in_spreads"]  # likewise
        if self.drawn is None:
            del data["drawn"]  # likewise
        return data

    @property
    def hash(self) -> str:
        """The same for the same tournament only; what it is called does not count."""
        told = self.as_json() | {"name": ""}
        return sha256(dumps(told, sort_keys=True).encode()).hexdigest()


def read_plan(data: Mapping[str, Any]) -> Plan:
    """The plan that `Plan.as_json` gave."""
    drawn = data.get("drawn")
    return Plan(
        **{
            "derivation": PLAIN,
            **data,
            "entrants": tuple(Entrant(**entrant) for entrant in data["entrants"]),
            "stages": tuple(Stage(**stage) for stage in data["stages"]),
            "sprt": tuple(data["sprt"]) if data["sprt"] else None,
            "drawn": None if drawn is None else tuple((deal, (*table,)) for deal, table in drawn),
            **{key: tuple(data[key]) for key in ("units", "variants", "plugins")},
        }
    )


def read_file(path: Path) -> dict[str, Any]:
    """The settings of a tournament file, with the paths in it made absolute."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise TournamentError(f"{path}: {error.strerror}; give a tournament file (.toml)") from None
    except ValueError as error:
        raise TournamentError(f"{path}: {error}") from None
    here = path.absolute().parent
    data["plugins"] = [str(here / plugin) for plugin in listed(data, "plugins")]
    data["bots"] = [absolute(text, here) for text in listed(data, "bots")]
    return {"name": path.stem, **data}


def listed(data: Mapping[str, Any], key: str) -> list[str]:
    """A list of texts; a table of bots is one of `name=spec`."""
    found = data.get(key, [])
    if key == "bots" and isinstance(found, dict):
        found = [f"{name}={spec}" for name, spec in found.items()]
    if not isinstance(found, list | tuple) or not all(isinstance(item, str) for item in found):
        raise TournamentError(f"{key}: a list of texts wanted, got {found!r}")
    return list(found)


def absolute(text: str, here: Path) -> str:
    """A bot with the path of its file in full, so that workers and later runs find it."""
    name, spec = split_name(text)
    prefix = "box:" if spec.startswith("box:") else ""
    target = spec.removeprefix(prefix)
    if ".py" not in target or ":" in target.partition(".py")[0]:
        return text
    return f"{name}{'=' if name else ''}{prefix}{here / target}"


def split_name(text: str) -> tuple[str, str]:
    """`name=spec` in two; a spec alone has no name."""
    named = NAMED.fullmatch(text)
    return (named[1], named[2]) if named else ("", text)


def make_plan(settings: Mapping[str, Any], plugins: "Plugins") -> Plan:
    """A plan from the settings of a file or of flags; TournamentError says what is wrong."""
    known = {*COUNTS, "game", "bots", "format", "seed", "seats", "config", "variants", "plugins"}
    for key in settings:
        if key not in known | {"name", "sprt", "sprt_in_spreads", "measure"}:
            raise UnknownNameError("setting of a tournament", key, known | {"name"})
    if not settings.get("game"):
        raise TournamentError("game: which one? see `arena games`")
    game = plugins.game(str(settings["game"]))
    form = settings.get("format", "round-robin")
    if form not in RUN:
        raise TournamentError(f"format: {' or '.join(RUN)}, not {form!r}")
    counts: dict[str, Any] = {key: _count(settings, key) for key in COUNTS if key in settings}
    config = dict(settings.get("config", {}))
    units = units_of(game, config, settings.get("seats"))
    entrants = find_entrants(listed(settings, "bots"), game, plugins)
    plan = Plan(
        game.name,
        game.version,
        entrants,
        units,
        str(settings.get("seed", "") or fresh_seed()),
        form,
        config=plain_config(game, config),
        variants=plain_variants(game, settings.get("variants", ())),
        plugins=tuple(listed(settings, "plugins")),
        name=str(settings.get("name", "")),
        sprt=read_sprt(settings.get("sprt")),
        sprt_in_spreads=bool(settings.get("sprt_in_spreads")),
        measure=read_measure(settings.get("measure") or usual_measure(game)),
    )
    plan = replace(plan, **counts)
    check_rules(game, plan)
    return with_stage(checked(plan))


def read_sprt(given: object) -> tuple[float, float, float, float] | None:
    """`[h0, h1]`, or with the two error rates; TournamentError tells the right form."""
    if given is None:
        return None
    if not isinstance(given, list | tuple) or len(given) not in (2, 4):
        raise TournamentError(f"sprt: [h0, h1] or [h0, h1, alpha, beta], got {given!r}")
    if not all(isinstance(number, int | float) for number in given):
        raise TournamentError(f"sprt: numbers wanted, got {given!r}")
    h0, h1, *rates = map(float, given)
    alpha, beta = rates or (0.05, 0.05)
    claim = Hypotheses(h0, h1, alpha, beta)
    return claim.h0, claim.h1, claim.alpha, claim.beta


def usual_measure(game: "AnyGame") -> Literal["places", "points"]:
    """Return the measure by which a comparison at this game needs the fewest deals."""
    return "points" if game.by_points else "places"


def read_measure(given: object) -> Literal["places", "points"]:
    """What a comparison counts in."""
    if given in ("places", "points"):
        return "points" if given == "points" else "places"
    raise TournamentError(f"measure: places or points, not {given!r}")


def _count(settings: Mapping[str, Any], key: str) -> int:
    value = settings[key]
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= COUNTS[key]:
        raise TournamentError(f"{key}: a number from 1 to {COUNTS[key]}, got {value!r}")
    return value


def plain_config(game: "AnyGame", given: Mapping[str, Any]) -> dict[str, Any]:
    """The options in full, so that a later default changes nothing."""
    return dict(as_json(game.config(given)))


def plain_variants(game: "AnyGame", given: object) -> tuple["VariantEntry", ...]:
    """The variants in order with all their options, so that a later default changes nothing."""
    from engine.variants import Rules

    if not isinstance(given, list | tuple | str | Mapping):
        raise TournamentError(f"variants: a list of names wanted, got {given!r}")
    return Rules(game, given).variants


def units_of(game: "AnyGame", config: Mapping[str, Any], seats: object) -> tuple[int, ...]:
    """Seat by seat the number of the team that sits there."""
    number = game.default_seats if seats is None else seats
    if not isinstance(number, int) or number not in game.seats:
        allowed = ", ".join(map(str, game.seats))
        raise TournamentError(f"seats: {game.name} has tables of {allowed}, not of {number!r}")
    teams = game.teams(game.config(config), number)
    team_of = {seat: team for team, seats in enumerate(teams) for seat in seats}
    return tuple(team_of[seat] for seat in range(number))


def check_rules(game: "AnyGame", plan: Plan) -> None:
    """Deal once, so that options or variants that do not go together are told now."""
    from arena.match.result import new_match
    from engine.rng import Deals

    names = [str(seat) for seat in plan.units]
    new_match(game, names, Deals.seed(plan.seed), config=plan.config, variants=plan.variants)


def find_entrants(texts: Sequence[str], game: "AnyGame", plugins: "Plugins") -> tuple[Entrant, ...]:
    """The bots named; each must exist, play the game and have a name of its own.

    The texts are those of a command line or file, or what a hall has let in (`check_open`).
    """
    from arena.plugins.bot_specs import CommandLineSpec, check_plays, find_player

    if len(texts) > MOST_ENTRANTS:
        raise TournamentError(f"bots: {MOST_ENTRANTS} at most, got {len(texts)}")
    entrants: list[Entrant] = []
    for text in texts:
        name, spec = split_name(absolute(text, Path.cwd()))
        player = find_player(CommandLineSpec(spec), plugins)
        check_plays(game, player)
        boxed = spec.startswith("box:")
        name = name or (Path(spec).stem if boxed else player.name)
        if name in {entrant.name for entrant in entrants}:
            raise TournamentError(f"bots: two are called {name!r}; write other-name={spec}")
        entrants.append(Entrant(name, spec, file_digest(spec)))
    return tuple(entrants)


def file_digest(spec: str) -> str:
    """SHA-256 of a bot's file; nothing for a bot without one."""
    target = spec.removeprefix("box:")
    path, _, class_name = target.partition(".py:")
    file = Path(f"{path}.py" if class_name else target)
    return sha256(file.read_bytes()).hexdigest() if file.is_file() else ""


def checked(plan: Plan) -> Plan:
    """TournamentError unless there are enough entrants for the format."""
    number = len(plan.entrants)
    if plan.format == "swiss" and 0 < number < plan.size:
        raise TournamentError(f"swiss: at least {plan.size} bots for one table, got {number}")
    if plan.format == "gauntlet" and number and number <= plan.challengers:
        raise TournamentError(
            f"gauntlet: {plan.challengers} challengers and at least one other, got {number} bots"
        )
    if plan.format == "compare" and number not in (2, 3):
        raise TournamentError(f"compare: two bots, or a third to play against; got {number}")
    return plan


def with_stage(plan: Plan) -> Plan:
    """A league's first stage: everybody, for the deals asked for."""
    if plan.format != "league":
        return plan
    return replace(plan, stages=(Stage(len(plan.entrants), plan.deals),))


def longer(plan: Plan, deals: int, newcomers: Sequence[Entrant] = ()) -> Plan:
    """A league that goes on for so many deals more, with newcomers."""
    if plan.format != "league":
        raise TournamentError(f"only a league goes on; this is a {plan.format} tournament")
    for newcomer in newcomers:
        if newcomer.name in plan.names:
            raise TournamentError(f"{newcomer.name!r} is in the league already")
    entrants = plan.entrants + tuple(newcomers)
    stages = (*plan.stages, Stage(len(entrants), deals))
    return replace(plan, entrants=entrants, stages=stages, deals=plan.deals + deals)

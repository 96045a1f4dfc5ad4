"""Start, go on with, and end tournaments: what the command line and a server both call."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from arena.errors import TournamentError
from arena.tournament.plan import SECRET, Entrant, Plan, file_digest, longer
from arena.tournament.report import Report, as_json, make_report
from arena.tournament.repository import Kept, Repository
from arena.tournament.results import Played
from arena.tournament.runner import Runner, Watch, open_workers
from arena.tournament.schedule import MatchKey, Schedule

if TYPE_CHECKING:
    from arena.plugins.manager import Plugins


@dataclass(slots=True)
class Tournament:
    """A tournament about to run, or to go on; `runner.cancel()` stops it from any thread."""

    id: str
    runner: Runner
    archive: Repository

    @property
    def schedule(self) -> Schedule:
        """What is played."""
        return self.runner.schedule

    @property
    def report(self) -> Report:
        """The tables as they stand."""
        return make_report(self.schedule, self.runner.progress.results)

    def run(
        self,
        jobs: int = 1,
        cluster: str = "",
        plugins: "Plugins | None" = None,
        *,
        apart: bool = False,
    ) -> Report:
        """Play what is missing. A run that was stopped stays open, and can be gone on with.

        One job is played in this very process, unless it is to be `apart` from it.
        """
        with open_workers(jobs, cluster, apart=apart) as workers:
            self.runner.run(workers)
        report = self.report
        if not self.runner.cancelled:
            self.archive.close(self.id, "finished", as_json(report))
            if plugins is not None:
                name = self.schedule.plan.name or self.id
                plugins.tell("arena_tournament_finished", name=name, standings=report.standings)
        return report


def quietly(_progress: object) -> None:
    """Watch nothing."""


def start(
    plan: Plan, archive: Repository, *, watch: Watch = quietly, place: str = ""
) -> Tournament:
    """A new tournament, kept before its first match; its id tells of a place other than here."""
    schedule = Schedule(plan)
    tournament_id = "-".join(part for part in (plan.game, place, token_hex(3)) if part)
    archive.create(Kept(tournament_id, plan, schedule.hash))
    return Tournament(tournament_id, Runner(schedule, archive, tournament_id, watch=watch), archive)


def go_on(
    kept: Kept,
    archive: Repository,
    *,
    watch: Watch = quietly,
    deals: int = 0,
    newcomers: Sequence[Entrant] = (),
) -> Tournament:
    """An interrupted tournament from where it stood, or a league for some deals more."""
    if kept.plan.drawn is not None:
        raise TournamentError(
            f"{kept.id} is an event; its server runs it: arena event show {kept.id}"
        )
    if kept.state == "cancelled":
        raise TournamentError(f"{kept.id} was cancelled; start it again with tournament run")
    schedule = proven(kept)
    if kept.plan.derivation != SECRET:
        raise TournamentError(
            f"{kept.id} was begun by an earlier version, which made other deals of its seed;"
            " it cannot go on: start it again with `arena tournament run`"
        )
    check_files(kept.plan.entrants)
    if deals or newcomers:
        plan = longer(kept.plan, deals, newcomers)
        schedule = Schedule(plan)
        archive.extend(replace(kept, plan=plan, hash=schedule.hash, state="running", report=None))
    results = checked_results(schedule, archive.results(kept.id))
    runner = Runner(schedule, archive, kept.id, watch=watch, results=results)
    return Tournament(kept.id, runner, archive)


def proven(kept: Kept) -> Schedule:
    """The schedule of a kept plan; TournamentError unless it is the one that was begun."""
    schedule = Schedule(kept.plan)
    if schedule.hash != kept.hash:
        raise TournamentError(
            f"{kept.id}: this arena makes another schedule of its plan"
            f" ({schedule.hash[:12]}, it was {kept.hash[:12]}); its results cannot be added to"
        )
    return schedule


def check_files(entrants: Sequence[Entrant]) -> None:
    """TournamentError if a bot's file is not the one that began."""
    for entrant in entrants:
        if file_digest(entrant.spec) != entrant.digest:
            raise TournamentError(
                f"{entrant.spec} is not what it was when the tournament began;"
                " put it back, or start another tournament"
            )


def check_game(plan: Plan, plugins: "Plugins") -> None:
    """TournamentError if the game's rules have changed meanwhile."""
    version = plugins.game(plan.game).version
    if version != plan.game_version:
        raise TournamentError(
            f"{plan.game} is at version {version}; the tournament began with {plan.game_version}"
        )


def checked_results(
    schedule: Schedule, results: Mapping[MatchKey, Played]
) -> dict[MatchKey, Played]:
    """Results that belong to the schedule; for Swiss, rounds grow as far as results go."""
    from arena.tournament.standings import mean_places

    found: dict[MatchKey, Played] = {}
    seen = 0
    while True:
        for block in schedule.blocks[seen:]:
            found |= {key: results[key] for key in schedule.matches(block) if key in results}
        seen = len(schedule.blocks)
        missing = any(k not in found for b in schedule.blocks for k in schedule.matches(b))
        if schedule.complete or missing or len(found) == len(results):
            break
        schedule.next_round(mean_places(schedule, found))
    if len(found) != len(results):
        raise TournamentError(
            f"{len(results) - len(found)} results belong to no match of the schedule"
        )
    return found


def summary(kept: Kept, done: int) -> dict[str, Any]:
    """One line of a list of tournaments."""
    plan = kept.plan
    return {
        "id": kept.id,
        "name": plan.name,
        "state": kept.state,
        "game": plan.game,
        "format": plan.format,
        "bots": len(plan.entrants),
        "done": done,
        "hash": kept.hash[:12],
    }

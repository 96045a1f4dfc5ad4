"""The certificate of a tournament: what it claims, and how that is checked."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from arena.errors import ArenaError, CertificateError, TournamentError
from arena.plugins.bot_specs import house_player
from arena.tournament.certificate import Claims, agree
from arena.tournament.lifecycle import check_game, checked_results
from arena.tournament.plan import Plan, read_plan
from arena.tournament.report import estimate, make_report
from arena.tournament.repository import Kept
from arena.tournament.results import Played
from arena.tournament.schedule import MatchKey, Schedule
from arena.tournament.standings import Standing
from arena.tournament.worker import Setting, Task, play_task
from engine.rng import seed_hash
from engine.variants import logged_variants

if TYPE_CHECKING:
    from arena.plugins.manager import Plugins

KIND: Final = "tournament"
DIGITS: Final = 3
STAND_IN: Final = "random"
"""Fills the place of a bot that is not here; none of its matches is played."""


def claims_of(kept: Kept, schedule: Schedule, results: Mapping[MatchKey, Played]) -> Claims:
    """Return what a finished tournament's certificate claims."""
    if not kept.told_seed:
        raise CertificateError(
            f"{kept.id}: its seed is still secret; only a tournament that is over can be certified"
        )
    names = kept.plan.names
    return {
        "kind": KIND,
        "subject": kept.id,
        "game": kept.plan.game,
        "state": kept.state,
        "seed_hash": kept.seed_hash,
        "schedule_hash": kept.hash,
        "plan": kept.plan.as_json(),
        "matches": [
            {
                "id": schedule.match_id(key),
                "block": key[0],
                "rotation": key[1],
                "players": [names[who] for who in schedule.entrants_at(key)],
                "points": list(results[key].points),
                "ranks": list(results[key].ranks),
            }
            for key in sorted(results)
        ],
        "standings": standings_of(schedule, results),
        "verdict": make_report(schedule, results).verdict,
    }


def standings_of(schedule: Schedule, results: Mapping[MatchKey, Played]) -> list[dict[str, Any]]:
    """Return the table as it is certified, rounded to what anybody reads."""
    return [standing_row(row) for row in make_report(schedule, results).standings]


def standing_row(row: Standing) -> dict[str, Any]:
    """Return one row of the certified table."""
    found = {"rating": row.rating, "place": row.place, "points": row.points}
    return {
        "rank": row.rank,
        "bot": row.name,
        "matches": row.matches,
        "ranks": row.ranks and list(row.ranks),
        **{name: rounded(estimate(each)) for name, each in found.items()},
    }


def rounded(found: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return an estimate with few digits."""
    if found is None:
        return None
    return {k: round(v, DIGITS) if isinstance(v, float) else v for k, v in found.items()}


def check(claims: Claims) -> Iterator[str]:
    """Yield what holds; CertificateError at the first claim that does not."""
    plan, schedule, results = read_claims(claims)
    if seed_hash(claims["subject"], plan.seed) != claims.get("seed_hash"):
        raise CertificateError("the seed is not the one whose hash was published at the start")
    yield "the seed is the one whose hash was published"
    yield f"the schedule follows from plan and seed: {claims['schedule_hash'][:12]}"
    names = plan.names
    for row in claims["matches"]:
        key = row["block"], row["rotation"]
        seated = [names[who] for who in schedule.entrants_at(key)]
        if (row["id"], row["players"]) != (schedule.match_id(key), seated):
            raise CertificateError(f"match {row['id']}: not the one that the schedule has there")
    total = schedule.total
    yield f"{len(results)} of {total} matches, each with the players and the deal of the schedule"
    if claims.get("state") == "finished" and len(results) < total and not _decided(plan):
        raise CertificateError(
            f"{total - len(results)} matches of a finished tournament are missing"
        )
    if not agree(claims.get("standings"), standings_of(schedule, results)):
        raise CertificateError("the standings do not follow from the results")
    if claims.get("verdict") != make_report(schedule, results).verdict:
        raise CertificateError("the verdict does not follow from the results")
    yield "the standings follow from the results"


def _decided(plan: Plan) -> bool:
    """Return whether a tournament may end before its last match."""
    return plan.format == "compare" and plan.sprt is not None


def read_claims(claims: Claims) -> tuple[Plan, Schedule, dict[MatchKey, Played]]:
    """Return plan, schedule and results; CertificateError if they are not of one piece."""
    try:
        plan = read_plan(claims["plan"])
        schedule = Schedule(plan)
        if schedule.hash != claims["schedule_hash"]:
            raise CertificateError("the plan gives another schedule than the one claimed")
        given = {played.key: played for played in map(read_match, claims["matches"])}
        results = checked_results(schedule, given)
        if any(len(played.points) != len(plan.units) for played in given.values()):
            raise CertificateError("a match has more or fewer seats than its table")
    except (ArenaError, LookupError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, CertificateError):
            raise
        text = str(error) if isinstance(error, TournamentError) else "its claims cannot be read"
        raise CertificateError(text) from None
    if len(given) != len(claims["matches"]):
        raise CertificateError("a match is claimed twice")
    return plan, schedule, results


def read_match(row: Mapping[str, Any]) -> Played:
    """Return a certified match as a result; nothing is claimed of faults and times."""
    points, ranks = ([int(value) for value in row[name]] for name in ("points", "ranks"))
    nothing = (0,) * len(points)
    if len(ranks) != len(points):
        raise ValueError("ranks and points differ in number")
    key = int(row["block"]), int(row["rotation"])
    return Played(key, tuple(points), tuple(ranks), decisions=nothing, micros=nothing)


def play_again(claims: Claims, plugins: "Plugins", most: int) -> Iterator[str]:
    """Play matches of house bots again and compare; yield how many agreed, and what could not.

    Bots of files are not at hand for who checks, and one that draws lots of its own, or was
    stopped by its clock, need not play the same match again.
    """
    plan, schedule, results = read_claims(claims)
    check_game(plan, plugins)
    # A certificate comes from outside: its bots are looked up by name, never loaded from a path.
    house = {n for n, who in enumerate(plan.entrants) if who.spec in plugins.bots}
    game = plugins.game(plan.game)
    players = tuple(
        replace(house_player(who.spec if n in house else STAND_IN, plugins), name=who.name)
        for n, who in enumerate(plan.entrants)
    )
    setting = Setting(game, players, plan.config, logged_variants(game, plan.variants), plugins)
    played = 0
    for key in sorted(results):
        entrants = schedule.entrants_at(key)
        if played >= most or not set(entrants) <= house:
            continue
        block = schedule.blocks[key[0]]
        seats = plan.seats(block.table)
        task = Task(key, block.seed(plan), schedule.match_id(key), seats)
        row = play_task(setting, task)
        if (tuple(row["points"]), tuple(row["ranks"])) != (results[key].points, results[key].ranks):
            raise CertificateError(
                f"match {schedule.match_id(key)} played again gives {row['points']},"
                f" not {list(results[key].points)}"
            )
        played += 1
    yield f"{played} matches between house bots played again from their seeds, with equal results"
    others = [who.name for n, who in enumerate(plan.entrants) if n not in house]
    if others:
        yield f"not played again: matches of {', '.join(others)}, whose files are not here"

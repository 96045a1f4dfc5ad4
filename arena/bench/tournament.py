"""How much of the machine a tournament uses: processes beside the plain loop, by turns."""

from dataclasses import dataclass, replace
from statistics import median
from time import perf_counter

from arena.local.series import play_turned
from arena.plugins.manager import Plugins
from arena.tournament.executors import Workers, local_workers
from arena.tournament.plan import Plan, make_plan
from arena.tournament.repository import Kept, Memory
from arena.tournament.runner import Runner
from arena.tournament.schedule import Schedule
from arena.tournament.worker import read_setting, setting_of

ROUNDS = 5
WARM_UP = 4
"""Deals played before anything is measured, so that every worker has loaded its bots."""


@dataclass(frozen=True, slots=True)
class TournamentBench:
    """Matches a second of either side, and the median share of the cores that is used."""

    jobs: int
    plain: float
    tournament: float
    ratio: float


def bench_tournament(
    plugins: Plugins, game: str, *, jobs: int = 2, seconds: float = 2.0, rounds: int = ROUNDS
) -> TournamentBench:
    """The same matches by the plain loop and by a tournament of so many processes, by turns."""
    plan = bench_plan(plugins, game)
    pace = plain_seconds(replace(plan, deals=WARM_UP)) / WARM_UP
    deals = max(2, round(seconds / pace))
    plain, shared, ratios = [], [], []
    with local_workers(jobs) as workers:
        tournament_seconds(replace(plan, deals=WARM_UP * jobs), workers)
        for number in range(rounds):
            fresh = replace(plan, deals=deals, seed=f"bench:{number}")
            matches = Schedule(fresh).total
            plain.append(matches / plain_seconds(fresh))
            shared.append(matches / tournament_seconds(fresh, workers))
            ratios.append(shared[-1] / (jobs * plain[-1]))
    return TournamentBench(jobs, median(plain), median(shared), median(ratios))


def bench_plan(plugins: Plugins, game: str) -> Plan:
    """A game's own bots, strongest first, with its short options."""
    from arena.server.demo import field_of

    table = plugins.game(game)
    bots = list(dict.fromkeys(field_of(plugins, table)))
    settings = {"game": game, "bots": bots, "seed": "bench", "config": dict(table.short)}
    return make_plan(settings, plugins)


def plain_seconds(plan: Plan) -> float:
    """Return how long the plain loop takes for all matches of a plan."""
    setting = read_setting(setting_of(plan))
    schedule = Schedule(plan)
    begin = perf_counter()
    for block in schedule.blocks:
        players = [setting.players[who] for who in plan.seats(block.table)]
        for key in schedule.matches(block):
            seed, identity = block.seed(plan), schedule.match_id(key)
            play_turned(setting.game, players, key[1], seed, identity, plan.config, plan.variants)
    return perf_counter() - begin


def tournament_seconds(plan: Plan, workers: Workers) -> float:
    """Return how long a tournament takes for them, its processes being there already."""
    schedule, archive = Schedule(plan), Memory()
    archive.create(Kept("bench", plan, schedule.hash))
    begin = perf_counter()
    Runner(schedule, archive, "bench").run(workers)
    return perf_counter() - begin

"""Plots as SVG text: ratings with whiskers, and how a mean place settled."""

from collections.abc import Sequence
from html import escape
from itertools import accumulate

from arena.local.notebook import LEFT, RIGHT, WIDTH, figure, whisker_plot
from arena.tournament.results import Line, by_deal
from arena.tournament.standings import Standing

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d1f", "#666666")
"""Okabe and Ito's, which everybody can tell apart; then they begin again."""


def rating_plot(rows: Sequence[Standing]) -> str:
    """Every rating as a point on its interval."""
    ratings = [(row.name, row.rating) for row in rows]
    return whisker_plot("Ratings with their 95 % intervals", ratings)


def course_plot(lines: Sequence[Line], names: Sequence[str]) -> str:
    """How everybody's mean place settled, deal by deal."""
    deals = list(by_deal(lines).values())
    courses = {who: course(deals, who) for who in range(len(names))}
    worst = max((len(line.entrants) for line in lines), default=2)
    height = 240

    def at(number: int, place: float) -> str:
        x = LEFT + number / max(len(deals) - 1, 1) * (WIDTH - LEFT - RIGHT)
        return f"{x:.1f} {10 + (place - 1) / (worst - 1 or 1) * (height - 40):.1f}"

    parts = []
    for who, places in courses.items():
        colour = COLOURS[who % len(COLOURS)]
        shown = thinned([(number, place) for number, place in enumerate(places) if place])
        if shown:
            path = "L".join(at(number, place) for number, place in shown)
            parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        y = 16 + 18 * who
        parts.append(f'<text x="{LEFT - 26}" y="{y}" text-anchor="end">{escape(names[who])}</text>')
        parts.append(f'<rect x="{LEFT - 22}" y="{y - 9}" width="10" height="10" fill="{colour}"/>')
    parts += [
        f'<text x="{LEFT}" y="{height - 8}">1 deal</text>',
        f'<text x="{WIDTH - RIGHT}" y="{height - 8}" text-anchor="end">{len(deals)} deals</text>',
    ]
    return figure("Mean place so far, first at the top", max(height, 18 * len(names) + 20), parts)


def course(deals: Sequence[Sequence[Line]], who: int) -> list[float]:
    """An entrant's mean place after each deal; 0 before its first."""
    sums, counts = [], []
    for deal in deals:
        own = [
            p for line in deal for e, p in zip(line.entrants, line.places2, strict=True) if e == who
        ]
        sums.append(sum(own))
        counts.append(2 * len(own))
    pairs = zip(accumulate(sums), accumulate(counts), strict=True)
    return [total / many if many else 0.0 for total, many in pairs]


def thinned(points: Sequence[tuple[int, float]], most: int = 300) -> list[tuple[int, float]]:
    """No more points than can be seen; the last one stays."""
    step = max(1, -(-len(points) // most))
    return [*points[:-1:step], *points[-1:]]

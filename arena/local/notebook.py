"""What notebooks show: tables, whiskers and progress, and rows as a pandas frame."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib.util import find_spec
from typing import Any, Final, Protocol, TypeVar

from arena.errors import ArenaError

T = TypeVar("T")
STYLE: Final = (
    "<style>.arena th,.arena td{text-align:left;padding:.2rem .8rem .2rem 0}"
    ".arena svg{max-width:45rem;font-size:12px}.arena svg text{fill:currentColor}"
    ".arena .mark{fill:#0072b2}.arena .line{stroke:currentColor;stroke-width:1.5;fill:none}"
    ".arena .zero{stroke:#8888;stroke-dasharray:3}</style>"
)
"""The look of the report pages, for what stands inside a notebook's cell."""
MOST_ROWS: Final = 200
"""Rows of a table that are shown; the rest is counted."""
WIDTH, ROW, LEFT, RIGHT = 720, 26, 160, 20


class Estimate(Protocol):
    """A mean with its interval, where there is one."""

    @property
    def mean(self) -> float:
        """The mean."""

    @property
    def low(self) -> float | None:
        """The lower end."""

    @property
    def high(self) -> float | None:
        """The upper end."""


class NoPandasError(ArenaError):
    """There is no pandas to make a frame with."""

    def __init__(self) -> None:
        super().__init__("to_frame needs pandas: pip install pandas")


def cell(*parts: str) -> str:
    """Return parts as the output of one cell."""
    return f'{STYLE}<div class="arena">{"".join(parts)}</div>'


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows, headings first, as an HTML table of a bounded length."""
    heading, *body = rows
    shown = body[:MOST_ROWS]
    lines = ["".join(f"<td>{escape(text)}</td>" for text in row) for row in shown]
    head = "".join(f"<th>{escape(text)}</th>" for text in heading)
    more = f"<p>... and {len(body) - len(shown)} more rows</p>" if len(body) > len(shown) else ""
    filled = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{filled}</tbody></table>{more}"


def frame(rows: Iterable[Mapping[str, Any]]) -> Any:
    """Return rows as a pandas DataFrame; NoPandasError where there is no pandas."""
    if find_spec("pandas") is None:
        raise NoPandasError
    import pandas as pd

    return pd.DataFrame(list(rows))


class Bar:
    """A progress bar: tqdm's where it is installed, else rich's."""

    def __init__(self, total: int, label: str) -> None:
        self._tqdm: Any = None
        self._rich: Any = None
        if find_spec("tqdm") is not None:
            if find_spec("ipywidgets") is None:  # tqdm.auto would warn of it
                from tqdm import tqdm
            else:
                from tqdm.auto import tqdm

            self._tqdm = tqdm(total=total, desc=label)
        else:
            from rich.progress import Progress

            self._rich = Progress()
            self._rich.add_task(label, total=total)
            self._rich.start()

    def move(self, done: int) -> None:
        """Show that so much is done."""
        if self._tqdm is not None:
            self._tqdm.update(done - self._tqdm.n)
        else:
            self._rich.update(self._rich.task_ids[0], completed=done)

    def close(self) -> None:
        """Leave the bar as it stands."""
        if self._tqdm is not None:
            self._tqdm.close()
        else:
            self._rich.stop()


def counted(items: Iterable[T], total: int, label: str) -> Iterator[T]:
    """Yield items under a progress bar."""
    bar = Bar(total, label)
    try:
        for done, item in enumerate(items, 1):
            yield item
            bar.move(done)
    finally:
        bar.close()


def whisker_plot(
    title: str, rows: Sequence[tuple[str, Estimate]], *, digits: int = 0, zero: bool = False
) -> str:
    """Return every mean as a point on its interval, by name; `zero` adds the line of no lead."""
    found = [each for _, each in rows]
    ends = [end for each in found for end in (each.low, each.high, each.mean) if end is not None]
    ends += [0.0] if zero else []
    low, high = (min(ends), max(ends)) if ends else (0.0, 1.0)
    stretch = (high - low) or 1.0

    def across(value: float) -> float:
        return LEFT + (value - low) / stretch * (WIDTH - LEFT - RIGHT)

    parts = []
    foot = ROW * len(rows) + 16
    if zero:
        parts.append(f'<path d="M{across(0):.1f} 0V{foot - 12}" class="zero"/>')
    for number, (name, each) in enumerate(rows):
        y = ROW * number + ROW / 2
        text = escape(name)
        parts.append(f'<text x="{LEFT - 10}" y="{y + 4:.0f}" text-anchor="end">{text}</text>')
        parts.append(whisker(each, across, y))
    for value in (low, (low + high) / 2, high):
        text = f"{value:.{digits}f}"
        parts.append(f'<text x="{across(value):.1f}" y="{foot}" text-anchor="middle">{text}</text>')
    return figure(title, foot + 8, parts)


def whisker(found: Estimate, across: Callable[[float], float], y: float) -> str:
    """Return a point, and its interval as a line with ends."""
    point = f'<circle cx="{across(found.mean):.1f}" cy="{y}" r="4.5" class="mark"/>'
    if found.low is None or found.high is None:
        return point
    a, b = across(found.low), across(found.high)
    line = f"M{a:.1f} {y - 5}V{y + 5}M{a:.1f} {y}H{b:.1f}M{b:.1f} {y - 5}V{y + 5}"
    return f'<path d="{line}" class="line"/>{point}'


def figure(title: str, height: float, parts: Sequence[str]) -> str:
    """Return a drawing with a title that a screen reader can read."""
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><svg viewBox="0 0 {WIDTH} {height:.0f}"'
        f' role="img" aria-label="{escape(title)}">{"".join(parts)}</svg></figure>'
    )

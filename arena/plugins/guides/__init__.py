"""Games in words, for players who read: the rules, the table, and what each choice means."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from arena.errors import PluginError

ViewLines = Callable[[dict[str, Any], Sequence[str]], list[str]]
"""From a view and the players' names by seat to lines about the table."""
ChoiceText = Callable[[str, dict[str, Any]], str]
"""From a choice and the view it stands in to what it means; nothing if it speaks for itself."""
SECTIONS: Final = ("Rules", "Choices")
"""The parts of a game's page that a player needs."""
MOST_CHARACTERS: Final = 30_000
"""How long rules may be: they must fit into what a reader keeps in mind."""


@dataclass(frozen=True, slots=True)
class GameGuide:
    """A game in words. `rules` is plain text or Markdown, or a file of it."""

    rules: str | Path
    view_lines: ViewLines | None = None
    choice_text: ChoiceText | None = None

    def rules_text(self) -> str:
        """Return the rules as text; PluginError if their file cannot be read."""
        if isinstance(self.rules, str):
            return self.rules[:MOST_CHARACTERS]
        try:
            page = self.rules.read_text(encoding="utf-8")
        except OSError as error:
            raise PluginError(f"the rules cannot be read: {error.strerror}") from None
        return player_part(page)[:MOST_CHARACTERS]


def player_part(page: str) -> str:
    """Return the opening of a game's page and its sections for players, links as plain words."""
    opening, *sections = re.split(r"^## ", page, flags=re.MULTILINE)
    wanted = [f"## {text}" for text in sections if text.startswith(SECTIONS)]
    text = "".join([opening, *wanted] if wanted else [page])
    text = re.sub(r"^```.*?^```$\n*", "", text, flags=re.MULTILINE | re.DOTALL)  # command lines
    return re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", text).strip()


def check_guide(game: object, guide: object) -> None:
    """Raise PluginError unless this is a guide."""
    if not isinstance(guide, GameGuide):
        raise PluginError(f"the guide of {game!r} is {guide!r}; expected arena.GameGuide(...)")


def own_guides() -> dict[str, GameGuide]:
    """Return the guides of the games that ship; their rules are the pages in docs/games."""
    from arena.plugins.guides import mahjong, texas42, tigerdragon

    words = {
        "tigerdragon": (tigerdragon.view_lines, tigerdragon.choice_text),
        "riichi": (mahjong.riichi_lines, mahjong.choice_text),
        "taiwan": (mahjong.taiwan_lines, mahjong.choice_text),
        "sichuan": (mahjong.sichuan_lines, mahjong.choice_text),
        "texas42": (texas42.view_lines, texas42.choice_text),
    }
    folder = _pages()
    return {
        name: GameGuide(folder / f"{name}.md", lines, choice)
        for name, (lines, choice) in words.items()
    }


def _pages() -> Path:
    """Return the folder of the games' pages: in the package when installed, else in docs."""
    package = Path(__file__).parents[2]
    installed = package / "game_pages"
    return installed if installed.is_dir() else package.parent / "docs" / "games"

"""The keys of the message files: what the source asks for, and the words that come from games."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, get_args

from arena.api import bots, event_models, tournament_models
from arena.match.match import FaultKind
from arena.plugins.builtins import arena_register_games
from arena.store.challenges import ChallengeState
from arena.store.classes import SubmissionState
from arena.tournament.plan import Format
from arena.web.pages import PAGES
from bots.bot import LEVELS
from engine.riichi import model as riichi
from engine.riichi import moves as riichi_moves
from engine.riichi import scoring
from engine.riichi.match import ABORTS
from engine.riichi.yaku import YAKU
from engine.riichi.yakuman import YAKUMAN
from engine.sichuan import model as sichuan
from engine.sichuan import moves as sichuan_moves
from engine.sichuan.exchange import DIRECTIONS
from engine.taiwan import model as taiwan
from engine.taiwan import moves as taiwan_moves
from engine.taiwan.items import ENGLISH
from engine.taiwan.reading import By
from engine.texas42 import model as texas42
from engine.texas42.moves import DECLARATIONS, PIP_NAMES
from engine.tigerdragon import model as tigerdragon

WEB: Final = Path("arena/web")
TEXT: Final = r'"((?:[^"\\]|\\.)*)"'
CALL: Final = re.compile(r"(?<![\w.])(?:t|markup)\(\s*")
LITERAL: Final = re.compile(TEXT + r"\s*[,)]")
PLURAL: Final = re.compile(rf"(?<![\w.])plural\(\s*[^,\"]+,\s*{TEXT},\s*{TEXT}")
COMMENT: Final = re.compile(r"^\s*(?://|/?\*).*$", re.MULTILINE)
REASONS: Final = ("empty_wall", "three_winners")
GAMES_WITH_PHASES: Final = (riichi, taiwan, sichuan, texas42, tigerdragon)
IN_TEMPLATE: Final = re.compile(rf"\bt\({TEXT}")


def script_keys() -> Iterator[tuple[str, str]]:
    """Every text that a script shows, with its file; a call without a literal is an error."""
    for path in sorted((WEB / "static" / "app").rglob("*.js")):
        source = COMMENT.sub("", path.read_text("utf-8"))
        if path.name == "messages.js":
            continue
        for call in CALL.finditer(source):
            found = LITERAL.match(source, call.end())
            assert found, f"{path}: no text in {source[call.start() : call.start() + 60]!r}"
            yield str(path), found[1].replace('\\"', '"')
        for one, other in PLURAL.findall(source):
            yield from ((str(path), one), (str(path), other))
        assert source.count("plural(") == len(PLURAL.findall(source)), f"{path}: plural()"


def template_keys() -> Iterator[tuple[str, str]]:
    """Every text that a template shows, with its file."""
    for path in sorted((WEB / "templates").glob("*.html")):
        for text in IN_TEMPLATE.findall(path.read_text("utf-8")):
            yield str(path), text


def python_keys() -> Iterator[tuple[str, str]]:
    """Every text that a page's module shows, with its file."""
    for path in sorted(WEB.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "t"):
                continue
            [text] = node.args
            assert isinstance(text, ast.Constant), f"{path}:{node.lineno}: the text is no literal"
            assert isinstance(text.value, str)
            yield str(path), text.value


def keys() -> dict[str, str]:
    """Every text in the source, and a file that has it."""
    found = [*script_keys(), *template_keys(), *python_keys()]
    return {text: path for path, text in reversed(found)}


def terms() -> set[str]:
    """The words that come from the server, by its own definitions."""
    games = {game.title for game in arena_register_games()}
    games |= {one.title for game in arena_register_games() for one in game.variants.values()}
    names = [row[0] for row in YAKU] + [row[0] for row in YAKUMAN]
    worth = {*names, "dora", "ura", "aka", "renhou", "yakuman", "kazoe", *scoring.LIMIT_BASES}
    reasons = {"ron", "tsumo", "exhaustive", "nagashi", *ABORTS, *get_args(By), *REASONS}
    verbs = {
        verb for game in (riichi_moves, taiwan_moves, sichuan_moves) for verb in get_args(game.Verb)
    }
    verbs -= {"ankan", "kakan", "minkan", "ckong", "akong", "hu"}  # these are shown in full
    known = games | worth | reasons | verbs | set(ENGLISH.values())
    return {word.replace("_", " ") for word in known} | OTHERS | states()


def states() -> set[str]:
    """States and formats of tournaments, tables of events, and what is submitted."""
    tables = event_models.TableRow.model_fields["state"].annotation
    own = (tournament_models.State, Format, bots.Status, ChallengeState, SubmissionState)
    known = (*own, tables)
    return {word for each in known for word in get_args(each)}


OTHERS: Final = {
    *LEVELS,
    *(name for _, name in PAGES),
    *(phase for game in GAMES_WITH_PHASES for phase in get_args(game.Phase)),
    *get_args(FaultKind),
    *PIP_NAMES,
    *(one.label for one in DECLARATIONS),
    *(one.choice for one in DECLARATIONS),
    *("t:nello", "t:sevens", "nearest to seven wins"),
    *(f"take no trick, doubles {how}" for how in ("own", "high", "low")),
    *"ESWNmps",
    # calls and melds in full, and what a click on a tile does
    *("chi", "pon", "pong", "kong", "concealed kan", "added kan", "open kan", "concealed kong"),
    *("added kong", "lay"),
    *("discards", "temporary"),  # why a hand is furiten
    *(name for name, _ in DIRECTIONS),
    *("slow", "doubt", "swing", "review", "fault"),  # kinds of problems
    *("done", "now", "to come"),  # steps of a submission
    *("registration", "paused", "over", "starting"),  # states of events and rooms
    # what the variant `hints` of Texas 42 notes on choices
    *("{n} in hand", "{n} double in hand", "{n} doubles in hand", "counts {n}"),
    "takes the trick so far",
}
"""Words that have no list of their own in the source, or one of another kind."""
